/* The loop's parts: the step clock, and the pacer with a table of how even each filter is. */
#include "bench/bench.h"
#include "bench/pacing.h"
#include "frame/frame_pacer.h"
#include "frame/step_clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Sends what the filter shows through the step clock, as the loop does. */
static void step_through(PacingRun *run)
{
    StepClock clock;
    StepClockDesc desc = step_clock_desc_default();
    desc.start_phase = 500;
    step_clock_init(&clock, &desc);
    for (int i = 0; i < run->count; i++) {
        StepFrame frame = step_clock_frame(&clock, run->shown_ns[i]);
        double ticks = (double)clock.ticks - 1 + frame.alpha;
        run->shown_ns[i] = llround(ticks * 1e9 / desc.tick_rate);
        run->dropped_ns[i] += step_clock_dropped_ns(&clock);
    }
}

PacingResult pacing_measure(int filter)
{
    PacingResult result = {0};
    PacingRun *run = calloc(1, sizeof *run);
    CW_ASSERT(run != NULL, "free memory for a run of some megabytes");
    for (int i = 0; i < pacing_display_count; i++) {
        PacingGroup group = pacing_simulate(run, i, 1);
        pacing_filter(filter, run);
        step_through(run);
        PacingScore score = pacing_score(run), *means = &result.groups[group];
        means->error_ms += score.error_ms;
        means->bad_percent += score.bad_percent;
        means->phase_ms += score.phase_ms;
        means->resync_s = fmax(means->resync_s, score.resync_s);
        means->drift_ms = fmax(means->drift_ms, fabs(score.drift_ms));
        means->backward_count += score.backward_count;
        result.run_counts[group]++;
    }
    free(run);
    for (int i = 0; i < PACING_GROUP_COUNT; i++) {
        result.groups[i].error_ms /= result.run_counts[i];
        result.groups[i].bad_percent /= result.run_counts[i];
        result.groups[i].phase_ms /= result.run_counts[i];
    }
    return result;
}

static void print_table(void)
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
        results[i] = pacing_measure(i);
    }
    printf("\nerror: step shown minus step displayed, mean size; bad: frames with more than 5 %% "
           "of their step;\nphase: shown minus displayed, rms around its mean of a second; resync: "
           "longest, until 30 good\nframes; drift: largest, end against start; back: frames shown "
           "earlier than the one before\n");
    for (int group = 0; group < PACING_GROUP_COUNT; group++) {
        printf("\n%s, %d runs of a minute\n%-18s %9s %7s %9s %9s %9s %5s\n", names[group],
               results[0].run_counts[group], "", "error ms", "bad %", "phase ms", "resync s",
               "drift ms", "back");
        for (int i = 0; i < FILTER_COUNT; i++) {
            const PacingScore *means = &results[i].groups[group];
            printf("%-18s %9.4f %7.2f %9.2f %9.2f %9.2f %5d\n", pacing_filter_names[i],
                   means->error_ms, means->bad_percent, means->phase_ms, means->resync_s,
                   means->drift_ms, means->backward_count);
        }
    }
}

typedef struct Loop {
    StepClock clock;
    FramePacer pacer;
    int64_t now_ns, frame;
    double sink; /* keeps the compiler from dropping work */
} Loop;

/* Frames of 144 Hz with a few milliseconds of jitter. */
static int64_t next_reading(Loop *loop)
{
    loop->now_ns += 6944444 + loop->frame++ % 7 * 500000 - 1500000;
    return loop->now_ns;
}

static void run_clock(void *context)
{
    Loop *loop = context;
    loop->sink += step_clock_frame(&loop->clock, next_reading(loop)).alpha;
}

static void run_pacer(void *context)
{
    Loop *loop = context;
    loop->sink += (double)frame_pacer_frame(&loop->pacer, next_reading(loop));
}

static BenchState open_loop(void *context, const BenchFigure *figure, const Program *program,
                            CwError *error)
{
    (void)figure, (void)program, (void)error;
    Loop *loop = context;
    StepClockDesc clock = step_clock_desc_default();
    FramePacerDesc pacer = frame_pacer_desc_default();
    step_clock_init(&loop->clock, &clock);
    frame_pacer_init(&loop->pacer, &pacer);
    return BENCH_READY;
}

static const BenchFigure figures[] = {
    {"step_clock", "ns/frame", "a frame of the step clock", 0, run_clock, NULL, 50000,
     .rounds = 60},
    {"pacing", "ns/frame", "a frame of the frame pacer; with how evenly it shows time", 0,
     run_pacer, NULL, 20000, .rounds = 60, .print_details = print_table},
};

const BenchGroup bench_loop = {figures, CW_ARRAY_LENGTH(figures), sizeof(Loop), open_loop, NULL};
