/* The parts of a loop that its menus, screens and runs work on. The loop owns all of them. */
#pragma once

#include "shell/best_runs.h"

/* The player's activity in a run. Time, input and the page on the screen follow from it. */
typedef enum Activity {
    ACTIVITY_TITLE, /* a run plays behind the title */
    ACTIVITY_PLAYING,
    ACTIVITY_PAUSED,
    ACTIVITY_FINISHED,
    ACTIVITY_WATCHING /* a replay */
} Activity;

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
    struct KnobBoard *knobs; /* of `clockwork dev`; NULL: none */
    CwSaves *saves;
    CwBestRuns *best_runs;
    struct LoopEnd *end;
    const char *player_dir, *replays_dir, *runs_dir; /* NULL or "": none */
    bool headless;                                   /* nobody sees or uses the menus */
    bool only_watches; /* the program was started to watch a recording */
    bool
        follows_level; /* a level that is saved is played at once; `clockwork dev` does it itself */
} ShellParts;
