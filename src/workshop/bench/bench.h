/* Benchmarks for `clockwork bench`. A figure compares the cost of our work with a limit: what the
 * machine or a library takes for it alone. The goal is the highest ratio that is still good.
 *
 * Each round measures both. Rounds repeat until the median of their ratios is known to 1.5 % on
 * each side, or a minute is over. Time is the process's CPU time. */
#pragma once

#include "program/program.h"
#include "system/process_start.h"

#include <stdbool.h>

typedef void BenchWork(void *context);

/* Measures both costs of a round. False when that is impossible. */
typedef bool BenchSample(void *context, double *ours, double *limit);

typedef struct BenchFigure {
    const char *name, *unit;
    const char *about; /* what is measured, and the limit */
    double goal;       /* highest good ratio */
    BenchWork *ours, *limit;
    int calls;           /* calls of `ours` and of `limit` in a round */
    double units;        /* units of work in one call, which divide the time; 0: one */
    int rounds;          /* between open() and close(); an extra round warms up */
    int counted;         /* rounds with --count; 0: none */
    bool is_limit_ours;  /* a change of this program may change the limit, too */
    BenchSample *sample; /* replaces `ours` and `limit` */
    const char *scene;   /* used by the group's open(): a scene of scenes.h, or a renderer */
} BenchFigure;

typedef enum BenchState {
    BENCH_READY,
    BENCH_FAILED,
    BENCH_NO_DISPLAY,
    BENCH_NO_OPENGL,
    BENCH_NO_CHIPMUNK
} BenchState;

/* Figures that share a context. */
typedef struct BenchGroup {
    const BenchFigure *figures;
    int count;
    size_t context_bytes; /* zeroed before open() */
    BenchState (*open)(void *context, const BenchFigure *figure, const Program *program,
                       CwError *error);
    void (*close)(void *context); /* called even if open() failed */
} BenchGroup;

extern const BenchGroup bench_world, bench_window, bench_picture;

/* A median and its 95 % confidence interval. */
typedef struct BenchInterval {
    double median, low, high; /* low is 0 and high infinite with fewer than six numbers */
} BenchInterval;

/* Sorts the numbers. The interval's ends are two of them, by the binomial distribution (p = 1/2),
 * so it holds for independent numbers of any distribution. */
BenchInterval bench_interval(double *numbers, int count);

/* "met" or "MISSED" if the whole interval is below or above the goal, else "open". */
const char *bench_verdict(const BenchInterval *ratio, double goal);

#define BENCH_COLUMNS                                                                              \
    "figure,value,unit,limit,ratio,p99,spread,rounds,low,high,p10\n" /* of --csv */

/* An environment variable: the seconds for a figure instead of 60. 0: only its `counted` rounds. */
#define BENCH_SECONDS "CLOCKWORK_BENCH_SECONDS"

/* Reads a figure's budget for a compiler, such as "gcc-12.2.0", from a file with rows "FIGURE
 * COMPILER INSTRUCTIONS # REASON". Without such a row `budget` stays as it is. */
bool bench_budget(const char *path, const char *compiler, const char *figure, double *budget,
                  CwError *error);

/* "ABOVE" or "below" if more than 1 % off the budget, else "within". "none": no budget. */
const char *bench_budget_verdict(double instructions, double budget);

/* Starts a shell command, in which $0 is `program` (NULL: this one) and $1 is `file`. */
bool bench_start(Process *process, const char *command, const char *program, const char *file,
                 CwError *error);
