/* `clockwork lab` as scripts use it: exit statuses and messages. */
#include "support/program.h"

FIXTURE(PROGRAM);

TEST(without_a_display_or_with_headless_it_fails_and_says_so)
{
    ck_assert_str_eq(expect(1, "cw lab wall", "set DISPLAY")->out, "");
    ck_assert_str_eq(expect(1, "cw lab wall --headless", "needs a window")->out, "");
}

TEST(wrong_words_exit_with_2)
{
    static const char *const wrong[] = {"cw lab nonsense", "cw lab wall bridge", "cw lab --ticks 3",
                                        "cw lab --list"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(wrong); i++) {
        ck_assert_str_eq(expect(2, wrong[i], "clockwork: ")->out, "");
    }
}
