#include "bench/bench_pacing.h"

#include "bench/pacing_filters.h"
#include "bench/pacing_random.h"
#include "bench/pacing_score.h"
#include "time/step_clock.h"

#include <math.h>
#include <stdlib.h>

enum { TABLE_SEEDS = 2, FIGURE_FRAMES = 20000, FIGURE_ROUNDS = 60 };

static int64_t *make_times(int count)
{
    int64_t *times_ns = malloc((size_t)count * sizeof *times_ns);
    CW_ASSERT(times_ns != NULL, "free memory for a run of some megabytes");
    return times_ns;
}

/* What the filter makes of the readings; returns the CPU time. */
static double filter_readings(const PacingFilter *filter, const PacingTrace *trace, PacingRun *run)
{
    FilterState state;
    pacing_filter_begin(&state, trace->reported_hz);
    double begin_ns = contest_cpu_ns();
    for (int i = 0; i < trace->count; i++) {
        run->shown_ns[i] = filter->frame(&state, trace->frames[i].clock_ns);
        run->dropped_ns[i] = (int64_t)state.pacer.skipped_ns;
    }
    return contest_cpu_ns() - begin_ns;
}

/* Sends what the filter shows through the step clock, as the loop does. */
static void step_through(const PacingTrace *trace, PacingRun *run)
{
    StepClock clock;
    StepClockDesc desc = step_clock_desc_default();
    desc.start_phase = 500;
    step_clock_init(&clock, &desc);
    step_clock_start(&clock);
    for (int i = 0; i < trace->count; i++) {
        StepFrame frame = step_clock_frame(&clock, run->shown_ns[i]);
        double ticks = (double)step_clock_ticks(&clock) - 1 + frame.alpha;
        run->shown_ns[i] = llround(ticks * 1e9 / desc.tick_rate);
        run->dropped_ns[i] += step_clock_dropped_ns(&clock);
    }
}

static void add_score(PacingMeans *means, const PacingScore *score)
{
    means->trace_count++;
    means->error_ms += score->error_ms;
    means->bad_percent += score->bad_percent;
    means->phase_ms += score->phase_ms;
    means->resync_s = fmax(means->resync_s, score->resync_s);
    means->drift_ms = fmax(means->drift_ms, fabs(score->drift_ms));
    means->backward_count += score->backward_count;
}

/* Returns the CPU time; *frame_count grows. */
static double run_trace(int filter, int family, uint64_t seed, PacingResult *result,
                        int *frame_count)
{
    PacingTrace trace = {0};
    pacing_family_make(family, seed, &trace);
    PacingRun run = {make_times(trace.count), make_times(trace.count)};
    double spent_ns = filter_readings(&pacing_filters[filter], &trace, &run);
    step_through(&trace, &run);
    PacingScore score = pacing_score(&trace, &run);
    add_score(&result->groups[pacing_family(family).group], &score);
    *frame_count += trace.count;
    free(run.shown_ns);
    free(run.dropped_ns);
    pacing_trace_free(&trace);
    return spent_ns;
}

PacingResult pacing_measure(int filter, int seed_count)
{
    PacingResult result = {0};
    double spent_ns = 0;
    int frame_count = 0;
    for (int seed = 1; seed <= seed_count; seed++) {
        for (int family = 0; family < pacing_family_count(); family++) {
            spent_ns += run_trace(filter, family, (uint64_t)seed, &result, &frame_count);
        }
    }
    for (int i = 0; i < PACING_GROUP_COUNT; i++) {
        PacingMeans *means = &result.groups[i];
        means->error_ms /= means->trace_count;
        means->bad_percent /= means->trace_count;
        means->phase_ms /= means->trace_count;
    }
    result.frame_ns = spent_ns / frame_count;
    return result;
}

/* A column that means nothing for the group stays empty. */
static void print_number(FILE *file, bool meant, double number)
{
    if (meant) {
        fprintf(file, " %9.2f", number);
    } else {
        fprintf(file, " %9s", "");
    }
}

static void print_group(FILE *file, PacingGroup group, const PacingResult *results)
{
    fprintf(file, "\n%s, %d traces of a minute\n", pacing_group_name(group),
            results[0].groups[group].trace_count);
    bool changes = group == PACING_CHANGED; /* stalls and jumps are no error of phase */
    fprintf(file, "%-18s %9s %7s %9s %9s %9s %5s %9s\n", "", "error ms", "bad %",
            changes ? "" : "phase ms", changes ? "resync s" : "", changes ? "" : "drift ms", "back",
            "ns/frame");
    for (int i = 0; i < pacing_filter_count; i++) {
        const PacingMeans *means = &results[i].groups[group];
        fprintf(file, "%-18s %9.4f %7.2f", pacing_filters[i].name, means->error_ms,
                means->bad_percent);
        print_number(file, !changes, means->phase_ms);
        print_number(file, changes, means->resync_s);
        print_number(file, !changes, means->drift_ms);
        fprintf(file, " %5d %9.0f\n", means->backward_count, results[i].frame_ns);
    }
}

void bench_pacing_print(FILE *file)
{
    PacingResult *results = calloc((size_t)pacing_filter_count, sizeof *results);
    CW_ASSERT(results != NULL, "free a kilobyte");
    for (int i = 0; i < pacing_filter_count; i++) {
        results[i] = pacing_measure(i, TABLE_SEEDS);
    }
    fprintf(file,
            "\nerror: step shown less step displayed, mean size; bad: frames with more than 5 "
            "%% of their step;\nphase: shown less displayed, rms around its mean of a second; "
            "resync: longest, until 30 good\nframes; drift: largest, end against start; back: "
            "frames shown "
            "earlier than the one before\n");
    for (int group = 0; group < PACING_GROUP_COUNT; group++) {
        print_group(file, (PacingGroup)group, results);
    }
    free(results);
}

typedef struct PacerRace {
    FramePacer pacer;
    int64_t readings_ns[FIGURE_FRAMES];
    int64_t sink_ns;
} PacerRace;

static void run_pacer(void *context)
{
    PacerRace *race = context;
    for (int i = 0; i < FIGURE_FRAMES; i++) {
        race->sink_ns += frame_pacer_frame(&race->pacer, race->readings_ns[i]);
    }
}

bool bench_pacing_measure(const BenchFigure *figure, const BenchSubject *subject,
                          ContestResult *result, CwError *error)
{
    (void)figure, (void)subject;
    PacerRace *race = calloc(1, sizeof *race);
    if (race == NULL) {
        return cw_error_set(error, "out of memory for the readings of the clock");
    }
    CwRng rng;
    FramePacerDesc desc = frame_pacer_desc_default();
    cw_rng_seed(&rng, 1, 1);
    for (int64_t i = 0; i < FIGURE_FRAMES; i++) {
        race->readings_ns[i] = i * 16666667 + llround(3e5 * random_gauss(&rng));
    }
    frame_pacer_init(&race->pacer, &desc);
    *result = contest_run(&(Contest){
        .ours = run_pacer, .context = race, .units = FIGURE_FRAMES, .rounds = FIGURE_ROUNDS});
    free(race);
    return true;
}
