/* The frame: how many ticks it runs, in what order, and what it does with stalls and pauses. */
#include "support/toy_run.h"

static const int64_t second_ns = 1000000000;

TOY_FIXTURE;

TEST(the_first_frame_has_no_time_and_the_following_one_tick_each)
{
    toy_run_open();
    ck_assert_uint_eq(toy_ticks_in(1), 0);
    for (int i = 0; i < 600; i++) {
        toy_run_frames(1);
        EXPECT_WITHIN((int)toy_ticks(), i, i + 1);
    }
}

TEST(time_before_the_first_frame_does_not_count)
{
    run.host_desc.start_ns = 5 * second_ns;
    toy_run_open();
    ck_assert_uint_le(toy_ticks_in(1), 1);
    ck_assert_uint_eq(toy_playback()->clock.dropped_ns, 0);
}

TEST(a_pause_leaves_ticks_and_alpha_alone)
{
    run.host_desc.frame_rate = 144;
    toy_play(101);
    double alpha = toy_playback()->alpha;
    toy_key_for(TOY_KEY_ESCAPE, 1, 1);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
    uint64_t ticks = toy_ticks();
    toy_key_for(TOY_KEY_ESCAPE, 0, 144 * 60); /* a minute */
    ck_assert_double_eq(toy_playback()->alpha, alpha);
    toy_key(TOY_KEY_ESCAPE, 1);
    ck_assert_uint_eq(toy_ticks_in(1), 0);
    ck_assert_double_eq(toy_playback()->alpha, alpha);
    ck_assert_uint_eq(toy_ticks(), ticks);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    ck_assert_uint_le(toy_ticks_in(1), 1);
}

#define TICK_LOG "count runner.drive pre_physics post_physics runner.tick animation "
#define FRAME_LOG "update pre_render runner.draw render end_frame\n"

TEST(phases_run_in_the_golden_order)
{
    static const char golden[] =
        "early " FRAME_LOG " early " TICK_LOG FRAME_LOG " early " TICK_LOG FRAME_LOG
        " early " TICK_LOG TICK_LOG TICK_LOG TICK_LOG TICK_LOG TICK_LOG TICK_LOG TICK_LOG FRAME_LOG
        " ";
    toy_script_stall(2, second_ns);
    run.config.latency = LATENCY_INTERPOLATE;
    run.host_desc.frame_rate = 59; /* above a tick a frame: never 0 by rounding */
    toy_run_open();
    toy.logging = true;
    toy_run_frames(4);
    ck_assert_str_eq(toy.log, golden);
}

static const uint64_t tick_limits[] = {0, 1, 7, 8, 9, 100};

TEST(exactly_as_many_ticks_run_as_were_asked_for, .rounds = CW_ARRAY_LENGTH(tick_limits))
{
    run.host_desc.frame_rate = 9; /* 6 or 7 ticks a frame */
    run.desc.mode.tick_limit = tick_limits[_i];
    run.desc.mode.is_lockstep = _i % 2 == 0;
    toy_run_to_end();
    ck_assert_uint_eq(toy_ticks(), tick_limits[_i]);
}

TEST(a_run_ends_at_the_finish_when_asked_to)
{
    run.desc.mode.ends_at_finish = true;
    run.desc.mode.is_lockstep = run.desc.mode.is_headless = true;
    run.desc.choice.driver.pilot = PILOT_BOT;
    toy_run_to_end();
    ck_assert(session_probe(&toy_playback()->session).finished);
    ck_assert_uint_eq(toy_now()->finish_tick, toy_ticks());
}

/* A second of even frames, then the clock goes back, stands still and leaps. */
TEST(troubles_of_the_clock_are_counted_and_mentioned)
{
    static FrameTime rows[65];
    static const int64_t odd_ns[] = {-1000000, 0, 3600000000};
    for (int i = 0; i < 65; i++) {
        int64_t step_ns = i < 62 ? 17000000 : odd_ns[i - 62];
        rows[i] = (FrameTime){(i == 0 ? 1000000000 : rows[i - 1].clock_ns) + step_ns, 60};
    }
    FrameTimes frame_times = {rows, CW_ARRAY_LENGTH(rows)};
    run.host_desc.time = HEADLESS_FRAME_TIMES;
    run.host_desc.frame_times = &frame_times;
    run.config.pacing = PACING_RAW;
    toy_run_to_end();
    ck_assert_uint_eq(toy_stage()->pacer.backward_count, 1);
    ck_assert_uint_eq(toy_stage()->pacer.frozen_count, 1);
    ck_assert(run.loop.monitor.has_reported_drop);
    EXPECT_WITHIN(toy_ticks(), 62 + 8, 63 + 8);
}
