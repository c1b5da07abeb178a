/* The pacing benchmark: every filter over every family of traces, through the real step clock, and
 * the table of the means of each group. The figure "pacing" of `clockwork bench` prints it; the
 * tests hold its bounds. */
#ifndef BENCH_BENCH_PACING_H
#define BENCH_BENCH_PACING_H

#include "bench/bench.h"
#include "bench/pacing_families.h"

#include <stdio.h>

/* Means over the traces of a group; resync, drift and backward are the worst. */
typedef struct PacingMeans {
    int trace_count;
    double error_ms, bad_percent, phase_ms;
    double resync_s, drift_ms;
    int backward_count;
} PacingMeans;

typedef struct PacingResult {
    PacingMeans groups[PACING_GROUP_COUNT];
    double frame_ns; /* CPU time of the filter for a frame */
} PacingResult;

/* Runs a filter (an index into pacing_filters) over all families with seeds 1..seed_count. */
PacingResult pacing_measure(int filter, int seed_count);

/* Writes a table for each group. */
void bench_pacing_print(FILE *file);

/* The figure: nanoseconds of CPU time for a frame of the frame pacer. */
BenchMeasure bench_pacing_measure;

#endif
