/* The benchmarks of `clockwork bench`: a table of figures. Each figure is compared with a limit
 * that the machine or a library sets, and has a goal for the ratio.
 *
 * Each round measures both in turn. Rounds follow until the interval of their ratios' median is at
 * most 1.5 % wide on each side, or a minute is over. Time is the process's CPU time. */
#pragma once

#include "program/program.h"
#include "system/process_start.h"

#include <stdbool.h>

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
    int rounds;          /* between open() and close(); an extra round warms up */
    int counted;         /* rounds of --count; 0: it can't be counted */
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
    double median, low, high; /* low is 0 and high infinite with less than six numbers */
} BenchInterval;

/* Its ends are numbers of the sorted list, at ranks of the binomial distribution (p = 1/2), so it
 * holds for every distribution of independent numbers. Sorts them. */
BenchInterval bench_interval(double *numbers, int count);

/* "met", "MISSED" if the whole interval is above the goal, else "open". */
const char *bench_verdict(const BenchInterval *ratio, double goal);

#define BENCH_COLUMNS                                                                              \
    "figure,value,unit,limit,ratio,p99,spread,rounds,low,high,p10\n" /* of --csv */

/* An environment variable: the seconds for a figure instead of 60. 0: only its `counted` rounds. */
#define BENCH_SECONDS "CLOCKWORK_BENCH_SECONDS"

/* Reads a figure's budget for a compiler, such as "gcc-12.2.0", from a file with rows "FIGURE
 * COMPILER INSTRUCTIONS # REASON". Leaves the budget as it is where there is none. */
bool bench_budget(const char *path, const char *compiler, const char *figure, double *budget,
                  CwError *error);

/* "within", "ABOVE" if more than 1 % is above the budget, "below" if it is 1 % below, "none". */
const char *bench_budget_verdict(double instructions, double budget);

/* Starts a command of the shell in which $0 is a program (NULL: this one) and $1 a file. */
bool bench_start(Process *process, const char *command, const char *program, const char *file,
                 CwError *error);
