/* The frame limiter: when the next frame is due, for loops that the display does not pace.
 *
 * Deadlines stand on a grid that advances by the interval, so frames keep their rate whatever the
 * single frame takes. A frame late by more than an interval starts a new grid at once: lost frames
 * are never made up by a burst. It only computes; the stage hands the deadline to
 * host->wait_until_ns. */
#ifndef TIME_LIMITER_H
#define TIME_LIMITER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Limiter {
    int64_t deadline_ns; /* of the frame before */
    bool running;        /* false: the next frame is due at once and starts the grid */
} Limiter;

/* When the coming frame is due; call it once a frame. Not after now + interval_ns, and at most one
 * interval before now. An interval_ns <= 0 means no limit: due now, and the grid is forgotten. */
int64_t limiter_next_ns(Limiter *limiter, int64_t now_ns, int64_t interval_ns);

/* The interval of a rate in frames a second; 0, no limit, for rates that are not above 0. */
int64_t limiter_interval_ns(double rate_hz);

#endif
