/* The commands that show and measure the engine and begin a game on it, for a program that wants
 * them: they are not in libclockwork.a, and a game does without. */
#pragma once

#include "cli/program.h"

int command_bench(Program *program);

/* For main, before all else: shows the black window beside which benchmarks measure, in a process
 * whose environment requests it, and returns its exit status; -1 in all others. */
int bench_bare_main(void);

int command_lab(Program *program);
int command_solve(Program *program);
int command_new(Program *program);
