#include "platform/process.h"
#include "support/test.h"

#include <sys/wait.h>
#include <time.h>

/* `timeout` signals its child and then the child's group: that ended the game without its logs. */
TEST(two_quit_signals_at_once_do_not_kill)
{
    quit_catch();
    raise(SIGTERM);
    raise(SIGTERM);
    raise(SIGINT);
    ck_assert(quit_wished());
    quit_restore();
}

TEST(a_program_that_hangs_can_be_ended, .signal = SIGTERM)
{
    quit_catch();
    raise(SIGTERM);
    nanosleep(&(struct timespec){.tv_sec = 3}, NULL);
    raise(SIGTERM);
    ck_abort_msg("it goes on");
}

TEST(a_start_ends_at_once_until_the_second_frame)
{
    quit_catch_at_start();
    quit_catch(); /* as the host does */
    ck_assert(!quit_wished());
    pid_t process = fork();
    if (process == 0) {
        raise(SIGTERM);
        _exit(1);
    }
    int status = -1;
    ck_assert_int_eq(waitpid(process, &status, 0), process);
    ck_assert_int_eq(status, 0);
    ck_assert(!quit_wished());
    raise(SIGTERM);
    ck_assert(quit_wished());
    quit_restore();
}
