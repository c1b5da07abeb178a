#include "sim/work_limit.h"

#include "platform/clock.h"

#include <stddef.h>

static int64_t to_ns(double seconds)
{
    return (int64_t)(seconds * 1e9);
}

WorkLimit work_limit_begin(double seconds)
{
    WorkLimit limit = {.seconds = seconds, .left_ns = to_ns(seconds)};
    work_limit_resume(&limit);
    return limit;
}

bool work_limit_resume(WorkLimit *limit)
{
    if (limit == NULL || limit->seconds <= 0 || limit->work_end_ns != 0) {
        return false;
    }
    limit->work_end_ns = clock_thread_work_ns() + limit->left_ns;
    limit->wall_end_ns = clock_now_ns() + limit->left_ns;
    return true;
}

void work_limit_pause(WorkLimit *limit)
{
    limit->left_ns = limit->work_end_ns - clock_thread_work_ns();
    limit->work_end_ns = 0;
}

void work_limit_refill(WorkLimit *limit, double seconds)
{
    int64_t left_ns = limit->left_ns + to_ns(seconds), most_ns = to_ns(limit->seconds);
    limit->left_ns = left_ns < most_ns ? left_ns : most_ns;
}

/* Reads the wall clock first, which is ten times as fast. CPU time can't exceed wall time. */
bool work_limit_check(WorkLimit *limit)
{
    if (limit == NULL || limit->work_end_ns == 0) {
        return false;
    }
    limit->is_over = limit->is_over || (clock_now_ns() >= limit->wall_end_ns &&
                                        clock_thread_work_ns() >= limit->work_end_ns);
    return limit->is_over;
}
