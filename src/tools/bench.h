/* The benchmarks behind `clockwork bench`: one table of figures, each a ratio to the limit that the
 * machine or a library sets, or a plain time.
 *
 * A figure with a limit measures both sides alternately (ours, limit, limit, ours, ...) in seven or
 * more rounds and reports the median of the rounds' ratios, which survives a noisy machine where
 * nanoseconds do not. Time is CPU time of the process. Results go to stdout, and with `csv_path`
 * into a file with the columns figure,value,unit,limit,ratio,p99,spread,rounds. What looks worse
 * than before is measured again, up to twice, and its last row counts. Knows the engine and the
 * simulation; opens no window. */
#ifndef TOOLS_BENCH_H
#define TOOLS_BENCH_H

#include "tools/bench_run.h"

typedef struct BenchOptions {
    BenchSubject subject;       /* what figures of a whole run measure */
    const char *const *figures; /* names; none: all */
    int figure_count;
    const char *csv_path;     /* may be NULL */
    const char *compare_path; /* a csv_path of before; may be NULL */
    const char *plot_path;    /* measures growth instead, and draws it there; may be NULL */
    bool list;                /* print the table of figures and measure nothing */
} BenchOptions;

/* False with an error for an unknown figure, a file that can't be read or written, and for what is
 * worse than before. */
bool bench_run(const BenchOptions *options, CwError *error);

#endif
