/* The tabs that `clockwork dev` adds to a pause: knobs, kept tests and kept builds. Other processes
 * play recordings for the last two. */
#pragma once

#include "change/changes.h"
#include "live/dev.h"
#include "live/rerun_plan.h"
#include "program/program.h"

struct DevRunner;

/* ---- trails: the player's path in a run. Each version has one, to draw and compare ---- */

typedef struct DevTrail {
    CwPoint2 *points; /* a place for each tick from 1 on; NAN without a player */
    size_t count;
} DevTrail;

/* Adds the player's place at this tick, and drops places at later ticks. */
void dev_trail_note(DevTrail *trail, const Session *session);

/* Copies places that `trail` lacks from an older trail, up to the tick `ticks`. */
void dev_trail_copy_past(DevTrail *trail, const DevTrail *older, uint64_t ticks);

/* The first tick at which the player is more than a centimetre off; 0: none. */
uint64_t dev_trail_find_parting(const DevTrail *trail, const DevTrail *older);

/* ---- knobs: a preview simulates the run so far in another world with the turned numbers, a slice
 * each frame. When the slider rests, the run begins again with them, as after a save ---- */

typedef struct KnobRow {
    char name[KNOB_NAME_BYTES]; /* "HOP_NS", "simulation.gravity" */
    CwKnob knob;                /* has no name; line 0 for settings */
    double value;
    double value_before_keep;   /* value before the last Keep; without a Keep the file's value */
    CwInputSetting setting;     /* CW_SETTING_NONE: a number of the code */
    bool is_in_level, is_whole; /* the level sets this setting; it has no fraction */
} KnobRow;

typedef enum KnobRequest { KNOBS_NOTHING, KNOBS_KEEP, KNOBS_UNDO } KnobRequest;

typedef struct KnobBoard {
    KnobRow rows[KNOBS_MAX];
    int count;
    KnobEdits turned; /* the knobs with which runs begin */
    int selected;     /* row that was changed last */
    bool is_held;     /* the mouse holds a slider */
    KnobRequest request;
    CwError error; /* shown under the rows */
} KnobBoard;

typedef struct DevKnobs {
    KnobBoard board;
    CwMap *map;                  /* the level in its file; NULL: none */
    CwSimSettings settings;      /* settings for a plan, turned ones included */
    KnobEdits wanted, previewed; /* turned knobs on the board, and in the last preview */
    int64_t changed_ns;          /* time of the last change of `wanted` */
    char label[80];              /* the last change: "HOP_NS = 7" */
    bool is_running, is_done;    /* state of the preview */
    Session session;
    Run run;
    RerunPlan plan;
    CwReplayFile *recording;
    DevTrail growing, shown; /* trails of the present preview and of the last whole one */
    ScreenKind page;         /* page and row for the next loop to show */
    PageSide side;
    int row;
} DevKnobs;

/* screens_guest returns the KnobBoard. */
extern const ScreenDef dev_knobs_page;

/* Fills the board for a game and its program (NULL: not open yet). A turned number stays turned
 * unless the number in its file has changed. */
void dev_knobs_open(struct DevRunner *runner, const CwGame *game, const Program *program);

/* Sets the plan's knobs and settings, which point into `knobs` and `edits`. */
void dev_knobs_plan(DevKnobs *knobs, const KnobEdits *edits, RerunPlan *plan);

/* Called once a frame. True when the run must begin again with the turned numbers. */
bool dev_knobs_update(struct DevRunner *runner);

/* Closes the preview before the loop ends, and shows the same page in the next loop. */
void dev_knobs_leave(struct DevRunner *runner);
void dev_knobs_show(struct DevRunner *runner);

/* ---- plays of a recording in a build, by `rerun` in another process ---- */

enum { KEPT_FILES_MAX = 64 };

/* Lists files with this ending, the newest first, without the ending. Returns their count. */
int dev_list_files(const char *root, const char *folder, const char *ending,
                   char names[KEPT_FILES_MAX][PATH_NAME_BYTES]);

/* Plays a recording in a build. `words` are added to the command line and end with NULL. */
bool dev_play_start(Process *process, const DevPlaces *places, const char *object,
                    const char *const words[]);

typedef struct DevOutcome {
    bool was_played;  /* false, for example, in a build for another version of Clockwork */
    bool has_passed;  /* it finished and met all expectations */
    bool is_measured; /* `reached` is a number */
    uint32_t ticks;   /* time of the finish; 0: no finish */
    char reached[24]; /* how far it came: "12.3 s", "45 %", "crashes" */
    char why[160];    /* the expectation that it misses, or why it can't be played */
} DevOutcome;

/* Reads the output of a play that has ended. */
DevOutcome dev_play_read(const Process *process);

/* ---- kept tests, which are played after each save and turn of a knob ---- */

/* A kept test and its last result. */
typedef struct DevTest {
    char name[PATH_NAME_BYTES];
    bool is_known;
    DevOutcome outcome;
    uint32_t ticks_before; /* ticks in the game before; 0: no finish */
} DevTest;

typedef struct DevTests {
    DevTest items[KEPT_FILES_MAX];
    int count, next;        /* `next`: the test that is played, or comes next */
    bool is_stale;          /* the game or a knob has changed */
    bool is_keep_requested; /* by the player */
    KnobEdits turned;
    Process process;
} DevTests;

/* screens_guest returns the DevRunner. */
extern const ScreenDef dev_tests_page;

/* Called once a frame when no job is in progress: plays stale tests again. */
void dev_tests_update(struct DevRunner *runner);

/* ---- kept builds: the run is played in each, or they are bisected for a test ---- */

enum { KEPT_WORDS = 64 };

/* A build that is kept in build/dev, and the run so far under it. */
typedef struct KeptBuild {
    char name[PATH_NAME_BYTES];       /* file name of the object */
    char file[KEPT_WORDS], clock[16]; /* the saved file, and the time of the save */
    char place[KEPT_WORDS + 16];      /* file and line of its first difference: "main.c:12" */
    char outcome[24];                 /* how far the run came; "": not known yet */
    char trouble[160];                /* why it can't be played, or what it misses of a test */
    bool is_skipped;                  /* the bisection found that it can't play the test */
} KeptBuild;

typedef struct KeptBuilds {
    const DevPlaces *places;
    KeptBuild builds[BUILDS_KEPT]; /* the newest first */
    int count;
    int selected, chosen; /* builds; chosen -1: none */
    Process process;
    int playing;                        /* build in the process */
    char difference[BUILD_ERROR_BYTES]; /* shown lines of the selected build's difference */
    char test[PATH_NAME_BYTES];         /* test of the bisection; "": the run is played instead */
    int oldest_failing, newest_passing; /* builds known to fail and to pass the test */
} KeptBuilds;

/* screens_guest returns the DevRunner. */
extern const ScreenDef dev_versions_page;

/* Called once a frame when no job is in progress. True when a build is chosen (`kept.chosen`). */
bool dev_versions_update(struct DevRunner *runner);
