/* `clockwork dev [DIR [play LEVEL]]` plays a game and reloads it whenever a file is saved.
 *
 *     supervisor ─┬─ runner: window, game, run ─┬─ make, in the background
 *                 │                             ├─ trial: the run so far under what was built
 *                 │                             └─ plays of kept tests and builds
 *                 └─ another runner, after a crash
 *
 * All are processes of this program; an argument after the folder names the role. The runner
 * watches the folder. It has saved code built and tried in other processes, where a crash does no
 * harm. Then it simulates the run so far again with the change (live/rerun_plan.h). The processes
 * share files in DIR/build/dev: copies of the game's shared object, recordings of runs, the
 * runner's state.
 *
 * The project's `make game.so` builds DIR/build/game.so, which exports a game (CW_GAME_EXPORT). */
#pragma once

#include "fields/field_difference.h"
#include "main/maker.h"
#include "platform/path.h"
#include "system/process_start.h"

typedef struct DevPlaces {
    char root[PATH_BYTES_MAX];   /* the project's folder */
    char object[PATH_BYTES_MAX]; /* the game, as make builds it */
    char folder[PATH_BYTES_MAX]; /* files that the processes share */
    const char *level;           /* level to begin with; NULL: the game's first level */
} DevPlaces;

/* The names of the processes on the command line. */
#define DEV_RUNNER "=runner"
#define DEV_TRIAL "=trial"

/* How the last runner ended, as told to the next one: by the watchdog, or killed from outside. */
#define DEV_STUCK "too-slow"
#define DEV_KILLED "killed"

/* Exit statuses of a runner that has no game to run, and of one whose world can't go on. */
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

/* The kind of change when this file is saved. Its path begins in the project's folder; "": many. */
ChangeKind change_kind(const char *path);

/* Makes the command line of another process of this program: this one's options, then `role`. */
enum { DEV_ARGUMENTS = 256 };
bool dev_arguments(const char *arguments[DEV_ARGUMENTS], const Program *program,
                   const char *const *role, CwError *error);

/* --bisect: prints the first kept build in which a test fails. Returns the exit status: 0 if the
 * newest build passes the test, 1 if it fails, 2 if no build can play it. */
int dev_bisect(const Program *program, const DevPlaces *places);

/* A row of --dev-log. */
typedef struct DevRow {
    const char *what, *file, *outcome;
    double build_ms, load_ms, simulate_ms;
    uint64_t ticks, first_difference; /* 0: none */
} DevRow;

/* Does nothing without --dev-log. */
void dev_log(const Program *program, const DevRow *row);

/* Runs the runner with the words after its role. Returns the exit status. */
int dev_run(Program *program, const DevPlaces *places, const char *const *words);

/* True if a path ends with a dot and one of these words in any case. NULL ends the list. */
bool dev_path_ends(const char *path, const char *const *endings);

/* ---- builds: `make game.so` in the background, for the supervisor and the runner ---- */

/* Limits of an error's text that is shown. */
enum { BUILD_LINES = 10, BUILD_LINE_BYTES = 200, BUILD_ERROR_BYTES = 2000 };
enum { BUILDS_KEPT = 16 };

/* Zero-initialise, except for the places. Large. */
typedef struct DevBuild {
    const DevPlaces *places;
    Process process;
    Process keeper;    /* writes the source's difference for the object that was kept last */
    int64_t began_ns;  /* clock_file_ns */
    uint64_t contents; /* hash of all sources when the build began */
} DevBuild;

/* Starts make in `process`, with errors among its output. */
bool dev_build_start(DevBuild *build, CwError *error);

/* Ends a running build and removes the objects that it has made. */
void dev_build_stop(DevBuild *build);

/* Copies the object to a new name, because a loaded object can't be replaced. `saved` is part of
 * the name. In the background, git writes the difference from the last build's sources to
 * NAME.diff. The file is empty for the first build or without git. False: the copy is not whole. */
bool dev_build_keep(DevBuild *build, const char *saved, char copy[PATH_BYTES_MAX], CwError *error);

/* Called after a build. If a source has changed since it began, removes the objects. True then. */
bool dev_build_is_stale(DevBuild *build);

/* The first error in a failed build's output; the first line if none is found. */
const char *dev_build_find_error(const char *text);

/* Finds the first compiler warning, a line. Returns the number of warnings. */
int dev_build_find_warning(char warning[BUILD_LINE_BYTES], const char *text);

/* Copies the first lines of a text, each cut to `line_bytes`. */
void dev_build_take_lines(char lines[BUILD_ERROR_BYTES], const char *text, int line_bytes);

/* ---- trials: another process plays the run so far under a new build. The runner starts a trial
 * after each build. It reads the verdict, then findings about the difference ---- */

/* The arguments after DEV_TRIAL. */
enum {
    TRIAL_WORD_OBJECT,  /* the game to try */
    TRIAL_WORD_OLD,     /* the game that the run was played with */
    TRIAL_WORD_RUN,     /* the recording; "": none, only a start is tried */
    TRIAL_WORD_ACTIONS, /* names of the recorded actions */
    TRIAL_WORD_MAP,     /* the level's file; "": the first level */
    TRIAL_WORD_END
};

typedef struct DevTrial {
    Process process;
    const char *verdict;   /* "ok", "refused", "crashed" or "too-slow"; NULL: not known yet */
    char message[512];     /* lines that explain a verdict other than "ok" */
    bool has_field;        /* `field` and `field_tick` are known */
    uint64_t field_tick;   /* first tick that differs; 0: none */
    FieldDifference field; /* first shared field that differs; a: before, b: now */
    char finding[512];     /* "impure" or "unnamed" with an explanation; "": none so far */
} DevTrial;

/* Starts a trial. Ends the one that runs, if any. */
bool dev_trial_start(DevTrial *trial, const Program *program,
                     const char *const words[TRIAL_WORD_END], CwError *error);

/* Reads the process's output. The verdict comes before other findings. */
void dev_trial_poll(DevTrial *trial);

/* Finds the place of a crash and the game's stack lines (platform/crash.h) in a program's stderr.
 * For an abort it adds the line before, which tells what to do. "": nothing was reported. */
void dev_trial_find_place(const char *errors, char *message, size_t size);

/* Runs a trial with the words after DEV_TRIAL. Returns the exit status. */
int dev_trial_main(Program *program, const DevPlaces *places, const char *const *words);
