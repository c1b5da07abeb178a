/* Real time: CLOCK_MONOTONIC in nanoseconds, and sleeping until a point of it.
 *
 * The only clock of windowed play. SDL's performance counter is CLOCK_MONOTONIC_RAW, which can't be
 * slept on and drifts against this one, so it is not used. */
#ifndef TIME_REAL_CLOCK_H
#define TIME_REAL_CLOCK_H

#include <stdint.h>

/* `self` is not looked at: these fit the function tables of Host and PreciseWait. */
int64_t real_clock_now_ns(void *self);

/* Sleeps until the deadline or a little longer, as the scheduler wants it; signals do not cut it
 * short. */
void real_clock_sleep_until_ns(void *self, int64_t deadline_ns);

/* Asks the kernel to end the calling thread's sleeps on time rather than up to 50 us late. */
void real_clock_sharpen(void);

#endif
