/* The state of `clockwork dev`'s runner. dev_runner.c opens the window and the loop, dev_work.c
 * follows saves, dev_picture.c draws over the game. Each tab has a file. After a save:
 *
 *  1. folder_watch_next (system/folder_watch.h) names the file; read_saves (dev_work.c) notes it.
 *  2. begin_save (dev_work.c) begins the job: code continues at 3, a level or setting at 5.
 *  3. dev_build_start (dev_command.c) runs make; follow_build (dev_work.c) keeps the object.
 *  4. dev_trial_start (dev_trial.c) plays the run so far with the object, in another process.
 *  5. begin_change (dev_work.c) loads object and settings as the next program, so the loop ends.
 *  6. change_loop (dev_runner.c) closes the loop and plans the same run for the next program.
 *  7. rerun_plan_play (rerun_plan.c), called by open_loop.c as open_run, opens the session in the
 *     new loop. session_open (sim/session.c) reads the saved level with cw_map_load (map/map.c).
 *     ticks.c then simulates the run so far.
 *  8. report_rerun (dev_work.c) reports what differs and waits for the next save. */
#pragma once

#include "live/dev_tabs.h"
#include "main/workshop_guest.h"
#include "system/folder_watch.h"

enum { VERSIONS_MAX = 2, TRAIL_LABEL_BYTES = 96 };

/* The game after a save, and the last run under it. */
typedef struct DevVersion {
    const CwGame *game;
    char object[PATH_BYTES_MAX]; /* copy that it was loaded from */
    char label[TRAIL_LABEL_BYTES];
    CwReplayFile *run; /* NULL: none yet */
    DevTrail trail;
    char level[LEVEL_NAME_BYTES]; /* level of run and trail */
} DevVersion;

/* The steps after a save. Only code is built and tried. A failure is shown; STEP_WAIT follows. */
typedef enum DevStep {
    STEP_WAIT,
    STEP_BUILD,
    STEP_TRIAL,
    STEP_REPORT /* the next loop simulates the run so far, then what differs is reported */
} DevStep;

/* Saves that come close together count as one. */
typedef struct DevSave {
    ChangeKind kind;           /* the kind that needs the most work */
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
    bool has_new_settings;          /* the configuration's settings override the recorded ones */
    bool opens_level;               /* opens the saved level, and its settings apply */
    bool is_flip;                   /* plays the other version; nothing was saved */
} DevJob;

/* The tabs that dev adds to a pause. */
enum { DEV_KNOBS, DEV_TESTS, DEV_VERSIONS, DEV_PAGE_COUNT };

#define PAGE_VERSIONS ((ScreenKind)(SCREEN_GUEST + DEV_VERSIONS))

/* The difference between the two versions with the same inputs. */
typedef struct DevComparison {
    uint64_t first_tick;   /* first tick that differs; 0: none */
    bool has_field;        /* `field` is the first shared field that differs at that tick */
    FieldDifference field; /* a: before, b: the newest */
    uint64_t apart_tick;   /* first tick with the player a centimetre away; 0: none */
} DevComparison;

/* What went wrong, shown until the next save. "": nothing. */
typedef struct DevTrouble {
    char title[160];
    char lines[BUILD_ERROR_BYTES];
} DevTrouble;

typedef struct DevRunner {
    Program *base; /* the command line */
    const DevPlaces *places;
    Program *program; /* the program of the game that is played */
    Program *next;    /* the program of the next loop; NULL: no change is planned */
    Host host;
    bool is_flip_requested, is_stop_requested, are_keys_requested; /* by keys */
    bool is_from_here;      /* F1: saves and knobs leave the past as it was */
    WorldTransfer transfer; /* from the world where the past ends */
    Renderer *renderer;
    Cache cache;
    Loop *loop;
    InputScript script;
    FolderWatch *watch;
    DevVersion versions[VERSIONS_MAX]; /* the newest version and the one before it */
    int version_count;
    int played; /* index of the version that is played: F10 flips it */
    DevComparison comparison;
    DevStep step;
    DevSave save; /* the save that waits */
    DevJob job;
    DevBuild build;
    DevTrial trial;
    bool is_trial_open; /* the trial may still report findings */
    DevTrouble trouble;
    char run_path[PATH_BYTES_MAX]; /* the recording that is being written */
    RerunPlan plan;                /* the run of the next loop */
    bool has_rerun;
    AbSpan old_marks; /* marks A and B of the loop before */
    bool is_resuming; /* the first loop after a crash is not open yet */
    bool has_state;   /* this runner has shown a picture, so another one could resume its run */
    /* The recording that is simulated again, and the names of its actions. */
    char old_run_path[PATH_BYTES_MAX], old_action_names[ACTION_NAMES_BYTES];
    bool is_old_longer; /* the new recording is still shorter, so a crash resumes the old one */
    char map_path[PATH_BYTES_MAX]; /* the level's file */
    bool is_open;                  /* the loop is open */
    DevKnobs knobs;
    KeptBuilds kept_builds;
    DevTests tests;
} DevRunner;

/* True if a level is played, paused or finished. */
bool dev_is_played(const DevRunner *runner);

/* Called once a frame: follows saves and their work. True when the next program is loaded. */
bool dev_work(DevRunner *runner);

/* Fills `transfer` with the world from which saves apply (mark A or now). False: the start's. */
bool dev_take_transfer(DevRunner *runner);

/* NULL with an error. `program` may be NULL. */
Program *dev_open_program(const DevRunner *runner, const CwGame *game, CwError *error);
void dev_close_program(Program *program);

/* Writes the state from which another runner resumes after a crash. */
void dev_write_state(const DevRunner *runner);

/* The page that is shown in a pause; SCREEN_TITLE: none. */
ScreenKind dev_page(const DevRunner *runner);

void dev_draw(DevRunner *runner, const CwTheme *theme);
