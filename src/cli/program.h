/* What every command of the program has at hand: the game, the options, where files are, the
 * settings in force and the levels. clockwork_main fills it; each command is a function in a file
 * of its own that returns the exit status. */
#ifndef CLI_PROGRAM_H
#define CLI_PROGRAM_H

#include "cli/options.h"
#include "clockwork/game.h"
#include "core/config.h"
#include "host/paths.h"
#include "runtime/levels.h"

enum { EXIT_OK = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

typedef struct Program {
    const Game *game;
    Options options;
    Paths paths;
    Config config;
    Levels levels;
} Program;

int command_play(Program *program);
int command_levels(const Program *program);
int command_config(const Program *program);
int command_systems(const Program *program);
int command_bench(const Program *program);

/* Reports an error and returns the exit status for failures. */
int program_failed(const Error *error);

/* Plays by itself without a display: what `play` does where there is none. */
int program_demonstrate(Program *program);

#endif
