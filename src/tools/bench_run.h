/* Figures of a whole run: the level of the game that is measured, its past, and the program's
 * start. Rows of bench_figures.c. */
#ifndef TOOLS_BENCH_RUN_H
#define TOOLS_BENCH_RUN_H

#include "app/config_table.h"
#include "sim/session.h"
#include "tools/bench_contest.h"

/* What a run is made of. */
typedef struct BenchSubject {
    const CwGame *game;
    const Config *config;
    const Levels *levels;
    const char *program;     /* its own file, to be started anew */
    const char *replays_dir; /* the game's own recordings */
} BenchSubject;

typedef bool BenchRun(const BenchSubject *subject, ContestResult *result, CwError *error);

BenchRun bench_level_tick;   /* a tick of the level, driven by the bot */
BenchRun bench_verify;       /* the same with its hash, against real time */
BenchRun bench_history_tick; /* what the history adds to a tick */
BenchRun bench_history_size; /* MiB for a minute of play */
BenchRun bench_replay_size;  /* bytes of inputs for a minute of play */
BenchRun bench_twin_tick;    /* a tick of a second world, against the first one's */
BenchRun bench_fork;         /* two seconds in a fork, against its ticks and two bare copies */
BenchRun bench_fork_size;    /* bytes that a fork copies, twice */
BenchRun bench_first_frame;  /* from starting the process to the end of a run of one frame */

#endif
