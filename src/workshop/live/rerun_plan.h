/* A rerun plan describes how a recorded run is played again under another build, level, settings or
 * knobs: in the loop of `clockwork dev` after a save, in trials, in previews and by `rerun`. */
#pragma once

#include "fields/field_difference.h"
#include "run/run.h"

/* ---- actions ---- */

enum { ACTION_NAMES_BYTES = 2048 };

/* Maps recorded action numbers to the numbers of a game with other actions. */
typedef struct ActionMap {
    int count;                 /* recorded actions; 0: numbers stay as they are */
    int places[CW_ACTION_MAX]; /* the action's number in the game; -1: none */
} ActionMap;

/* Reads the recorded names, in their order, with commas between them; NULL: numbers stay. A name
 * that the game lacks counts as renamed if the game has a new name in its place. Renamed and
 * missing actions are reported after `who`, if not NULL. False after a message. */
bool action_map_read(ActionMap *map, const char *names, const CwGame *game, const char *who);

/* Lists the names of a game's actions for action_map_read. */
void action_map_names(const CwGame *game, char names[ACTION_NAMES_BYTES]);

/* ---- the plan ---- */

/* The caller owns all that the pointers lead to. */
typedef struct RerunPlan {
    const CwReplayFile *recording; /* supplies the inputs, the seed and the settings */
    ChangePolicy policy;           /* of changes by hand; CHANGES_SILENT compares no hashes */
    ActionMap actions;
    const char *map_path; /* the level's file; NULL or "": none */
    MapText map_text;     /* the level; none: the file's, or without a file the recording's */
    const CwSimSettings *settings; /* replace the recorded ones and their changes; NULL: none */
    bool has_map_settings;         /* settings that the map names apply, as in a new run */
    uint64_t tick;                 /* tick at which play continues */
    const CwReplayEdit *knobs;     /* override the run's turned knobs; NULL: they don't */
    size_t knob_count;
    bool is_paused;          /* play continues in a pause */
    WorldTransfer *transfer; /* the world to continue from; NULL: the run begins at its start */
    int64_t shown_ns;        /* real time of the last picture; 0: none */
} RerunPlan;

/* The settings with which a plan begins. Its map may override them. */
CwSimSettings rerun_plan_settings(const RerunPlan *plan);

/* Opens a plan in a loop, which catches up with it. */
struct Loop;
bool rerun_plan_play(const RerunPlan *plan, struct Loop *loop, CwError *error);

RunSource rerun_plan_source(const RerunPlan *plan);

/* Opens a session and begins the run. `desc` is what the program would begin with. */
bool rerun_plan_begin(Run *run, Session *session, const RerunPlan *plan, const SessionDesc *desc,
                      CwError *error);

/* True when the run's inputs have ended, or the game has ended it. */
bool rerun_plan_is_done(const Run *run);

/* ---- following a recorded run under other rules, for `rerun --follow` ----
 *
 * After a small change of the rules, inputs at their old ticks soon miss a jump. So this source
 * gives the input that was recorded at the player's place and motion. Off the path, the game's bot
 * drives until the player meets it again. */

typedef struct Follow {
    RerunPlan plan; /* points at the caller's data */
    CwPoint2 *path; /* the player's place after each tick from 0 on; NAN: no player */
    uint64_t count;
    CwPoint2 last;      /* the player's place a tick ago */
    uint64_t place;     /* the player's place on the path, as a tick of the recording */
    uint64_t due;       /* the next place, as a tick of the recording */
    uint64_t left_tick; /* first tick of this run off the path; 0: none */
    bool is_off;
} Follow;

/* Reads the path from the plan's recording, or simulates it as described. Close it in any case. */
bool follow_open(Follow *follow, const RerunPlan *plan, const SessionDesc *desc, CwError *error);
void follow_close(Follow *follow);

/* Ends after twice the ticks of the recording. */
RunSource follow_source(Follow *follow);
