/* What share of a core the game's first level takes in a window, painted in software: while time
 * stands still, and in play. Rows of bench_figures.c; without a display they are left out. */
#ifndef TOOLS_BENCH_WINDOW_H
#define TOOLS_BENCH_WINDOW_H

#include "tools/bench_run.h"

BenchRun bench_still_720p, bench_still_1080p; /* goals: 2 and 3 % */
BenchRun bench_play_720p;                     /* 20 % */

#endif
