#include "support/jitter.h"
#include "support/toy_run.h"

/* Between the clock and the ticks: the pacer in the loop, and how long input takes to be seen. */

enum { FRAMES = 900, SETTLED = 300 };
static const int64_t second_ns = 1000000000, period_ns = 16666667;
static FrameTime rows[FRAMES];
static FrameTimes frame_times;

/* A display of 60 Hz, and a loop that wakes up unevenly. */
SET_UP(.tear_down = toy_run_tear_down)
{
    CwRng rng = seeded_rng(1, 5);
    toy_run_prepare();
    for (int64_t i = 0; i < FRAMES; i++) {
        int64_t noise_ns = llround(1e6 * jitter(&rng));
        rows[i] = (FrameTime){second_ns + i * period_ns + noise_ns, 60};
    }
    frame_times = (FrameTimes){rows, FRAMES};
    run.host_desc.time = HEADLESS_FRAME_TIMES;
    run.host_desc.frame_times = &frame_times;
}

static double shown_ms(void)
{
    return ((double)toy_ticks() + toy_playback()->alpha) * 1e3 / 60;
}

static double worst_step_ms(int frames)
{
    double worst_ms = 0, before_ms = shown_ms();
    for (int i = 0; i < frames; i++) {
        toy_run_frames(1);
        worst_ms = fmax(worst_ms, fabs(shown_ms() - before_ms - 1e3 / 60));
        before_ms = shown_ms();
    }
    return worst_ms;
}

TEST(an_uneven_clock_moves_the_picture_evenly)
{
    toy_play(SETTLED);
    ck_assert_double_lt(worst_step_ms(200), 0.1);
}

TEST(pacing_can_be_changed_while_it_runs)
{
    toy_play(SETTLED);
    run.loop.settings.config.pacing = PACING_RAW;
    ck_assert_double_gt(worst_step_ms(100), 1);
    run.loop.settings.config.pacing = PACING_GRID;
    toy_run_frames(2);
    ck_assert_double_lt(worst_step_ms(100), 0.1);
}

TEST(a_machine_that_slept_loses_that_time_and_says_so)
{
    for (int i = SETTLED; i < FRAMES; i++) {
        rows[i].clock_ns += 3600 * second_ns;
    }
    toy_play(SETTLED);
    ck_assert_uint_le(toy_ticks_in(1), 2);
    double dropped_s = (double)toy_playback()->clock.dropped_ns * 1e-9;
    ck_assert_double_eq_tol(dropped_s, 3600, 0.02);
    ck_assert(run.loop.monitor.has_reported_drop);
}

/* A force changes the velocity of its tick, and places in the next one. */
enum { MOVES = TOY_KEY_SPACE, PUSHES = TOY_KEY_1 };
static const struct {
    LatencyMode setting;
    int key, first_frames, full_frames; /* 0: any */
} presses[] = {
    {LATENCY_AHEAD, MOVES, 0, 1},  {LATENCY_INTERPOLATE, MOVES, 1, 2},  {LATENCY_TICK, MOVES, 0, 1},
    {LATENCY_AHEAD, PUSHES, 1, 0}, {LATENCY_INTERPOLATE, PUSHES, 2, 0},
};

TEST(a_press_is_seen_after_the_frames_of_its_setting, .rounds = CW_ARRAY_LENGTH(presses))
{
    const Latency *seen = &toy_stage()->latency;
    run.config.latency = presses[_i].setting;
    run.host_desc.time = HEADLESS_PACED;
    toy_script((HeadlessStep){.action = HEADLESS_WORK, .delay_ns = 2000000});
    toy_script_key(100, presses[_i].key, 1);
    toy_play(105);
    double frame_ms = 1e3 / 60, first_ms = latency_quantile_ms(&seen->first, 0.5);
    double full_ms = latency_quantile_ms(&seen->full, 0.5);
    ck_assert_uint_eq(seen->first.count, 1);
    ck_assert(presses[_i].first_frames == 0 ||
              fabs(first_ms - presses[_i].first_frames * frame_ms) < 0.01);
    ck_assert(presses[_i].full_frames == 0 ||
              fabs(full_ms - presses[_i].full_frames * frame_ms) < 0.01);
}

TEST(keys_that_mean_nothing_and_repeats_are_not_measured)
{
    toy_run_open();
    toy_key_for(400, 1, 5);
    ck_assert_uint_eq(toy_stage()->latency.first.count, 0);
    toy_key_for(TOY_KEY_SPACE, 1, 5);
    toy_key_for(TOY_KEY_SPACE, 1, 5);
    ck_assert_uint_eq(toy_stage()->latency.first.count, 1);
}
