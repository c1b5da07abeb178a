/* What share of a core the game's first level takes in a window, painted in software: while time
 * stands still, and in play; against SDL's window (bench_bare.h) of the same size beside it, which
 * presents black 60 times a second. Rows of bench_figures.c; without a display they are left out.
 */
#ifndef TOOLS_BENCH_WINDOW_H
#define TOOLS_BENCH_WINDOW_H

#include "tools/bench_run.h"

BenchRun bench_still_720p, bench_still_1080p, bench_play_720p;

#endif
