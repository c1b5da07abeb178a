/* Tweens, springs and smoothing: values of the picture that move towards a target.
 *
 * All are plain values in the game's view memory, and depend on time alone, not on the frame rate.
 * For things in the world use frame->sim_s and sim_dt_s: that time stands still in a pause, is slow
 * in slow motion and runs backwards in a rewind. For menus use frame->real_s, because dt_s is 0 in
 * a pause. docs/drawing.md has examples. */
#pragma once

#include "clockwork/base.h"
CW_C_BEGIN

/* Robert Penner's easing functions: IN starts gently, OUT ends gently, IN_OUT does both. */
typedef enum CwEase {
    CW_EASE_LINEAR,
    CW_EASE_IN_QUAD,
    CW_EASE_OUT_QUAD,
    CW_EASE_IN_OUT_QUAD,
    CW_EASE_IN_CUBIC,
    CW_EASE_OUT_CUBIC,
    CW_EASE_IN_OUT_CUBIC,
    CW_EASE_IN_SINE,
    CW_EASE_OUT_SINE,
    CW_EASE_IN_OUT_SINE,
    CW_EASE_OUT_EXPO,
    CW_EASE_IN_BACK,  /* first goes below 0 */
    CW_EASE_OUT_BACK, /* overshoots 1 and comes back */
    CW_EASE_OUT_ELASTIC,
    CW_EASE_OUT_BOUNCE,
    CW_EASE_COUNT
} CwEase;

/* The part of a change that is done after `share` of its time; `share` is clamped to 0..1. */
double cw_ease(CwEase ease, double share);

/* A timed change of a value. All zero: always 0. */
typedef struct CwTween {
    double from, to;
    double start_s, length_s; /* a length of 0 is done at once */
    CwEase ease;
} CwTween;

/* The value at a time: `from` before the start, `to` after the end. */
double cw_tween(const CwTween *tween, double now_s);

/* The value of a tween that follows `to`: a new `to` starts a move of length_s from the value shown
 * now. If time is rewound to before the change, the value jumps to `to`. */
double cw_tween_to(CwTween *tween, double to, double now_s);

/* `value` moved towards `target` by 1 - e^(-dt / tau) of the way; all of it if `tau_s` is 0. */
double cw_smooth(double value, double target, double tau_s, double dt_s);

/* A value on a spring. Zero: at rest at 0. */
typedef struct CwSpring {
    double value, speed;
} CwSpring;

/* The constants of a spring. */
typedef struct CwSpringRow {
    double frequency_hz; /* frequency of the undamped spring, above 0 */
    double damping;      /* 1: fastest without overshoot; less: swings; 0: never rests */
} CwSpringRow;

/* Moves the spring towards its target for dt_s and returns the value. It moves exactly like a
 * damped spring, so a long frame can't make it explode. */
double cw_spring(CwSpring *spring, double target, const CwSpringRow *row, double dt_s);
CW_C_END
