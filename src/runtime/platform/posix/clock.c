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

void clock_sleep_ns(int64_t ns)
{
    clock_sleep_until_ns(clock_now_ns() + ns);
}

int64_t clock_wall_ns(void)
{
    return read_ns(CLOCK_REALTIME);
}

void clock_print(char *text, size_t size, const char *format)
{
    time_t now = (time_t)(clock_wall_ns() / SECOND_NS);
    struct tm local = {0};
    localtime_r(&now, &local);
    strftime(text, size, format, &local);
}
