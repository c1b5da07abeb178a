#include "frame/frame_pacer.h"

#include "frame/step_clock.h"
#include "support/expect.h"
#include "support/jitter.h"

/* The frame pacer by itself: odd readings, events, drift, beats. */

static const int64_t second_ns = 1000000000, period_ns = 16666667;
static FramePacer pacer;
static int64_t clock_ns, shown_ns;

static void set_up_at(double refresh_hz)
{
    frame_pacer_init(&pacer, refresh_hz);
    clock_ns = second_ns;
    shown_ns = frame_pacer_frame(&pacer, clock_ns);
}

SET_UP()
{
    set_up_at(60);
}

/* Shows one more frame, after dt_ns of the clock; returns the step. */
static int64_t step(int64_t dt_ns)
{
    clock_ns += dt_ns;
    int64_t before_ns = shown_ns;
    shown_ns = frame_pacer_frame(&pacer, clock_ns);
    ck_assert_int_ge(shown_ns, before_ns);
    return shown_ns - before_ns;
}

static int64_t run_frames(int count, int64_t dt_ns)
{
    int64_t last_ns = 0;
    for (int i = 0; i < count; i++) {
        last_ns = step(dt_ns);
    }
    return last_ns;
}

static void expect_usual(int64_t step_ns)
{
    ck_assert_int_le(llabs(step_ns - period_ns), 30000);
}

/* Frames of this length are shown as such, but for a 20th. */
static void expect_even_frames(int count, int64_t even_ns)
{
    for (int i = 0; i < count; i++) {
        ck_assert_int_le(llabs(step(even_ns) - even_ns), even_ns / 20);
    }
}

TEST(an_hour_at_59_94_hz_does_not_drift)
{
    CwRng rng = seeded_rng(1, 2);
    const double even_ns = 1001e9 / 60000;
    const int64_t frames = 215784, settled = 300;
    double offset_ns = 0, worst_ns = 0;
    for (int64_t i = 1; i <= frames; i++) {
        double display_ns = 1e9 + (double)i * even_ns;
        step(llround(display_ns + 3e5 * jitter(&rng)) - clock_ns);
        double off_ns = (double)shown_ns - display_ns;
        offset_ns = i == settled ? off_ns : offset_ns;
        worst_ns = i < settled ? 0 : fmax(worst_ns, fabs(off_ns - offset_ns));
    }
    ck_assert_double_lt(worst_ns, 1e6);
}

TEST(sixty_frames_on_sixty_ticks_have_no_beats)
{
    CwRng rng = seeded_rng(1, 3);
    StepClock clock;
    StepClockDesc desc = step_clock_desc_default();
    step_clock_init(&clock, &desc);
    step_clock_set_alpha(&clock, 0.5);
    step_clock_frame(&clock, shown_ns);
    for (int64_t i = 1; i < 10000; i++) {
        int64_t late_ns = llround(2e6 * jitter(&rng));
        step(second_ns + i * second_ns / 60 + late_ns - clock_ns);
        int ticks = step_clock_frame(&clock, shown_ns).ticks;
        ck_assert_int_eq(ticks, 1);
    }
}

TEST(a_reading_that_is_early_or_the_same_is_made_up_for)
{
    run_frames(300, period_ns);
    int64_t before_ns = shown_ns;
    step(-1000000);
    step(0);
    run_frames(60, period_ns);
    ck_assert_uint_eq(pacer.backward_count, 1);
    ck_assert_uint_eq(pacer.frozen_count, 1);
    int64_t read_ns = 60 * period_ns - 1000000;
    ck_assert_int_le(llabs(shown_ns - before_ns - read_ns), period_ns);
}

TEST(any_readings_at_all_leave_time_finite_and_forward)
{
    static const int64_t odd_ns[] = {0, 1, -1, INT64_MAX, INT64_MIN, INT64_MAX / 2, INT64_MIN / 2};
    CwRng rng = seeded_rng(1, 4);
    for (int i = 0; i < 200000; i++) {
        uint32_t dice = cw_rng_below(&rng, 1000);
        int64_t ordinary_ns = (int64_t)i * period_ns + cw_rng_below(&rng, 3000000);
        if (dice == 0) {
            frame_pacer_skip(&pacer);
        } else if (dice < 3) {
            frame_pacer_hold(&pacer);
        } else if (dice < 5) {
            frame_pacer_set_refresh(&pacer, cw_rng_below(&rng, 400));
        } else if (dice < 8) {
            pacer.mode = dice == 7 ? PACING_RAW : PACING_GRID;
        }
        int64_t reading_ns = dice > 990 ? odd_ns[cw_rng_below(&rng, 7)] : ordinary_ns;
        int64_t before_ns = shown_ns;
        shown_ns = frame_pacer_frame(&pacer, reading_ns);
        ck_assert_int_ge(shown_ns, before_ns);
        ck_assert(isfinite(pacer.lag_ns) && isfinite(pacer.line.error_ns));
        ck_assert(isfinite(pacer.length.pace_ns) && isfinite(pacer.line.period_ns));
    }
}

TEST(an_announced_stall_that_did_not_come_excuses_no_later_one)
{
    run_frames(300, period_ns);
    frame_pacer_skip(&pacer);
    step(period_ns - 1000);
    ck_assert_int_gt(step(second_ns), second_ns / 2);
}

TEST(after_a_restart_the_next_frame_takes_no_step)
{
    run_frames(300, 6 * period_ns); /* a slow menu */
    frame_pacer_set_refresh(&pacer, 60);
    frame_pacer_hold(&pacer);
    ck_assert_int_eq(step(6 * period_ns), 0);
    for (int i = 0; i < 60; i++) {
        expect_usual(step(period_ns));
    }
}

TEST(another_refresh_rate_is_followed_within_some_frames)
{
    static const double rates_hz[] = {144, 60, 59.94, 240, 30};
    run_frames(300, period_ns);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rates_hz); i++) {
        int64_t even_ns = llround(1e9 / rates_hz[i]);
        run_frames(4, even_ns);
        expect_even_frames(100, even_ns);
    }
}

TEST(a_wrong_or_missing_reported_rate_matters_for_some_frames_only)
{
    static const double reported_hz[] = {0, NAN, -5, 1e9, 144, 59};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(reported_hz); i++) {
        set_up_at(reported_hz[i]);
        run_frames(3, period_ns);
        expect_even_frames(100, period_ns);
    }
}

TEST(a_missed_vblank_is_caught_up_with_at_once)
{
    run_frames(300, period_ns);
    int64_t gap_ns = clock_ns - shown_ns;
    ck_assert_int_le(llabs(step(2 * period_ns) - 2 * period_ns), 30000);
    ck_assert_int_le(llabs(clock_ns - shown_ns - gap_ns), 100000);
}

/* A loop that was late gains half a frame with each frame, while a queue feeds the display evenly.
 */
static void learn_that_a_queue_absorbs(void)
{
    run_frames(300, period_ns);
    step(period_ns * 5 / 2);
    run_frames(3, period_ns / 2);
    run_frames(300, period_ns);
}

TEST(behind_a_queue_a_late_reading_that_stays_is_time_after_three_frames)
{
    learn_that_a_queue_absorbs();
    int64_t gap_ns = clock_ns - shown_ns;
    for (int i = 0; i < 3; i++) {
        expect_usual(step(i == 0 ? 2 * period_ns : period_ns));
    }
    ck_assert_int_gt(step(period_ns), period_ns * 19 / 10);
    run_frames(100, period_ns);
    ck_assert_int_le(llabs(clock_ns - shown_ns - gap_ns), 100000);
}

TEST(a_stall_longer_than_any_queue_is_shown_at_once)
{
    learn_that_a_queue_absorbs();
    ck_assert_int_gt(step(second_ns / 2), second_ns * 49 / 100);
}

TEST(raw_is_the_clock_as_it_reads)
{
    static const int64_t steps_ns[] = {16000000, 0, 18000001, 7, 3600000000000, 16666667};
    pacer.mode = PACING_RAW;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(steps_ns); i++) {
        ck_assert_int_eq(step(steps_ns[i]), steps_ns[i]);
    }
    ck_assert_int_eq(step(-5000000), 0);
    ck_assert_int_eq(step(16000000), 16000000);
    ck_assert_double_eq(pacer.skipped_ns, 0);
}
