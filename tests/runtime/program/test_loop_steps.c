#include "support/toy_run.h"

/* Steps and seeks in a pause, through the real loop. */

enum { FPS = 240, TICKS_MAX = 600 }; /* never more than a tick a frame */

static uint64_t hashes[TICKS_MAX]; /* of each tick when it was played */

TOY_SET_UP
{
    run.host_desc.frame_rate = FPS;
}

static void play(double seconds)
{
    for (int i = 0; i < (int)(seconds * (double)FPS); i++) {
        toy_run_frames(1);
        hashes[toy_ticks()] = toy_hash();
    }
}

static void play_and_pause(void)
{
    toy_run_open();
    toy_key(TOY_KEY_RIGHT, 1);
    for (int i = 0; i < 4; i++) {
        toy_key(TOY_KEY_SPACE, i % 2 == 0);
        play(0.5);
    }
    toy_tap(TOY_KEY_ESCAPE);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
}

static void expect_tick(uint64_t tick)
{
    ck_assert_uint_eq(toy_ticks(), tick);
    ck_assert_uint_eq(toy_hash(), hashes[tick]);
    ck_assert_double_eq(toy_playback()->alpha, 1);
}

TEST(a_step_goes_exactly_one_tick_either_way)
{
    play_and_pause();
    uint64_t newest = toy_ticks();
    for (uint64_t i = 1; i <= 70; i++) { /* over a keyframe */
        toy_tap(TOY_KEY_STEP_BACK);
        expect_tick(newest - i);
    }
    for (uint64_t i = 69; i + 1 > 0; i--) {
        toy_tap(TOY_KEY_STEP_FORWARD);
        expect_tick(newest - i);
    }
}

TEST(a_held_step_key_repeats_after_a_moment)
{
    play_and_pause();
    uint64_t newest = toy_ticks();
    toy_key_for(TOY_KEY_STEP_BACK, 1, FPS * 38 / 100);
    ck_assert_uint_eq(toy_ticks(), newest - 1);
    toy_run_frames(FPS);
    EXPECT_WITHIN(newest - toy_ticks(), 15, 19);
    toy_key_for(TOY_KEY_STEP_BACK, 0, 1);
    uint64_t tick = toy_ticks();
    toy_run_frames(FPS);
    ck_assert_uint_eq(toy_ticks(), tick);
}

/* Right is the step key too, and held while driving. */
TEST(a_key_held_into_the_pause_does_not_step)
{
    play_and_pause();
    uint64_t ticks = toy_ticks();
    toy_run_frames(2 * FPS);
    ck_assert_uint_eq(toy_ticks(), ticks);
    toy_key(TOY_KEY_RIGHT, 0);
    toy_tap(TOY_KEY_RIGHT);
    ck_assert_uint_eq(toy_ticks(), ticks + 1);
}

TEST(a_step_beyond_the_newest_tick_makes_one_with_what_is_held)
{
    play_and_pause();
    uint64_t ticks = toy_ticks();
    double x_m = toy_runner_x_m();
    toy_tap(TOY_KEY_STEP_FORWARD);
    const cpBody *runner = toy_runner(toy_world());
    ck_assert_uint_eq(toy_ticks(), ticks + 1);
    ck_assert_double_eq(toy_playback()->alpha, 1);
    ck_assert_double_eq_tol(cpBodyGetPosition(runner).x - x_m, TOY_SPEED_MPS / 60, 1e-9);
    toy_key(TOY_KEY_RIGHT, 0);
    toy_tap(TOY_KEY_STEP_FORWARD);
    ck_assert_double_eq_tol(cpBodyGetPosition(runner).x - x_m, TOY_SPEED_MPS / 60, 1e-9);
    toy_expect_edges(TOY_RUN, 1, 1);
    ck_assert_uint_eq(toy_playback()->run.rewind_count, 0);
}

TEST(an_action_held_by_an_option_is_held_in_steps_and_branches)
{
    static const InputScript script = {
        .steps = {{.tick = 1, .action = TOY_RUN, .value = CW_ACTION_VALUE_MAX}}, .step_count = 1};
    run.desc.choice.driver.script = &script;
    toy_run_open();
    play(1);
    toy_tap(TOY_KEY_ESCAPE);
    toy_tap_times(TOY_KEY_STEP_BACK, 5);
    toy_tap(TOY_KEY_ESCAPE);
    play(1);
    toy_tap(TOY_KEY_ESCAPE);
    toy_tap_times(TOY_KEY_STEP_FORWARD, 3);
    toy_tap(TOY_KEY_ESCAPE);
    play(1);
    ck_assert_uint_eq(toy_playback()->run.rewind_count, 1);
    toy_expect_edges(TOY_RUN, 1, 0);
}

TEST(without_a_history_only_new_ticks_can_be_stepped)
{
    run.config.history = 0;
    play_and_pause();
    uint64_t ticks = toy_ticks();
    toy_tap(TOY_KEY_STEP_BACK);
    toy_click_bar(0.2);
    ck_assert_uint_eq(toy_ticks(), ticks);
    toy_tap(TOY_KEY_STEP_FORWARD);
    ck_assert_uint_eq(toy_ticks(), ticks + 1);
}

TEST(the_bar_is_dragged_through_time_at_any_height)
{
    play_and_pause();
    uint64_t newest = toy_ticks();
    toy_point(0.5, TOY_BAR_Y + 3);
    ck_assert_uint_eq(toy_ticks(), newest);
    toy_button(1);
    expect_tick((newest + 1) / 2);
    toy_point(0.25, 40);
    expect_tick((uint64_t)(0.25 * (double)newest + 0.5));
    toy_point(-1, 100);
    expect_tick(0);
    toy_point(2, 359);
    expect_tick(newest);
    toy_point(0.1, TOY_BAR_Y);
    toy_button(0);
    toy_point(0.9, TOY_BAR_Y);
    expect_tick((uint64_t)(0.1 * (double)newest + 0.5));
}

TEST(a_drag_from_elsewhere_onto_the_bar_seeks_nothing)
{
    play_and_pause();
    uint64_t newest = toy_ticks();
    toy_point(0.5, 60);
    toy_button(1);
    toy_point(0.5, TOY_BAR_Y);
    ck_assert_uint_eq(toy_ticks(), newest);
    toy_button(0);
}

TEST(resuming_after_a_step_never_shows_an_earlier_moment)
{
    play_and_pause();
    for (int i = 0; i < 12; i++) {
        int key = i % 3 == 0 ? TOY_KEY_STEP_FORWARD : TOY_KEY_STEP_BACK;
        toy_tap(key);
        toy_key(TOY_KEY_ESCAPE, 1);
        toy_expect_smooth(9 + i);
        toy_key_for(TOY_KEY_ESCAPE, 0, 1);
        toy_tap(TOY_KEY_ESCAPE);
    }
}

TEST(the_view_gets_the_time_that_a_step_or_seek_passes_over)
{
    play_and_pause();
    toy_run_frames(1);
    ck_assert_double_eq(toy.last.sim_dt_s, 0);
    double shown_s = toy.last.sim_s;
    toy_key_for(TOY_KEY_STEP_BACK, 1, 1);
    ck_assert_double_eq(toy.last.dt_s, 0);
    ck_assert_double_eq_tol(toy.last.sim_dt_s, toy.last.sim_s - shown_s, 1e-9);
    toy_key_for(TOY_KEY_STEP_BACK, 0, 1);
    ck_assert_double_eq(toy.last.sim_dt_s, 0);
    double now_s = cw_world_time_s(toy_world());
    toy_point(0, TOY_BAR_Y);
    toy_button(1);
    ck_assert_double_eq(toy.last.dt_s, 0);
    ck_assert_double_eq_tol(toy.last.sim_dt_s, -now_s, 1e-9);
    toy_button(0);
}

TEST(a_restart_from_a_pause_in_the_past_begins_at_the_beginning)
{
    play_and_pause();
    toy_tap(TOY_KEY_STEP_BACK);
    toy_tap(TOY_KEY_DOWN); /* brings the menu back */
    toy_tap(TOY_KEY_DOWN);
    toy_tap(TOY_KEY_RETURN);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    ck_assert_uint_le(toy_ticks(), 1);
    ck_assert_uint_eq(toy_playback()->run.rewind_count, 0);
    ck_assert(!toy_playback()->is_exact);
}

TEST(a_step_hides_the_menu_until_it_is_used)
{
    play_and_pause();
    ck_assert(!toy_page()->is_hidden);
    toy_tap(TOY_KEY_STEP_BACK);
    ck_assert(toy_page()->is_hidden);
    toy_tap(TOY_KEY_RETURN);
    ck_assert(!toy_page()->is_hidden);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
    toy_click_bar(0.3);
    ck_assert(toy_page()->is_hidden);
    toy_point(0.3, 100);
    ck_assert(!toy_page()->is_hidden);
    screens_push(&run.loop.menus.screens, SCREEN_SETTINGS);
    toy_tap(TOY_KEY_STEP_BACK); /* a page behind the pause stays */
    ck_assert(!toy_page()->is_hidden);
    toy_tap(TOY_KEY_ESCAPE);
    toy_tap(TOY_KEY_RETURN);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
}

TEST(a_drag_that_ends_on_an_entry_chooses_nothing)
{
    play_and_pause();
    toy_point(0.5, TOY_BAR_Y);
    toy_button(1);
    toy_point(0.5, 178 + 3 * 26); /* "Quit" */
    toy_button(0);
    toy_run_frames(2);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
}
