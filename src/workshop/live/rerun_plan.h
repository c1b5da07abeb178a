/* A recording that is played under another build, level, settings or knobs: inputs by tick, and all
 * that the run needs besides. Nothing of the old world is needed, unless the run goes on from one.
 *
 * `clockwork dev` catches up with one after each save; trials, tries of knobs, `rerun` and --tune
 * play one beside the run. */
#pragma once

#include "clockwork/game.h"
#include "fields/field_difference.h"
#include "run/run.h"

/* ---- actions ---- */

/* They are recorded by number, which a game that changed may number otherwise. */
enum { ACTION_NAMES_BYTES = 2048 };

/* The place that each recorded action has among the game's; -1: none. */
typedef struct ActionMap {
    int count; /* of the recorded ones; 0: they are taken by number */
    int places[CW_ACTION_MAX];
} ActionMap;

/* From the recorded names, in their order, with commas between them; NULL: by number. A name that
 * the game lacks, with a new name in its place, was renamed. That and names that are left out are
 * reported, after `who`; NULL: they are not. False, after a message: it is no such list. */
bool action_map_read(ActionMap *map, const char *names, const CwGame *game, const char *who);

/* The names of a game's actions as action_map_read takes them. */
void action_map_names(const CwGame *game, char names[ACTION_NAMES_BYTES]);

/* ---- the plan ---- */

/* All stays the caller's. */
typedef struct RerunPlan {
    const CwReplayFile *run; /* supplies the inputs, the seed and the settings */
    ChangePolicy policy;     /* of its changes by hand; silent: its hashes are not compared */
    ActionMap actions;
    const char *map_path;          /* the level's file; NULL or "": none */
    MapText map_text;              /* replaces its text; none: the file's, or the copy in the
                                      recording if the file is gone */
    const CwSimSettings *settings; /* from the start, without the changes that were recorded; NULL:
                                      the run's own */
    bool takes_map;                /* settings that the map names apply, as in a new run */
    uint64_t tick;                 /* where the player was: play continues here */
    const CwReplayEdit *knobs;     /* turned instead of the run's; NULL: those */
    size_t knob_count;
    bool paused;             /* in a pause */
    bool has_a, has_b;       /* marks of a span that repeats, at ... */
    uint64_t mark_a, mark_b; /* ... these ticks */
    CarriedWorld *carried;   /* the run goes on from there, not from its start; NULL */
    int64_t shown_ns;        /* real time of the last picture before; 0: none */
} RerunPlan;

/* The level as the run carries it. */
MapText rerun_plan_carried(const CwReplayFile *run);

/* Those that it begins with, unless its map names others. */
CwSimSettings rerun_plan_settings(const RerunPlan *plan);

/* Opens it in a loop, which catches up with it. */
struct Loop;
bool rerun_plan_play(const RerunPlan *plan, struct Loop *loop, CwError *error);

/* The input of a tick of its run, by the game's numbers of actions. */
CwTickInput rerun_plan_input(const RerunPlan *plan, uint64_t tick);

/* The plan's inputs for a run of a session like its own. */
RunSource rerun_plan_source(const RerunPlan *plan);

/* Opens its session and begins its run. `desc` has what the program would begin with. */
bool rerun_plan_begin(Run *run, Session *session, const RerunPlan *plan, const SessionDesc *desc,
                      CwError *error);

/* Whether such a run has come to the end of its inputs, or the game has ended it. */
bool rerun_plan_is_done(const Run *run);
