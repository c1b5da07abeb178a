/* The benchmarks of `clockwork bench`: a table of figures. Each figure is compared with a limit
 * that the machine or a library sets, and has a goal for the ratio.
 *
 * Each round measures both (ours, limit, limit, ours, ...), so the median of the rounds' ratios
 * survives a noisy machine. Time is the process's CPU time. Columns of --csv:
 * figure,value,unit,limit,ratio,p99,spread,rounds. */
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
    const char *about; /* what is measured, and the limit */
    double goal;       /* highest good ratio */
    BenchWork *ours, *limit;
    int calls;           /* calls of `ours` and of `limit` in a round */
    double units;        /* units of work in one call, which divide the time; 0: one */
    int rounds;          /* measured ones; an extra round warms up */
    int counted;         /* rounds of --count; 0: it can't be counted */
    BenchSample *sample; /* replaces `ours` and `limit` */
    const char *scene;   /* used by the group's open(): a scene of scenes.h, or a renderer */
    int count;           /* used by the group's open() */
} BenchFigure;

/* Values in the figure's unit. */
typedef struct BenchResult {
    double value; /* median of the rounds */
    double least, p99;
    double spread;       /* the ratios' interquartile range / median */
    double limit, ratio; /* medians */
    int rounds;
} BenchResult;

typedef enum BenchState { BENCH_READY, BENCH_FAILED, BENCH_NO_DISPLAY, BENCH_NO_OPENGL } BenchState;

/* Figures that share a context. */
typedef struct BenchGroup {
    const BenchFigure *figures;
    int count;
    size_t context_bytes; /* zeroed before open() */
    BenchState (*open)(void *context, const BenchFigure *figure, const Program *program,
                       CwError *error);
    void (*close)(void *context); /* called even if open() failed */
} BenchGroup;

extern const BenchGroup bench_world, bench_level, bench_window, bench_picture;

/* Units of work in a round. */
double bench_units(const BenchFigure *figure);

/* An environment variable: seconds after which no round of a figure begins. With 0 a figure has
 * its `counted` rounds. */
#define BENCH_SECONDS "CLOCKWORK_BENCH_SECONDS"

/* Counts the instructions of a unit of `ours` and of `limit` in a process of their own. */
bool bench_count(const BenchFigure *figure, double counts[2], CwError *error);
