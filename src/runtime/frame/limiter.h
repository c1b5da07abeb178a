/* The frame limiter tells when the next frame is due, for loops that the display does not pace.
 *
 * Deadlines lie on a grid, so frames keep their rate. A frame that is late by more than an interval
 * starts a new grid, so lost frames are never made up. The stage hands deadlines to
 * host->wait_until_ns. The limiter only calculates: it knows no SDL, ticks or game. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct Limiter {
    int64_t deadline_ns; /* deadline of the previous frame */
    bool is_running;     /* false: the next frame is due at once and starts the grid */
} Limiter;

/* The time of the coming frame, within an interval of now. interval_ns <= 0: no limit, no grid. */
int64_t limiter_next_ns(Limiter *limiter, int64_t now_ns, int64_t interval_ns);

/* The interval of a rate in frames a second; 0, no limit, for a rate of 0 or less. */
int64_t limiter_interval_ns(double rate_hz);
