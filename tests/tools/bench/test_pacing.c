#include "bench/bench_pacing.h"
#include "bench/pacing_filters.h"
#include "bench/pacing_score.h"

#include "clockwork/base.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

/* How evenly time is shown, over the project's own families of traces: regression bounds for ours,
 * and ours against the plain loop and a usual filter. `clockwork bench pacing` prints it all. */

static int find_filter(const char *name)
{
    for (int i = 0; i < pacing_filter_count; i++) {
        if (strcmp(pacing_filters[i].name, name) == 0) {
            return i;
        }
    }
    ck_abort_msg("no filter %s", name);
}

static PacingResult measure(const char *name)
{
    return pacing_measure(find_filter(name), 1);
}

static PacingResult ours;

static int measure_ours(void)
{
    ours = measure("Clockwork");
    return 1;
}

FIXTURE(.prepare = measure_ours, .timeout_s = 120);

/* Drift counts where a display's rate is fixed,
 * the search for the grid where there are changes. */
static const struct {
    const char *behaviour;
    PacingGroup group;
    int least_trace_count;
    double error_ms, bad_percent, phase_ms, drift_ms, resync_s;
} bounds[] = {
    {"fixed rates are shown evenly", PACING_FIXED, 40, 0.012, 0.05, 0.12, 6, INFINITY},
    {"missed vblanks cost little more than they must", PACING_MISSED, 1, 1.0, 9, 2.8, INFINITY,
     INFINITY},
    {"after changes the grid is found again at once", PACING_CHANGED, 1, 0.016, 0.2, INFINITY,
     INFINITY, 1},
    {"frames without a grid follow their mean", PACING_FREE, 1, 0.44, 24, 1.9, INFINITY, INFINITY},
    {"a cadence is followed", PACING_CADENCE, 1, 3.5, INFINITY, INFINITY, INFINITY, INFINITY},
    {"what a queue absorbs is not shown", PACING_ABSORBED, 11, 0.01, 0.05, 0.5, INFINITY, INFINITY},
};

TEST(every_kind_of_display_is_shown_as_evenly_as_before, .rounds = CW_ARRAY_LENGTH(bounds))
{
    const PacingMeans *means = &ours.groups[bounds[_i].group];
    bool kept = means->trace_count >= bounds[_i].least_trace_count &&
                means->error_ms <= bounds[_i].error_ms &&
                means->bad_percent <= bounds[_i].bad_percent &&
                means->phase_ms <= bounds[_i].phase_ms && means->drift_ms <= bounds[_i].drift_ms &&
                means->resync_s <= bounds[_i].resync_s;
    ck_assert_msg(kept, "%s: %d traces, error %g ms, bad %g %%, phase %g ms, drift %g ms, %g s",
                  bounds[_i].behaviour, means->trace_count, means->error_ms, means->bad_percent,
                  means->phase_ms, means->drift_ms, means->resync_s);
}

TEST(ours_is_more_even_than_the_plain_loop_and_a_usual_filter)
{
    static const char *const others[] = {"raw clock", "Glaiel"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(others); i++) {
        PacingResult theirs = measure(others[i]);
        for (int group = 0; group < PACING_GROUP_COUNT; group++) {
            ck_assert_double_lt(ours.groups[group].error_ms, theirs.groups[group].error_ms);
            ck_assert_double_lt(ours.groups[group].bad_percent, theirs.groups[group].bad_percent);
        }
    }
}

TEST(nothing_is_ever_shown_earlier_than_before)
{
    for (int group = 0; group < PACING_GROUP_COUNT; group++) {
        ck_assert_int_eq(ours.groups[group].backward_count, 0);
    }
}

static bool same_frames(int family, uint64_t a_seed, uint64_t b_seed)
{
    PacingTrace a = {0}, b = {0};
    pacing_family_make(family, a_seed, &a);
    pacing_family_make(family, b_seed, &b);
    bool same =
        a.count == b.count && memcmp(a.frames, b.frames, (size_t)a.count * sizeof *a.frames) == 0;
    pacing_trace_free(&a);
    pacing_trace_free(&b);
    return same;
}

TEST(a_family_and_a_seed_make_the_same_trace)
{
    for (int family = 0; family < pacing_family_count(); family += 7) {
        ck_assert(same_frames(family, 1, 1));
    }
    ck_assert(!same_frames(0, 1, 2));
}

enum { FRAMES = 600, ODD_FRAME = 300 };
static int64_t shown_ns[FRAMES], dropped_ns[FRAMES];

/* A perfect run at 50 Hz with one odd frame: shown 2 ms too far, and back to the truth after it. */
static PacingScore score_odd_frame(PacingHappening kind)
{
    PacingTrace trace = {0};
    for (int i = 0; i < FRAMES; i++) {
        if (i == ODD_FRAME) {
            pacing_trace_mark(&trace, kind);
        }
        pacing_trace_add(&trace, i / 50.0, i / 50.0 + 0.02);
        shown_ns[i] = INT64_C(20000000) * i + (i == ODD_FRAME ? 2000000 : 0);
    }
    PacingScore score = pacing_score(&trace, &(PacingRun){shown_ns, dropped_ns});
    pacing_trace_free(&trace);
    return score;
}

TEST(the_score_is_what_it_says)
{
    PacingScore score = score_odd_frame(PACING_CHANGE);
    const int counted = FRAMES - 150; /* a quarter of 12 s is warm-up */
    ck_assert_double_eq_tol(score.error_ms, 2 * 2.0 / counted, 1e-6);
    ck_assert_double_eq_tol(score.bad_percent, 200.0 / counted, 1e-6);
    ck_assert_double_eq_tol(score.resync_s, 0.02 * 2, 0.021);
    ck_assert_double_eq_tol(score.drift_ms, 0, 1e-6);
    ck_assert_double_gt(score.phase_ms, 0.05);
    ck_assert_int_eq(score.backward_count, 0);
    score = score_odd_frame(PACING_STALL);
    ck_assert_double_eq_tol(score.error_ms, 0, 1e-6);
}
