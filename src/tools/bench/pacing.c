#include "bench/pacing.h"
#include "bench/bench.h"
#include "clockwork/base.h"
#include "time/step_clock.h"

#include <math.h>
#include <stdlib.h>

enum { TABLE_SEEDS = 1 };

/* Has the filter convert the readings; returns the CPU time. */
static double filter_readings(const PacingFilter *filter, PacingRun *run)
{
    FilterState state;
    pacing_filter_begin(&state, run->reported_hz);
    double begin_ns = bench_cpu_ns();
    for (int i = 0; i < run->count; i++) {
        run->shown_ns[i] = filter->frame(&state, run->clock_ns[i]);
        run->dropped_ns[i] = (int64_t)state.pacer.skipped_ns;
    }
    return bench_cpu_ns() - begin_ns;
}

/* Sends what the filter shows through the step clock, as the loop does. */
static void step_through(PacingRun *run)
{
    StepClock clock;
    StepClockDesc desc = step_clock_desc_default();
    desc.start_phase = 500;
    step_clock_init(&clock, &desc);
    step_clock_start(&clock);
    for (int i = 0; i < run->count; i++) {
        StepFrame frame = step_clock_frame(&clock, run->shown_ns[i]);
        double ticks = (double)step_clock_ticks(&clock) - 1 + frame.alpha;
        run->shown_ns[i] = llround(ticks * 1e9 / desc.tick_rate);
        run->dropped_ns[i] += step_clock_dropped_ns(&clock);
    }
}

static void add_score(PacingScore *means, const PacingScore *score)
{
    means->error_ms += score->error_ms;
    means->bad_percent += score->bad_percent;
    means->phase_ms += score->phase_ms;
    means->resync_s = fmax(means->resync_s, score->resync_s);
    means->drift_ms = fmax(means->drift_ms, fabs(score->drift_ms));
    means->backward_count += score->backward_count;
}

PacingResult pacing_measure(PacingFilterId filter, int seed_count)
{
    PacingResult result = {0};
    PacingRun *run = calloc(1, sizeof *run);
    CW_ASSERT(run != NULL, "free memory for a run of some megabytes");
    int frame_count = 0;
    for (int i = 0; i < seed_count * pacing_display_count; i++) {
        uint64_t seed = 1 + (uint64_t)(i / pacing_display_count);
        PacingGroup group = pacing_simulate(run, i % pacing_display_count, seed);
        result.frame_ns += filter_readings(&pacing_filters[filter], run);
        step_through(run);
        PacingScore score = pacing_score(run);
        add_score(&result.groups[group], &score);
        result.run_counts[group]++;
        frame_count += run->count;
    }
    free(run);
    for (int i = 0; i < PACING_GROUP_COUNT; i++) {
        result.groups[i].error_ms /= result.run_counts[i];
        result.groups[i].bad_percent /= result.run_counts[i];
        result.groups[i].phase_ms /= result.run_counts[i];
    }
    result.frame_ns /= frame_count;
    return result;
}

void pacing_print(FILE *file)
{
    static const char *const names[PACING_GROUP_COUNT] = {
        [PACING_FIXED] = "fixed rate",
        [PACING_MISSED] = "missed vblanks",
        [PACING_CHANGED] = "changes, stalls, jumps",
        [PACING_FREE] = "variable refresh, uncapped",
        [PACING_CADENCE] = "cadences",
        [PACING_ABSORBED] = "absorbed hiccups"};
    PacingResult results[FILTER_COUNT];
    for (int i = 0; i < FILTER_COUNT; i++) {
        results[i] = pacing_measure((PacingFilterId)i, TABLE_SEEDS);
    }
    fprintf(
        file,
        "\nerror: step shown less step displayed, mean size; bad: frames with more than 5 %% of "
        "their step;\nphase: shown less displayed, rms around its mean of a second; resync: "
        "longest, until 30 good\nframes; drift: largest, end against start; back: frames shown "
        "earlier than the one before\n");
    for (int group = 0; group < PACING_GROUP_COUNT; group++) {
        fprintf(file, "\n%s, %d runs of a minute\n%-18s %9s %7s %9s %9s %9s %5s %9s\n",
                names[group], results[0].run_counts[group], "", "error ms", "bad %", "phase ms",
                "resync s", "drift ms", "back", "ns/frame");
        for (int i = 0; i < FILTER_COUNT; i++) {
            const PacingScore *means = &results[i].groups[group];
            fprintf(file, "%-18s %9.4f %7.2f %9.2f %9.2f %9.2f %5d %9.0f\n", pacing_filters[i].name,
                    means->error_ms, means->bad_percent, means->phase_ms, means->resync_s,
                    means->drift_ms, means->backward_count, results[i].frame_ns);
        }
    }
}
