/* The state of dev's runner, which these files share: dev_runner.c (process, run), dev_work.c
 * (saves), dev_picture.c, dev_knobs.c, dev_tests.c and dev_versions.c (the tabs). */
#pragma once

#include "change/changes.h"
#include "live/dev.h"
#include "live/rerun_plan.h"
#include "main/workshop_guest.h"
#include "system/folder_watch.h"

enum { VERSIONS_MAX = 2, TRAIL_LABEL_BYTES = 96 };

/* The path of the player under one version of the game. */
typedef struct DevTrail {
    CwPoint2 *points; /* a place for each tick from 1 on; NAN without a player */
    size_t count;
} DevTrail;

/* Notes the player's place at this tick, and drops the places at later ticks. */
void dev_trail_note(DevTrail *trail, const Session *session);

/* Copies the places of the first ticks from the trail before, where `trail` lacks them. */
void dev_trail_copy_past(DevTrail *trail, const DevTrail *before, uint64_t ticks);

/* The game after a save, and the last run under it. */
typedef struct DevVersion {
    const CwGame *game;
    char object[PATH_BYTES_MAX]; /* copy that it was loaded from */
    char label[TRAIL_LABEL_BYTES];
    CwReplayFile *run; /* NULL: none yet */
    DevTrail trail;
    char level[LEVEL_NAME_BYTES]; /* level of run and trail */
} DevVersion;

/* The steps after a save, which dev_work.c sets. Code is built and tried; other changes are
 * reported next. A failure is shown and leads to STEP_WAIT. */
typedef enum DevStep {
    STEP_WAIT,
    STEP_BUILD,
    STEP_TRIAL,
    STEP_REPORT /* the next loop simulates the run so far, then reports what differs */
} DevStep;

/* Saves that come close together count as one. */
typedef struct DevSave {
    ChangeKind kind;           /* the kind with most to do */
    char file[PATH_BYTES_MAX]; /* the first file of that kind */
    int64_t last_ns;           /* time of the last save */
} DevSave;

/* The change in progress. */
typedef struct DevJob {
    ChangeKind kind;
    char file[PATH_BYTES_MAX];
    char object[PATH_BYTES_MAX]; /* object to load; "": the newest loaded one */
    double build_ms, load_ms;
    int64_t began_ns;               /* start of the present step */
    int warning_count;              /* number of compiler warnings */
    char warning[BUILD_LINE_BYTES]; /* the first warning */
    bool new_settings, takes_map;   /* see RerunPlan */
    bool flips;                     /* plays the other version; nothing was saved */
} DevJob;

typedef struct KnobRow {
    char name[KNOB_NAME_BYTES]; /* "HOP_NS", "simulation.gravity" */
    CwKnob knob;                /* has no name; line 0 for settings */
    double value;
    double before;          /* value before the last Keep; without a Keep the file's value */
    CwInputSetting setting; /* CW_SETTING_NONE: a number of the code */
    bool in_level, whole;   /* the level sets this setting; it has no fraction */
} KnobRow;

typedef enum KnobAsk { KNOBS_NOTHING, KNOBS_KEEP, KNOBS_UNDO } KnobAsk;

typedef struct KnobBoard {
    KnobRow rows[KNOBS_MAX];
    int count;
    KnobEdits turned; /* the knobs with which runs begin */
    int selected;     /* row that was changed last */
    bool held;        /* the mouse holds a slider */
    KnobAsk ask;
    CwError error; /* shown under the rows */
} KnobBoard;

/* Knobs that are turned in a pause (dev_knobs.c). A preview simulates the run so far with the
 * numbers on the board, in another world and in slices. It gives a trail to draw. When the slider
 * stops, the run itself begins again with these numbers, as after a save. */
typedef struct DevKnobs {
    KnobBoard board;
    CwMap *map;                  /* the level in its file; NULL: none */
    CwSimSettings settings;      /* settings for a plan, turned ones included */
    KnobEdits wanted, previewed; /* turned knobs on the board, and in the last preview */
    int64_t changed_ns;          /* time of the last change of `wanted` */
    char label[80];              /* the last change: "HOP_NS = 7" */
    bool runs, done;             /* state of the preview */
    Session session;
    Run run;
    RerunPlan plan;
    CwReplayFile *past;
    DevTrail growing, shown; /* trails of the present preview and of the last whole one */
    ScreenKind page;         /* page and row for the next loop to show */
    PageSide side;
    int row;
} DevKnobs;

enum { KEPT_WORDS = 64 };

/* A build that is kept in build/dev, and the run so far under it. */
typedef struct KeptBuild {
    char name[PATH_NAME_BYTES];       /* file name of the object */
    char file[KEPT_WORDS], clock[16]; /* the saved file, and the time of the save */
    char place[KEPT_WORDS + 16];      /* file and line of its first difference: "main.c:12" */
    char outcome[24];                 /* how far the run came; "": not known yet */
    char trouble[160];                /* why it can't be played, or what it misses of a test */
    bool skipped;                     /* the bisection found that it can't play the test */
} KeptBuild;

/* The page of the kept builds (dev_versions.c). Another process plays the run in each build, or
 * searches by bisection for the build that broke a kept test. */
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

/* A kept test and its last result. */
typedef struct DevTest {
    char name[PATH_NAME_BYTES];
    bool known;
    DevOutcome outcome;
    uint32_t before; /* ticks in the game before; 0: no finish */
} DevTest;

/* The kept tests (dev_tests.c). Another process plays them in the present game with the turned
 * knobs. */
typedef struct DevTests {
    DevTest items[KEPT_FILES_MAX];
    int count, next;     /* `next`: the test that is played, or comes next */
    bool stale;          /* the game or a knob has changed */
    bool keep_requested; /* by the player */
    KnobEdits turned;
    Process process;
} DevTests;

/* The tabs that dev adds to a pause. */
enum { DEV_KNOBS, DEV_TESTS, DEV_VERSIONS, DEV_PAGE_COUNT };

#define PAGE_VERSIONS ((ScreenKind)(SCREEN_GUEST + DEV_VERSIONS))

typedef struct DevRunner {
    Program *base; /* the command line */
    const DevPlaces *places;
    Program *program; /* the program of the game that is played */
    Program *next;    /* the program of the next loop; NULL: no change is planned */
    Host host;
    bool flip_asked, stop_asked, keys_asked; /* pressed keys that are not handled yet */
    bool from_here;                          /* F1: saves and knobs leave the past as it was */
    WorldTransfer transfer;                  /* from the world where the past ends */
    Renderer *renderer;
    Cache cache;
    Loop *loop;
    InputScript script;
    FolderWatch *watch;
    DevVersion versions[VERSIONS_MAX]; /* the newest version and the one before it */
    int version_count;
    int played; /* index of the version that is played: F10 flips it */
    /* The difference between the two versions over the same inputs. */
    uint64_t difference;   /* first tick that differs; 0: none */
    bool knows_field;      /* `field` is the first shared field that differs at that tick */
    FieldDifference field; /* a: before, b: the newest */
    uint64_t apart;        /* first tick with the player a centimetre away; 0: none */
    DevStep step;
    DevSave save; /* the save that waits */
    DevJob job;
    DevBuild build;
    DevTrial trial;
    bool trial_is_read;                                  /* the trial may still report findings */
    char trouble_title[160], trouble[BUILD_ERROR_BYTES]; /* shown until the next save; "": none */
    char run_path[PATH_BYTES_MAX];                       /* the recording that is being written */
    RerunPlan plan;                                      /* the run of the next loop */
    bool has_rerun;
    AbSpan marks;   /* marks A and B of the loop before */
    bool resumes;   /* the first loop after a crash is not open yet */
    bool has_state; /* this runner has shown a picture, so another one could resume its run */
    /* The file and action names of the run that is simulated again. */
    char past_path[PATH_BYTES_MAX], past_names[ACTION_NAMES_BYTES];
    bool resumes_from_past; /* a crash resumes past_path: the new recording is still shorter */
    char map_path[PATH_BYTES_MAX]; /* the level's file */
    bool is_open;                  /* the loop is open */
    DevKnobs knobs;
    KeptBuilds kept;
    DevTests tests;
} DevRunner;

/* True if a level is played, paused or finished. */
bool dev_is_played(const DevRunner *runner);

/* Called once a frame: follows saves and their work. True when the loop must end, because the next
 * program is loaded. */
bool dev_work(DevRunner *runner);

/* Fills `transfer` from the world of mark A, or the present one, from which saves apply. False when
 * they apply from the start. */
bool dev_take_transfer(DevRunner *runner);

/* NULL with an error. `program` may be NULL. */
Program *dev_open_program(const DevRunner *runner, const CwGame *game, CwError *error);
void dev_close_program(Program *program);

/* Writes the state from which another runner resumes after a crash. */
void dev_write_state(const DevRunner *runner);

/* The tabs. screens_guest returns the KnobBoard for dev_knobs_page, and the DevRunner for the other
 * two. */
extern const ScreenDef dev_knobs_page, dev_tests_page, dev_versions_page;

/* The page that is shown in a pause; SCREEN_TITLE: none. */
ScreenKind dev_page(const DevRunner *runner);

/* Called once a frame when no job is in progress: plays stale tests again. */
void dev_tests_update(DevRunner *runner);

/* Called once a frame when no job is in progress. True when a build is chosen (`kept.chosen`). */
bool dev_versions_update(DevRunner *runner);

void dev_draw(DevRunner *runner, const CwTheme *theme);

/* Fills the board for a game and its program (NULL: not open yet). A turned number stays, unless
 * its file has another number now. */
void dev_knobs_open(DevRunner *runner, const CwGame *game, const Program *program);

/* Gives a plan these values. It points into `knobs` and `edits`. */
void dev_knobs_plan(DevKnobs *knobs, const KnobEdits *edits, RerunPlan *plan);

/* Called once a frame. True when the run must begin again with the turned numbers. */
bool dev_knobs_update(DevRunner *runner);

/* Closes the preview before the loop ends, and shows the same page in the next loop. */
void dev_knobs_leave(DevRunner *runner);
void dev_knobs_show(DevRunner *runner);
