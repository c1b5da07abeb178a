/* Commands beyond the library's: measuring, showing, searching, debugging, beginning a game. */
#pragma once

#include "fields/field_path.h"
#include "program/program.h"

int command_bench(Program *program);

/* First in main: shows benchmarks' black window in their process, else returns -1. */
int bench_bare_main(void);

int command_lab(Program *program);
int command_solve(Program *program);
int command_new(Program *program);
int command_debug(Program *program);

/* Called by scripts/debug.gdb: the value and place of a field; none with a message. */
FieldValue debug_field(const CwWorld *world, const char *name);
