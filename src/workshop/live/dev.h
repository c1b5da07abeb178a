/* `clockwork dev [DIR [play LEVEL]]`: changes a game while it is played.
 *
 *     supervisor ─┬─ runner: window, game, run ─┬─ make, in the background
 *                 │                             ├─ trial: the run so far under what was built
 *                 │                             └─ plays of kept tests and builds
 *                 └─ another runner, after a crash
 *
 * These are processes of one program; an argument after the folder names the role. The runner
 * watches the folder. Saved code is built and tried in another process, where it can do no harm; a
 * level or a setting is opened beside the run. Then the run so far is simulated again with the
 * change (live/rerun_plan.h). The processes share files in DIR/build/dev: copies of the game's
 * shared object, recordings of runs, the runner's state.
 *
 * The project's `make game.so` makes DIR/build/game.so, which exports a game (CW_GAME_EXPORT). */
#pragma once

#include "main/maker.h"
#include "platform/path.h"

typedef struct DevPlaces {
    char root[PATH_BYTES_MAX];   /* the project's folder */
    char object[PATH_BYTES_MAX]; /* the game, as make builds it */
    char folder[PATH_BYTES_MAX]; /* files that the processes share */
    const char *level;           /* level to begin with; NULL: the game's first level */
} DevPlaces;

/* The names of the processes on the command line. */
#define DEV_RUNNER "=runner"
#define DEV_TRIAL "=trial"

/* Tell a runner that the watchdog ended the one before it, or that it was killed from outside. */
#define DEV_STUCK "too-slow"
#define DEV_KILLED "killed"

/* A runner's exit statuses: it has no game to run; its world can't go on, so another one starts. */
enum { EXIT_REFUSED = 3, EXIT_STOPPED = 121 }; /* games quit with small numbers */

/* Kinds of changes, sorted by the work that they need. */
typedef enum ChangeKind {
    CHANGE_NONE,   /* a file that dev ignores */
    CHANGE_KNOB,   /* a knob that was turned in a pause */
    CHANGE_BUILD,  /* a kept build that was chosen in a pause */
    CHANGE_CONFIG, /* needs work only for settings of the simulation */
    CHANGE_SOUND,
    CHANGE_ART,
    CHANGE_LEVEL,
    CHANGE_CODE,
    CHANGE_COUNT
} ChangeKind;

/* The change that a save of this file is. Paths begin in the project's folder. "": many files. */
ChangeKind change_kind(const char *path);

/* The command line of another process of this program: the own options, then `role`. */
enum { DEV_ARGUMENTS = 256 };
bool dev_arguments(const char *arguments[DEV_ARGUMENTS], const Program *program,
                   const char *const *role, CwError *error);

/* --bisect: prints the first kept build in which a test fails. Returns the exit status: 0 if the
 * newest build passes, 1 if it fails, 2 if no build can play the test. */
int dev_bisect(const Program *program, const DevPlaces *places);

/* A row of --dev-log. */
typedef struct DevRow {
    const char *what, *file, *outcome;
    double build_ms, load_ms, simulate_ms;
    uint64_t ticks, first_difference; /* 0: none */
} DevRow;

/* Does nothing without --dev-log. */
void dev_log(const Program *program, const DevRow *row);

/* The runner, with the words after its role. Returns the exit status. */
int dev_run(Program *program, const DevPlaces *places, const char *const *words);

/* True if a path ends with a dot and one of these words in any case. NULL ends the list. */
bool dev_path_ends(const char *path, const char *const *endings);
