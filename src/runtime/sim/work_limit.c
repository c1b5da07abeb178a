#include "sim/work_limit.h"

#include "platform/clock.h"

#include <stddef.h>

WorkLimit work_limit_begin(double seconds)
{
    int64_t ns = (int64_t)(seconds * 1e9);
    return (WorkLimit){.seconds = seconds,
                       .work_end_ns = clock_thread_work_ns() + ns,
                       .wall_end_ns = clock_now_ns() + ns};
}

/* A thread works no longer than time passes, and time is read ten times as fast. */
bool work_limit_check(WorkLimit *limit)
{
    if (limit == NULL || limit->seconds <= 0) {
        return false;
    }
    limit->is_over = limit->is_over || (clock_now_ns() >= limit->wall_end_ns &&
                                        clock_thread_work_ns() >= limit->work_end_ns);
    return limit->is_over;
}
