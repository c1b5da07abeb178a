/* How cost grows with how many there are: 10 to 100,000 bodies, joints, entities, events, sprites,
 * each as CPU time of one tick or picture, for `clockwork bench --plot FILE.svg`. */
#ifndef BENCH_BENCH_GROWTH_H
#define BENCH_BENCH_GROWTH_H

#include "clockwork/base.h"

#include <stdbool.h>

enum { GROWTH_STEPS = 5 };

extern const int growth_counts[GROWTH_STEPS];

typedef struct Growth {
    const char *name, *about;
    double cost_ns[GROWTH_STEPS]; /* of a whole tick or picture with so many */
    /* Of the last tenfold: 1 is linear, n log n is 1.1 here. */
    double exponent;
} Growth;

extern const int growth_series_count;

/* Measures a series; an error when memory runs out. */
bool growth_measure(int series, Growth *growth, CwError *error);

/* A picture of them, both axes logarithmic. False when the file can't be written. */
bool growth_plot(const Growth *growths, int count, const char *path, CwError *error);

#endif
