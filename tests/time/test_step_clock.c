/* The step clock, case by case: counts, phase, pause, step and limits. Long runs and
 * the comparison with other loops are in test_step_clock_long.c, running_slowly in
 * test_step_clock_slow.c. */
#include "time/step_clock.h"

#include "clockwork/base.h"
#include "support/test.h"

#include <stdlib.h>

#define MS INT64_C(1000000)
#define SECOND INT64_C(1000000000)

static StepClock started_clock(const StepClockDesc *desc, int64_t now_ns)
{
    StepClock clock;
    step_clock_init(&clock, desc);
    step_clock_start(&clock);
    step_clock_frame(&clock, now_ns);
    return clock;
}

static StepClock default_clock(void)
{
    StepClockDesc desc = step_clock_desc_default();
    return started_clock(&desc, 0);
}

TEST(first_frame_has_no_ticks_whatever_start_up_took)
{
    StepClockDesc desc = step_clock_desc_default();
    StepClock clock;
    step_clock_init(&clock, &desc);
    step_clock_start(&clock);
    StepFrame frame = step_clock_frame(&clock, 5 * SECOND);
    ck_assert_int_eq(frame.ticks, 0);
    ck_assert_int_eq(frame.elapsed_ns, 0);
    ck_assert_int_eq(step_clock_frame(&clock, 5 * SECOND + 20 * MS).ticks, 1);
}

TEST(alpha_is_the_part_of_a_tick_that_is_left)
{
    StepClock clock = default_clock();
    StepFrame frame = step_clock_frame(&clock, 25 * MS);
    ck_assert_int_eq(frame.ticks, 1);
    ck_assert_double_eq(frame.alpha, 0.5);
    frame = step_clock_frame(&clock, 50 * MS);
    ck_assert_int_eq(frame.ticks, 2);
    ck_assert_double_eq(frame.alpha, 0.0);
}

TEST(alpha_stays_below_one_a_nanosecond_before_the_tick)
{
    StepClockDesc desc = step_clock_desc_default();
    desc.tick_rate = 1;
    desc.max_frame_ns = 2 * SECOND;
    desc.time_scale_thousandths = 1;
    StepClock clock = started_clock(&desc, 0);
    StepFrame frame = step_clock_frame(&clock, 1000 * SECOND - 1);
    ck_assert_int_eq(frame.ticks, 0);
    ck_assert_double_lt(frame.alpha, 1.0);
    ck_assert_double_gt(frame.alpha, 0.999999999);
    ck_assert_int_eq(step_clock_frame(&clock, 1000 * SECOND).ticks, 1);
}

TEST(four_times_speed_at_five_fps_keeps_alpha_and_counts_the_loss)
{
    StepClockDesc desc = step_clock_desc_default();
    desc.time_scale_thousandths = 4000;
    StepClock clock = started_clock(&desc, 0);
    int64_t dropped_ns = 0;
    for (int i = 1; i <= 300; i++) {
        StepFrame frame = step_clock_frame(&clock, i * 200 * MS);
        ck_assert_int_eq(frame.ticks, 8);
        ck_assert(frame.alpha >= 0.0 && frame.alpha < 1.0);
        ck_assert_int_lt(clock.credit, STEP_CLOCK_TICK_CREDIT);
        dropped_ns += frame.dropped_ns;
    }
    /* 60 s at 4x are 240 s, of which 2,400 ticks of 1/60 s were run. */
    ck_assert_int_eq(dropped_ns, 200 * SECOND);
    ck_assert_int_eq(step_clock_dropped_ns(&clock), dropped_ns);
}

TEST(scale_comes_before_the_clamp)
{
    StepClockDesc desc = step_clock_desc_default();
    desc.max_steps_per_frame = 1000;
    desc.time_scale_thousandths = 100;
    StepClock clock = started_clock(&desc, 0);
    StepFrame frame = step_clock_frame(&clock, 2 * SECOND); /* 0.2 s scaled: within 0.25 s */
    ck_assert_int_eq(frame.ticks, 12);
    ck_assert_int_eq(frame.dropped_ns, 0);
    step_clock_set_time_scale(&clock, 10000);
    frame = step_clock_frame(&clock, 2 * SECOND + 100 * MS); /* 1 s scaled */
    ck_assert_int_eq(frame.ticks, 15);
    ck_assert_int_eq(frame.dropped_ns, 750 * MS);
}

TEST(long_stall_runs_the_cap_and_then_one_tick_a_frame)
{
    StepClock clock = default_clock();
    int64_t now_ns = SECOND / 120; /* half a tick, so that frames sit between ticks */
    step_clock_frame(&clock, now_ns);
    now_ns += 10 * SECOND;
    StepFrame frame = step_clock_frame(&clock, now_ns);
    ck_assert_int_eq(frame.ticks, 8);
    ck_assert_int_eq(frame.dropped_ns, 9866666666); /* 10 s less 8 ticks, floored */
    for (int64_t i = 1; i <= 600; i++) {
        frame = step_clock_frame(&clock, now_ns + i * SECOND / 60);
        ck_assert_int_eq(frame.ticks, 1);
        ck_assert_int_eq(frame.dropped_ns, 0);
    }
}

TEST(dropping_keeps_the_phase)
{
    StepClock clock = default_clock();
    StepFrame frame = step_clock_frame(&clock, 225 * MS); /* 13.5 ticks, cap 8 */
    ck_assert_int_eq(frame.ticks, 8);
    ck_assert_double_eq(frame.alpha, 0.5);
    ck_assert_int_eq(frame.dropped_ns, 83333333); /* 5 ticks, rounded down */
}

TEST(clock_that_steps_back_or_stands_still_gives_no_ticks)
{
    StepClock clock = default_clock();
    double alpha = step_clock_frame(&clock, 20 * MS).alpha;
    StepFrame back = step_clock_frame(&clock, 19 * MS);
    StepFrame still = step_clock_frame(&clock, 19 * MS);
    ck_assert_int_eq(back.ticks, 0);
    ck_assert_int_eq(back.elapsed_ns, 0);
    ck_assert_int_eq(still.ticks, 0);
    ck_assert_double_eq(still.alpha, alpha);
    ck_assert_uint_eq(clock.backward_count, 1);
    ck_assert_uint_eq(clock.frozen_count, 1);
    ck_assert_int_eq(step_clock_frame(&clock, 19 * MS + 20 * MS).ticks, 1);
}

TEST(clock_that_jumps_an_hour_runs_the_cap_and_counts_every_nanosecond)
{
    StepClock clock = default_clock();
    StepFrame frame = step_clock_frame(&clock, 3600 * SECOND);
    ck_assert_int_eq(frame.ticks, 8);
    ck_assert(frame.alpha >= 0.0 && frame.alpha < 1.0);
    ck_assert_int_eq(frame.dropped_ns, 3600 * SECOND - 133333334);
    ck_assert_uint_eq(clock.saturated_count, 0);
}

TEST(reading_more_than_a_day_later_counts_as_a_day)
{
    StepClock clock = default_clock();
    StepFrame frame = step_clock_frame(&clock, INT64_MAX);
    ck_assert_int_eq(frame.elapsed_ns, 86400 * SECOND);
    ck_assert_int_eq(frame.ticks, 8);
    ck_assert_uint_eq(clock.saturated_count, 1);
}

TEST(pause_of_an_hour_adds_no_tick_and_keeps_alpha)
{
    StepClock clock = default_clock();
    double alpha = step_clock_frame(&clock, 25 * MS).alpha;
    step_clock_pause(&clock);
    ck_assert(step_clock_is_paused(&clock));
    for (int64_t i = 1; i <= 3600; i++) {
        StepFrame frame = step_clock_frame(&clock, 25 * MS + i * SECOND);
        ck_assert_int_eq(frame.ticks, 0);
        ck_assert_int_eq(frame.elapsed_ns, 0);
        ck_assert_double_eq(frame.alpha, alpha);
    }
    step_clock_resume(&clock);
    StepFrame frame = step_clock_frame(&clock, 2 * 3600 * SECOND);
    ck_assert(!step_clock_is_paused(&clock));
    ck_assert_int_eq(frame.ticks, 0);
    ck_assert_double_eq(frame.alpha, alpha);
    ck_assert_int_eq(step_clock_dropped_ns(&clock), 0);
}

TEST(step_runs_exactly_n_ticks_within_the_cap)
{
    StepClock clock = default_clock();
    step_clock_pause(&clock);
    step_clock_step(&clock, 15);
    step_clock_step(&clock, 5);
    static const int expected[] = {8, 8, 4, 0, 0};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(expected); i++) {
        StepFrame frame = step_clock_frame(&clock, ((int64_t)i + 1) * SECOND);
        ck_assert_int_eq(frame.ticks, expected[i]);
        ck_assert_double_eq(frame.alpha, 0.0);
    }
    ck_assert_uint_eq(step_clock_ticks(&clock), 20);
}

TEST(step_is_ignored_unless_paused_and_forgotten_by_resume)
{
    StepClock clock = default_clock();
    step_clock_step(&clock, 3);
    ck_assert_int_eq(step_clock_frame(&clock, 1).ticks, 0);
    step_clock_pause(&clock);
    step_clock_step(&clock, -3);
    ck_assert_int_eq(step_clock_frame(&clock, 2).ticks, 0);
    step_clock_step(&clock, 3);
    step_clock_resume(&clock);
    step_clock_pause(&clock);
    ck_assert_int_eq(step_clock_frame(&clock, 3).ticks, 0);
}

TEST(scale_zero_stands_still_and_drops_nothing)
{
    StepClock clock = default_clock();
    double alpha = step_clock_frame(&clock, 25 * MS).alpha;
    step_clock_set_time_scale(&clock, 0);
    StepFrame frame = step_clock_frame(&clock, 100 * SECOND);
    ck_assert_int_eq(frame.ticks, 0);
    ck_assert_double_eq(frame.alpha, alpha);
    ck_assert_int_eq(frame.dropped_ns, 0);
    step_clock_set_time_scale(&clock, 500);
    ck_assert_int_eq(step_clock_frame(&clock, 100 * SECOND + 100 * MS).ticks, 3);
}

TEST(start_is_idempotent)
{
    StepClock clock = default_clock();
    step_clock_frame(&clock, 100 * MS);
    step_clock_start(&clock);
    ck_assert_uint_eq(step_clock_ticks(&clock), 6);
    ck_assert_int_eq(step_clock_frame(&clock, 200 * MS).ticks, 6);
}

TEST(restart_timing_makes_the_next_frame_empty)
{
    StepClock clock = default_clock();
    double alpha = step_clock_frame(&clock, 25 * MS).alpha;
    step_clock_restart_timing(&clock);
    StepFrame frame = step_clock_frame(&clock, 30 * SECOND);
    ck_assert_int_eq(frame.ticks, 0);
    ck_assert_int_eq(frame.elapsed_ns, 0);
    ck_assert_int_eq(frame.dropped_ns, 0);
    ck_assert_double_eq(frame.alpha, alpha);
    ck_assert_int_eq(step_clock_frame(&clock, 30 * SECOND + 10 * MS).ticks, 1);
}

/* The same 20 s at 97 fps, one tick rate a run. */
TEST(picture_never_moves_backwards_at_any_tick_rate, .rounds = 3)
{
    static const int rates[] = {30, 60, 120};
    StepClockDesc desc = step_clock_desc_default();
    desc.tick_rate = rates[_i];
    StepClock clock = started_clock(&desc, 0);
    double shown_before_s = -1.0;
    for (int64_t i = 1; i <= 20 * 97; i++) {
        StepFrame frame = step_clock_frame(&clock, i * SECOND / 97);
        double shown_s = ((double)clock.ticks - 1 + frame.alpha) / desc.tick_rate;
        ck_assert(frame.alpha >= 0.0 && frame.alpha < 1.0);
        ck_assert_double_gt(shown_s, shown_before_s);
        ck_assert_double_eq_tol(shown_s, (double)i / 97 - 1.0 / desc.tick_rate, 1e-8);
        shown_before_s = shown_s;
    }
    ck_assert_uint_eq(step_clock_ticks(&clock), (uint64_t)desc.tick_rate * 20);
}

TEST(target_fps_is_moved_into_its_range)
{
    static const struct {
        int asked;
        int64_t interval_ns;
    } cases[] = {
        {0, 0},        {60, 16666667}, {144, 6944444}, {1, 50 * MS},        {-5, 50 * MS},
        {20, 50 * MS}, {1000, 1 * MS}, {1001, 1 * MS}, {INT32_MAX, 1 * MS}, {INT32_MIN, 50 * MS}};
    StepClock clock = default_clock();
    for (size_t i = 0; i < CW_ARRAY_LENGTH(cases); i++) {
        step_clock_set_target_fps(&clock, cases[i].asked);
        ck_assert_int_eq(step_clock_target_interval_ns(&clock), cases[i].interval_ns);
    }
}

TEST(settings_out_of_range_are_moved_into_it)
{
    StepClockDesc low = {0};
    StepClockDesc high = {.tick_rate = INT32_MAX,
                          .max_steps_per_frame = INT32_MAX,
                          .max_frame_ns = INT64_MAX,
                          .time_scale_thousandths = INT32_MAX,
                          .min_fps = INT32_MAX,
                          .target_fps = INT32_MAX,
                          .start_phase = INT32_MAX};
    StepClock clock;
    step_clock_init(&clock, &low);
    ck_assert_int_eq(clock.desc.tick_rate, 1);
    ck_assert_int_eq(clock.desc.max_steps_per_frame, 1);
    ck_assert_int_eq(clock.desc.max_frame_ns, 1);
    ck_assert_int_eq(clock.desc.min_fps, 1);
    step_clock_init(&clock, &high);
    ck_assert_int_eq(clock.desc.tick_rate, 1000);
    ck_assert_int_eq(clock.desc.max_frame_ns, 3600 * SECOND);
    ck_assert_int_eq(clock.desc.time_scale_thousandths, 100000);
    ck_assert_int_ge(clock.desc.max_fps, clock.desc.min_fps);
    ck_assert_int_gt(step_clock_target_interval_ns(&clock), 0);
    step_clock_start(&clock);
    ck_assert_double_lt(step_clock_frame(&clock, 0).alpha, 1.0);
}

TEST(half_a_tick_at_start_keeps_uneven_frames_at_one_tick_each)
{
    StepClockDesc desc = step_clock_desc_default();
    desc.start_phase = 500;
    StepClock clock = started_clock(&desc, 5 * SECOND);
    ck_assert_uint_eq(step_clock_ticks(&clock), 0);
    ck_assert_double_eq(step_clock_frame(&clock, 5 * SECOND).alpha, 0.5);
    for (int64_t i = 1; i <= 1000; i++) {
        int64_t noise_ns = (i * 7919 % 13 - 6) * MS;
        ck_assert_int_eq(step_clock_frame(&clock, 5 * SECOND + i * SECOND / 60 + noise_ns).ticks,
                         1);
    }
}

TEST(skipped_time_is_dropped_at_scale_unless_paused)
{
    StepClockDesc desc = step_clock_desc_default();
    desc.time_scale_thousandths = 500;
    StepClock clock = started_clock(&desc, 0);
    step_clock_skip(&clock, 10 * SECOND);
    StepFrame frame = step_clock_frame(&clock, 20 * MS);
    ck_assert_int_eq(frame.ticks, 0);
    ck_assert_double_eq_tol(frame.alpha, 0.6, 1e-12);
    ck_assert_int_eq(frame.dropped_ns, 5 * SECOND);
    ck_assert_int_eq(step_clock_running_slowly(&clock), SLOW_STALL);
    ck_assert_int_eq(step_clock_frame(&clock, 40 * MS).dropped_ns, 0);
    step_clock_pause(&clock);
    step_clock_skip(&clock, 10 * SECOND);
    ck_assert_int_eq(step_clock_frame(&clock, 60 * MS).dropped_ns, 0);
    step_clock_resume(&clock);
    ck_assert_int_eq(step_clock_frame(&clock, 80 * MS).dropped_ns, 0);
}

TEST(time_goes_on_from_an_alpha_that_was_set)
{
    StepClock clock = default_clock();
    step_clock_pause(&clock);
    step_clock_set_alpha(&clock, 0.25);
    step_clock_resume(&clock);
    StepFrame frame = step_clock_frame(&clock, SECOND);
    ck_assert_int_eq(frame.ticks, 0);
    ck_assert_double_eq(frame.alpha, 0.25);
    frame = step_clock_frame(&clock, SECOND + 25 * MS / 2);
    ck_assert_int_eq(frame.ticks, 1);
    ck_assert_double_eq(frame.alpha, 0.0);
    step_clock_set_alpha(&clock, 1);
    frame = step_clock_frame(&clock, SECOND + 25 * MS / 2);
    ck_assert_double_lt(frame.alpha, 1);
    ck_assert_int_eq(step_clock_frame(&clock, SECOND + 25 * MS / 2 + 1).ticks, 1);
    step_clock_set_alpha(&clock, -1);
    ck_assert_double_eq(step_clock_frame(&clock, SECOND + 25 * MS / 2 + 1).alpha, 0);
}

TEST(limits_can_be_raised_and_lowered)
{
    StepClock clock = default_clock();
    step_clock_set_limits(&clock, 30, SECOND);
    ck_assert_int_eq(step_clock_frame(&clock, SECOND).ticks, 30);
    step_clock_set_limits(&clock, 2, SECOND);
    ck_assert_int_eq(step_clock_frame(&clock, 2 * SECOND).ticks, 2);
    step_clock_set_limits(&clock, 0, 0);
    ck_assert_int_eq(clock.desc.max_steps_per_frame, 1);
    ck_assert_int_eq(clock.desc.max_frame_ns, 1);
}

TEST(another_tick_rate_keeps_phase_and_dropped_time)
{
    StepClockDesc desc = step_clock_desc_default();
    StepClock clock;
    step_clock_init(&clock, &desc);
    step_clock_start(&clock);
    step_clock_frame(&clock, 0);
    double alpha = step_clock_frame(&clock, 10 * SECOND + 12345678).alpha;
    int64_t dropped_ns = step_clock_dropped_ns(&clock);
    step_clock_set_tick_rate(&clock, 120);
    ck_assert_int_le(llabs(step_clock_dropped_ns(&clock) - dropped_ns), 1);
    step_clock_restart_timing(&clock);
    ck_assert_double_eq(step_clock_frame(&clock, 20 * SECOND).alpha, alpha);
    ck_assert_int_eq(step_clock_frame(&clock, 20 * SECOND + SECOND / 20).ticks, 6);
}
