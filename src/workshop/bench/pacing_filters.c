#include "bench/pacing.h"

#include "frame/frame_pacer.h"

#include <math.h>

static const double TICK_S = 1.0 / 60;

enum {
    GLAIEL_WINDOW = 4,
    SMOOTHING_WINDOW = 120, /* frames from which Godot's smoothing takes the rate */
    FIX_WINDOW = 12         /* frames over which Godot's jitter fix looks for whole ticks */
};

typedef struct FilterState {
    double hz; /* reported */
    int frame; /* 1 in the second frame, the first one that a filter sees */
    double recent_s[SMOOTHING_WINDOW];
    double rest_s;                                  /* smoothing: left over from whole periods */
    int least[FIX_WINDOW + 1], sum[FIX_WINDOW + 1]; /* fix: ticks in the last i frames */
    double clock_s, out_s;
    double pace_s; /* running mean */
} FilterState;

typedef double PacingFilter(FilterState *state, double dt_s);

static double raw(FilterState *state, double dt_s)
{
    (void)state;
    return dt_s;
}

/* Returns the sum of the last steps, of which this is one. */
static double sum_recent_s(FilterState *state, double dt_s, int window)
{
    double sum_s = 0;
    state->recent_s[state->frame % window] = dt_s;
    for (int i = 0; i < window; i++) {
        sum_s += state->recent_s[i];
    }
    return sum_s;
}

/* Snaps to near refreshes, then averages four (Glaiel, How to make your game run at 60fps). */
static double glaiel(FilterState *state, double dt_s)
{
    double period_s = 1 / state->hz, periods = round(dt_s / period_s);
    if (periods >= 1 && periods <= 8 && fabs(dt_s - periods * period_s) < 0.0002) {
        dt_s = periods * period_s;
    }
    for (int i = 0; i < GLAIEL_WINDOW && state->frame == 1; i++) {
        state->recent_s[i] = period_s;
    }
    return sum_recent_s(state, dt_s, GLAIEL_WINDOW) / (double)GLAIEL_WINDOW;
}

/* Whole periods of an integer rate; the rest is carried (Godot's delta smoothing). */
static double godot_smoothing(FilterState *state, double dt_s)
{
    double sum_s = sum_recent_s(state, dt_s, SMOOTHING_WINDOW);
    if (state->frame < SMOOTHING_WINDOW) {
        return dt_s;
    }
    double period_s = 1 / fmax(1, round((double)SMOOTHING_WINDOW / sum_s));
    double periods = fmax(1, round((dt_s + state->rest_s) / period_s));
    double step_s = periods * period_s;
    state->rest_s += dt_s - step_s;
    if (fabs(state->rest_s) > 4 * period_s || periods > 4) {
        step_s += state->rest_s;
        state->rest_s = 0;
    }
    return step_s;
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

/* Keeps the usual ticks a frame within half a tick of the clock (Godot's jitter fix, 0.5). */
static double godot_jitter_fix(FilterState *state, double dt_s)
{
    double low, high, before_s = state->out_s;
    state->clock_s += dt_s;
    usual_ticks(state, &low, &high);
    double out_s = fmax(before_s + low * TICK_S, fmin(state->clock_s, before_s + high * TICK_S));
    out_s = fmax(state->clock_s - TICK_S / 2, fmin(out_s, state->clock_s + TICK_S / 2));
    state->out_s = fmax(out_s, before_s);
    remember_ticks(state,
                   (int)(floor(state->out_s / TICK_S + 1e-9) - floor(before_s / TICK_S + 1e-9)));
    return state->out_s - before_s;
}

/* A running mean of about ten frames, never corrected (sokol_app). */
static double running_mean(FilterState *state, double dt_s)
{
    double shortened_s = fmin(dt_s, 0.25);
    state->pace_s = state->frame == 1 ? shortened_s : state->pace_s;
    state->pace_s += 0.1 * (shortened_s - state->pace_s);
    return state->pace_s;
}

static PacingFilter *const filters[FILTER_OURS] = {raw, glaiel, godot_smoothing, godot_jitter_fix,
                                                   running_mean};

const char *const pacing_filter_names[FILTER_COUNT] = {
    "raw clock", "Glaiel", "Godot smoothing", "Godot jitter fix", "running mean", "Clockwork"};

void pacing_filter(int filter, PacingRun *run)
{
    if (filter == FILTER_OURS) {
        FramePacer pacer;
        FramePacerDesc desc = frame_pacer_desc_default();
        desc.refresh_hz = run->reported_hz;
        frame_pacer_init(&pacer, &desc);
        for (int i = 0; i < run->count; i++) {
            run->shown_ns[i] = frame_pacer_frame(&pacer, run->clock_ns[i]);
            run->dropped_ns[i] = (int64_t)pacer.skipped_ns;
        }
        return;
    }
    FilterState state = {.hz = run->reported_hz > 0 ? run->reported_hz : 60};
    run->shown_ns[0] = run->dropped_ns[0] = 0;
    for (int i = 1; i < run->count; i++) {
        /* A clock that steps back takes no step. */
        double dt_s = fmax(0, (double)(run->clock_ns[i] - run->clock_ns[i - 1]) * 1e-9);
        state.frame = i;
        double step_s = fmax(0, filters[filter](&state, dt_s));
        run->shown_ns[i] = run->shown_ns[i - 1] + llround(step_s * 1e9);
        run->dropped_ns[i] = 0;
    }
}
