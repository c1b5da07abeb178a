/* Timers, and times in ticks (clockwork/world.h). */
#include "sim/world.h"

#include <math.h>

static const double PERIOD_MAX_S = 1e6; /* keeps a timer's numbers far below 2^63 */

uint32_t cw_world_ms_to_ticks(const CwWorld *world, double ms)
{
    if (!(ms > 0)) {
        return 0;
    }
    double ticks = floor(ms * world->settings.tick_rate / 1000.0 + 0.5);
    return ticks < 1 ? 1 : ticks > UINT32_MAX ? UINT32_MAX : (uint32_t)ticks;
}

/* Counts in nanoseconds times the tick rate, so that a tick is a whole number. */
bool cw_timer_repeat(const CwWorld *world, int64_t *passed, double seconds)
{
    const int64_t tick = 1000000000;
    if (!(seconds > 0)) {
        return false;
    }
    double rounded_ns = floor(fmin(seconds, PERIOD_MAX_S) * 1e9 + 0.5);
    int64_t period = (int64_t)rounded_ns * world->settings.tick_rate;
    period = period < tick ? tick : period;
    *passed += tick;
    bool is_due = *passed + tick / 2 >= period;
    *passed -= is_due ? period : 0;
    return is_due;
}
