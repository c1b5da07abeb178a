#include "bench/pacing.h"

#include "clockwork/base.h"

#include <math.h>

static const double TICK_S = 1.0 / 60;

void pacing_filter_begin(FilterState *state, double reported_hz)
{
    FramePacerDesc desc = frame_pacer_desc_default();
    desc.refresh_hz = reported_hz;
    *state = (FilterState){.hz = reported_hz > 0 ? reported_hz : 60};
    frame_pacer_init(&state->pacer, &desc);
}

/* The plain difference of readings: none in the first frame, and none when the clock steps back. */
static double delta_s(FilterState *state, int64_t clock_ns)
{
    int64_t delta_ns = state->frame_count++ > 0 ? clock_ns - state->last_ns : 0;
    state->last_ns = clock_ns;
    return delta_ns > 0 ? (double)delta_ns * 1e-9 : 0;
}

static int64_t show(FilterState *state, double step_s)
{
    state->shown_ns += llround(fmax(0, step_s) * 1e9);
    return state->shown_ns;
}

static int64_t raw(FilterState *state, int64_t clock_ns)
{
    return show(state, delta_s(state, clock_ns));
}

/* Snaps deltas near whole refreshes, then averages four (Glaiel, How to make your game run at
 * 60fps). */
static int64_t glaiel(FilterState *state, int64_t clock_ns)
{
    double dt_s = delta_s(state, clock_ns), period_s = 1 / state->hz, sum_s = 0;
    double periods = round(dt_s / period_s);
    if (periods >= 1 && periods <= 8 && fabs(dt_s - periods * period_s) < 0.0002) {
        dt_s = periods * period_s;
    }
    for (int i = 0; i < GLAIEL_WINDOW && state->frame_count == 1; i++) {
        state->recent_s[i] = period_s;
    }
    state->recent_s[state->frame_count % GLAIEL_WINDOW] = dt_s;
    for (int i = 0; i < GLAIEL_WINDOW; i++) {
        sum_s += state->recent_s[i];
    }
    return show(state, state->frame_count == 1 ? 0 : sum_s / (double)GLAIEL_WINDOW);
}

/* Whole periods of an integer frame rate; what is left over is carried (Godot's delta smoothing).
 */
static int64_t godot_smoothing(FilterState *state, int64_t clock_ns)
{
    double dt_s = delta_s(state, clock_ns), sum_s = 0;
    state->recent_s[state->frame_count % SMOOTHING_WINDOW] = dt_s;
    if (state->frame_count <= SMOOTHING_WINDOW) {
        return show(state, dt_s);
    }
    for (int i = 0; i < SMOOTHING_WINDOW; i++) {
        sum_s += state->recent_s[i];
    }
    double period_s = 1 / fmax(1, round((double)SMOOTHING_WINDOW / sum_s));
    double periods = fmax(1, round((dt_s + state->rest_s) / period_s));
    double step_s = periods * period_s;
    state->rest_s += dt_s - step_s;
    if (fabs(state->rest_s) > 4 * period_s || periods > 4) {
        step_s += state->rest_s;
        state->rest_s = 0;
    }
    return show(state, step_s);
}

/* The range of ticks a frame that explains the last frames best. */
static void usual_ticks(const FilterState *state, double *low, double *high)
{
    *low = state->least[1];
    *high = *low + 1;
    for (int i = 2; i <= FIX_WINDOW; i++) {
        double lowest = (double)state->least[i] / i;
        double highest = (double)(state->least[i] + 1) / i;
        if (lowest > *high || highest < *low) {
            return;
        }
        *low = fmax(*low, lowest);
        *high = fmin(*high, highest);
    }
}

static void remember_ticks(FilterState *state, int ticks)
{
    for (int i = FIX_WINDOW; i >= 1; i--) {
        state->sum[i] = state->sum[i - 1] + ticks; /* sum[0] is always 0 */
        if (state->sum[i] < state->least[i]) {
            state->least[i] = state->sum[i];
        } else if (state->sum[i] > state->least[i] + 1) {
            state->least[i] = state->sum[i] - 1;
        }
    }
}

/* Bends the step to what the usual number of ticks a frame allows, while the time shown stays
 * within half a tick of the clock (Godot's physics jitter fix, 0.5). */
static int64_t godot_jitter_fix(FilterState *state, int64_t clock_ns)
{
    double low, high;
    state->clock_s += delta_s(state, clock_ns);
    if (state->frame_count == 1) {
        return show(state, 0);
    }
    usual_ticks(state, &low, &high);
    double before_s = state->out_s, out_s = state->clock_s;
    out_s = fmax(before_s + low * TICK_S, fmin(out_s, before_s + high * TICK_S));
    out_s = fmax(state->clock_s - TICK_S / 2, fmin(out_s, state->clock_s + TICK_S / 2));
    out_s = fmax(out_s, before_s);
    remember_ticks(state, (int)(floor(out_s / TICK_S + 1e-9) - floor(before_s / TICK_S + 1e-9)));
    state->out_s = out_s;
    return show(state, out_s - before_s);
}

/* A running mean of about ten frames, never corrected (sokol_app). */
static int64_t running_mean(FilterState *state, int64_t clock_ns)
{
    double dt_s = fmin(delta_s(state, clock_ns), 0.25);
    if (state->frame_count == 1) {
        return show(state, 0);
    }
    if (state->frame_count == 2) {
        state->pace_s = dt_s;
    }
    state->pace_s += 0.1 * (dt_s - state->pace_s);
    return show(state, state->pace_s);
}

static int64_t ours(FilterState *state, int64_t clock_ns)
{
    return frame_pacer_frame(&state->pacer, clock_ns);
}

const PacingFilter pacing_filters[FILTER_COUNT] = {
    [FILTER_RAW] = {"raw clock", raw},
    [FILTER_GLAIEL] = {"Glaiel", glaiel},
    [FILTER_SMOOTHING] = {"Godot smoothing", godot_smoothing},
    [FILTER_JITTER_FIX] = {"Godot jitter fix", godot_jitter_fix},
    [FILTER_MEAN] = {"running mean", running_mean},
    [FILTER_OURS] = {"Clockwork", ours},
};
