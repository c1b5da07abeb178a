/* The run so far, to be simulated again under other code, level or settings: what it was made from
 * and every tick's input. Nothing of the old world is needed. `clockwork dev` makes one, the loop
 * catches up with it, a process of its own tries it first. */
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

/* From the recorded names, in their order, with commas between them; NULL: by number. What
 * the game lacks is reported, in the words of `who` asks. False when they are no such list. */
bool action_map_read(ActionMap *map, const char *names, const CwGame *game, const char *who);

/* The same after a change: a lacking name with a new one in its place was renamed. */
bool action_map_follow(ActionMap *map, const char *names, const CwGame *game, const char *who);

bool action_map_lacks(const ActionMap *map);

/* The names of a game's actions as action_map_read takes them. */
void action_map_names(const CwGame *game, char names[ACTION_NAMES_BYTES]);

/* ---- the plan ---- */

/* All stays the caller's. */
typedef struct RerunPlan {
    const CwReplayFile *run; /* supplies the inputs, the seed and the settings */
    ActionMap actions;
    const char *map_path;          /* the level's file; NULL or "": none */
    MapText map_text;              /* replaces its text; none: the file's, or the copy in the
                                      recording if the file is gone */
    const CwSimSettings *settings; /* from the start, without the changes that were recorded; NULL:
                                      the run's own */
    bool takes_map;                /* what the map names of them counts as for a new run */
    uint64_t tick;                 /* where the player was: play continues here */
    uint64_t last;                 /* tick that is simulated again; 0: the run's last */
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

/* Records the ticks before the world that is carried. */
void rerun_plan_write_past(const RerunPlan *plan, Run *run);

/* Opens its session at the first tick, or at that of the world that is carried. `desc` has what the
 * program would begin with. */
bool rerun_plan_open(Session *session, const RerunPlan *plan, const SessionDesc *desc,
                     CwError *error);

/* Opens it in a loop, which catches up with it. */
struct Loop;
bool rerun_plan_play(const RerunPlan *plan, struct Loop *loop, CwError *error);

/* The input of a tick of its run, by the game's numbers of actions. */
CwTickInput rerun_plan_input(const RerunPlan *plan, uint64_t tick);

/* The plan's inputs for a run of that session, without changes that are impossible now. */
RunSource rerun_plan_source(const RerunPlan *plan, ChangePolicy policy);

/* Opens its session and begins its run for a try, which is compared with no hashes. */
bool rerun_plan_try(Run *run, Session *session, const RerunPlan *plan, const SessionDesc *desc,
                    CwError *error);

/* Whether a try has come to the end of its inputs, or the game has ended it. */
bool rerun_plan_is_tried(const Run *run);
