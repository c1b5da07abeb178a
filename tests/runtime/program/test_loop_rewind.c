#include "support/toy_run.h"

/* The rewind key, through the real loop: how time runs back, and what comes after. */

enum { FPS = 144, TICK_RATE = 60 };
static const double MOST_TICKS_A_FRAME = 4.0 * (double)TICK_RATE / (double)FPS;

TOY_SET_UP
{
    run.host_desc.frame_rate = FPS;
}

/* Opens, and drives so many seconds with `run` held. */
static void drive(double seconds)
{
    toy_run_open();
    ck_assert(playlist_begin(&run.loop, &error)); /* now that it isn't the title's */
    toy_key_for(TOY_KEY_RIGHT, 1, (int)(seconds * (double)FPS));
}

static void rewind_frames(int count)
{
    toy_key_for(TOY_KEY_REWIND, 1, count);
    toy_key_for(TOY_KEY_REWIND, 0, 1);
}

static double runner_x_m(void)
{
    const CwWorld *world = toy_world();
    return cw_world_pose(world, toy_runner(world), toy_playback()->alpha).x_m;
}

TEST(time_runs_backwards_smoothly)
{
    drive(4);
    double shown = toy_shown_ticks(), x_m = runner_x_m();
    toy_key(TOY_KEY_REWIND, 1);
    for (int i = 0; i < 100; i++) {
        toy_run_frames(1);
        double now = toy_shown_ticks();
        ck_assert_double_lt(now, shown);
        ck_assert_double_ge(now, shown - MOST_TICKS_A_FRAME - 1e-6);
        ck_assert_double_le(runner_x_m(), x_m);
        EXPECT_WITHIN(toy_playback()->alpha, 0, 2);
        shown = now;
        x_m = runner_x_m();
    }
}

TEST(the_speed_grows_to_four_and_no_more)
{
    drive(14);
    toy_key_for(TOY_KEY_REWIND, 1, 1);
    double first = toy_shown_ticks();
    toy_run_frames(1);
    ck_assert_double_lt(first - toy_shown_ticks(), 1.1 * (double)TICK_RATE / (double)FPS);
    toy_run_frames(3 * FPS);
    double before = toy_shown_ticks();
    toy_run_frames(FPS / 4);
    ck_assert_double_eq_tol(before - toy_shown_ticks(), TICK_RATE, 0.01);
}

TEST(a_rewind_stops_at_the_oldest_tick)
{
    drive(2);
    toy_key_for(TOY_KEY_REWIND, 1, 4 * FPS);
    ck_assert_uint_eq(toy_ticks(), 0);
    ck_assert_double_eq(toy_playback()->alpha, 1);
    ck_assert_double_eq(runner_x_m(), 0);
    toy_key_for(TOY_KEY_REWIND, 0, FPS);
    ck_assert_uint_ge(toy_ticks(), TICK_RATE - 2);
}

TEST(after_a_rewind_the_picture_continues_where_it_was)
{
    drive(3);
    for (int length = 20; length < 28; length++) { /* releases at any phase */
        toy_key_for(TOY_KEY_REWIND, 1, length);
        toy_key(TOY_KEY_REWIND, 0);
        toy_expect_smooth(12);
    }
}

TEST(no_event_is_reported_during_a_rewind_and_none_twice_after_it)
{
    drive(1);
    toy_tap(TOY_KEY_SPACE);
    toy_run_frames(FPS);
    toy_key(TOY_KEY_REWIND, 1);
    for (int i = 0; i < FPS / 2; i++) {
        toy_run_frames(1);
        ck_assert_int_eq(toy_playback()->session.event_count, 0);
    }
    toy_key_for(TOY_KEY_REWIND, 0, 1);
    ck_assert_int_eq(toy_playback()->session.event_count, 0);
    uint64_t told = toy_world()->event_sequence;
    toy_tap(TOY_KEY_SPACE);
    for (int i = 0; i < 2 * FPS; i++) {
        toy_run_frames(1);
        for (int k = 0; k < toy_playback()->session.event_count; k++) {
            ck_assert_uint_gt(toy_playback()->session.events[k].sequence, told);
            told = toy_playback()->session.events[k].sequence;
        }
    }
    ck_assert_uint_eq(told, toy_world()->event_sequence);
}

/* Both branches use the same sequence numbers. */
TEST(every_event_of_the_new_branch_is_reported)
{
    drive(3);
    uint64_t old_branch = toy_world()->event_sequence;
    toy_key_for(TOY_KEY_REWIND, 1, 4 * FPS);
    uint64_t begin = toy_world()->event_sequence;
    toy_key(TOY_KEY_REWIND, 0);
    uint64_t told = 0;
    for (int i = 0; i < 3 * FPS; i++) {
        toy_run_frames(1);
        told += (uint64_t)toy_playback()->session.event_count;
    }
    ck_assert_uint_gt(old_branch, begin);
    ck_assert_uint_gt(told, 0);
    ck_assert_uint_eq(told, toy_world()->event_sequence - begin);
}

TEST(a_key_held_through_a_rewind_makes_no_new_press)
{
    drive(3);
    rewind_frames(FPS);
    toy_run_frames(FPS);
    toy_expect_edges(TOY_RUN, 1, 0);
    double before_m = runner_x_m();
    toy_run_frames(FPS);
    ck_assert_double_eq_tol(runner_x_m() - before_m, TOY_SPEED_MPS, 0.1); /* still drives */
}

TEST(a_key_pressed_since_the_moment_gone_back_to_is_down_without_a_press)
{
    toy_play(2 * FPS);
    toy_key_for(TOY_KEY_1, 1, FPS / 4);
    rewind_frames(FPS);
    toy_run_frames(FPS / 10);
    ck_assert_uint_eq(toy_now()->press_counts[TOY_EXTRA_1], 0);
    ck_assert(cw_input_down(cw_world_input(toy_world()), TOY_EXTRA_1));
    toy_key_for(TOY_KEY_1, 0, FPS / 10);
    ck_assert_uint_eq(toy_now()->release_counts[TOY_EXTRA_1], 1);
}

TEST(a_key_held_in_the_past_but_not_now_is_released_once)
{
    drive(2);
    toy_key_for(TOY_KEY_RIGHT, 0, FPS / 4);
    ck_assert_uint_eq(toy_now()->release_counts[TOY_RUN], 1);
    rewind_frames(FPS / 2);
    ck_assert_uint_eq(toy_now()->release_counts[TOY_RUN], 0);
    toy_run_frames(FPS / 4);
    ck_assert_uint_eq(toy_now()->release_counts[TOY_RUN], 1);
    ck_assert(!cw_input_down(cw_world_input(toy_world()), TOY_RUN));
}

TEST(a_rewind_out_of_the_finish_resumes_the_level)
{
    drive(TOY_FINISH_M / TOY_SPEED_MPS + 3.5);
    ck_assert_int_eq(toy_activity(), ACTIVITY_FINISHED);
    toy_key_for(TOY_KEY_REWIND, 1, 2);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    toy_run_frames(2 * FPS);
    ck_assert(!toy_now()->finished);
    toy_key_for(TOY_KEY_REWIND, 0, FPS);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    toy_run_frames(6 * FPS); /* Right is still held */
    ck_assert(toy_now()->finished);
    ck_assert_int_eq(toy_activity(), ACTIVITY_FINISHED);
}

TEST(a_rewind_within_the_finish_shows_the_menu_again)
{
    drive(TOY_FINISH_M / TOY_SPEED_MPS + 3.5);
    rewind_frames(FPS / 4);
    ck_assert(toy_now()->finished);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    toy_run_frames(2 * FPS);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    toy_run_frames(FPS);
    ck_assert_int_eq(toy_activity(), ACTIVITY_FINISHED);
}

TEST(a_pause_ends_a_rewind_where_it_is)
{
    drive(3);
    toy_key_for(TOY_KEY_REWIND, 1, FPS / 2);
    double shown = toy_shown_ticks();
    toy_tap(TOY_KEY_ESCAPE);
    toy_run_frames(FPS);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
    ck_assert_double_eq_tol(toy_shown_ticks(), shown, 1e-6);
    ck_assert(!playback_is_paused_for(toy_playback(), PAUSE_REWIND));
}

TEST(a_rewind_is_refused_in_a_pause_and_on_the_title)
{
    drive(2);
    toy_tap(TOY_KEY_ESCAPE);
    uint64_t ticks = toy_ticks();
    rewind_frames(FPS);
    ck_assert_uint_eq(toy_ticks(), ticks);
    toy_run_close();
    toy_run_prepare();
    run.title = true;
    toy_play(TICK_RATE);
    ticks = toy_ticks();
    rewind_frames(TICK_RATE);
    ck_assert_uint_gt(toy_ticks(), ticks);
    ck_assert_uint_eq(toy_playback()->run.rewind_count, 0);
}

TEST(a_rewind_is_refused_and_ends_in_the_background)
{
    run.config.background = CONFIG_BACKGROUND_PAUSE;
    toy_script_focus(2 * FPS, false);
    toy_script_focus(3 * FPS, true);
    toy_play(2 * FPS - 20);
    toy_key_for(TOY_KEY_REWIND, 1, 22);
    ck_assert(toy_stage()->is_background);
    ck_assert(!playback_is_paused_for(toy_playback(), PAUSE_REWIND));
    uint64_t ticks = toy_ticks();
    rewind_frames(FPS / 2);
    ck_assert_uint_eq(toy_ticks(), ticks);
    toy_run_frames(FPS);
    ck_assert_uint_gt(toy_ticks(), ticks);
}

TEST(without_a_history_the_key_does_nothing)
{
    run.config.history = 0;
    drive(2);
    ck_assert_ptr_null(toy_playback()->history);
    uint64_t ticks = toy_ticks();
    rewind_frames(FPS);
    ck_assert_uint_ge(toy_ticks(), ticks + TICK_RATE - 2);
}

/* Keys that do nothing must say why. */
TEST(the_keys_report_a_history_that_is_too_small)
{
    run.config.history = 1;
    run.game.content.state_bytes = 400 << 10;
    drive(2);
    uint64_t ticks = toy_ticks();
    rewind_frames(FPS / 4);
    ck_assert_uint_ge(toy_ticks(), ticks);
    Notices *notices = &toy_monitor()->notices;
    ck_assert_int_eq(notices->count, 1);
    expect_text(notices->items[0].text, "raise game.history from 1 to");
    notices->count = 0;
    toy_tap(TOY_KEY_ESCAPE);
    toy_tap(TOY_KEY_STEP_BACK);
    ck_assert_int_eq(notices->count, 1);
}

TEST(the_view_gets_real_time_during_a_rewind)
{
    drive(3);
    toy_key_for(TOY_KEY_REWIND, 1, 10);
    ck_assert_double_eq_tol(toy.last.dt_s, 1.0 / (double)FPS, 1e-6);
    ck_assert_double_lt(toy.last.sim_dt_s, -1.0 / (double)FPS); /* ever faster */
}
