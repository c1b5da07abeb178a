#include "support/test.h"
#include "support/toy_run.h"

#include <string.h>

/* The frame: how many ticks it runs, in what order, and what it does with stalls and pauses. */

static const int64_t second_ns = 1000000000;
static ToyRun run;

static void set_up(void)
{
    toy_run_prepare(&run);
}

static void tear_down(void)
{
    toy_run_close(&run);
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

static uint64_t ticks_of_next_frame(void)
{
    uint64_t before = toy_ticks(&run);
    toy_run_frames(&run, 1);
    return toy_ticks(&run) - before;
}

TEST(the_first_frame_has_no_time_and_the_following_one_tick_each)
{
    toy_run_open(&run);
    ck_assert_uint_eq(ticks_of_next_frame(), 0);
    for (int i = 0; i < 600; i++) {
        toy_run_frames(&run, 1);
        ck_assert_int_ge((int)toy_ticks(&run), i);
        ck_assert_int_le((int)toy_ticks(&run), i + 1);
    }
}

TEST(four_times_the_speed_at_five_fps_keeps_alpha_and_cap)
{
    run.host_desc.frame_rate = 5;
    run.config.time_scale = 4;
    run.config.pacing = PACING_RAW; /* to the nanosecond */
    toy_run_open(&run);
    ticks_of_next_frame();
    double start_s = run.loop.playback.alpha / 60;
    for (int i = 0; i < 300; i++) {
        ck_assert_uint_le(ticks_of_next_frame(), 8);
        ck_assert_double_ge(run.loop.playback.alpha, 0);
        ck_assert_double_lt(run.loop.playback.alpha, 1);
    }
    double wanted_s = 300 / 5.0 * 4, played_s = (double)toy_ticks(&run) / 60;
    double dropped_s = (double)step_clock_dropped_ns(&run.loop.playback.clock) * 1e-9;
    ck_assert_double_eq_tol(played_s + dropped_s + run.loop.playback.alpha / 60, wanted_s + start_s,
                            1e-6);
}

TEST(after_a_stall_of_ten_seconds_frames_have_one_tick_again)
{
    run.host_desc.time = HEADLESS_PACED;
    run.config.target_fps = 60;
    run.host_desc.status.paced_by_display = false;
    toy_script(&run,
               (HeadlessStep){.frame = 30, .action = HEADLESS_STALL, .delay_ns = 10 * second_ns});
    toy_run_open(&run);
    toy_run_frames(&run, 31);
    uint64_t stalled = ticks_of_next_frame();
    ck_assert_uint_ge(stalled, 1);
    ck_assert_uint_le(stalled, 8);
    uint64_t before = toy_ticks(&run);
    ticks_of_next_frame(); /* the frame that was due meanwhile */
    for (int i = 0; i < 300; i++) {
        ck_assert_uint_eq(ticks_of_next_frame(), 1);
    }
    ck_assert_uint_le(toy_ticks(&run) - before, 301);
}

TEST(time_before_the_first_frame_does_not_count)
{
    run.host_desc.start_ns = 5 * second_ns;
    toy_run_open(&run);
    ck_assert_uint_le(ticks_of_next_frame(), 1);
    ck_assert_int_eq(step_clock_dropped_ns(&run.loop.playback.clock), 0);
}

TEST(an_hour_of_pause_leaves_ticks_and_alpha_alone)
{
    run.host_desc.frame_rate = 144;
    toy_run_open(&run);
    toy_run_frames(&run, 101);
    double alpha = run.loop.playback.alpha;
    toy_key(&run, TOY_KEY_ESCAPE, 1);
    toy_run_frames(&run, 1);
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_PAUSED);
    uint64_t ticks = toy_ticks(&run);
    toy_key(&run, TOY_KEY_ESCAPE, 0);
    toy_run_frames(&run, 144 * 60); /* a minute stands for the hour: nothing adds up */
    ck_assert_double_eq(run.loop.playback.alpha, alpha);
    toy_key(&run, TOY_KEY_ESCAPE, 1);
    ck_assert_uint_eq(ticks_of_next_frame(), 0);
    ck_assert_double_eq(run.loop.playback.alpha, alpha);
    ck_assert_uint_eq(toy_ticks(&run), ticks);
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_PLAYING);
    ck_assert_uint_le(ticks_of_next_frame(), 1);
}

#define TICK_LOG "count runner.drive pre_physics post_physics runner.tick animation "
#define FRAME_LOG "update pre_render runner.draw render end_frame\n"

TEST(phases_run_in_the_golden_order)
{
    static const HeadlessStep stall = {
        .frame = 2, .action = HEADLESS_STALL, .delay_ns = 1000000000};
    static const char golden[] =
        "early " FRAME_LOG " early " TICK_LOG FRAME_LOG " early " TICK_LOG FRAME_LOG
        " early " TICK_LOG TICK_LOG TICK_LOG TICK_LOG TICK_LOG TICK_LOG TICK_LOG TICK_LOG FRAME_LOG
        " ";
    toy_script(&run, stall);
    run.host_desc.frame_rate = 59; /* above a tick a frame: never 0 by rounding */
    toy_run_open(&run);
    toy.logging = true;
    toy_run_frames(&run, 4);
    ck_assert_str_eq(toy.log, golden);
}

TEST(exactly_as_many_ticks_run_as_were_asked_for)
{
    static const uint64_t limits[] = {0, 1, 7, 8, 9, 100};
    toy_run_open(&run); /* for tear_down */
    for (size_t i = 0; i < CW_ARRAY_LENGTH(limits); i++) {
        toy_run_close(&run);
        toy_run_prepare(&run);
        run.host_desc.frame_rate = 9; /* 6 or 7 ticks a frame */
        run.desc.tick_limit = limits[i];
        run.desc.lockstep = i % 2 == 0;
        toy_run_open(&run);
        toy_run_to_end(&run);
        ck_assert_uint_eq(toy_ticks(&run), limits[i]);
    }
}

TEST(a_run_ends_at_the_finish_when_asked_to)
{
    run.desc.end_at_finish = true;
    run.desc.lockstep = run.desc.headless = true;
    run.desc.pilot = PILOT_BOT;
    toy_run_open(&run);
    toy_run_to_end(&run);
    ck_assert(session_probe(&run.loop.playback.session).finished);
    ck_assert_uint_eq(toy_state(run.loop.playback.session.world)->finish_tick, toy_ticks(&run));
}

TEST(a_world_that_broke_ends_the_run_with_its_cause)
{
    toy_run_open(&run);
    toy_run_frames(&run, 10);
    toy.break_body = true;
    while (loop_frame(&run.loop)) {
    }
    ck_assert(run.loop.failed);
    ck_assert_ptr_nonnull(strstr(run.loop.error.text, "finite"));
}

TEST(troubles_of_the_clock_are_counted_and_mentioned)
{
    static FrameTime rows[] = {
        {1000000000, 60}, {1016000000, 60}, {1015000000, 60}, {1015000000, 60}, {4615000000, 60}};
    FrameTimes frame_times = {rows, CW_ARRAY_LENGTH(rows), 0};
    run.host_desc.time = HEADLESS_FRAME_TIMES;
    run.host_desc.frame_times = &frame_times;
    run.config.pacing = PACING_RAW;
    toy_run_open(&run);
    toy_run_to_end(&run);
    ck_assert_uint_eq(run.loop.stage.pacer.backward_count, 1);
    ck_assert_uint_eq(run.loop.stage.pacer.frozen_count, 1);
    ck_assert(run.loop.mentioned[TROUBLE_BACKWARD]);
    ck_assert(run.loop.mentioned[TROUBLE_FROZEN]);
    ck_assert(run.loop.mentioned[TROUBLE_DROPPED]);
    ck_assert(!run.loop.mentioned[TROUBLE_SATURATED]);
    ck_assert_uint_eq(toy_ticks(&run), 1 + 0 + 0 + 8);
}
