#include "host/quit_signals.h"
#include "support/test.h"

#include <signal.h>
#include <time.h>

TEST(a_signal_is_a_wish_to_end)
{
    quit_signals_catch();
    ck_assert(!quit_signals_seen());
    raise(SIGINT);
    ck_assert(quit_signals_seen());
    quit_signals_restore();
}

/* `timeout` signals its child and then the child's group: that ended the game without its logs. */
TEST(the_same_wish_twice_at_once_does_not_kill)
{
    quit_signals_catch();
    raise(SIGTERM);
    raise(SIGTERM);
    raise(SIGINT);
    ck_assert(quit_signals_seen());
    quit_signals_restore();
}

TEST(a_program_that_hangs_can_be_ended, .signal = SIGTERM)
{
    quit_signals_catch();
    raise(SIGTERM);
    nanosleep(&(struct timespec){.tv_sec = 3}, NULL);
    raise(SIGTERM);
    ck_abort_msg("it goes on");
}
