#include "platform/crash.h"
#include "support/program.h"

#include <pthread.h>
#include <sys/wait.h>

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

static volatile int deepest = 1 << 30;

static int overflow(int depth)
{
    volatile int many[1000];
    many[0] = depth;
    return depth == deepest ? 0 : overflow(depth + 1) + many[0];
}

static void *overflow_thread(void *context)
{
    CrashStack stack;
    crash_join_thread(&stack);
    overflow(0);
    return NULL;
}

static size_t describe(char *text, size_t size, const void *denied)
{
    return (size_t)snprintf(text, size, "here\n");
}

TEST(a_stack_overflow_in_a_thread_is_reported)
{
    int status = 0;
    temp_make();
    pid_t child = fork();
    if (child == 0) {
        pthread_t thread;
        crash_catch(describe, NULL);
        crash_write_to(temp_path("crash"));
        pthread_create(&thread, NULL, overflow_thread, NULL);
        pthread_join(thread, NULL);
        _exit(EXIT_SUCCESS);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    if (program_is_plain()) { /* a sanitizer may notice first */
        ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
        expect_text(temp_read("crash"), "crashed (SIGSEGV) here");
    }
}
