#include "check/input_monkey.h"
#include "platform/clock.h"
#include "support/replay_samples.h"
#include "support/toy_run.h"

/* Watching a replay, through the real loop. */

enum { TICK_COUNT = 1200 };

static CwReplayFile *replay;

static void record(void)
{
    toy_run_prepare();
    run.desc.setup.recorder.record = sample_path();
    run.desc.choice.driver = (RunDriver){PILOT_OTHER, .fill = input_monkey_fill};
    run.desc.mode.is_lockstep = run.desc.mode.is_headless = true;
    run.desc.mode.tick_limit = TICK_COUNT;
    toy_run_to_end();
    toy_run_close();
    replay = sample_load();
    ck_assert_uint_eq(replay->tick_count, TICK_COUNT);
}

TOY_SET_UP
{
    record();
    toy_run_prepare();
    run.desc.choice.replay = replay;
    run.title = true; /* the loop shows the right screen by itself */
}

static void watch(int frames)
{
    toy_run_open();
    ck_assert_int_eq(toy_activity(), ACTIVITY_WATCHING);
    toy_run_frames(frames);
}

static void expect_tick(uint64_t tick)
{
    ck_assert_uint_eq(toy_ticks(), tick);
    ck_assert(tick == 0 || toy_hash() == cw_replay_hash(replay, tick));
    ck_assert(!toy_playback()->has_difference);
}

static void quit_at_ten(CwWorld *world)
{
    if (cw_world_tick(world) == 10) {
        cw_flow_quit(cw_world_flow(world), 3);
        cw_flow_pause(cw_world_flow(world));
    }
}

TEST(a_replay_ignores_requests_from_its_ticks)
{
    toy.while_ticking = quit_at_ten;
    watch(60);
    expect_tick(59);
    ck_assert_int_eq(loop_exit_status(&run.loop), 0);
}

TEST(ticks_follow_the_speed)
{
    static const double speeds[] = {0.1, 0.25, 0.5, 1, 2, 4, 8, 16};
    watch(2);
    toy_tap_times(TOY_KEY_SLOWER, 5); /* below the lowest is the lowest */
    for (size_t i = 0; i < CW_ARRAY_LENGTH(speeds); i++) {
        uint64_t before = toy_ticks();
        int frames = i == 7 ? 20 : 30;
        toy_run_frames(frames);
        double wanted = speeds[i] * frames;
        ck_assert_double_eq_tol((double)(toy_ticks() - before), wanted, 0.02 * wanted + 1.01);
        toy_tap(TOY_KEY_FASTER);
    }
    ck_assert_uint_eq(toy_playback()->clock.dropped_ns, 0);
}

TEST(a_replay_begins_at_real_time_whatever_the_configuration_says)
{
    run.config.time_scale = 3;
    watch(2);
    EXPECT_WITHIN(toy_ticks_in(60), 59, 61);
}

TEST(the_limits_of_a_frame_follow_the_configuration)
{
    watch(2);
    run.loop.settings.config.max_steps_per_frame = 3;
    run.loop.settings.config.time_scale = 3;
    playback_apply_config(toy_playback());
    ck_assert_int_eq(toy_playback()->clock.desc.max_steps_per_frame, 3);
    EXPECT_WITHIN(toy_ticks_in(60), 59, 61);
}

TEST(a_held_arrow_keeps_jumping)
{
    watch(5);
    toy_key_for(TOY_KEY_RIGHT, 1, 20);
    uint64_t after_first = toy_ticks();
    toy_run_frames(12);
    ck_assert_uint_ge(toy_ticks(), after_first + 600);
    expect_tick(toy_ticks());
}

TEST(the_bar_is_the_whole_replay_and_holds_time_while_dragged)
{
    watch(100);
    toy_point(0.75, TOY_BAR_Y);
    toy_button(1);
    expect_tick(TICK_COUNT * 3 / 4);
    toy_run_frames(60);
    expect_tick(TICK_COUNT * 3 / 4);
    toy_point(0.25, TOY_BAR_Y);
    expect_tick(TICK_COUNT / 4);
    toy_button(0);
    toy_run_frames(30);
    ck_assert_uint_gt(toy_ticks(), TICK_COUNT / 4 + 25);
    ck_assert(!toy_playback()->is_exact);
    expect_tick(toy_ticks());
}

TEST(a_replay_stops_at_its_last_tick_and_starts_again_from_there)
{
    watch(2);
    toy_tap_times(TOY_KEY_FASTER, 9);
    toy_run_frames(120);
    ck_assert_uint_eq(toy_ticks(), TICK_COUNT + 120); /* two seconds after the finish */
    ck_assert(!toy_playback()->has_difference);
    ck_assert_double_eq(toy_playback()->alpha, 1);
    toy_tap_times(TOY_KEY_SLOWER, 4);
    toy_tap(TOY_KEY_SPACE);
    ck_assert_uint_le(toy_ticks(), 3);
    toy_run_frames(100);
    expect_tick(toy_ticks());
    ck_assert_uint_gt(toy_ticks(), 90);
}

TEST(a_replay_seeks_without_a_history)
{
    run.config.history = 0;
    watch(100);
    toy_tap(TOY_KEY_LEFT);
    ck_assert_uint_le(toy_ticks(), 3);
    toy_point(0.5, TOY_BAR_Y);
    toy_button(1);
    expect_tick(TICK_COUNT / 2);
    toy_button(0);
    toy_tap(TOY_KEY_P);
    uint64_t at = toy_ticks();
    toy_tap(TOY_KEY_LEFT);
    expect_tick(at - 1);
}

TEST(the_first_difference_is_reported_once)
{
    watch(2);
    sample_flip_hash(replay, 50);
    toy_run_frames(40);
    ck_assert(!toy_playback()->has_difference);
    toy_run_frames(20);
    ck_assert(toy_playback()->has_difference);
    toy_tap_for(TOY_KEY_LEFT, 100);
    ck_assert(!run.loop.end.is_done);
}

TEST(a_difference_is_found_while_seeking_too)
{
    watch(2);
    sample_flip_hash(replay, 100);
    toy_tap(TOY_KEY_RIGHT);
    ck_assert_uint_gt(toy_ticks(), 100);
    ck_assert(toy_playback()->has_difference);
}

TEST(a_run_without_ticks_can_be_watched)
{
    replay->tick_count = 0;
    watch(20);
    toy_tap(TOY_KEY_RIGHT);
    toy_tap(TOY_KEY_LEFT);
    toy_click_bar(0.5);
    toy_tap(TOY_KEY_SPACE);
    expect_tick(0);
}

static int64_t tick_work_ns;

static void work(CwWorld *world)
{
    (void)world;
    for (int64_t end_ns = clock_thread_work_ns() + tick_work_ns; clock_thread_work_ns() < end_ns;) {
    }
}

/* Headless all work counts, and in a window what a frame works beyond a quarter of a second. */
static const struct {
    int64_t work_ms;
    bool headless, takes_over, fails;
} WORK[] = {
    {1, false, false, false}, {1, true, false, true},   {280, false, false, true},
    {1, false, true, false},  {280, false, true, true},
};

TEST(a_recording_that_works_too_long_without_a_picture_ends, .rounds = CW_ARRAY_LENGTH(WORK))
{
    run.desc.setup.limit_s = 0.05;
    run.desc.mode.is_lockstep = run.desc.mode.is_headless = WORK[_i].headless;
    toy_run_open();
    if (WORK[_i].takes_over) {
        toy_run_frames(20);
        run.loop.playlist.watched = sample_load();
        playlist_handle_ask(&run.loop, &(ScreenAsk){.kind = ASK_TAKE_OVER});
    }
    tick_work_ns = 1000000 * WORK[_i].work_ms;
    toy.while_ticking = work;
    for (int i = 0; i < 150 && loop_frame(&run.loop); i++) {
    }
    ck_assert(run.loop.end.has_failed == WORK[_i].fails);
    if (WORK[_i].fails) {
        expect_text(run.loop.end.error.text, "took more than 0.05 s of processor time");
    }
}
