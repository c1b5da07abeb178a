/* From starting the program to its first picture in a window, against the least that SDL takes for
 * one: this program started, too, but only to open SDL's window and present black. Rows of
 * bench_figures.c; where there is no display, or no OpenGL, they are left out. Time is real time,
 * as a player waits for it. */
#ifndef TOOLS_BENCH_START_H
#define TOOLS_BENCH_START_H

#include "tools/bench_run.h"

BenchRun bench_first_picture_soft, bench_first_picture_gl;

/* The limit's side, in the place of main: when the environment says so it writes how long it took,
 * and gives the exit status; else -1. */
int bench_start_limit(void);

#endif
