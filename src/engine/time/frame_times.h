/* Frame times from a file, for `--frames FILE`: what the loop's clock reads at the start of each
 * frame.
 *
 * A line a frame, `clock_ns[,display_ns]`; the display time is for scoring only and is checked but
 * not kept. `#` starts a comment; of comments `# reported_hz: N` counts, the refresh rate that the
 * display reports for the frames that follow (0 or empty: unknown). The headless host plays
 * them. Trusts nothing in the file. */
#pragma once

#include "clockwork/base.h"

/* Readings beyond this (146 years) are refused, so that the step between two always fits, without a
 * sign. */
#define FRAME_TIMES_CLOCK_MAX_NS (INT64_C(1) << 62)

typedef struct FrameTime {
    int64_t clock_ns;
    double reported_hz; /* 0: unknown */
} FrameTime;

typedef struct FrameTimes {
    FrameTime *rows;
    size_t count;
} FrameTimes;

/* Reads at least one frame. On false `frame_times` is empty and `error` names file, line and
 * remedy. */
bool frame_times_load(FrameTimes *frame_times, const char *path, CwError *error);

void frame_times_free(FrameTimes *frame_times);
