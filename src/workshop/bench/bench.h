/* The benchmarks behind `clockwork bench`: a table of figures, each a ratio to the limit that the
 * machine or a library sets, with a goal.
 *
 * A figure measures itself and its limit in the same rounds (ours, limit, limit, ours, ...); the
 * median of the rounds' ratios survives a noisy machine. Time is CPU time of the process. --csv's
 * columns: figure,value,unit,limit,ratio,p99,spread,rounds. */
#pragma once

#include "clockwork/base.h"

#include <stdbool.h>

typedef struct Program Program;

enum { BENCH_ROUNDS_MAX = 120 };

typedef void BenchWork(void *context);

/* Measures a round itself. False when it can't be measured. */
typedef bool BenchSample(void *context, double *ours, double *limit);

typedef struct BenchFigure {
    const char *name, *unit;
    const char *about; /* what is measured, and its limit */
    double goal;       /* the ratio should be at most this */
    BenchWork *ours, *limit;
    int calls;           /* of each in a round */
    double units;        /* how many of what the figure counts one call does; 0: one */
    int rounds;          /* after one that is not counted; a single round is counted */
    BenchSample *sample; /* instead of `ours` and `limit` */
    const char *scene;   /* for the group: of scenes.h, or a renderer */
    int count;
} BenchFigure;

/* In the figure's unit. */
typedef struct BenchResult {
    double value; /* median over the rounds */
    double least, p99;
    double spread;       /* distance of the quartiles over the median, of the ratios */
    double limit, ratio; /* medians */
    int rounds;
} BenchResult;

typedef enum BenchState { BENCH_READY, BENCH_FAILED, BENCH_NO_DISPLAY, BENCH_NO_OPENGL } BenchState;

/* Figures that share what they are measured with. */
typedef struct BenchGroup {
    const BenchFigure *figures;
    int count;
    size_t context_bytes; /* zeroed before open */
    BenchState (*open)(void *context, const BenchFigure *figure, const Program *program,
                       CwError *error);
    void (*close)(void *context); /* also after open failed */
} BenchGroup;

extern const BenchGroup bench_world, bench_level, bench_window, bench_picture;
