#include "platform/clock.h"

/* Works meanwhile: JavaScript can't wait. */
void clock_sleep_until_ns(int64_t deadline_ns)
{
    while (clock_now_ns() < deadline_ns) {
    }
}

void clock_sharpen(void)
{
}

/* The clock begins with the page. */
int64_t clock_work_ns(void)
{
    return clock_now_ns();
}

int64_t clock_thread_work_ns(void)
{
    return clock_now_ns();
}
