/* The parts of a loop that its menus, screens and runs work on. The loop owns all of them. */
#pragma once

#include "change/knobs.h"
#include "frame/best_runs.h"

/* The player's activity in a run. Time, input and the page on the screen follow from it. */
typedef enum Activity {
    ACTIVITY_TITLE, /* a run plays behind the title */
    ACTIVITY_PLAYING,
    ACTIVITY_PAUSED,
    ACTIVITY_FINISHED,
    ACTIVITY_WATCHING /* a replay */
} Activity;

/* Where a number on the board is written. */
typedef enum KnobPlace { KNOB_SOURCE, KNOB_SETTING, KNOB_PROPERTY } KnobPlace;

/* Numbers that `clockwork dev` lets a person turn on a page of the pause (screen_knobs.c), which
 * shows and changes them; their owner reads the board once a frame. */
typedef struct KnobRow {
    char name[KNOB_NAME_BYTES]; /* "HOP_NS", "simulation.gravity", "rotor 12: speed" */
    CwKnob knob;                /* without a name; a line of 0: none */
    double value, before;       /* before the last Keep, as in the file otherwise */
    KnobPlace place;
    int key;       /* where in the name that of the setting or the property begins */
    int object;    /* Tiled's id; 0: the map itself */
    bool in_level; /* its file is the level */
    bool whole;
} KnobRow;

typedef enum KnobAsk { KNOBS_NOTHING, KNOBS_KEEP, KNOBS_UNDO, KNOBS_SWEEP, KNOBS_TEST } KnobAsk;

typedef struct KnobBoard {
    KnobRow rows[KNOBS_MAX];
    int count;
    KnobEdits turned; /* with which runs begin */
    int selected;     /* row that was changed last */
    int object;       /* of the level, whose numbers are shown, by Tiled's id; 0: none has any */
    int object_turn;  /* another one is wanted: -1, 1 */
    char object_words[KNOB_NAME_BYTES];
    bool held; /* the mouse holds something */
    KnobAsk ask;
    CwError error; /* shown under the rows */
} KnobBoard;

typedef struct ShellParts {
    const CwGame *game;
    const Levels *levels;
    const Config *config;           /* in force */
    const struct RunChoice *choice; /* as the program was started */
    struct Settings *settings;
    struct Stage *stage;
    struct Playback *playback;
    struct Controls *controls;
    struct Monitor *monitor;
    struct CwSound *sound;
    struct Menus *menus;
    KnobBoard *knobs;                 /* of `clockwork dev`; NULL: none */
    const struct ScreenDef *versions; /* its page of kept builds; NULL: none */
    void *dev;                        /* for that page */
    CwSaves *saves;
    CwBestRuns *best_runs;
    struct LoopEnd *end;
    const char *player_dir, *replays_dir, *runs_dir; /* NULL or "": none */
    bool headless;                                   /* nobody sees or uses the menus */
    bool only_watches; /* the program was started to watch a recording */
    bool can_resume; /* offers Continue and Play from here; `clockwork dev` resumes its runs itself
                      */
} ShellParts;
