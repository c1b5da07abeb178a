/* From starting the program to its first picture in a window, against the least that SDL takes for
 * one (bench_bare.h). Rows of bench_figures.c; where there is no display, or no OpenGL, they are
 * left out. Time is real time, as a player waits for it. */
#ifndef TOOLS_BENCH_START_H
#define TOOLS_BENCH_START_H

#include "tools/bench_run.h"

BenchRun bench_first_picture_soft, bench_first_picture_gl;

#endif
