/* The step clock, case by case: counts, phase, pause, step, limits, and when it calls the game
 * slow. Then over millions of frames: conservation, a day at odd refresh rates. */
#include "frame/step_clock.h"

#include "support/expect.h"

#include <inttypes.h>

#define MS INT64_C(1000000)
#define SECOND INT64_C(1000000000)

static StepClockDesc desc;
static StepClock ticker;

static void start_at(int64_t now_ns)
{
    step_clock_init(&ticker, &desc);
    step_clock_frame(&ticker, now_ns);
}

SET_UP()
{
    desc = step_clock_desc_default();
    start_at(0);
}

static double alpha_now(void)
{
    return (double)ticker.credit / (double)STEP_CLOCK_TICK_CREDIT;
}

static void expect_ticks(int64_t now_ns, int ticks)
{
    int found = step_clock_frame(&ticker, now_ns).ticks;
    ck_assert_msg(found == ticks, "at %" PRId64 " ns: %d ticks, not %d", now_ns, found, ticks);
}

static void expect_frame(int64_t now_ns, int ticks, double alpha, int64_t dropped_ns)
{
    FramePlan frame = step_clock_frame(&ticker, now_ns);
    ck_assert_msg(frame.ticks == ticks && frame.alpha == alpha && frame.dropped_ns == dropped_ns,
                  "at %" PRId64 " ns: %d ticks, alpha %.17g, dropped %" PRId64 " ns", now_ns,
                  frame.ticks, frame.alpha, frame.dropped_ns);
}

TEST(alpha_stays_below_one_a_nanosecond_before_the_tick)
{
    desc.tick_rate = 1;
    desc.max_frame_ns = 2 * SECOND;
    desc.time_scale_thousandths = 1;
    start_at(0);
    expect_ticks(1000 * SECOND - 1, 0);
    ck_assert_double_lt(alpha_now(), 1.0);
    ck_assert_double_gt(alpha_now(), 0.999999999);
    expect_ticks(1000 * SECOND, 1);
}

TEST(scale_comes_before_the_clamp)
{
    desc.max_steps_per_frame = 1000;
    desc.time_scale_thousandths = 100;
    start_at(0);
    expect_frame(2 * SECOND, 12, 0.0, 0); /* 0.2 s scaled: within 0.25 s */
    ticker.desc.time_scale_thousandths = 10000;
    expect_frame(2 * SECOND + 100 * MS, 15, 0.0, 750 * MS); /* 1 s scaled */
}

TEST(dropping_keeps_the_phase)
{
    expect_frame(225 * MS, 8, 0.5, 83333333); /* 13.5 ticks, cap 8; 5 ticks, rounded down */
}

TEST(clock_that_steps_back_or_stands_still_gives_no_ticks)
{
    step_clock_frame(&ticker, 20 * MS);
    double alpha = alpha_now();
    FramePlan back = step_clock_frame(&ticker, 19 * MS);
    ck_assert_int_eq(back.ticks, 0);
    ck_assert_int_eq(back.elapsed_ns, 0);
    expect_frame(19 * MS, 0, alpha, 0);
    expect_ticks(19 * MS + 20 * MS, 1);
}

TEST(a_clock_that_jumps_an_hour_runs_few_ticks_and_drops_the_rest)
{
    FramePlan frame = step_clock_frame(&ticker, 3600 * SECOND);
    ck_assert_int_eq(frame.ticks, 8);
    ck_assert(frame.alpha >= 0.0 && frame.alpha < 1.0);
    ck_assert_int_eq(frame.dropped_ns, 3600 * SECOND - 133333334);
}

TEST(step_runs_exactly_n_ticks_within_the_cap)
{
    static const int expected[] = {8, 8, 4, 0, 0};
    step_clock_pause(&ticker);
    step_clock_step(&ticker, 15);
    step_clock_step(&ticker, 5);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(expected); i++) {
        expect_frame(((int64_t)i + 1) * SECOND, expected[i], 0.0, 0);
    }
}

TEST(step_is_ignored_unless_paused_and_forgotten_by_resume)
{
    step_clock_step(&ticker, 3);
    expect_ticks(1, 0);
    step_clock_pause(&ticker);
    step_clock_step(&ticker, -3);
    expect_ticks(2, 0);
    step_clock_step(&ticker, 3);
    step_clock_resume(&ticker);
    step_clock_pause(&ticker);
    expect_ticks(3, 0);
}

TEST(target_fps_is_moved_into_its_range)
{
    static const struct {
        int asked;
        int64_t interval_ns;
    } cases[] = {
        {0, 0},        {60, 16666667}, {144, 6944444}, {1, 50 * MS},        {-5, 50 * MS},
        {20, 50 * MS}, {1000, 1 * MS}, {1001, 1 * MS}, {INT32_MAX, 1 * MS}, {INT32_MIN, 50 * MS}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(cases); i++) {
        desc.target_fps = cases[i].asked;
        step_clock_configure(&ticker, &desc);
        ck_assert_int_eq(step_clock_target_interval_ns(&ticker), cases[i].interval_ns);
    }
}

TEST(settings_out_of_range_are_moved_into_it)
{
    StepClockDesc low = {0};
    StepClockDesc high = {.tick_rate = INT32_MAX,
                          .max_steps_per_frame = INT32_MAX,
                          .max_frame_ns = INT64_MAX,
                          .time_scale_thousandths = INT32_MAX,
                          .target_fps = INT32_MAX};
    step_clock_init(&ticker, &low);
    ck_assert_int_eq(ticker.desc.tick_rate, 1);
    ck_assert_int_eq(ticker.desc.max_steps_per_frame, 1);
    ck_assert_int_eq(ticker.desc.max_frame_ns, 1);
    step_clock_init(&ticker, &high);
    ck_assert_int_eq(ticker.desc.tick_rate, 1000);
    ck_assert_int_eq(ticker.desc.max_frame_ns, 3600 * SECOND);
    ck_assert_int_eq(ticker.desc.time_scale_thousandths, 100000);
    ck_assert_int_gt(step_clock_target_interval_ns(&ticker), 0);
    ck_assert_double_lt(alpha_now(), 1.0);
}

TEST(half_a_tick_at_start_keeps_uneven_frames_at_one_tick_each)
{
    start_at(5 * SECOND);
    step_clock_set_alpha(&ticker, 0.5);
    for (int64_t i = 1; i <= 1000; i++) {
        int64_t noise_ns = (i * 7919 % 13 - 6) * MS;
        expect_ticks(5 * SECOND + i * SECOND / 60 + noise_ns, 1);
    }
}

TEST(skipped_time_is_dropped_at_scale_unless_paused)
{
    desc.time_scale_thousandths = 500;
    start_at(0);
    step_clock_skip(&ticker, 10 * SECOND);
    FramePlan frame = step_clock_frame(&ticker, 20 * MS);
    ck_assert_int_eq(frame.ticks, 0);
    ck_assert_double_eq_tol(frame.alpha, 0.6, 1e-12);
    ck_assert_int_eq(frame.dropped_ns, 5 * SECOND);
    ck_assert_int_eq(ticker.slow_cause, CW_SLOW_STALL);
    ck_assert_int_eq(step_clock_frame(&ticker, 40 * MS).dropped_ns, 0);
    step_clock_pause(&ticker);
    step_clock_skip(&ticker, 10 * SECOND);
    ck_assert_int_eq(step_clock_frame(&ticker, 60 * MS).dropped_ns, 0);
    step_clock_resume(&ticker);
    ck_assert_int_eq(step_clock_frame(&ticker, 80 * MS).dropped_ns, 0);
}

TEST(time_goes_on_from_an_alpha_that_was_set)
{
    step_clock_pause(&ticker);
    step_clock_set_alpha(&ticker, 0.25);
    ck_assert_double_eq(alpha_now(), 0.25);
    step_clock_resume(&ticker);
    expect_ticks(SECOND, 0);
    expect_frame(SECOND + 25 * MS / 2, 1, 0.0, 0);
    step_clock_set_alpha(&ticker, 1);
    ck_assert_double_lt(alpha_now(), 1);
    expect_ticks(SECOND + 25 * MS / 2 + 1, 1);
    step_clock_set_alpha(&ticker, -1);
    ck_assert_double_eq(alpha_now(), 0);
}

TEST(another_tick_rate_keeps_phase_and_dropped_time)
{
    step_clock_frame(&ticker, 10 * SECOND + 12345678);
    double alpha = alpha_now();
    uint64_t dropped_ns = ticker.dropped_ns;
    desc.tick_rate = 120;
    step_clock_configure(&ticker, &desc);
    ck_assert_double_eq(alpha_now(), alpha);
    ck_assert_uint_eq(ticker.dropped_ns, dropped_ns);
    step_clock_restart_timing(&ticker);
    step_clock_frame(&ticker, 20 * SECOND);
    expect_ticks(20 * SECOND + SECOND / 20, 6);
}

/* ---- running_slowly, on a machine whose work takes time and whose display may make it wait ----
 */

typedef struct Machine {
    int64_t tick_cost_ns, render_cost_ns;
    int64_t display_ns; /* present returns at the next multiple */
    int64_t now_ns;
} Machine;

/* Returns how many frames of the next `seconds` were flagged with `cause`. */
static int run_machine(Machine *machine, double seconds, CwSlow cause)
{
    int flagged_count = 0;
    int64_t end_ns = machine->now_ns + (int64_t)(seconds * 1e9);
    while (machine->now_ns < end_ns) {
        FramePlan frame = step_clock_frame(&ticker, machine->now_ns);
        int64_t simulation_ns = frame.ticks * machine->tick_cost_ns;
        step_clock_report_work(&ticker, simulation_ns, machine->render_cost_ns);
        flagged_count += ticker.slow_cause == cause;
        machine->now_ns += simulation_ns + machine->render_cost_ns;
        machine->now_ns += machine->display_ns - machine->now_ns % machine->display_ns;
    }
    return flagged_count;
}

static void expect_cause_after(Machine *machine, double seconds, CwSlow cause)
{
    run_machine(machine, seconds, cause);
    ck_assert_int_eq(ticker.slow_cause, cause);
}

TEST(waiting_for_a_display_is_never_slow, .rounds = 7)
{
    static const int hz[] = {20, 30, 50, 60, 75, 144, 240};
    Machine machine = {1 * MS, 2 * MS, SECOND / hz[_i], 0};
    int frames = run_machine(&machine, 30, CW_SLOW_NONE);
    ck_assert_int_ge(frames, 30 * hz[_i] - 1);
    ck_assert_int_eq(ticker.slow_cause, CW_SLOW_NONE);
}

static const struct {
    int64_t tick_cost_ns, render_cost_ns;
    double after_s;
    CwSlow cause;
} heavy_work[] = {{30 * MS, 1 * MS, 1, CW_SLOW_SIMULATION},
                  {1 * MS, 40 * MS, 2, CW_SLOW_RENDER},
                  {1 * MS, 90 * MS, 2, CW_SLOW_RENDER},
                  {1 * MS, 300 * MS, 2, CW_SLOW_RENDER}};

TEST(work_that_does_not_fit_is_named_and_clears_within_a_second,
     .rounds = CW_ARRAY_LENGTH(heavy_work))
{
    Machine machine = {heavy_work[_i].tick_cost_ns, heavy_work[_i].render_cost_ns, SECOND / 60, 0};
    expect_cause_after(&machine, heavy_work[_i].after_s, heavy_work[_i].cause);
    expect_cause_after(&machine, 28, heavy_work[_i].cause);
    machine.tick_cost_ns = machine.render_cost_ns = 1 * MS;
    expect_cause_after(&machine, 1, CW_SLOW_NONE);
}

TEST(one_long_frame_or_a_clock_set_back_is_not_slow_for_long)
{
    Machine machine = {1 * MS, 40 * MS, SECOND / 60, 0};
    ck_assert_int_eq(run_machine(&machine, 0.04, CW_SLOW_RENDER), 0);
    expect_cause_after(&machine, 2, CW_SLOW_RENDER);
    machine.render_cost_ns = 1 * MS;
    machine.now_ns -= SECOND;
    expect_cause_after(&machine, 1, CW_SLOW_NONE);
}

TEST(dropped_time_is_blamed_on_work_that_filled_half_of_it)
{
    static const struct {
        int64_t simulation_ns, render_ns;
        CwSlow cause;
    } cases[] = {{300 * MS, 290 * MS, CW_SLOW_SIMULATION},
                 {290 * MS, 300 * MS, CW_SLOW_RENDER},
                 {300 * MS, 190 * MS, CW_SLOW_STALL}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(cases); i++) {
        set_up();
        step_clock_report_work(&ticker, cases[i].simulation_ns, cases[i].render_ns);
        ck_assert_int_gt(step_clock_frame(&ticker, SECOND).dropped_ns, 0);
        ck_assert_int_eq(ticker.slow_cause, cases[i].cause);
    }
}

TEST(a_long_frame_now_and_then_is_not_slow)
{
    for (int i = 1; i <= 300; i++) {
        step_clock_frame(&ticker, i * 33 * MS);
        step_clock_report_work(&ticker, 1 * MS, i % 3 == 0 ? 2 * MS : 30 * MS);
        ck_assert_int_eq(ticker.slow_cause, CW_SLOW_NONE);
    }
}

TEST(work_within_a_low_target_is_not_slow)
{
    Machine machine = {1 * MS, 25 * MS, SECOND / 30, 0};
    desc.target_fps = 30;
    start_at(0);
    ck_assert_int_eq(run_machine(&machine, 5, CW_SLOW_RENDER), 0);
    ticker.desc.target_fps = 60;
    ck_assert_int_gt(run_machine(&machine, 5, CW_SLOW_RENDER), 0);
}

/* ---- the guard by time ---- */

static double pictures_per_s(Machine machine)
{
    run_machine(&machine, 1, CW_SLOW_NONE);
    return run_machine(&machine, 10, ticker.slow_cause) / 10.0;
}

TEST(long_ticks_give_slow_motion_instead_of_a_slide_show)
{
    const Machine machine = {30 * MS, 5 * MS, MS, 0};
    ck_assert_double_lt(pictures_per_s(machine), 5);
    desc.max_work_ns = SECOND / 20;
    start_at(0);
    ck_assert_double_ge(pictures_per_s(machine), 20);
    ck_assert_int_eq(ticker.slow_cause, CW_SLOW_SIMULATION);
}

static const Machine machines[] = {{3 * MS, 5 * MS, MS, 0},  /* seven of them would fit */
                                   {1 * MS, 90 * MS, MS, 0}, /* slow drawing is no reason */
                                   {0, 0, MS, 0}};

TEST(the_guard_leaves_ticks_alone_that_fit, .rounds = CW_ARRAY_LENGTH(machines))
{
    Machine machine = machines[_i];
    desc.max_work_ns = SECOND / 20;
    start_at(0);
    run_machine(&machine, 10, CW_SLOW_NONE);
    ck_assert_uint_eq(ticker.dropped_ns, 0);
}

TEST(one_long_tick_is_caught_up_with)
{
    Machine machine = {1 * MS, 1 * MS, SECOND / 60, 0};
    desc.max_work_ns = SECOND / 20;
    start_at(0);
    run_machine(&machine, 1, CW_SLOW_NONE);
    step_clock_report_work(&ticker, 100 * MS, 1 * MS);
    machine.now_ns += 100 * MS;
    run_machine(&machine, 1, CW_SLOW_NONE);
    ck_assert_uint_eq(ticker.dropped_ns, 0);
}

TEST(steps_in_a_pause_are_spread_over_frames_and_none_is_dropped)
{
    desc.max_work_ns = SECOND / 20;
    start_at(0);
    Machine machine = {30 * MS, 5 * MS, MS, 0};
    run_machine(&machine, 1, CW_SLOW_NONE);
    step_clock_pause(&ticker);
    step_clock_step(&ticker, 3);
    for (int i = 1; i <= 3; i++) {
        expect_ticks(machine.now_ns + i * 50 * MS, 1);
    }
}

TEST(extreme_amounts_of_work_are_accepted)
{
    step_clock_report_work(&ticker, INT64_MAX, INT64_MAX);
    step_clock_report_work(&ticker, INT64_MIN, INT64_MIN);
    ck_assert_int_eq(ticker.slow_cause, CW_SLOW_NONE);
    ck_assert_str_eq(slow_cause_name(CW_SLOW_NONE), "none");
    ck_assert_str_eq(slow_cause_name(CW_SLOW_STALL), "stall");
}

/* ---- millions of frames ---- */

__extension__ typedef __int128 Wide;

static StepClock started_clock(const StepClockDesc *settings, int64_t now_ns)
{
    StepClock clock;
    step_clock_init(&clock, settings);
    step_clock_frame(&clock, now_ns);
    return clock;
}

/* Frame times as they come: mostly a display's, some stalls, some odd ones, some readings back. */
static int64_t random_delta_ns(CwRng *rng)
{
    uint32_t sort = cw_rng_below(rng, 100);
    if (sort < 80) {
        return cw_rng_below(rng, 40 * MS);
    }
    if (sort < 97) {
        return cw_rng_below(rng, 2 * SECOND);
    }
    return (int64_t)cw_rng_below(rng, UINT32_MAX) * (sort == 99 ? 25 : sort == 98 ? 1 : -1);
}

static Wide accounted_credit(const StepClock *clock, Wide ticks)
{
    Wide dropped =
        (Wide)clock->dropped_ns * 1000 * clock->desc.tick_rate + clock->dropped_remainder;
    return ticks * STEP_CLOCK_TICK_CREDIT + clock->credit + dropped;
}

static bool frame_is_sound(const StepClock *clock, const FramePlan *frame)
{
    return frame->ticks >= 0 && frame->ticks <= clock->desc.max_steps_per_frame &&
           frame->alpha >= 0.0 && frame->alpha < 1.0 && frame->elapsed_ns >= 0 &&
           frame->dropped_ns >= 0;
}

static void disturb(StepClock *clock, CwRng *rng)
{
    switch (cw_rng_below(rng, 64)) {
    case 0:
        clock->desc.time_scale_thousandths = (int)cw_rng_below(rng, 100001);
        break;
    case 1:
        clock->desc.time_scale_thousandths = 1000;
        break;
    case 2:
        step_clock_pause(clock);
        step_clock_step(clock, (int)cw_rng_below(rng, 20));
        break;
    case 3:
    case 4:
        step_clock_resume(clock);
        break;
    case 5:
        step_clock_restart_timing(clock);
        break;
    }
}

TEST(nothing_is_lost_or_made_over_a_million_frames, .rounds = 5)
{
    static const int rates[] = {1, 59, 60, 144, 1000};
    desc.tick_rate = rates[_i];
    StepClock clock = started_clock(&desc, 0);
    CwRng rng = seeded_rng(4, (uint64_t)desc.tick_rate);
    Wide paid = 0, ticks = 0;
    int64_t now_ns = 0, dropped_ns = 0;
    for (int i = 0; i < 1000000; i++) {
        disturb(&clock, &rng);
        now_ns += random_delta_ns(&rng);
        FramePlan frame = step_clock_frame(&clock, now_ns);
        paid += (Wide)frame.elapsed_ns * clock.desc.time_scale_thousandths * desc.tick_rate;
        dropped_ns += frame.dropped_ns;
        ticks += clock.is_paused ? 0 : frame.ticks;
        if (!frame_is_sound(&clock, &frame) || paid != accounted_credit(&clock, ticks)) {
            ck_abort_msg("frame %d does not add up", i);
        }
    }
    ck_assert_uint_eq(clock.dropped_ns, (uint64_t)dropped_ns);
    ck_assert_uint_gt(clock.dropped_ns, 0);
}

TEST(any_reading_at_the_highest_rate_and_scale_is_survived)
{
    static const int64_t edges[] = {INT64_MIN, INT64_MIN + 1, -1, 0, 1, INT64_MAX - 1, INT64_MAX};
    desc.tick_rate = 1000;
    desc.time_scale_thousandths = 100000;
    desc.max_steps_per_frame = 1000;
    desc.max_frame_ns = INT64_MAX;
    StepClock clock = started_clock(&desc, 0);
    CwRng rng = seeded_rng(5, 5);
    Wide paid = 0, ticks = 0;
    for (int i = 0; i < 2000; i++) {
        int64_t any = (int64_t)((uint64_t)cw_rng_next(&rng) << 32 | cw_rng_next(&rng));
        bool is_edge = cw_rng_below(&rng, 2) == 0;
        int64_t now_ns = is_edge ? edges[cw_rng_below(&rng, CW_ARRAY_LENGTH(edges))] : any;
        FramePlan frame = step_clock_frame(&clock, now_ns);
        paid += (Wide)frame.elapsed_ns * 100000 * 1000;
        ticks += clock.is_paused ? 0 : frame.ticks;
        if (!frame_is_sound(&clock, &frame) || paid != accounted_credit(&clock, ticks)) {
            ck_abort_msg("frame %d, reading %lld does not add up", i, (long long)now_ns);
        }
    }
}

TEST(a_day_at_any_refresh_rate_has_no_drift, .rounds = 4, .quick_rounds = 1)
{
    static const int millihertz[] = {59940, 60000, 143980, 240000};
    StepClock clock = started_clock(&desc, 0);
    int64_t ticks = 0, frame_count = INT64_C(86400) * millihertz[_i] / 1000;
    for (int64_t k = 1; k <= frame_count; k++) {
        int64_t now_ns = (int64_t)((Wide)k * STEP_CLOCK_TICK_CREDIT / millihertz[_i]); /* exact */
        ticks += step_clock_frame(&clock, now_ns).ticks;
        int64_t credit = ticks * STEP_CLOCK_TICK_CREDIT + clock.credit;
        if (credit != now_ns * 60000) {
            ck_abort_msg("frame %lld is off", (long long)k);
        }
    }
    ck_assert_int_eq(ticks, 86400 * 60);
    ck_assert_uint_eq(clock.dropped_ns, 0);
}
