/* The state of dev's runner, which these files share: dev_runner.c (process, run), dev_work.c
 * (saves), dev_picture.c, dev_board.c (numbers and their files), dev_knobs.c (tries of knobs),
 * dev_keep.c and dev_tests.c (kept tests), dev_versions.c (kept builds), dev_keys.c. */
#pragma once

#include "live/dev.h"
#include "live/dev_build.h"
#include "live/dev_trial.h"
#include "live/rerun_plan.h"
#include "panel/knob_board.h"
#include "panel/pause.h"
#include "run/run.h"
#include "system/watch.h"

enum { VERSIONS_MAX = 2, TRAIL_LABEL_BYTES = 96 };

/* The path of the player, tick by tick, under one version of the game. */
typedef struct DevTrail {
    CwPoint2 *points; /* from tick 1 on; NAN without a player */
    size_t count;
} DevTrail;

/* Notes where the player is; drops the notes of this tick and of later ones. */
void dev_trail_note(DevTrail *trail, const Session *session);

/* The game after a save, and the last run under it. */
typedef struct DevVersion {
    const CwGame *game;
    char object[PATH_BYTES_MAX]; /* copy that it was loaded from */
    char label[TRAIL_LABEL_BYTES];
    CwReplayFile *run; /* NULL: none yet */
    DevTrail trail;
    char level[LEVEL_NAME_BYTES]; /* of run and trail */
} DevVersion;

/* The steps that follow a save. */
typedef enum DevStep {
    STEP_WAIT,
    STEP_BUILD,
    STEP_TRY,
    STEP_CHANGE /* the loop ends, and the next one simulates the run so far */
} DevStep;

/* Saves that come close together are one. */
typedef struct DevSave {
    SavedKind what;            /* the kind with most to do */
    char file[PATH_BYTES_MAX]; /* the first file of that kind */
    int64_t last_ns;           /* time of the last save */
} DevSave;

/* A change that is worked on. */
typedef struct DevJob {
    SavedKind what;
    char file[PATH_BYTES_MAX];
    char object[PATH_BYTES_MAX]; /* to be loaded; "": the newest one that is loaded */
    double build_ms, load_ms;
    int64_t began_ns;               /* start of its step */
    int warning_count;              /* of the compiler */
    char warning[BUILD_LINE_BYTES]; /* the first one */
    bool new_settings, takes_map;   /* for the plan, see RerunPlan */
    bool flips;                     /* no save: the other version is played */
} DevJob;

/* Knobs that are turned in a pause (dev_knobs.c). A try simulates the run so far with the numbers
 * on the board, in a world beside the run's, a slice a frame, and gives a trail to draw. When the
 * slider rests, the run itself begins again with these numbers, as after a save. */
typedef struct DevKnobs {
    KnobBoard board;
    CwMap *map;              /* the level as its file has it; NULL: none */
    CwSimSettings settings;  /* with the turned ones, for a plan */
    KnobEdits wanted, tried; /* on the board; in the last try */
    int64_t changed_ns;      /* time of the last change of `wanted` */
    char label[80];          /* the last change: "HOP_NS = 7" */
    bool runs, done;         /* the try */
    Session session;
    Run run;
    RerunPlan plan;
    CwReplayFile *past;
    DevTrail growing, shown; /* of the try so far; of the last whole try */
    ScreenPage page;         /* page and row that the next loop shows */
    PageSide side;
    int row;
} DevKnobs;

enum { KEPT_FILES_MAX = 64, KEPT_WORDS = 64 };

/* A build that is kept in build/dev, and the run so far under it. */
typedef struct DevKept {
    char name[PATH_NAME_BYTES];       /* of its object */
    char file[KEPT_WORDS], clock[16]; /* that was saved, and when */
    char outcome[24];                 /* how far the run came; "": not known yet */
    char trouble[160];                /* why it can't be played, or what it misses of a test */
    bool skipped;                     /* by the bisection: it can't play the test */
} DevKept;

/* The page of the kept builds (dev_versions.c). Another process plays the run in one after the
 * other, or a kept test in those that halve the builds until the one that broke it is found. */
typedef struct DevVersions {
    const DevPlaces *places;
    DevKept builds[BUILDS_KEPT]; /* the newest first */
    int count;
    int selected, chosen; /* builds; chosen -1: none */
    Process process;
    int playing;                        /* build in the process */
    char difference[BUILD_ERROR_BYTES]; /* of the selected build, to be shown */
    char test[PATH_NAME_BYTES];         /* whose break is sought; "": the run is played instead */
    int missing, holding;               /* builds: the newest known to miss it, and to hold it */
} DevVersions;

/* A kept test, and what it last came to. */
typedef struct DevTest {
    char name[PATH_NAME_BYTES];
    bool known, holds;
    uint32_t ticks, before; /* of its finish, and in the game before; 0: none */
    char why[160];          /* what it misses */
} DevTest;

/* The kept tests (dev_tests.c). Another process plays them one after the other in the game that is
 * played, with the knobs that are turned. */
typedef struct DevTests {
    DevTest items[KEPT_FILES_MAX];
    int count, next; /* `next`: the one that is played, or comes next */
    bool stale;      /* the game or a knob has changed */
    bool keeps;      /* the run is to be kept */
    KnobEdits turned;
    Process process;
} DevTests;

/* Its tabs of a pause. */
enum { DEV_KNOBS, DEV_TESTS, DEV_VERSIONS, DEV_PAGE_COUNT };

#define PAGE_VERSIONS ((ScreenPage)(PAGE_GUEST + DEV_VERSIONS))

typedef struct DevRunner {
    Program *base; /* the command line */
    const DevPlaces *places;
    Program *program; /* with the game */
    Program *next;    /* of the loop to come; NULL: none is planned */
    Host host;
    bool flip_asked, stop_asked, keys_asked; /* keys that were pressed, and are not handled yet */
    bool from_here;       /* F1: what is saved or turned leaves the past as it was */
    CarriedWorld carried; /* the past's end, for a plan */
    Renderer *renderer;
    Cache cache;
    Loop *loop;
    InputScript script;
    Watch *watch;
    DevVersion versions[VERSIONS_MAX]; /* the newest, and the one that was played before */
    int version_count;
    int played; /* index of the version that is played: F10 flips it */
    /* The two versions over the same inputs. */
    uint64_t difference;   /* first tick that is not the same; 0: none */
    bool knows_field;      /* at that tick `field`, which both have, is the first that differs */
    FieldDifference field; /* a: before, b: the newest */
    uint64_t apart;        /* first tick with the player a centimetre away; 0: none */
    DevStep step;
    DevSave save; /* to come */
    DevJob job;
    DevBuild build;
    DevTrial trial;
    bool trial_tells; /* after its verdict it also reports differences and impure systems */
    char trouble_title[160], trouble[BUILD_ERROR_BYTES]; /* shown until the next save; "": none */
    char run_path[PATH_BYTES_MAX]; /* of the recording that is being written */
    RerunPlan plan;                /* for the next loop */
    bool has_rerun;
    bool resumes;   /* after a crash: its first loop is yet to open */
    bool has_state; /* another runner could go on: this one has shown a picture */
    /* The run that is simulated again: where it was recorded, and the names of its actions. */
    char past_path[PATH_BYTES_MAX], past_names[ACTION_NAMES_BYTES];
    bool past_counts; /* a crash resumes past_path: the new recording is still shorter */
    char map_path[PATH_BYTES_MAX]; /* of its level */
    bool is_open;                  /* the loop */
    DevKnobs knobs;
    DevVersions kept;
    DevTests tests;
} DevRunner;

/* Whether a level is played, paused or finished. */
bool dev_is_played(const DevRunner *runner);

/* Once a frame: what was saved, and its work. True when the loop has to end for it. */
bool dev_work(DevRunner *runner);

/* Takes the world of the tick from which saves apply: that of mark A, or the present one. False:
 * they apply from the start. */
bool dev_carry(DevRunner *runner);

/* The game or level that was tried can't be opened after all. */
void dev_work_failed(DevRunner *runner, const char *why);

/* Writes what a runner that comes after a crash goes on with, once this one has shown a picture. */
void dev_write_state(const DevRunner *runner);

/* Its `self` is the runner. */
extern const ScreenDef dev_versions_page, dev_tests_page;

/* The page that is shown in a pause; PAGE_TITLE: none. */
ScreenPage dev_page(const DevRunner *runner);

/* The keys of dev, up to one without a label. True: the event is one, and is not the game's. */
extern const FixedKey dev_keys[];
bool dev_take_key(DevRunner *runner, const InputEvent *event);

/* Shows all keys in a pause when their key was pressed; the same key leads back. */
void dev_show_keys(DevRunner *runner);

/* Once a frame while nothing else is worked on: plays the tests anew when they are stale. */
void dev_tests_update(DevRunner *runner);

/* Plays a recording in a build, in a process. Its words follow those of `rerun`, with a NULL. */
bool dev_play_start(Process *process, const DevPlaces *places, const char *object,
                    const char *const words[]);

/* The names with that ending, without it, the newest first. Returns the count. */
int dev_list_files(const char *root, const char *folder, const char *ending,
                   char names[KEPT_FILES_MAX][PATH_NAME_BYTES]);

/* Once a frame while nothing else is worked on. True when a build is chosen: `kept.chosen`. */
bool dev_versions_update(DevRunner *runner);

/* Over the picture. */
void dev_draw(DevRunner *runner, const CwTheme *theme);

/* The board for a game and its program (NULL: not open yet), after a save or at first. What was
 * turned stays so, unless its file has another number now. */
void dev_board_open(DevRunner *runner, const CwGame *game, const Program *program);

/* Once a frame: follows the level that is played. */
void dev_board_follow(DevRunner *runner);

/* The rows that are turned; also settings, which no game has as knobs. */
KnobEdits dev_board_edits(const KnobBoard *board);

/* Gives a plan of a run these values. The knobs own what it points at, until the next call. */
void dev_board_plan(DevKnobs *knobs, const KnobEdits *edits, RerunPlan *plan);

/* Keep writes what is turned. Undo turns it back or, where nothing is, writes what was before. */
void dev_board_write(DevRunner *runner, bool keeps, CwError *error);

/* Keeps the run so far as a test of the game; `said` tells where it is, or what failed. */
void dev_keep_test(DevRunner *runner, CwError *said);

/* Once a frame. True when the run is to begin again with what is turned. */
bool dev_knobs_update(DevRunner *runner);

/* Before the loop ends: closes the try. The next loop shows the page, too. */
void dev_knobs_leave(DevRunner *runner);
void dev_knobs_show(DevRunner *runner);
