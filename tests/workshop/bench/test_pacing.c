#include "bench/pacing.h"

#include "support/test.h"

/* How evenly time is shown on the benchmark's simulated displays: regression bounds for ours, and
 * ours against the plain loop and a usual filter. `clockwork bench pacing` prints it all. */

static PacingResult ours;
static PacingRun *run;

static int measure_ours(void)
{
    ours = pacing_measure(FILTER_OURS);
    run = calloc(1, sizeof *run);
    return run != NULL;
}

FIXTURE(.prepare = measure_ours, .timeout_s = 120);

/* Drift counts where a display's rate is fixed, the search for the grid where there are changes. */
static const struct {
    const char *behaviour;
    int least_run_count;
    double error_ms, bad_percent, phase_ms, drift_ms, resync_s;
} bounds[PACING_GROUP_COUNT] = {
    [PACING_FIXED] = {"fixed rates are shown evenly", 40, 0.014, 0.01, 0.095, 5, INFINITY},
    [PACING_MISSED] = {"missed vblanks cost little more than they must", 30, 1.5, 10, 3.4, INFINITY,
                       INFINITY},
    [PACING_CHANGED] = {"after changes the grid is found again at once", 30, 0.018, 0.18, INFINITY,
                        INFINITY, 1.3},
    [PACING_FREE] = {"frames without a grid follow their mean", 30, 0.72, 19.5, 1.85, INFINITY,
                     INFINITY},
    [PACING_CADENCE] = {"a cadence is followed", 20, 4, 56, INFINITY, INFINITY, INFINITY},
    [PACING_ABSORBED] = {"what a queue absorbs is not shown", 20, 0.011, 0.05, 0.5, INFINITY,
                         INFINITY},
};

TEST(every_kind_of_display_is_shown_as_evenly_as_before, .rounds = PACING_GROUP_COUNT)
{
    const PacingScore *means = &ours.groups[_i];
    bool kept = ours.run_counts[_i] >= bounds[_i].least_run_count &&
                means->error_ms <= bounds[_i].error_ms &&
                means->bad_percent <= bounds[_i].bad_percent &&
                means->phase_ms <= bounds[_i].phase_ms && means->drift_ms <= bounds[_i].drift_ms &&
                means->resync_s <= bounds[_i].resync_s && means->backward_count == 0;
    ck_assert_msg(kept, "%s: %d runs, error %g ms, bad %g %%, phase %g ms, drift %g ms, %g s, %d",
                  bounds[_i].behaviour, ours.run_counts[_i], means->error_ms, means->bad_percent,
                  means->phase_ms, means->drift_ms, means->resync_s, means->backward_count);
}

TEST(ours_is_more_even_than_the_plain_loop_and_a_usual_filter)
{
    for (int other = FILTER_RAW; other <= FILTER_GLAIEL; other++) {
        PacingResult theirs = pacing_measure(other);
        for (int group = 0; group < PACING_GROUP_COUNT; group++) {
            ck_assert_double_lt(ours.groups[group].error_ms, theirs.groups[group].error_ms);
            ck_assert_double_lt(ours.groups[group].bad_percent, theirs.groups[group].bad_percent);
        }
    }
}

TEST(a_display_and_a_seed_make_the_same_run)
{
    static int64_t first_ns[PACING_FRAMES_MAX];
    for (int display = 0; display < pacing_display_count; display += 7) {
        pacing_simulate(run, display, 1);
        memcpy(first_ns, run->clock_ns, sizeof first_ns);
        pacing_simulate(run, display, 1);
        ck_assert_mem_eq(first_ns, run->clock_ns, sizeof first_ns);
        pacing_simulate(run, display, 2);
        ck_assert_mem_ne(first_ns, run->clock_ns, sizeof first_ns);
    }
}

enum { FRAMES = 600, ODD_FRAME = 300 };

/* A perfect run at 50 Hz with one odd frame: shown 2 ms too far, and correct again after it. */
static PacingScore score_odd_frame(PacingHappening kind)
{
    run->count = FRAMES;
    run->mark_count = 1;
    run->marks[0] = (PacingMark){ODD_FRAME, kind};
    for (int i = 0; i < FRAMES; i++) {
        run->clock_ns[i] = INT64_C(20000000) * i;
        run->display_ns[i] = run->clock_ns[i] + 20000000;
        run->shown_ns[i] = run->clock_ns[i] + (i == ODD_FRAME ? 2000000 : 0);
        run->dropped_ns[i] = 0;
    }
    return pacing_score(run);
}

TEST(one_odd_frame_is_two_wrong_steps_unless_the_machine_stalled)
{
    PacingScore score = score_odd_frame(MARK_NEW_RATE);
    const int counted = FRAMES - 150; /* a quarter of 12 s is warm-up */
    ck_assert_double_eq_tol(score.error_ms, 2 * 2.0 / counted, 1e-6);
    ck_assert_double_eq_tol(score.bad_percent, 200.0 / counted, 1e-6);
    ck_assert_double_eq_tol(score.resync_s, 0.02 * 2, 0.021);
    ck_assert_double_eq_tol(score.drift_ms, 0, 1e-6);
    ck_assert_double_gt(score.phase_ms, 0.05);
    ck_assert_int_eq(score.backward_count, 0);
    ck_assert_double_eq_tol(score_odd_frame(MARK_STALL).error_ms, 0, 1e-6);
}
