/* The run so far, to be simulated again under other code, another level or other settings: what it
 * was made from and the input of every tick, of a recording.
 *
 * (world, input) -> world is exact, so nothing of the old world is needed or kept. `clockwork dev`
 * makes one, the loop plays it (loop_rerun.h), and a process of its own tries it first. */
#ifndef RUN_RERUN_PLAN_H
#define RUN_RERUN_PLAN_H

#include "run/action_map.h"
#include "run/run_source.h"

/* All stays the caller's. */
typedef struct RerunPlan {
    const CwReplayFile *run; /* supplies the inputs, the seed and the settings */
    ActionMap actions;
    const char *map_path;          /* the level's file; NULL or "": none */
    MapText map_text;              /* replaces its text; none: the file's, or the copy in the
                                      recording if the file is gone */
    const CwSimSettings *settings; /* from the start, without the changes that were recorded; NULL:
                                      the run's own */
    uint64_t tick;                 /* where the player was: play continues here */
    bool paused;                   /* in a pause */
    uint64_t mark_a, mark_b;       /* of a span that repeats; 0: none */
    int64_t shown_ns;              /* real time of the last picture before; 0: none */
} RerunPlan;

/* The level as the run carries it. */
MapText rerun_plan_carried(const CwReplayFile *run);

/* Opens its session at the first tick. `desc` has what the program would begin with. */
bool rerun_plan_open(Session *session, const RerunPlan *plan, const SessionDesc *desc,
                     CwError *error);

/* The inputs of the plan for a run of that session. Edits that are no longer possible are left
 * out. */
RunSource rerun_plan_source(const RerunPlan *plan, EditPolicy policy);

#endif
