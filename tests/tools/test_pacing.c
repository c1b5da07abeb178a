#include "tools/bench_pacing.h"
#include "tools/pacing_filters.h"
#include "tools/pacing_score.h"

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

FIXTURE(.timeout_s = 120);

TEST(fixed_rates_are_shown_evenly)
{
    PacingResult ours = measure("Clockwork");
    const PacingMeans *fixed = &ours.groups[PACING_FIXED];
    ck_assert_int_ge(fixed->trace_count, 40);
    ck_assert_double_le(fixed->error_ms, 0.012);
    ck_assert_double_le(fixed->bad_percent, 0.05);
    ck_assert_double_le(fixed->phase_ms, 0.12);
    ck_assert_double_le(fixed->drift_ms, 6);
}

TEST(missed_vblanks_cost_little_more_than_they_must)
{
    PacingResult ours = measure("Clockwork");
    const PacingMeans *missed = &ours.groups[PACING_MISSED];
    ck_assert_double_le(missed->error_ms, 1.0);
    ck_assert_double_le(missed->bad_percent, 9);
    ck_assert_double_le(missed->phase_ms, 2.8);
}

TEST(after_changes_the_grid_is_found_again_at_once)
{
    PacingResult ours = measure("Clockwork");
    const PacingMeans *changed = &ours.groups[PACING_CHANGED];
    ck_assert_double_le(changed->error_ms, 0.016);
    ck_assert_double_le(changed->bad_percent, 0.2);
    ck_assert_double_le(changed->resync_s, 1);
}

TEST(frames_without_a_grid_follow_their_mean)
{
    PacingResult ours = measure("Clockwork");
    const PacingMeans *unpaced = &ours.groups[PACING_FREE];
    ck_assert_double_le(unpaced->error_ms, 0.44);
    ck_assert_double_le(unpaced->bad_percent, 24);
    ck_assert_double_le(unpaced->phase_ms, 1.9);
    ck_assert_double_le(ours.groups[PACING_CADENCE].error_ms, 3.5);
}

TEST(what_a_queue_absorbs_is_not_shown)
{
    PacingResult ours = measure("Clockwork");
    const PacingMeans *absorbed = &ours.groups[PACING_ABSORBED];
    ck_assert_int_ge(absorbed->trace_count, 11);
    ck_assert_double_le(absorbed->error_ms, 0.01);
    ck_assert_double_le(absorbed->bad_percent, 0.05);
    ck_assert_double_le(absorbed->phase_ms, 0.5);
}

TEST(ours_is_more_even_than_the_plain_loop_and_a_usual_filter)
{
    static const char *const others[] = {"raw clock", "Glaiel"};
    PacingResult ours = measure("Clockwork");
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
    PacingResult ours = measure("Clockwork");
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
