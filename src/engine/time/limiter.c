#include "time/limiter.h"

int64_t limiter_next_ns(Limiter *limiter, int64_t now_ns, int64_t interval_ns)
{
    if (interval_ns <= 0) {
        limiter->running = false;
        return now_ns;
    }
    int64_t due_ns = limiter->deadline_ns + interval_ns;
    int64_t late_ns = now_ns - due_ns;
    /* Far ahead means that the clock stepped back: the grid is as useless as when late. */
    bool useless = !limiter->running || late_ns > interval_ns || late_ns < -interval_ns;
    limiter->running = true;
    limiter->deadline_ns = useless ? now_ns : due_ns;
    return limiter->deadline_ns;
}

int64_t limiter_interval_ns(double rate_hz)
{
    if (!(rate_hz > 0.0)) {
        return 0;
    }
    double interval_ns = 1e9 / rate_hz;
    return interval_ns < 1e12 ? (int64_t)(interval_ns + 0.5) : INT64_C(1000000000000);
}
