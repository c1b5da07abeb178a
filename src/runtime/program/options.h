/* The command line, parsed: command, arguments, options. Contract: docs/command-line.md.
 *
 * Commands and options are rows of tables: the runtime's own, and those that a program has besides
 * (MoreOptions). A command's function is called by program.c. */
#pragma once

#include "clockwork/base.h"

#include <stddef.h>
#include <stdio.h>

typedef struct Program Program;
typedef struct Options Options;

typedef struct CommandRow {
    const char *name;
    int (*run)(Program *program); /* returns the exit status */
    int fewest, most;             /* arguments */
    const char *wants;            /* what the first arguments are */
    bool is_bare;                 /* runs before settings and levels are read */
    bool plays;                   /* may open a window, and a signal ends it */
    bool is_boxed;      /* reads files of strangers and writes none: it gives up its rights first */
    const char *beside; /* ending of a file that it also reads beside each argument; NULL: none */
    bool (*check)(const Options *options, CwError *error); /* NULL: there is nothing to check */
} CommandRow;

typedef enum OptionKind { AS_SPECIAL, AS_FLAG, AS_NUMBER, AS_TEXT, AS_LIST } OptionKind;

typedef struct OptionRow {
    const char *name;
    const char *commands; /* that it goes with, blanks between them; NULL: all */
    OptionKind kind;
    size_t offset; /* from the Options on: bool, uint64_t, const char * or an array of those */
    size_t given;  /* the same: whether a number was given, 0: not kept; a list's count */
    int most;      /* of a list */
    /* The begin of the file that it writes (file_may_replace); NULL: it writes none. */
    const char *head;
    bool (*take)(Options *options, const char *value, CwError *error); /* special values */
} OptionRow;

#define OPTION_FLAG(type, member) .kind = AS_FLAG, .offset = offsetof(type, member)
#define OPTION_TEXT(type, member) .kind = AS_TEXT, .offset = offsetof(type, member)
#define OPTION_LOG(type, member, begin) OPTION_TEXT(type, member), .head = begin
#define OPTION_NUMBER(type, member) .kind = AS_NUMBER, .offset = offsetof(type, member)
#define OPTION_NUMBER_AND(type, member, flag)                                                      \
    OPTION_NUMBER(type, member), .given = offsetof(type, flag)
#define OPTION_LIST(type, member, count, limit)                                                    \
    .kind = AS_LIST, .offset = offsetof(type, member), .given = offsetof(type, count), .most = limit

/* The commands and options of a program besides the runtime's. */
typedef struct MoreOptions {
    const CommandRow *commands;
    int command_count;
    const OptionRow *rows;
    int row_count;
    const char *help_of_commands, *help_of_options; /* lines */
    size_t bytes; /* of the struct that the rows fill, which begins with the Options */
} MoreOptions;

enum { SETTINGS_MAX = 64, SCRIPTED_MAX = 32 };

struct Options {
    const MoreOptions *more; /* NULL: only the runtime's */
    const CommandRow *command;
    bool command_given;     /* false: `play` is meant */
    const char **arguments; /* after the command; freed by options_free */
    int argument_count;
    struct {
        const char *file;
        const char *settings[SETTINGS_MAX]; /* of --set */
        int setting_count;
        bool defaults;
    } config;
    struct {
        bool headless, realtime, bot, stats;
        bool resumes; /* --continue */
        bool ticks_given;
        uint64_t ticks, seed;
        const char *record, *ghost, *frames;
        const char *holds[SCRIPTED_MAX], *taps[SCRIPTED_MAX];
        int hold_count, tap_count;
    } run;
    struct {
        const char *hash, *frame, *probe, *sound, *render_sound;
        char screenshot[1024]; /* "" when not given */
        uint64_t screenshot_tick;
    } logs;
    struct {
        bool times;
        double limit_s; /* 0: by the recording's length; INFINITY: none */
    } verify;
};

/* Fills all bytes of `options`, which has more->bytes. False with an error means exit status 2. */
bool options_parse(Options *options, int argc, char **argv, const MoreOptions *more,
                   CwError *error);

/* A whole number, 0 or more; an error names it. */
bool option_parse_number(const char *name, const char *text, uint64_t *number, CwError *error);

/* The values of --limit and --screenshot. */
bool option_take_limit(Options *options, const char *text, CwError *error);
bool option_take_screenshot(Options *options, const char *text, CwError *error);

/* The name of the first option that writes a file of the run, NULL: none does. */
const char *options_first_file(const Options *options);

/* False for a file that an option would write over and that is of another kind. */
bool options_may_write(const Options *options, CwError *error);

/* Opens these files for what runs in the sandbox. */
bool options_keep_files(const Options *options, CwError *error);

void options_free(Options *options);

void options_print_help(const MoreOptions *more, FILE *out);

/* ---- the runtime's commands; they return the exit status ---- */

int command_play(Program *program);
int command_replay(Program *program);
int command_verify(Program *program);
int command_times(Program *program);
int command_levels(Program *program);
int command_config(Program *program);
int command_help(Program *program);
int command_version(Program *program);
