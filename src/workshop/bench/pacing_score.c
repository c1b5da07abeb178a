#include "bench/pacing.h"

#include "clockwork/base.h"

#include <math.h>
#include <stdlib.h>

static const double WARM_UP_S = 5, WARM_UP_SHARE = 0.25;
static const double BAD = 0.05;  /* of a display step */
static const double CUT_S = 1.2; /* around stalls there is no mean to compare with */
enum { GOOD_FRAMES = 30, WINDOW_MIN = 8, WINDOW_MAX = 400 };

static double displayed_s(const PacingRun *run, int frame)
{
    return (double)(run->display_ns[frame] - run->display_ns[0]) * 1e-9;
}

static double display_step_s(const PacingRun *run, int frame)
{
    return (double)(run->display_ns[frame] - run->display_ns[frame - 1]) * 1e-9;
}

static double error_s(const PacingRun *run, int frame)
{
    double shown_step_s = (double)(run->shown_ns[frame] - run->shown_ns[frame - 1]) * 1e-9;
    return fabs(shown_step_s - display_step_s(run, frame));
}

static double phase_s(const PacingRun *run, int frame)
{
    return (double)run->shown_ns[frame] * 1e-9 - displayed_s(run, frame);
}

/* No filter can foresee the steps into and out of a stall. */
static bool in_stall(const PacingRun *run, int frame)
{
    for (int i = 0; i < run->mark_count; i++) {
        int since = frame - run->marks[i].frame;
        if (run->marks[i].kind == MARK_STALL && (since == 0 || since == 1)) {
            return true;
        }
    }
    return false;
}

static bool is_near_cut(const PacingRun *run, int frame)
{
    for (int i = 0; i < run->mark_count; i++) {
        double off_s = displayed_s(run, frame) - displayed_s(run, run->marks[i].frame);
        if (run->marks[i].kind != MARK_NEW_RATE && fabs(off_s) < CUT_S) {
            return true;
        }
    }
    return false;
}

static void score_errors(const PacingRun *run, int first, PacingScore *score)
{
    int count = 0, bad_count = 0;
    for (int i = 1; i < run->count; i++) {
        score->backward_count += run->shown_ns[i] < run->shown_ns[i - 1];
        if (i >= first && !in_stall(run, i)) {
            count++;
            score->error_ms += 1e3 * error_s(run, i);
            bad_count += error_s(run, i) > BAD * display_step_s(run, i);
        }
    }
    score->error_ms /= count;
    score->bad_percent = 100.0 * bad_count / count;
}

static double score_phase_ms(const PacingRun *run, int first)
{
    const int count = run->count - first;
    double *sums_s = malloc((size_t)(run->count + 1) * sizeof *sums_s), squares = 0;
    CW_ASSERT(sums_s != NULL, "free memory for a score of half a megabyte");
    double frames_a_second = (run->count - 1) / displayed_s(run, run->count - 1);
    const int half = (int)fmax(WINDOW_MIN, fmin(WINDOW_MAX, frames_a_second)) / 2;
    int used_count = 0;
    sums_s[0] = 0;
    for (int i = 0; i < count; i++) {
        sums_s[i + 1] = sums_s[i] + phase_s(run, first + i);
    }
    for (int i = half; i < count - half; i++) {
        if (!is_near_cut(run, first + i)) {
            double mean_s = (sums_s[i + half] - sums_s[i - half]) / (2 * half);
            squares += pow(phase_s(run, first + i) - mean_s, 2);
            used_count++;
        }
    }
    free(sums_s);
    return used_count > 0 ? 1e3 * sqrt(squares / used_count) : 0;
}

/* Seconds from a frame to the first of enough good ones in a row. */
static double settle_s(const PacingRun *run, int from)
{
    int good_count = 0;
    for (int i = from > 0 ? from : 1; i < run->count; i++) {
        double step_s = display_step_s(run, i);
        good_count = error_s(run, i) <= BAD * step_s ? good_count + 1 : 0;
        if (good_count == GOOD_FRAMES) {
            double since_s = displayed_s(run, i) - displayed_s(run, from);
            return fmax(0, since_s - (double)GOOD_FRAMES * step_s);
        }
    }
    return INFINITY;
}

PacingScore pacing_score(const PacingRun *run)
{
    PacingScore score = {0};
    const int last = run->count - 1;
    double length_s = (double)(run->clock_ns[last] - run->clock_ns[0]) * 1e-9;
    int first = 1;
    while (displayed_s(run, first) < fmin(WARM_UP_S, WARM_UP_SHARE * length_s)) {
        first++;
    }
    score_errors(run, first, &score);
    score.phase_ms = score_phase_ms(run, first);
    for (int i = 0; i < run->mark_count; i++) {
        score.resync_s = fmax(score.resync_s, settle_s(run, run->marks[i].frame));
    }
    score.drift_ms = 1e3 * (phase_s(run, last) - phase_s(run, first)) +
                     (double)(run->dropped_ns[last] - run->dropped_ns[first]) * 1e-6;
    return score;
}
