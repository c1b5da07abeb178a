/* Compares figures with those that an earlier `clockwork bench --csv FILE` wrote: by their ratios
 * where both have one, else by their values.
 *
 * A figure is worse when it exceeds the noise: 8 % of a ratio and half of a value, which others at
 * work on the machine stretch, and three times the error of both medians, which is large where
 * rounds are few or spread far. */
#ifndef BENCH_BENCH_COMPARE_H
#define BENCH_BENCH_COMPARE_H

#include "bench/bench.h"

enum { BENCH_ROWS_MAX = 128 };

typedef struct BenchBefore {
    struct {
        char figure[32];
        BenchResult result; /* without least, p99 and limit */
    } rows[BENCH_ROWS_MAX];
    int count;
} BenchBefore;

/* Reads a file that `bench --csv` wrote; an error names the first line that is no row of it. */
bool bench_before_load(BenchBefore *before, const char *path, CwError *error);

typedef enum BenchVerdict { BENCH_NEW, BENCH_SAME, BENCH_BETTER, BENCH_WORSE } BenchVerdict;

/* `change`: 0.1 is ten percent more than before. */
BenchVerdict bench_compare(const BenchBefore *before, const char *figure, const BenchResult *now,
                           double *change);

#endif
