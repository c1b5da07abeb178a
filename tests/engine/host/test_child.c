#include "host/child.h"
#include "support/test.h"

#include <signal.h>
#include <time.h>

static Child child;

static void start(const char *line, bool one_stream)
{
    CwError error = {0};
    const char *const arguments[] = {"sh", "-c", line, NULL};
    ck_assert(child_start(&child, &(ChildDesc){arguments, one_stream}, &error));
}

static void wait_for_it(void)
{
    while (!child_poll(&child)) {
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
}

static const struct {
    const char *line;
    bool one_stream;
    const char *output, *errors;
    int status, signal;
} CASES[] = {
    {"echo out; echo err >&2; exit 7", false, "out\n", "err\n", 7, 0},
    {"echo out; echo err >&2", true, "out\nerr\n", "", 0, 0},
    {"kill -SEGV $$", false, "", "", 128 + SIGSEGV, SIGSEGV},
    {"printf 'a\\0b\\0\\0c\\0'", false, "a?b??c?", "", 0, 0},
};

TEST(output_errors_status_and_signal_are_told, .rounds = CW_ARRAY_LENGTH(CASES))
{
    start(CASES[_i].line, CASES[_i].one_stream);
    wait_for_it();
    ck_assert_str_eq(child.texts[0], CASES[_i].output);
    ck_assert_str_eq(child.texts[1], CASES[_i].errors);
    ck_assert_int_eq(child.status, CASES[_i].status);
    ck_assert_int_eq(child.signal, CASES[_i].signal);
    ck_assert(!child_poll(&child));
}

TEST(more_output_than_there_is_room_for_blocks_nothing)
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
