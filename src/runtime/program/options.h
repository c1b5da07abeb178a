/* Parses the command line for program.c, which then calls the command's function. Commands and
 * options are rows of tables, the runtime's and a guest's. The contract is docs/command-line.md. */
#pragma once

#include "clockwork/base.h"

#include <stdio.h>

typedef struct Program Program;
typedef struct Options Options;

typedef struct CommandRow {
    const char *name;
    int (*run)(Program *program); /* returns the exit status */
    int fewest, most;             /* limits of the number of arguments */
    const char *wants;            /* description of the required arguments */
    bool is_bare;                 /* runs before settings and levels are read */
    bool plays;                   /* may open a window, and a signal ends it */
    bool is_boxed;         /* reads untrusted files and writes none, so it runs in the sandbox */
    const char *companion; /* ending of a file read with each argument; NULL: none */
    bool (*check)(const Options *options, CwError *error); /* NULL: there is nothing to check */
} CommandRow;

typedef enum OptionKind { AS_SPECIAL, AS_FLAG, AS_NUMBER, AS_TEXT, AS_LIST } OptionKind;

typedef struct OptionRow {
    const char *name;
    const char *commands; /* commands that have the option, separated by blanks; NULL: all */
    OptionKind kind;
    size_t offset; /* place in Options of a bool, uint64_t, const char *, or array of those */
    size_t given;  /* place of a number's bool "was given" (0: none), or of a list's count */
    int most;      /* a list's capacity */
    /* The beginning of the file that the option writes (user_file_may_replace); NULL: none. */
    const char *head;
    bool (*take)(Options *options, char *value, CwError *error); /* parses AS_SPECIAL */
} OptionRow;

#define OPTION_FLAG(type, member) .kind = AS_FLAG, .offset = offsetof(type, member)
#define OPTION_TEXT(type, member) .kind = AS_TEXT, .offset = offsetof(type, member)
#define OPTION_LOG(type, member, begin) OPTION_TEXT(type, member), .head = begin
#define OPTION_NUMBER(type, member) .kind = AS_NUMBER, .offset = offsetof(type, member)
#define OPTION_NUMBER_AND(type, member, flag)                                                      \
    OPTION_NUMBER(type, member), .given = offsetof(type, flag)
#define OPTION_LIST(type, member, count, limit)                                                    \
    .kind = AS_LIST, .offset = offsetof(type, member), .given = offsetof(type, count), .most = limit

/* The commands and options that a program has in addition to the runtime's. */
typedef struct MoreOptions {
    const CommandRow *commands;
    int command_count;
    const OptionRow *rows;
    int row_count;
    const char *help_of_commands, *help_of_options; /* lines of --help */
    size_t bytes; /* size of the struct that the rows fill; it begins with Options */
} MoreOptions;

enum { SETTINGS_MAX = 64, SCRIPTED_MAX = 32 };

struct Options {
    const MoreOptions *more; /* NULL: only the runtime's */
    const char *program;     /* the name of its file, for the help */
    const CommandRow *command;
    bool has_command;       /* false: the command is `play` */
    const char **arguments; /* words after the command; the caller frees the array */
    int argument_count;
    struct {
        const char *file;
        const char *settings[SETTINGS_MAX]; /* values of --set */
        int setting_count;
        bool defaults;
    } config;
    struct {
        bool headless, realtime, bot, stats;
        bool is_continued; /* --continue */
        bool ticks_given, seed_given;
        uint64_t ticks, seed;
        const char *record, *ghost, *frames;
        const char *holds[SCRIPTED_MAX], *taps[SCRIPTED_MAX];
        int hold_count, tap_count;
    } run;
    struct {
        const char *hash, *frame, *probe, *sound, *render_sound, *screenshot;
        uint64_t screenshot_tick;
    } logs;
    struct {
        bool times;
        double limit_s; /* 0: depends on the recording's length; INFINITY: none */
    } verify;
};

/* Parses into `options`, which has more->bytes. False with an error means exit status 2. */
bool options_parse(Options *options, int argc, char **argv, const MoreOptions *more,
                   CwError *error);

/* Parses a whole number, 0 or more. An error names the option or argument `name`. */
bool option_parse_number(const char *name, const char *text, uint64_t *number, CwError *error);

bool option_take_limit(Options *options, char *text, CwError *error);

/* The name of the first given option that writes a file of the run; NULL: none. */
const char *options_first_file(const Options *options);

/* False when an option would overwrite a file of another kind. */
bool options_may_write(const Options *options, CwError *error);

/* Opens the files that options write before the sandbox is entered. */
bool options_keep_files(const Options *options, CwError *error);

void options_print_help(const Options *options, FILE *out);

/* ---- the runtime's commands; each returns the exit status ---- */

int command_play(Program *program);
int command_replay(Program *program);
int command_verify(Program *program);
int command_times(Program *program);
int command_levels(Program *program);
int command_config(Program *program);
int command_help(Program *program);
int command_version(Program *program);
