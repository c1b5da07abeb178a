#include "panel/keys.h"
#include "support/toy_run.h"

/* How many ticks run in slow motion, fast forward and steps. Their results: test_loop_hashes.c. */

TOY_SET_UP
{
    run.config.history = 8;
}

TEST(fast_forward_may_take_more_ticks_a_frame)
{
    run.config.max_steps_per_frame = 1;
    toy_play(10);
    toy_tap_times(TOY_KEY_FAR_FORWARD, 2);
    ck_assert_uint_ge(toy_ticks_in(60), 239);
    ck_assert_uint_eq(toy_playback()->clock.dropped_ns, 0);
}

TEST(it_multiplies_the_speed_of_the_configuration)
{
    run.config.time_scale = 2;
    toy_run_open();
    toy_tap_times(TOY_KEY_FAR_BACK, 1);
    uint64_t ticks = toy_ticks_in(60);
    EXPECT_WITHIN(ticks, 59, 61);
}

static void open_and_pause(void)
{
    run.config.guest_values[DEBUG_STEP_TICKS].whole = 25;
    toy_play(100);
    toy_tap(TOY_KEY_ESCAPE);
}

TEST(beyond_the_newest_tick_they_run_exactly_so_many_new_ones)
{
    open_and_pause();
    uint64_t paused = toy_ticks();
    toy_tap(TOY_KEY_FAR_FORWARD);
    toy_run_frames(30);
    ck_assert_uint_eq(toy_ticks(), paused + 25);
}

TEST(a_step_may_begin_in_the_past_and_end_in_new_ticks)
{
    open_and_pause();
    uint64_t paused = toy_ticks();
    toy_tap(TOY_KEY_FAR_BACK);
    run.loop.settings.config.guest_values[DEBUG_STEP_TICKS].whole = 40;
    toy_tap(TOY_KEY_FAR_FORWARD);
    toy_run_frames(30);
    ck_assert_uint_eq(toy_ticks(), paused + 15);
}
