/* Starting again at once, the next level after the finish, and the count of three after a pause. */
#include "support/toy_run.h"

enum { TOY_KEY_T = 23 };

TOY_FIXTURE;

TEST(retry_is_nothing_on_the_title)
{
    run.title = true;
    toy_play(60);
    uint64_t ticks = toy_ticks();
    toy_tap(TOY_KEY_T);
    ck_assert_int_eq(toy_activity(), ACTIVITY_TITLE);
    ck_assert_uint_ge(toy_ticks(), ticks);
}

TEST(after_a_pause_time_waits_for_the_count)
{
    run.config.resume_countdown = 0.5;
    toy_play(30);
    toy_tap(TOY_KEY_ESCAPE);
    toy_tap(TOY_KEY_ESCAPE);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    uint64_t ticks = toy_ticks();
    toy_run_frames(24);
    ck_assert_uint_eq(toy_ticks(), ticks);
    toy_run_frames(20);
    EXPECT_WITHIN(toy_ticks() - ticks, 8, 16);
}

TEST(after_a_loss_of_focus_it_waits_as_well_and_a_fresh_level_never)
{
    run.config.resume_countdown = 0.5;
    toy_script_focus(30, false);
    toy_script_focus(60, true);
    toy_play(29);
    EXPECT_WITHIN(toy_ticks(), 27, 30);
    toy_run_frames(33);
    uint64_t ticks = toy_ticks();
    toy_run_frames(20);
    ck_assert_uint_eq(toy_ticks(), ticks);
    toy_run_frames(30);
    ck_assert_uint_gt(toy_ticks(), ticks);
}

TEST(a_rewind_ends_the_count)
{
    run.config.resume_countdown = 2.0;
    toy_play(60);
    toy_tap(TOY_KEY_ESCAPE);
    toy_tap(TOY_KEY_ESCAPE);
    toy_key_for(TOY_KEY_REWIND, 1, 10);
    toy_key_for(TOY_KEY_REWIND, 0, 1);
    uint64_t ticks = toy_ticks();
    toy_run_frames(20);
    ck_assert_uint_gt(toy_ticks(), ticks + 10);
}
