/* The program for a game's maker: the runtime plus the commands and options of the workshop. */
#pragma once

#include "base/report.h"
#include "fields/field_path.h"
#include "program/program.h"

enum { GAMES_MAX = 2, TUNES_MAX = 2 };

/* The options of a maker's program. The runtime knows only the first member. */
typedef struct Maker {
    Options options;              /* first */
    const char *games[GAMES_MAX]; /* --game: shared objects that replace the program's game */
    int game_count;
    bool list;
    bool cpp;       /* `new` writes C++ */
    bool of_engine; /* `texts` prints the engine's */
    struct {
        bool monkey;
        uint64_t monkey_seed;
        uint64_t sync_test; /* ticks to go back; 0: no test */
        const char *trace;
        const char *script; /* a file of actions; NULL: none */
    } run;
    struct {
        bool range_given, csv_rows;
        uint64_t first, last; /* --ticks; UINT64_MAX: up to the last */
        const char *fields;   /* names with commas between them */
        const char *when;     /* a condition on fields */
    } query;
    struct {
        const char *tunes[TUNES_MAX];
        int tune_count;
        const char *actions; /* names with commas between them */
        bool follow;         /* along the recorded path */
    } rerun;
    struct {
        uint64_t seconds, jobs;
        bool seconds_given, jobs_given;
        double target_s;  /* 0: none */
        const char *from; /* a recording; NULL: none */
    } solve;
    struct {
        const char *csv;
        const char *budgets; /* NULL: none are checked */
        const char *against; /* another build of this program; NULL: none */
        bool count;          /* instructions, not time */
    } bench;
    struct {
        const char *log, *bisect;
        bool from_here; /* saves apply from mark A or now on, not from the start */
    } dev;
    uint64_t debug_tick;
    SessionGuest runs_guest;
} Maker;

static inline Maker *maker_of(const Program *program)
{
    return (Maker *)program->options;
}

const ProgramGuest *maker_guest(void);

int command_query(Program *program);
int command_diff(Program *program);
int command_rerun(Program *program);
int command_systems(Program *program);
int command_texts(Program *program);
int command_doctor(Program *program);
int command_bench(Program *program);
int command_lab(Program *program);
int command_solve(Program *program);
int command_new(Program *program);
int command_debug(Program *program);
int command_dev(Program *program);

/* Replaces a command on systems that lack it. */
static inline int command_absent(const Program *program, const char *systems)
{
    (void)program;
    report("this command is for %s", systems);
    return EXIT_USAGE;
}

/* Called first in main. In a process of a benchmark, shows its black window; else returns -1. */
int bench_bare_main(void);

/* In a process that `doctor` started: sets the condition under which it runs. */
void doctor_prepare(void);

/* Called by scripts/debug.gdb. Without the field, prints a message and returns no value. */
FieldValue debug_field(const CwWorld *world, const char *name);

/* Checks a game's table, so that a mistake is reported in its maker's words. */
bool game_check(const CwGame *game, CwError *error);

/* Loads a game from a shared object (CW_GAME_EXPORT), which uses this program's engine. NULL with
 * an error. The object stays loaded, because pointers into it may exist. */
const CwGame *game_object_load(const char *path, CwError *error);

/* `play` on a machine without a display: plays the bundled runs. */
int program_demonstrate(Program *program);

/* Why ticks must not use some functions of the C library: their results differ by its version and
 * CPU, or no recording holds them. */
typedef struct ImportFault {
    const char *word, *remedy; /* shown to people */
    bool is_inexact;           /* forbidden outside of ticks, too */
    const char *names;         /* a blank before and after each */
} ImportFault;

/* NULL for a function that is fine. */
const ImportFault *import_fault(const char *name);
