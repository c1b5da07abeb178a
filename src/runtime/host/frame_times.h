/* Frame times from a file for `--frames FILE`: the loop's clock at each frame's start.
 * Each line is a frame, `clock_ns[,display_ns]`; the display time is ignored. `#` starts a comment;
 * `# reported_hz: N` sets the display's refresh rate from there on (0 or empty: unknown). */
#pragma once

#include "clockwork/base.h"

/* Longer times (146 years) are refused, so a step between two always fits. */
#define FRAME_TIMES_CLOCK_MAX_NS (INT64_C(1) << 62)

typedef struct FrameTime {
    int64_t clock_ns;
    double reported_hz; /* 0: unknown */
} FrameTime;

typedef struct FrameTimes {
    FrameTime *rows;
    size_t count;
} FrameTimes;

/* Reads at least one frame. On false the list is empty, and `error` names file, line and remedy. */
bool frame_times_load(FrameTimes *times, const char *path, CwError *error);

void frame_times_free(FrameTimes *times);
