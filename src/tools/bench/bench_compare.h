/* Figures of an earlier `clockwork bench --csv FILE` beside those measured now, for --compare: by
 * their ratios where both were measured beside their limits, else by their times. Worse is what
 * exceeds the noise: that by which one run differs from the next, 8 % of a ratio and half of a
 * time, which others at work on the machine stretch, and three times the error of both medians,
 * which is large where rounds are few or spread far. */
#ifndef BENCH_BENCH_COMPARE_H
#define BENCH_BENCH_COMPARE_H

#include "bench/bench_contest.h"
#include "clockwork/base.h"

#include <stdbool.h>

typedef struct BenchRow {
    char figure[32];
    double value_ns, limit_ns, ratio, spread; /* limit and ratio: 0 without a limit */
    int rounds;
} BenchRow;

typedef struct BenchBefore {
    BenchRow *rows; /* NULL: none */
    int count;
} BenchBefore;

/* The rows of a file that `bench --csv` wrote; an error names the line that it can't be. Free in
 * any case. */
bool bench_before_load(BenchBefore *before, const char *path, CwError *error);
void bench_before_free(BenchBefore *before);

typedef enum BenchVerdict { BENCH_NEW, BENCH_SAME, BENCH_BETTER, BENCH_WORSE } BenchVerdict;

/* `change`: 0.1 is ten percent more than before. */
BenchVerdict bench_compare(const BenchBefore *before, const char *figure, const ContestResult *now,
                           double *change);

#endif
