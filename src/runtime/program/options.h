/* The command line, parsed: command, arguments, options. Contract: docs/command-line.md. */
#pragma once

#include "clockwork/base.h"

#include <stdio.h>

typedef enum Command {
    COMMAND_PLAY,
    COMMAND_REPLAY,
    COMMAND_VERIFY,
    COMMAND_QUERY,
    COMMAND_DIFF,
    COMMAND_RERUN,
    COMMAND_TIMES,
    COMMAND_LEVELS,
    COMMAND_CONFIG,
    COMMAND_SYSTEMS,
    COMMAND_DOCTOR,
    COMMAND_BENCH,
    COMMAND_LAB,
    COMMAND_SOLVE,
    COMMAND_NEW,
    COMMAND_DEBUG,
    COMMAND_DEV,
    COMMAND_HELP,
    COMMAND_VERSION,
    COMMAND_COUNT
} Command;

enum { SETTINGS_MAX = 64, SCRIPTED_MAX = 32, GAMES_MAX = 2, TUNES_MAX = 2 };

enum { SYNC_TEST_DEPTH_MAX = 60 }; /* of --synctest */

typedef struct Options {
    Command command;
    bool command_given;     /* false: `play` is meant */
    const char **arguments; /* after the command; freed by options_free */
    int argument_count;
    const char *config_file;
    const char *settings[SETTINGS_MAX]; /* of --set */
    int setting_count;
    const char *holds[SCRIPTED_MAX], *taps[SCRIPTED_MAX]; /* of --hold and --tap */
    int hold_count, tap_count;
    const char *games[GAMES_MAX]; /* of --game: shared objects, in place of the program's own */
    int game_count;
    const char *tunes[TUNES_MAX]; /* of rerun */
    int tune_count;
    bool headless, realtime, times, stats, list, bot, defaults;
    bool monkey;
    uint64_t monkey_seed, seed;
    uint64_t ticks;
    bool ticks_given;
    uint64_t range_first, range_last; /* of query's --ticks; UINT64_MAX: up to the last */
    bool range_given, csv_rows;       /* --csv without a file */
    uint64_t sync_test;               /* ticks to go back */
    bool sync_test_given;
    uint64_t tick;          /* of debug's --tick */
    uint64_t seconds, jobs; /* of solve */
    bool seconds_given, jobs_given;
    double target_s;  /* 0: none */
    double limit_s;   /* 0: by the recording's length; INFINITY: none */
    const char *from; /* a recording; NULL: none */
    const char *record, *ghost, *hash_log, *frames, *frame_log, *probe_log, *csv, *trace;
    const char *render_sound, *sound_log;
    const char *compare; /* of bench; NULL: none */
    const char *dev_log, *bisect;
    bool follow;                  /* rerun: along the recorded path */
    bool resumes;                 /* play --continue */
    bool from_here;               /* dev: saved settings of the simulation hold from now on */
    const char *fields, *actions; /* names with commas between them */
    const char *when;             /* of query: a condition on fields */
    char screenshot[1024];        /* "" when not given */
    uint64_t screenshot_tick;
} Options;

/* False with an error means exit status 2. Without `tools` there are no bench and lab. */
bool options_parse(Options *options, int argc, char **argv, bool tools, CwError *error);

/* False for a file that an option would write over and that is of another kind. */
bool options_may_write(const Options *options, CwError *error);

/* Opens these files for what runs in the sandbox. */
bool options_keep_files(const Options *options, CwError *error);

void options_free(Options *options);

/* Prints what goes with a command; NULL: all. */
void options_print_help(const char *about, bool tools, FILE *out);
