#include "clockwork/tween.h"

#include "base/report.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

/* ---- easings: from a share of the time, 0 to 1, to a share of the change ---- */

static double ease_out_bounce(double t)
{
    const double height = 7.5625, length = 2.75;
    double middle = t < 1 / length ? 0 : t < 2 / length ? 1.5 : t < 2.5 / length ? 2.25 : 2.625;
    double away = t - middle / length;
    double floor = middle == 0 ? 0 : middle == 1.5 ? 0.75 : middle == 2.25 ? 0.9375 : 0.984375;
    return height * away * away + floor;
}

/* Eases in during the first half, and mirrors it in the second. */
static double ease_in_out_power(double t, int power)
{
    double half = pow(2 * fmin(t, 1 - t), power) / 2;
    return t < 0.5 ? half : 1 - half;
}

/* Swings back by a tenth of the way first. */
static double ease_in_back(double t)
{
    const double over = 1.70158;
    return t * t * ((over + 1) * t - over);
}

double cw_ease(CwEase ease, double share)
{
    double t = fmin(fmax(share, 0), 1), left = 1 - t;
    if (t == 0 || t == 1) {
        return t;
    }
    switch (ease) {
    case CW_EASE_LINEAR:
        return t;
    case CW_EASE_IN_QUAD:
        return t * t;
    case CW_EASE_OUT_QUAD:
        return 1 - left * left;
    case CW_EASE_IN_OUT_QUAD:
        return ease_in_out_power(t, 2);
    case CW_EASE_IN_CUBIC:
        return t * t * t;
    case CW_EASE_OUT_CUBIC:
        return 1 - left * left * left;
    case CW_EASE_IN_OUT_CUBIC:
        return ease_in_out_power(t, 3);
    case CW_EASE_IN_SINE:
        return 1 - cos(t * PI / 2);
    case CW_EASE_OUT_SINE:
        return sin(t * PI / 2);
    case CW_EASE_IN_OUT_SINE:
        return (1 - cos(t * PI)) / 2;
    case CW_EASE_OUT_EXPO:
        return 1 - pow(2, -10 * t);
    case CW_EASE_IN_BACK:
        return ease_in_back(t);
    case CW_EASE_OUT_BACK:
        return 1 - ease_in_back(left);
    case CW_EASE_OUT_ELASTIC:
        return pow(2, -10 * t) * sin((t * 10 - 0.75) * 2 * PI / 3) + 1;
    case CW_EASE_OUT_BOUNCE:
        return ease_out_bounce(t);
    case CW_EASE_COUNT:
        break;
    }
    return t;
}

/* ---- tweens ---- */

double cw_tween(const CwTween *tween, double now_s)
{
    double age_s = now_s - tween->start_s;
    double share = tween->length_s > 0 ? age_s / tween->length_s : age_s >= 0;
    return tween->from + (tween->to - tween->from) * cw_ease(tween->ease, share);
}

double cw_tween_to(CwTween *tween, double to, double now_s)
{
    if (now_s < tween->start_s) { /* time ran backwards past the change */
        tween->from = tween->to;
        tween->start_s = now_s;
    }
    if (to != tween->to) {
        tween->from = cw_tween(tween, now_s);
        tween->to = to;
        tween->start_s = now_s;
    }
    return cw_tween(tween, now_s);
}

/* ---- springs and smoothing ---- */

double cw_smooth(double value, double target, double tau_s, double dt_s)
{
    double left = tau_s > 0 ? exp(-fmax(0, dt_s) / tau_s) : 0;
    return target + (value - target) * left;
}

/* Solves x'' = -w^2 x - 2 d w x' exactly: critically damped, else damped less or more. */
double cw_spring(CwSpring *spring, double target, const CwSpringRow *row, double dt_s)
{
    ASSERT_NUMBER(row->frequency_hz, row->frequency_hz > 0, "Give a spring a frequency above 0.");
    double w = 2 * PI * row->frequency_hz, d = fmax(0, row->damping), t = fmax(0, dt_s);
    double x = spring->value - target, v = spring->speed;
    double decay = exp(-d * w * t), rate = w * sqrt(fabs(1 - d * d));
    if (rate * t < 1e-6) { /* critical damping; also exact enough for short times */
        double b = v + d * w * x;
        x = decay * (x + b * t);
        v = decay * b - d * w * x;
    } else {
        double early = exp((rate - d * w) * t) / 2, late = exp(-(rate + d * w) * t) / 2;
        double even = d < 1 ? decay * cos(rate * t) : early + late;
        double odd = d < 1 ? decay * sin(rate * t) : early - late;
        double b = (v + d * w * x) / rate, sign = d < 1 ? -1 : 1;
        double speed = (sign * x * odd + b * even) * rate;
        x = x * even + b * odd;
        v = speed - d * w * x;
    }
    spring->value = target + x;
    spring->speed = v;
    return spring->value;
}
