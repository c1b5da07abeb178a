#include "host/quit_signals.h"

#include <check.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

START_TEST(a_signal_is_a_wish_to_end)
{
    quit_signals_catch();
    ck_assert(!quit_signals_seen());
    raise(SIGINT);
    ck_assert(quit_signals_seen());
    quit_signals_restore();
}
END_TEST

/* `timeout` signals its child and then the child's group: that ended the game without its logs. */
START_TEST(the_same_wish_twice_at_once_does_not_kill)
{
    quit_signals_catch();
    raise(SIGTERM);
    raise(SIGTERM);
    raise(SIGINT);
    ck_assert(quit_signals_seen());
    quit_signals_restore();
}
END_TEST

START_TEST(a_program_that_hangs_can_be_ended)
{
    quit_signals_catch();
    raise(SIGTERM);
    nanosleep(&(struct timespec){.tv_sec = 3}, NULL);
    raise(SIGTERM);
    ck_abort_msg("it goes on");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("quit_signals");
    TCase *tcase = tcase_create("quit_signals");
    tcase_set_timeout(tcase, 20);
    tcase_add_test(tcase, a_signal_is_a_wish_to_end);
    tcase_add_test(tcase, the_same_wish_twice_at_once_does_not_kill);
    tcase_add_test_raise_signal(tcase, a_program_that_hangs_can_be_ended, SIGTERM);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
