#include "frame/limiter.h"

#include <math.h>

int64_t limiter_next_ns(Limiter *limiter, int64_t now_ns, int64_t interval_ns)
{
    if (interval_ns <= 0) {
        limiter->is_running = false;
        return now_ns;
    }
    int64_t due_ns = limiter->deadline_ns + interval_ns;
    int64_t late_ns = now_ns - due_ns;
    /* Far ahead means that the clock stepped back: the grid is as useless as when late. */
    bool is_grid_lost = !limiter->is_running || late_ns > interval_ns || late_ns < -interval_ns;
    limiter->is_running = true;
    limiter->deadline_ns = is_grid_lost ? now_ns : due_ns;
    return limiter->deadline_ns;
}

int64_t limiter_interval_ns(double rate_hz)
{
    return rate_hz > 0 ? llround(1e9 / rate_hz) : 0;
}
