/* Waits for a time to within microseconds, at low cost. The window's host ends frames with it.
 *
 * Sleeps come back late, so a wait sleeps up to a margin before the deadline and spins the rest.
 * The margin is the largest lateness of the last sleeps, up to a cap; greater lateness is ignored.
 * The clock is a parameter, for tests. */
#pragma once

#include <stdint.h>

enum { PRECISE_WAIT_MARGIN_MAX_NS = 500000 };

typedef struct WaitClock {
    void *self;
    int64_t (*now_ns)(void *self);
    void (*sleep_until_ns)(void *self, int64_t deadline_ns); /* may come back late */
} WaitClock;

typedef struct PreciseWait {
    WaitClock clock;
    int64_t margin_ns; /* time spun before a deadline; begins as PRECISE_WAIT_MARGIN_MAX_NS */
} PreciseWait;

/* Returns when the clock reads at least the deadline; at once when it has passed. */
void precise_wait_until(PreciseWait *wait, int64_t deadline_ns);
