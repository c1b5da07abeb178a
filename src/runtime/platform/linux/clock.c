#include "platform/clock.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <time.h>

static const int64_t SECOND_NS = 1000000000;

static int64_t read_ns(clockid_t clock)
{
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * SECOND_NS + now.tv_nsec;
}

void clock_sleep_until_ns(int64_t deadline_ns)
{
    if (deadline_ns <= 0) {
        return;
    }
    static _Thread_local bool sharp;
    if (!sharp) {
        prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL); /* 1 ns instead of 50 us */
        sharp = true;
    }
    struct timespec until = {.tv_sec = deadline_ns / SECOND_NS, .tv_nsec = deadline_ns % SECOND_NS};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {
    }
}

int64_t clock_file_ns(void)
{
    return read_ns(CLOCK_REALTIME_COARSE);
}

int64_t clock_work_ns(void)
{
    return read_ns(CLOCK_PROCESS_CPUTIME_ID);
}

int64_t clock_thread_work_ns(void)
{
    return read_ns(CLOCK_THREAD_CPUTIME_ID);
}
