/* The table of figures: what is measured, against what, and how much of it is the goal. To add one,
 * write a function that runs a contest (bench_contest.h) and give it a row. Used by bench.c. */
#ifndef TOOLS_BENCH_FIGURES_H
#define TOOLS_BENCH_FIGURES_H

#include "clockwork/base.h"
#include "tools/bench_run.h"

#include <stdio.h>

typedef struct BenchFigure {
    const char *name;
    const char *unit;
    const char *about; /* what is measured, and the limit if it has one */
    double goal;       /* the ratio should be at most this; 0: no goal */
    bool (*measure)(ContestResult *result, CwError *error);
    BenchRun *measure_run;             /* instead, for figures of a whole run */
    void (*print_details)(FILE *file); /* a table of its own; may be NULL */
} BenchFigure;

extern const BenchFigure bench_figures[];
extern const int bench_figure_count;

#endif
