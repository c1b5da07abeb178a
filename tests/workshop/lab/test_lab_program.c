/* `clockwork lab` as scripts use it: exit statuses, the table on stdout, the series in a file. */
#include "support/program.h"

static char readme[1 << 17];

SET_UP(.prepare = program_find)
{
    FILE *file = fopen("docs/how-it-works.md", "r");
    ck_assert_msg(file != NULL, "run the tests in the checkout");
    readme[fread(readme, 1, sizeof readme - 1, file)] = '\0';
    fclose(file);
    program_begin();
}

TEST(the_table_goes_to_stdout_and_the_series_to_its_file)
{
    const Outcome *outcome = expect_ok("cw lab --headless wall --csv series.csv");
    ck_assert(strncmp(outcome->out, "loop ", 5) == 0);
    expect_text(outcome->out, " tunnelled ");
    ck_assert_str_eq(outcome->err, "");
    ck_assert(strncmp(temp_read("series.csv"), "scene,loop,condition,", 21) == 0);
}

TEST(scenes_are_listed_one_a_line)
{
    const Outcome *outcome = expect_ok("cw lab --list");
    static const char *const names[] = {"wall ", "\nstack ", "\npendulum ", "\nchain ",
                                        "\nbridge "};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(names); i++) {
        expect_text(outcome->out, names[i]);
    }
}

TEST(without_a_display_the_table_is_printed)
{
    ck_assert(strncmp(expect(0, "cw lab pendulum", "no display")->out, "loop ", 5) == 0);
}

TEST(wrong_words_exit_with_2)
{
    static const char *const wrong[] = {"cw lab nonsense", "cw lab wall stack", "cw lab --ticks 3",
                                        "cw lab --headless --csv"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(wrong); i++) {
        ck_assert_str_eq(expect(2, wrong[i], "clockwork: ")->out, "");
    }
}

TEST(a_series_or_frames_that_can_not_be_opened_exit_with_1)
{
    expect(1, "cw lab --headless wall --csv nowhere/x.csv", "nowhere/x.csv");
    expect(1, "cw lab --headless wall --frames nowhere.txt", "nowhere.txt");
}

/* Centuries from frame to frame: nothing overflows and the runs end. */
TEST(frames_may_lie_as_far_apart_as_a_clock_can_tell)
{
    temp_write("frames.txt", "-4611686018427387904\n4611686018427387904\n0\n1000000000000000000\n"
                             "2000000000000000000\n");
    const Outcome *outcome = expect_ok("cw lab wall --headless --frames frames.txt");
    expect_text(outcome->out, "\nnaive  frames ");
    expect_text(outcome->out, "\nfixed  frames ");
    ck_assert_str_eq(outcome->err, "");
}

/* When rules or physics change, so do the figures: paste the new table. */
TEST(the_table_of_the_manual_is_the_program_s)
{
    if (!program_is_plain()) {
        SKIP("the same figures as in the plain build, in minutes");
    }
    const char *table = expect_ok("cw lab --headless")->out;
    ck_assert_msg(strstr(readme, table) != NULL,
                  "docs/how-it-works.md lacks what `clockwork lab --headless` prints:\n%s", table);
}
