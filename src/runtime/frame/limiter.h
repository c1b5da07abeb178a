/* When a frame begins: late sampling on a display with vsync, the frame limiter on others.
 *
 * Late sampling delays a frame on a display with vsync: input is polled as late before the vblank
 * as the frame's work allows, instead of right after the vblank before, so the picture shows newer
 * input. The stage asks it when a frame is due and reports each present. docs/frame-pacer.md has
 * the model. Vblanks are counted from the earliest returns of present, because a return can only be
 * late. Both only calculate: they know no SDL, ticks or game. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { LATE_SAMPLING_BLOCKS = 16 };

/* Late sampling's measurements. Zeros: nothing learned. Zero it for another display or mode. */
typedef struct LateSampling {
    int64_t longest_ns[LATE_SAMPLING_BLOCKS]; /* longest work in each block of frames; a ring */
    int block, block_frames;                  /* current block, and frames in it */
    double reserve;                           /* reserve in periods; 0: not begun */
    int64_t steady_frames;                    /* frames without trouble since the reserve changed */
    int64_t trial_frames;                     /* frames until the reserve is halved again */
    int64_t vblank_ns;                        /* last vblank */
    int64_t due_ns, presented_ns;             /* times of this frame and of the one before */
    int64_t period_ns;                        /* 0: unknown, nothing is delayed */
    bool is_delayed;
} LateSampling;

/* The time at which the next frame should poll input; a time in the past means at once. `period_ns`
 * is the vblanks'; 0: unknown, or present doesn't wait for them. Call it once a frame. */
int64_t late_sampling_due_ns(LateSampling *sampling, int64_t period_ns);

/* Notes that the frame called present at `submitted_ns`, which returned at `presented_ns`. */
void late_sampling_presented(LateSampling *sampling, int64_t submitted_ns, int64_t presented_ns);

/* ---- the frame limiter: when the next frame is due, for loops that the display does not pace ----
 *
 * Deadlines lie on a grid, so frames keep their rate; a frame late by more than an interval starts
 * a new grid: lost frames are never made up. The stage hands deadlines to host->wait_until_ns. */

typedef struct Limiter {
    int64_t deadline_ns; /* deadline of the frame before */
    bool is_running;     /* false: the next frame is due at once and starts the grid */
} Limiter;

/* The time of the coming frame, within an interval of now. interval_ns <= 0: no limit, no grid. */
int64_t limiter_next_ns(Limiter *limiter, int64_t now_ns, int64_t interval_ns);

/* The interval of a rate in frames a second; 0, no limit, for a rate of 0 or less. */
int64_t limiter_interval_ns(double rate_hz);
