#include "platform/clock.h"

/* Waits in a busy loop, because JavaScript can't sleep. */
void clock_sleep_until_ns(int64_t deadline_ns)
{
    while (clock_now_ns() < deadline_ns) {
    }
}

void clock_sharpen(void)
{
}

/* Time since the page began: pages can't measure processor time. */
int64_t clock_work_ns(void)
{
    return clock_now_ns();
}

int64_t clock_thread_work_ns(void)
{
    return clock_now_ns();
}
