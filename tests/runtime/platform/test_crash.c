#include "platform/crash.h"
#include "support/test.h"

#include <time.h>

static void work(double seconds)
{
    clock_t begin = clock();
    while ((double)(clock() - begin) < seconds * (double)CLOCKS_PER_SEC) {
    }
}

TEST(a_program_that_is_stuck_is_ended, .signal = SIGPROF)
{
    watchdog_feed(1);
    work(30);
}

TEST(a_program_that_makes_progress_is_not_ended)
{
    for (int i = 0; i < 3; i++) {
        watchdog_feed(1);
        work(0.5);
    }
    watchdog_feed(0);
    work(1.2);
}
