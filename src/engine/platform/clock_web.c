#include "platform/clock.h"

#include <time.h>

static const int64_t SECOND_NS = 1000000000;

static int64_t read_ns(clockid_t clock)
{
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * SECOND_NS + now.tv_nsec;
}

int64_t clock_now_ns(void)
{
    return read_ns(CLOCK_MONOTONIC);
}

/* Works meanwhile: JavaScript can't wait. */
void clock_sleep_until_ns(int64_t deadline_ns)
{
    while (clock_now_ns() < deadline_ns) {
    }
}

void clock_sleep_ns(int64_t ns)
{
    clock_sleep_until_ns(clock_now_ns() + ns);
}

void clock_sharpen(void)
{
}

int64_t clock_wall_ns(void)
{
    return read_ns(CLOCK_REALTIME);
}

int64_t clock_file_ns(void)
{
    return clock_wall_ns();
}

void clock_print(char *text, size_t size, const char *format)
{
    time_t now = (time_t)(clock_wall_ns() / SECOND_NS);
    struct tm local = {0};
    localtime_r(&now, &local);
    strftime(text, size, format, &local);
}

/* The clock begins with the page. */
int64_t clock_work_ns(void)
{
    return clock_now_ns();
}
