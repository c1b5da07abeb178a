/* `clockwork lab` as scripts use it: exit statuses and messages. */
#include "support/program.h"

FIXTURE(PROGRAM);

TEST(without_a_display_or_with_headless_it_fails_and_says_so)
{
    ck_assert_str_eq(expect(1, "cw lab wall", "set DISPLAY")->out, "");
    ck_assert_str_eq(expect(1, "cw lab wall --headless", "needs a window")->out, "");
}

TEST(a_scene_that_is_not_there_is_named)
{
    expect(2, "cw lab nonsense", "there is no scene \"nonsense\": use bridge or wall");
}
