/* `clockwork lab` as scripts use it: exit statuses and the table on stdout. */
#include "support/program.h"

FIXTURE(PROGRAM);

TEST(scenes_are_listed_one_a_line)
{
    const char *list = expect_ok("cw lab --list")->out;
    expect_text(list, "bridge ");
    expect_text(list, "\nwall ");
}

TEST(without_a_display_the_table_is_printed)
{
    ck_assert(strncmp(expect(0, "cw lab wall", "no display")->out, "loop ", 5) == 0);
}

TEST(wrong_words_exit_with_2)
{
    static const char *const wrong[] = {"cw lab nonsense", "cw lab wall bridge", "cw lab --ticks 3",
                                        "cw lab --headless --csv f"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(wrong); i++) {
        ck_assert_str_eq(expect(2, wrong[i], "clockwork: ")->out, "");
    }
}

/* The last column of a row is the hash of its world. */
TEST(every_fixed_row_is_the_same_world_and_no_naive_row_is)
{
    expect_ok("cw lab --headless bridge >table; "
              "fixed=$(awk '$1 == \"fixed\" {print $NF}' table | sort -u); "
              "test $(echo $fixed | wc -w) = 1 && ! grep '^naive' table | grep -q $fixed");
}

/* When rules or physics change, so do the figures: paste the new table. */
TEST(the_table_of_the_manual_is_the_program_s)
{
    static char manual[1 << 17];
    if (!program_is_plain()) {
        SKIP("the same figures as in the plain build, in minutes");
    }
    FILE *file = fopen("assets/../docs/how-it-works.md", "r");
    ck_assert_ptr_nonnull(file);
    manual[fread(manual, 1, sizeof manual - 1, file)] = '\0';
    fclose(file);
    const Outcome *outcome = expect_ok("cw lab --headless");
    ck_assert_str_eq(outcome->err, "");
    ck_assert_msg(strstr(manual, outcome->out) != NULL,
                  "docs/how-it-works.md lacks what `clockwork lab --headless` prints:\n%s",
                  outcome->out);
}
