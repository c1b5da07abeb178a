#include "host/child.h"
#include "support/test.h"

#include <signal.h>
#include <time.h>

static Child child;

static void start(const char *line, bool one_stream)
{
    CwError error = {0};
    static const char *const without[] = {"CHILD_TEST", NULL};
    const char *const arguments[] = {"sh", "-c", line, NULL};
    setenv("CHILD_TEST", "here", 1);
    ck_assert(child_start(&child, &(ChildDesc){arguments, without, one_stream}, &error));
}

static void wait_for_it(void)
{
    while (!child_poll(&child)) {
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
}

TEST(output_errors_and_status_are_told)
{
    start("echo out; echo err >&2; exit 7", false);
    wait_for_it();
    ck_assert_str_eq(child.texts[0], "out\n");
    ck_assert_str_eq(child.texts[1], "err\n");
    ck_assert_int_eq(child.status, 7);
    ck_assert_int_eq(child.signal, 0);
    ck_assert(!child_poll(&child));
}

TEST(both_streams_may_be_one)
{
    start("echo out; echo err >&2", true);
    wait_for_it();
    ck_assert_str_eq(child.texts[0], "out\nerr\n");
}

TEST(a_signal_is_told)
{
    start("kill -SEGV $$", false);
    wait_for_it();
    ck_assert_int_eq(child.signal, SIGSEGV);
    ck_assert_int_eq(child.status, 128 + SIGSEGV);
}

TEST(what_it_must_not_have_it_has_not)
{
    start("echo \"[$CHILD_TEST]\"", false);
    wait_for_it();
    ck_assert_str_eq(child.texts[0], "[]\n");
}

TEST(more_output_than_there_is_room_for_stops_nobody)
{
    start("head -c 300000 /dev/zero | tr '\\0' x; exit 3", false);
    wait_for_it();
    ck_assert_int_eq(child.status, 3);
    ck_assert_uint_eq(strlen(child.texts[0]), CHILD_TEXT_BYTES - 1);
}

TEST(the_end_of_long_errors_is_kept)
{
    start("head -c 300000 /dev/zero | tr '\\0' x >&2; echo the last line >&2", false);
    wait_for_it();
    ck_assert_uint_eq(strlen(child.texts[1]), CHILD_TEXT_BYTES - 1);
    ck_assert_ptr_nonnull(strstr(child.texts[1], "xthe last line\n"));
}

TEST(a_nul_hides_nothing_behind_it)
{
    start("printf 'a\\0b\\0\\0c\\0'", false);
    wait_for_it();
    ck_assert_str_eq(child.texts[0], "a?b??c?");
}

TEST(all_that_it_started_ends_with_it)
{
    start("sleep 100 & echo $!; wait", false);
    while (child.lengths[0] == 0) {
        child_poll(&child);
    }
    pid_t grandchild = (pid_t)atoi(child.texts[0]);
    child_kill(&child);
    for (int i = 0; i < 500 && kill(grandchild, 0) == 0; i++) { /* until init has buried it */
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    char state[64], path[64];
    snprintf(path, sizeof path, "/proc/%d/stat", grandchild);
    FILE *file = fopen(path, "r");
    ck_assert(file == NULL || fscanf(file, "%*d %*s %63s", state) != 1 || state[0] == 'Z');
    if (file != NULL) {
        fclose(file);
    }
}

TEST(a_program_that_is_not_there_is_status_127)
{
    CwError error = {0};
    const char *const arguments[] = {"no-such-program-here", NULL};
    ck_assert(child_start(&child, &(ChildDesc){.arguments = arguments}, &error));
    wait_for_it();
    ck_assert_int_eq(child.status, 127);
}
