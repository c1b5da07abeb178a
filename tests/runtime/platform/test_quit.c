#include "platform/quit.h"
#include "support/test.h"

#include <time.h>

/* `timeout` signals its child and then the child's group: that ended the game without its logs. */
TEST(the_same_wish_twice_at_once_does_not_kill)
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
