#include "platform/crash.h"
#include "support/test.h"

#include <sys/mman.h>
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

static void count(void *context)
{
    ++*(int *)context;
}

TEST(each_change_of_watched_bytes_is_told_and_nothing_else)
{
    int changes = 0;
    volatile int *page =
        mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CrashWatch watch = {(void *)(page + 5), sizeof *page, count, &changes, ""};
    if (!crash_watch(&watch)) {
        SKIP("this processor has no single steps");
    }
    for (int i = 0; i < 1000; i++) {
        page[4] = page[6] = page[2000] = i;
        page[5] = i / 100;
    }
    ck_assert_int_eq(changes, 9);
    ck_assert(crash_watch(NULL));
    page[5] = 77;
    ck_assert_int_eq(changes, 9);
    ck_assert_int_eq(page[4] + page[6] + page[2000], 3 * 999);
}

TEST(a_crash_beside_watched_bytes_is_one, .signal = SIGSEGV)
{
    static char page[1 << 14];
    int changes = 0;
    CrashWatch watch = {page + 8000, 1, count, &changes, ""};
    signal(SIGSEGV, SIG_DFL); /* the sanitizers' handler ends otherwise */
    crash_watch(&watch);
    *(volatile int *)(uintptr_t)8 = 1;
}
