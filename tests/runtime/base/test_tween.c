/* Easings, tweens, smoothing and springs: ends, shapes, and no trace of the frame rate. */
#include "clockwork/tween.h"

#include "support/test.h"

static const int rates[] = {30, 60, 144, 1000};

TEST(every_easing_goes_from_0_to_1_and_stays_there, .rounds = CW_EASE_COUNT)
{
    CwEase ease = (CwEase)_i;
    ck_assert_double_eq(cw_ease(ease, -1), 0);
    ck_assert_double_eq(cw_ease(ease, 0), 0);
    ck_assert_double_eq(cw_ease(ease, 1), 1);
    ck_assert_double_eq(cw_ease(ease, 2), 1);
    for (int i = 0; i < 1000; i++) { /* without a jump */
        double step = cw_ease(ease, (i + 1) * 1e-3) - cw_ease(ease, i * 1e-3);
        ck_assert_double_lt(fabs(step), 0.02);
    }
}

TEST(in_is_slow_at_first_and_out_at_last)
{
    ck_assert_double_lt(cw_ease(CW_EASE_IN_CUBIC, 0.5), 0.2);
    ck_assert_double_gt(cw_ease(CW_EASE_OUT_CUBIC, 0.5), 0.8);
    ck_assert_double_eq_tol(cw_ease(CW_EASE_IN_OUT_QUAD, 0.5), 0.5, 1e-12);
    ck_assert_double_gt(cw_ease(CW_EASE_OUT_BACK, 0.7), 1.05);
    ck_assert_double_lt(cw_ease(CW_EASE_IN_BACK, 0.3), -0.05);
}

TEST(a_tween_holds_its_ends)
{
    const CwTween tween = {.from = 2, .to = 6, .start_s = 1, .length_s = 2};
    ck_assert_double_eq(cw_tween(&tween, 0), 2);
    ck_assert_double_eq(cw_tween(&tween, 2), 4);
    ck_assert_double_eq(cw_tween(&tween, 9), 6);
    ck_assert_double_eq(cw_tween(&(CwTween){.to = 3}, 0), 3); /* takes no time */
}

TEST(a_tween_with_a_new_target_starts_from_the_shown_value)
{
    CwTween score = {.length_s = 1};
    ck_assert_double_eq(cw_tween_to(&score, 10, 5), 0);
    ck_assert_double_eq(cw_tween_to(&score, 10, 5.5), 5);
    ck_assert_double_eq(cw_tween_to(&score, 20, 5.5), 5); /* another target on the way */
    ck_assert_double_eq(cw_tween_to(&score, 20, 6), 12.5);
    ck_assert_double_eq(cw_tween_to(&score, 20, 6), 12.5);             /* a pause */
    ck_assert_double_eq_tol(cw_tween_to(&score, 20, 5.6), 6.5, 1e-12); /* a rewind */
    ck_assert_double_eq(cw_tween_to(&score, 10, 5.2), 20);             /* ... past the change */
    ck_assert_double_eq(cw_tween_to(&score, 10, 5.1), 10);
}

TEST(smoothing_does_not_depend_on_the_frame_rate, .rounds = CW_ARRAY_LENGTH(rates))
{
    double value = 1;
    for (int i = 0; i < rates[_i]; i++) {
        value = cw_smooth(value, 5, 0.5, 1.0 / rates[_i]);
    }
    ck_assert_double_eq_tol(value, 5 - 4 * exp(-2), 1e-9);
    ck_assert_double_eq(cw_smooth(1, 5, 0, 0.01), 5);
    ck_assert_double_eq(cw_smooth(1, 5, 0.5, 0), 1);
}

TEST(springs_do_not_depend_on_the_frame_rate, .rounds = CW_ARRAY_LENGTH(rates))
{
    const double dampings[] = {0, 0.3, 1, 2.5};
    for (size_t k = 0; k < CW_ARRAY_LENGTH(dampings); k++) {
        const CwSpringRow row = {2, dampings[k]};
        CwSpring frames = {.speed = 1}, once = {.speed = 1};
        for (int i = 0; i < rates[_i]; i++) {
            cw_spring(&frames, 3, &row, 1.0 / rates[_i]);
        }
        cw_spring(&once, 3, &row, 1);
        ck_assert_double_eq_tol(frames.value, once.value, 1e-9);
        ck_assert_double_eq_tol(frames.speed, once.speed, 1e-8);
    }
}

static const double dampings[] = {0.2, 1, 1.8};

TEST(a_spring_moves_as_its_equation_says, .rounds = CW_ARRAY_LENGTH(dampings))
{
    const CwSpringRow row = {1.5, dampings[_i]};
    const double w = 2 * 3.14159265358979 * row.frequency_hz, dt_s = 1e-6;
    CwSpring spring = {0};
    double x = -2, v = 0;
    for (int i = 0; i < 300000; i++) {
        v += (-w * w * x - 2 * row.damping * w * v) * dt_s;
        x += v * dt_s;
    }
    ck_assert_double_eq_tol(cw_spring(&spring, 2, &row, 0.3), 2 + x, 1e-4);
    ck_assert_double_eq_tol(spring.speed, v, 1e-3);
}

TEST(a_long_frame_brings_a_spring_to_rest)
{
    CwSpring stiff = {.speed = 100};
    ck_assert_double_eq_tol(cw_spring(&stiff, 1, &(CwSpringRow){50, 30}, 1000), 1, 1e-9);
    ck_assert_double_eq_tol(stiff.speed, 0, 1e-9);
}
