/* The benchmarks behind `clockwork bench`: tables of figures, each a ratio to the limit that the
 * machine or a library sets, or a plain time.
 *
 * A figure with a limit measures both sides alternately (ours, limit, limit, ours, ...) in seven or
 * more rounds and reports the median of the rounds' ratios, which survives a noisy machine where
 * nanoseconds do not. Time is CPU time of the process. Results go to stdout, and with `csv_path`
 * into a file with the columns figure,value,unit,limit,ratio,p99,spread,rounds. What looks worse
 * than before is measured again, up to twice, and its last row counts.
 *
 * To add a figure, write a row into the table of its file; most rows share the file's one measure
 * function and differ in the work that they name. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "bench/bench_contest.h"
#include "shell/config_table.h"
#include "sim/levels.h"

#include <stdio.h>

/* What figures of a whole run measure. */
typedef struct BenchSubject {
    const CwGame *game;
    const Config *config;
    const Levels *levels;
    const char *program;     /* its own file, to be started again */
    const char *replays_dir; /* the game's own recordings */
} BenchSubject;

typedef struct BenchFigure BenchFigure;

/* False with an error when a figure can't be measured; rounds 0 where this machine lacks what it
 * takes. */
typedef bool BenchMeasure(const BenchFigure *figure, const BenchSubject *subject,
                          ContestResult *result, CwError *error);

struct BenchFigure {
    const char *name, *unit;
    const char *about; /* what is measured, and the limit if it has one */
    double goal;       /* the ratio should be at most this; 0: no goal */
    BenchMeasure *measure;
    /* What `measure` is to do, as far as it takes it from the row. */
    ContestWork *ours, *limit;
    double units;
    int rounds;
    const char *scene; /* of scenes.h; a renderer */
    int count;
    bool special;
    void (*print_details)(FILE *file); /* a table of its own; may be NULL */
};

typedef struct BenchGroup {
    const BenchFigure *figures;
    int count;
} BenchGroup;

extern const BenchGroup bench_loop, bench_world, bench_level, bench_window, bench_picture,
    bench_sound, bench_sprites;

typedef struct BenchOptions {
    BenchSubject subject;
    const char *const *figures; /* names; none: all */
    int figure_count;
    const char *csv_path;     /* may be NULL */
    const char *compare_path; /* a csv_path of before; may be NULL */
    const char *plot_path;    /* measures growth instead, and draws it there; may be NULL */
    bool list;                /* print the figures and measure nothing */
} BenchOptions;

/* False with an error for an unknown figure, a file that can't be read or written, and for what is
 * worse than before. */
bool bench_run(const BenchOptions *options, CwError *error);

#endif
