/* `clockwork dev [DIR [play LEVEL]]`: a game that is changed while it is played.
 *
 *     supervisor ─┬─ runner: window, game, run ─┬─ make, in the background
 *                 │                             ├─ trial: the run so far under what was built
 *                 │                             └─ plays of kept tests and builds
 *                 └─ another runner, after a crash
 *
 * Processes of one program, told apart by an argument after the folder. The runner watches
 * the folder. Code that is saved is built and tried in a process of its own, where it can do no
 * harm; a level or a setting is opened beside the run. Then the run so far is simulated again under
 * what was saved (live/rerun_plan.h). Files between the processes lie in DIR/build/dev: copies of
 * the game's shared object, recordings of runs, the runner's state.
 *
 * The project's part: `make game.so` makes DIR/build/game.so, which shows a game (CW_GAME_EXPORT).
 * Knows all of the engine and the command line. */
#pragma once

#include "main/maker.h"

/* The places of what dev needs, all below the project's folder. */
typedef struct DevPlaces {
    char root[PATH_BYTES_MAX];
    char object[PATH_BYTES_MAX]; /* that make leaves */
    char folder[PATH_BYTES_MAX]; /* of files that pass between the processes */
    const char *level;           /* where play begins; NULL: the game's first level */
} DevPlaces;

/* The names of the processes on the command line. */
#define DEV_RUNNER "=runner"
#define DEV_TRIAL "=trial"

/* Tell a runner that the one before it was ended in an infinite loop, or killed while it was sound.
 */
#define DEV_STUCK "too-slow"
#define DEV_KILLED "killed"

/* Exit statuses of a runner: it has no game to run; or its world can't go on, and another runner
 * shall. */
enum { EXIT_REFUSED = 3, EXIT_STOPPED };

/* From the least to be done to the most. */
typedef enum SavedKind {
    WHAT_NOTHING, /* nothing that dev follows */
    WHAT_KNOB,    /* turned in a pause; no file */
    WHAT_BUILD,   /* a kept one was chosen in a pause; no file */
    WHAT_CONFIG,  /* applies by itself, but for the settings of the simulation */
    WHAT_SOUND,
    WHAT_ART,
    WHAT_LEVEL,
    WHAT_CODE, /* to be built */
    WHAT_COUNT
} SavedKind;

/* By its path below the project's folder. "", for what is not known, may be anything. */
SavedKind saved_kind(const char *path);

/* Runs this program as another process: its own command line, `role`, then the rest. */
enum { DEV_ARGUMENTS = 256 };
bool dev_arguments(const char *arguments[DEV_ARGUMENTS], const Program *program,
                   const char *const *role, CwError *error);

/* --bisect: prints the first kept build that misses what a test expects. Returns the exit status:
 * 0 where the newest holds, 1, or 2 where none can be played. */
int dev_bisect(const Program *program, const DevPlaces *places);

/* A row of --dev-log; nothing without one. */
typedef struct DevRow {
    const char *what, *file, *outcome;
    double build_ms, load_ms, simulate_ms;
    uint64_t ticks, first_difference; /* 0: none */
} DevRow;

void dev_log(const Program *program, const DevRow *row);

/* The two other processes, with the words after their role; each gives the exit status. */
int dev_run(Program *program, const DevPlaces *places, const char *const *words);
int dev_try(Program *program, const DevPlaces *places, const char *const *words);
