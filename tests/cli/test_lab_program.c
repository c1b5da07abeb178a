/* `clockwork lab` as scripts use it: exit statuses, the table on stdout, the series in a file. */
#include "clockwork/base.h"
#include "support/program.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

static const Outcome *expect(int status, const char *command)
{
    const Outcome *outcome = program_run(command);
    ck_assert_msg(outcome->status == status, "%s: exit status %d instead of %d\n%s", command,
                  outcome->status, status, outcome->err);
    return outcome;
}

FIXTURE(.prepare = program_find, .set_up = program_begin, .tear_down = program_end);

TEST(the_table_goes_to_stdout_and_the_series_to_its_file)
{
    const Outcome *outcome = expect(0, "\"$CLOCKWORK\" lab --headless wall --csv series.csv");
    ck_assert(strncmp(outcome->out, "loop ", 5) == 0);
    ck_assert_ptr_nonnull(strstr(outcome->out, " tunnelled "));
    ck_assert_str_eq(outcome->err, "");
    ck_assert(strncmp(program_file("series.csv"), "scene,loop,condition,", 21) == 0);
}

TEST(scenes_are_listed_one_a_line)
{
    const Outcome *outcome = expect(0, "\"$CLOCKWORK\" lab --list");
    static const char *const names[] = {"wall ", "\nstack ", "\npendulum ", "\nchain ",
                                        "\nbridge "};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(names); i++) {
        ck_assert_ptr_nonnull(strstr(outcome->out, names[i]));
    }
}

TEST(without_a_display_the_table_is_printed)
{
    const Outcome *outcome = expect(0, "\"$CLOCKWORK\" lab pendulum");
    ck_assert(strncmp(outcome->out, "loop ", 5) == 0);
    ck_assert_ptr_nonnull(strstr(outcome->err, "no display"));
}

TEST(wrong_words_exit_with_2)
{
    static const char *const wrong[] = {
        "\"$CLOCKWORK\" lab nonsense", "\"$CLOCKWORK\" lab wall stack",
        "\"$CLOCKWORK\" lab --ticks 3", "\"$CLOCKWORK\" lab --headless --csv"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(wrong); i++) {
        const Outcome *outcome = expect(2, wrong[i]);
        ck_assert_str_eq(outcome->out, "");
        ck_assert_str_ne(outcome->err, "");
    }
}

TEST(a_series_or_frames_that_can_not_be_opened_exit_with_1)
{
    const Outcome *outcome = expect(1, "\"$CLOCKWORK\" lab --headless wall --csv nowhere/x.csv");
    ck_assert_ptr_nonnull(strstr(outcome->err, "nowhere/x.csv"));
    outcome = expect(1, "\"$CLOCKWORK\" lab --headless wall --frames nowhere.txt");
    ck_assert_ptr_nonnull(strstr(outcome->err, "nowhere.txt"));
}

TEST(measured_frames_are_a_condition_more)
{
    program_write("frames.txt", "0\n16000000\n400000000\n416000000\n");
    const Outcome *outcome = expect(0, "\"$CLOCKWORK\" lab wall --frames frames.txt");
    ck_assert_ptr_nonnull(strstr(outcome->out, "\nnaive  frames "));
    ck_assert_ptr_nonnull(strstr(outcome->out, "\nfixed  frames "));
}

/* Centuries from frame to frame: nothing overflows and the runs end. */
TEST(frames_may_lie_as_far_apart_as_a_clock_can_tell)
{
    program_write("frames.txt",
                  "-4611686018427387904\n4611686018427387904\n0\n1000000000000000000\n"
                  "2000000000000000000\n");
    const Outcome *outcome = expect(0, "\"$CLOCKWORK\" lab wall --headless --frames frames.txt");
    ck_assert_ptr_nonnull(strstr(outcome->out, "\nfixed  frames "));
    ck_assert_str_eq(outcome->err, "");
}
