#include "bench/pacing_score.h"

#include "base/stats.h"
#include "clockwork/base.h"

#include <math.h>
#include <stdlib.h>

static const double WARM_UP_S = 5, WARM_UP_SHARE = 0.25;
static const double BAD = 0.05;  /* of a display step */
static const double CUT_S = 1.2; /* around stalls there is no mean to compare with */
enum { GOOD_FRAMES = 30, WINDOW_MIN = 8, WINDOW_MAX = 400 };

typedef struct Scoring {
    const PacingTrace *trace;
    const PacingRun *run;
    int first; /* frame after the warm-up */
} Scoring;

static double displayed_s(const PacingTrace *trace, int frame)
{
    return (double)(trace->frames[frame].display_ns - trace->frames[0].display_ns) * 1e-9;
}

static double display_step_s(const Scoring *scoring, int frame)
{
    return displayed_s(scoring->trace, frame) - displayed_s(scoring->trace, frame - 1);
}

static double error_s(const Scoring *scoring, int frame)
{
    const int64_t *shown_ns = scoring->run->shown_ns;
    double shown_step_s = (double)(shown_ns[frame] - shown_ns[frame - 1]) * 1e-9;
    return shown_step_s - display_step_s(scoring, frame);
}

/* The steps into and out of a stall are nobody's fault. */
static bool in_stall(const PacingTrace *trace, int frame)
{
    for (int i = 0; i < trace->mark_count; i++) {
        const PacingMark *mark = &trace->marks[i];
        if (mark->kind == PACING_STALL && (frame == mark->frame || frame == mark->frame + 1)) {
            return true;
        }
    }
    return false;
}

static void score_errors(const Scoring *scoring, PacingScore *score)
{
    int count = 0, bad_count = 0;
    double sum_s = 0;
    for (int i = 1; i < scoring->trace->count; i++) {
        double size_s = fabs(error_s(scoring, i));
        score->backward_count += scoring->run->shown_ns[i] < scoring->run->shown_ns[i - 1];
        if (i < scoring->first || in_stall(scoring->trace, i)) {
            continue;
        }
        count++;
        sum_s += size_s;
        bad_count += size_s > BAD * display_step_s(scoring, i);
    }
    score->error_ms = 1e3 * sum_s / count;
    score->bad_percent = 100.0 * bad_count / count;
}

static double *numbers(int count)
{
    double *block = malloc((size_t)count * sizeof *block);
    CW_ASSERT(block != NULL, "free memory for a score of some megabytes");
    return block;
}

/* Half of the frames that a second holds. */
static int half_window(const Scoring *scoring)
{
    int count = scoring->trace->count - 1;
    double *steps_s = numbers(count);
    for (int i = 0; i < count; i++) {
        steps_s[i] = display_step_s(scoring, i + 1);
    }
    double window = 1 / stats_quantile(steps_s, count, 0.5);
    free(steps_s);
    return (int)fmax(WINDOW_MIN, fmin(WINDOW_MAX, window)) / 2;
}

static bool near_cut(const PacingTrace *trace, int frame)
{
    double at_s = displayed_s(trace, frame);
    for (int i = 0; i < trace->mark_count; i++) {
        const PacingMark *mark = &trace->marks[i];
        bool cuts = mark->kind == PACING_STALL || mark->kind == PACING_SETBACK;
        if (cuts && fabs(at_s - displayed_s(trace, mark->frame)) < CUT_S) {
            return true;
        }
    }
    return false;
}

static double phase_s(const Scoring *scoring, int frame)
{
    return (double)scoring->run->shown_ns[frame] * 1e-9 - displayed_s(scoring->trace, frame);
}

static double score_phase_ms(const Scoring *scoring)
{
    const int first = scoring->first, count = scoring->trace->count - first;
    const int half = half_window(scoring);
    double *sums_s = numbers(count + 1), squares = 0;
    int used_count = 0;
    sums_s[0] = 0;
    for (int i = 0; i < count; i++) {
        sums_s[i + 1] = sums_s[i] + phase_s(scoring, first + i);
    }
    for (int i = half; i < count - half; i++) {
        if (near_cut(scoring->trace, first + i)) {
            continue;
        }
        double mean_s = (sums_s[i + half] - sums_s[i - half]) / (2 * half);
        double off_s = phase_s(scoring, first + i) - mean_s;
        squares += off_s * off_s;
        used_count++;
    }
    free(sums_s);
    return used_count > 0 ? 1e3 * sqrt(squares / used_count) : 0;
}

/* Seconds from a frame to the first of enough good ones in a row. */
static double settle_s(const Scoring *scoring, int from)
{
    int good_count = 0;
    for (int i = from > 0 ? from : 1; i < scoring->trace->count; i++) {
        double step_s = display_step_s(scoring, i);
        bool good = fabs(error_s(scoring, i)) <= BAD * step_s;
        good_count = good ? good_count + 1 : 0;
        if (good_count == GOOD_FRAMES) {
            double since_s = displayed_s(scoring->trace, i) - displayed_s(scoring->trace, from);
            return fmax(0, since_s - (double)GOOD_FRAMES * step_s);
        }
    }
    return INFINITY;
}

static double score_resync_s(const Scoring *scoring)
{
    double longest_s = 0;
    for (int i = 0; i < scoring->trace->mark_count; i++) {
        const PacingMark *mark = &scoring->trace->marks[i];
        if (mark->kind != PACING_MISS) {
            longest_s = fmax(longest_s, settle_s(scoring, mark->frame));
        }
    }
    return longest_s;
}

static double score_drift_ms(const Scoring *scoring)
{
    const int first = scoring->first, last = scoring->trace->count - 1;
    int64_t dropped_ns = scoring->run->dropped_ns[last] - scoring->run->dropped_ns[first];
    double phase_ms = 1e3 * (phase_s(scoring, last) - phase_s(scoring, first));
    return phase_ms + (double)dropped_ns * 1e-6;
}

PacingScore pacing_score(const PacingTrace *trace, const PacingRun *run)
{
    PacingScore score = {0};
    Scoring scoring = {trace, run, 1};
    const PacingFrame *frames = trace->frames;
    double length_s = (double)(frames[trace->count - 1].clock_ns - frames[0].clock_ns) * 1e-9;
    double warm_up_s = fmin(WARM_UP_S, WARM_UP_SHARE * length_s);
    while (displayed_s(trace, scoring.first) < warm_up_s) {
        scoring.first++;
    }
    score_errors(&scoring, &score);
    score.phase_ms = score_phase_ms(&scoring);
    score.resync_s = score_resync_s(&scoring);
    score.drift_ms = score_drift_ms(&scoring);
    return score;
}
