#include "app/loop.h"
#include "sim/replay_run.h"
#include "sim/world_hash.h"
#include "support/replay_samples.h"
#include "support/test.h"
#include "support/time_keys.h"
#include "support/toy_run.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

/* The rewind key, through the real loop: how time runs back, and what comes after. */

enum { FPS = 144, TICK_RATE = 60 };
static const double MOST_TICKS_A_FRAME = 4.0 * (double)TICK_RATE / (double)FPS;

static ToyRun run;

static void set_up(void)
{
    toy_run_prepare(&run);
    run.host_desc.frame_rate = FPS;
}

static void tear_down(void)
{
    toy_run_close(&run);
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

/* Opens, and drives so many seconds with `run` held. */
static void drive(double seconds)
{
    CwError error = {0};
    toy_run_open(&run);
    ck_assert(loop_begin_run(&run.loop, &error)); /* now that it isn't the title's */
    toy_key(&run, TOY_KEY_RIGHT, 1);
    toy_run_frames(&run, (int)(seconds * (double)FPS));
}

static void rewind_frames(int count)
{
    toy_key(&run, TOY_KEY_REWIND, 1);
    toy_run_frames(&run, count);
    toy_key(&run, TOY_KEY_REWIND, 0);
    toy_run_frames(&run, 1);
}

static const ToyState *state(void)
{
    return toy_state(run.loop.playback.session.world);
}

static double runner_x_m(void)
{
    const CwWorld *world = run.loop.playback.session.world;
    return cw_world_pose(world, toy_runner(world), run.loop.playback.alpha).x_m;
}

TEST(time_runs_backwards_smoothly)
{
    drive(4);
    double shown = toy_shown_ticks(&run), x_m = runner_x_m();
    toy_key(&run, TOY_KEY_REWIND, 1);
    for (int i = 0; i < 100; i++) {
        toy_run_frames(&run, 1);
        double now = toy_shown_ticks(&run);
        ck_assert_double_lt(now, shown);
        ck_assert_double_ge(now, shown - MOST_TICKS_A_FRAME - 1e-6);
        ck_assert_double_le(runner_x_m(), x_m);
        ck_assert_double_ge(run.loop.playback.alpha, 0);
        ck_assert_double_le(run.loop.playback.alpha, 1);
        shown = now;
        x_m = runner_x_m();
    }
}

TEST(the_speed_grows_to_four_and_no_more)
{
    drive(14);
    toy_key(&run, TOY_KEY_REWIND, 1);
    toy_run_frames(&run, 1);
    double first = toy_shown_ticks(&run);
    toy_run_frames(&run, 1);
    ck_assert_double_lt(first - toy_shown_ticks(&run), 1.1 * (double)TICK_RATE / (double)FPS);
    toy_run_frames(&run, 3 * FPS);
    double before = toy_shown_ticks(&run);
    toy_run_frames(&run, FPS / 4);
    ck_assert_double_eq_tol(before - toy_shown_ticks(&run), TICK_RATE, 0.01);
}

TEST(it_stops_at_the_oldest_tick)
{
    drive(2);
    toy_key(&run, TOY_KEY_REWIND, 1);
    toy_run_frames(&run, 4 * FPS);
    ck_assert_uint_eq(toy_ticks(&run), 0);
    ck_assert_double_eq(run.loop.playback.alpha, 1);
    ck_assert_double_eq(runner_x_m(), 0);
    toy_key(&run, TOY_KEY_REWIND, 0);
    toy_run_frames(&run, FPS);
    ck_assert_uint_ge(toy_ticks(&run), TICK_RATE - 2);
}

TEST(after_it_the_picture_goes_on_from_where_it_was)
{
    drive(3);
    for (int length = 20; length < 28; length++) { /* releases at any phase */
        toy_key(&run, TOY_KEY_REWIND, 1);
        toy_run_frames(&run, length);
        toy_key(&run, TOY_KEY_REWIND, 0);
        double shown = toy_shown_ticks(&run);
        for (int i = 0; i < 12; i++) {
            toy_run_frames(&run, 1);
            double now = toy_shown_ticks(&run);
            ck_assert_double_ge(now, shown - 1e-6);
            ck_assert_double_le(now, shown + 1.01);
            shown = now;
        }
    }
}

TEST(nothing_is_told_of_while_time_runs_back_and_nothing_twice_after_it)
{
    drive(1);
    toy_tap(&run, TOY_KEY_SPACE);
    toy_run_frames(&run, FPS);
    toy_key(&run, TOY_KEY_REWIND, 1);
    for (int i = 0; i < FPS / 2; i++) {
        toy_run_frames(&run, 1);
        ck_assert_int_eq(run.loop.playback.session.event_count, 0);
    }
    toy_key(&run, TOY_KEY_REWIND, 0);
    toy_run_frames(&run, 1);
    ck_assert_int_eq(run.loop.playback.session.event_count, 0);
    uint64_t told = run.loop.playback.session.world->event_sequence;
    toy_tap(&run, TOY_KEY_SPACE);
    for (int i = 0; i < 2 * FPS; i++) {
        toy_run_frames(&run, 1);
        for (int k = 0; k < run.loop.playback.session.event_count; k++) {
            ck_assert_uint_gt(run.loop.playback.session.events[k].sequence, told);
            told = run.loop.playback.session.events[k].sequence;
        }
    }
    ck_assert_uint_eq(told, run.loop.playback.session.world->event_sequence);
}

/* Sequence numbers of the new branch repeat those of the old one. */
TEST(everything_in_the_new_branch_is_told_of)
{
    drive(3);
    uint64_t old_branch = run.loop.playback.session.world->event_sequence;
    toy_key(&run, TOY_KEY_REWIND, 1);
    toy_run_frames(&run, 4 * FPS);
    uint64_t begin = run.loop.playback.session.world->event_sequence;
    toy_key(&run, TOY_KEY_REWIND, 0);
    uint64_t told = 0;
    for (int i = 0; i < 3 * FPS; i++) {
        toy_run_frames(&run, 1);
        told += (uint64_t)run.loop.playback.session.event_count;
    }
    ck_assert_uint_gt(old_branch, begin);
    ck_assert_uint_gt(told, 0);
    ck_assert_uint_eq(told, run.loop.playback.session.world->event_sequence - begin);
}

TEST(a_key_held_through_it_makes_no_new_press)
{
    drive(3);
    rewind_frames(FPS);
    toy_run_frames(&run, FPS);
    ck_assert_uint_eq(state()->press_counts[TOY_RUN], 1);
    ck_assert_uint_eq(state()->release_counts[TOY_RUN], 0);
    double before_m = runner_x_m();
    toy_run_frames(&run, FPS);
    ck_assert_double_eq_tol(runner_x_m() - before_m, TOY_SPEED_MPS, 0.1); /* still drives */
}

TEST(a_key_pressed_since_the_moment_gone_back_to_is_down_without_a_press)
{
    toy_run_open(&run);
    toy_run_frames(&run, 2 * FPS);
    toy_key(&run, TOY_KEY_1, 1);
    toy_run_frames(&run, FPS / 4);
    rewind_frames(FPS);
    toy_run_frames(&run, FPS / 10);
    ck_assert_uint_eq(state()->press_counts[TOY_EXTRA_1], 0);
    ck_assert(cw_input_down(cw_world_input(run.loop.playback.session.world), TOY_EXTRA_1));
    toy_key(&run, TOY_KEY_1, 0);
    toy_run_frames(&run, FPS / 10);
    ck_assert_uint_eq(state()->release_counts[TOY_EXTRA_1], 1);
}

TEST(a_key_held_then_and_no_longer_now_is_released_once)
{
    drive(2);
    toy_key(&run, TOY_KEY_RIGHT, 0);
    toy_run_frames(&run, FPS / 4);
    ck_assert_uint_eq(state()->release_counts[TOY_RUN], 1);
    rewind_frames(FPS / 2);
    ck_assert_uint_eq(state()->release_counts[TOY_RUN], 0);
    toy_run_frames(&run, FPS / 4);
    ck_assert_uint_eq(state()->release_counts[TOY_RUN], 1);
    ck_assert(!cw_input_down(cw_world_input(run.loop.playback.session.world), TOY_RUN));
}

TEST(out_of_the_finish_the_level_is_played_on)
{
    drive(TOY_FINISH_M / TOY_SPEED_MPS + 3.5);
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_FINISHED);
    toy_key(&run, TOY_KEY_REWIND, 1);
    toy_run_frames(&run, 2);
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_PLAYING);
    toy_run_frames(&run, 2 * FPS);
    ck_assert(!state()->finished);
    toy_key(&run, TOY_KEY_REWIND, 0);
    toy_run_frames(&run, FPS);
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_PLAYING);
    toy_run_frames(&run, 6 * FPS); /* Right is still held */
    ck_assert(state()->finished);
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_FINISHED);
}

TEST(a_little_back_within_the_finish_shows_the_menu_again)
{
    drive(TOY_FINISH_M / TOY_SPEED_MPS + 3.5);
    rewind_frames(FPS / 4);
    ck_assert(state()->finished);
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_PLAYING);
    toy_run_frames(&run, 2 * FPS);
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_PLAYING);
    toy_run_frames(&run, FPS);
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_FINISHED);
}

TEST(a_pause_ends_it_where_it_is)
{
    drive(3);
    toy_key(&run, TOY_KEY_REWIND, 1);
    toy_run_frames(&run, FPS / 2);
    double shown = toy_shown_ticks(&run);
    toy_tap(&run, TOY_KEY_ESCAPE);
    toy_run_frames(&run, FPS);
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_PAUSED);
    ck_assert_double_eq_tol(toy_shown_ticks(&run), shown, 1e-6);
    ck_assert(!playback_is_held(&run.loop.playback, HOLD_REWIND));
}

TEST(it_is_refused_in_a_pause_and_on_the_title)
{
    drive(2);
    toy_tap(&run, TOY_KEY_ESCAPE);
    uint64_t ticks = toy_ticks(&run);
    rewind_frames(FPS);
    ck_assert_uint_eq(toy_ticks(&run), ticks);
    toy_run_close(&run);
    toy_run_prepare(&run);
    run.title = true;
    toy_run_open(&run);
    toy_run_frames(&run, TICK_RATE);
    ticks = toy_ticks(&run);
    rewind_frames(TICK_RATE);
    ck_assert_uint_gt(toy_ticks(&run), ticks);
    ck_assert_uint_eq(run.loop.playback.timeline.rewind_count, 0);
}

TEST(while_nobody_looks_it_is_refused_and_ends)
{
    run.config.background = CONFIG_BACKGROUND_PAUSE;
    toy_script(&run, (HeadlessStep){.frame = 2 * FPS, .action = HEADLESS_FOCUS, .on = false});
    toy_script(&run, (HeadlessStep){.frame = 3 * FPS, .action = HEADLESS_FOCUS, .on = true});
    toy_run_open(&run);
    toy_run_frames(&run, 2 * FPS - 20);
    toy_key(&run, TOY_KEY_REWIND, 1);
    toy_run_frames(&run, 22);
    ck_assert(run.loop.stage.held_back);
    ck_assert(!playback_is_held(&run.loop.playback, HOLD_REWIND));
    uint64_t ticks = toy_ticks(&run);
    rewind_frames(FPS / 2);
    ck_assert_uint_eq(toy_ticks(&run), ticks);
    toy_run_frames(&run, FPS);
    ck_assert_uint_gt(toy_ticks(&run), ticks);
}

TEST(without_a_history_the_key_does_nothing)
{
    run.config.history = 0;
    drive(2);
    ck_assert_ptr_null(run.loop.playback.history);
    uint64_t ticks = toy_ticks(&run);
    rewind_frames(FPS);
    ck_assert_uint_ge(toy_ticks(&run), ticks + TICK_RATE - 2);
}

/* Keys that do nothing must say why. */
TEST(with_too_small_a_history_the_keys_say_so)
{
    run.config.history = 1;
    run.game.state_bytes = 400 << 10;
    drive(2);
    uint64_t ticks = toy_ticks(&run);
    rewind_frames(FPS / 4);
    ck_assert_uint_ge(toy_ticks(&run), ticks);
    const Notices *notices = &run.loop.monitor.notices;
    ck_assert_int_eq(notices->count, 1);
    ck_assert_ptr_nonnull(strstr(notices->items[0].text, "game.history = 1 is too small"));
    toy_tap(&run, TOY_KEY_ESCAPE);
    toy_tap(&run, TOY_KEY_STEP_BACK);
    ck_assert_int_eq(notices->count, 2);
}

TEST(with_history_enough_they_have_nothing_to_say)
{
    drive(2);
    rewind_frames(FPS / 4);
    toy_tap(&run, TOY_KEY_ESCAPE);
    toy_tap(&run, TOY_KEY_STEP_BACK);
    ck_assert_int_eq(run.loop.monitor.notices.count, 0);
}

/* Simulates a recording in a world of its own: every hash as recorded, and the last one returned.
 */
static uint64_t verify(const CwReplayFile *replay)
{
    ReplayPlayer player = {
        .game = &run.game, .levels = &run.levels, .fingerprint = run.desc.fingerprint, .slot = 1};
    Session session = {0};
    CwError error = {0};
    ck_assert_msg(replay_open_session(&session, replay, &player, &error), "%s", error.text);
    uint64_t hash = 0;
    for (size_t i = 0; i < replay->tick_count; i++) {
        CwTickInput input = cw_replay_input(replay, i + 1);
        ck_assert(session_tick(&session, &input, &error));
        hash = cw_world_hash(session.world);
        ck_assert_uint_eq(hash, replay->ticks[i].hash);
    }
    session_close(&session);
    return hash;
}

TEST(a_recording_follows_the_branch_that_survives)
{
    run.desc.recorder.record = sample_path();
    drive(3);
    for (int i = 0; i < 5; i++) {
        rewind_frames(FPS / 2);
        toy_tap(&run, TOY_KEY_SPACE);
        toy_run_frames(&run, FPS / 3 + i);
    }
    uint64_t ticks = toy_ticks(&run), hash = cw_world_hash(run.loop.playback.session.world);
    run.loop.done = true;
    playback_end_run(&run.loop.playback);
    CwError error = {0};
    CwReplayFile *replay = cw_replay_load(sample_path(), &error);
    unlink(sample_path());
    ck_assert_msg(replay != NULL, "%s", error.text);
    ck_assert_int_eq(replay->state, CW_REPLAY_ENDED);
    ck_assert_uint_eq(replay->rewind_count, 5);
    ck_assert_uint_eq(replay->tick_count, ticks);
    ck_assert_uint_gt(replay->played_count, ticks);
    ck_assert_uint_eq(verify(replay), hash);
    cw_replay_free(replay);
}

/* What came later and was not played over is part of the recording still. */
TEST(ended_in_the_past_a_recording_keeps_the_newest_tick)
{
    run.desc.recorder.record = sample_path();
    drive(3);
    uint64_t ticks = toy_ticks(&run);
    toy_key(&run, TOY_KEY_REWIND, 1);
    toy_run_frames(&run, FPS);
    ck_assert_uint_lt(toy_ticks(&run), ticks);
    playback_end_run(&run.loop.playback);
    CwError error = {0};
    CwReplayFile *replay = cw_replay_load(sample_path(), &error);
    unlink(sample_path());
    ck_assert_msg(replay != NULL, "%s", error.text);
    ck_assert_uint_eq(replay->tick_count, ticks);
    ck_assert_int_eq(replay->state, CW_REPLAY_ENDED);
    verify(replay);
    cw_replay_free(replay);
}

TEST(the_view_gets_real_time_while_it_runs_back)
{
    drive(3);
    toy_key(&run, TOY_KEY_REWIND, 1);
    toy_run_frames(&run, 10);
    ck_assert_double_eq_tol(toy.last_dt_s, 1.0 / (double)FPS, 1e-6);
}
