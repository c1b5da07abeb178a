#include "time/real_clock.h"

#include <errno.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <time.h>

static const int64_t SECOND_NS = 1000000000;

int64_t real_clock_now_ns(void *self)
{
    (void)self;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * SECOND_NS + now.tv_nsec;
}

void real_clock_sleep_until_ns(void *self, int64_t deadline_ns)
{
    (void)self;
    if (deadline_ns <= 0) {
        return;
    }
    struct timespec until = {.tv_sec = deadline_ns / SECOND_NS, .tv_nsec = deadline_ns % SECOND_NS};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {
    }
}

void real_clock_sharpen(void)
{
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
}
