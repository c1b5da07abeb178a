/* The frame limiter: when the next frame is due, for loops that the display does not pace; and
 * waiting for that time to within microseconds, for little work.
 *
 * Deadlines lie on a grid, so frames keep their rate; a frame late by more than an interval starts
 * a new grid: lost frames are never made up. The stage hands deadlines to host->wait_until_ns.
 *
 * Sleeps come back late, so a wait sleeps up to a margin before the deadline and spins the rest.
 * The margin follows the last sleeps' lateness (about their 99th percentile) up to a cap; later
 * ones don't count. The clock is a parameter, for tests. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct Limiter {
    int64_t deadline_ns; /* of the frame before */
    bool running;        /* false: the next frame is due at once and starts the grid */
} Limiter;

/* When the coming frame is due: within an interval of now. interval_ns <= 0: no limit, no grid. */
int64_t limiter_next_ns(Limiter *limiter, int64_t now_ns, int64_t interval_ns);

/* The interval of a rate in frames a second; 0, no limit, for rates that are not above 0. */
int64_t limiter_interval_ns(double rate_hz);

/* ---- waiting ---- */

enum {
    PRECISE_WAIT_MARGIN_MAX_NS = 500000,
    PRECISE_WAIT_SAMPLES = 128 /* sleeps whose lateness is remembered */
};

typedef struct WaitClock {
    void *self;
    int64_t (*now_ns)(void *self);
    void (*sleep_until_ns)(void *self, int64_t deadline_ns); /* may come back late */
} WaitClock;

typedef struct PreciseWait {
    WaitClock clock;
    int64_t margin_ns; /* spun before a deadline */
    int64_t late_ns[PRECISE_WAIT_SAMPLES];
    uint32_t sleep_count;
} PreciseWait;

PreciseWait precise_wait_make(WaitClock clock);

/* Returns when the clock reads at least the deadline; at once when it has passed. */
void precise_wait_until(PreciseWait *wait, int64_t deadline_ns);
