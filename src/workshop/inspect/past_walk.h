/* A walk through the past of a paused run: simulates its ticks again from the nearest keyframe of
 * the history, in slices. It borrows the run's world and restores it. */
#pragma once

#include "clockwork/history.h"
#include "frame/slice.h"
#include "run/run.h"

/* Zero-initialise. */
typedef struct PastWalk {
    Run run;              /* the past as a run of its own, once it has begun */
    size_t next_change;   /* of the run's changes by hand */
    CwSnapshot state;     /* its world between two slices */
    uint64_t from, until; /* the ticks that are visited, both included */
    uint64_t tick;        /* where it is */
    bool begun, done;
} PastWalk;

/* Sees the session after each tick of the span. */
typedef void PastVisitor(void *context, const Session *session);

/* The last tick that a walk can visit: of a recording its last, else the newest of the run. */
uint64_t past_walk_end(const Run *run);

/* From the history's oldest tick on at the earliest, from <= until. */
void past_walk_begin(PastWalk *walk, uint64_t from, uint64_t until);
void past_walk_free(PastWalk *walk);

/* Simulates for so long, at least a tick. False, and done: memory is refused, or the world is lost.
 */
static const int64_t PAST_WALK_WHOLE_NS = INT64_C(1) << 62; /* to its end */
bool past_walk_run(PastWalk *walk, const Run *run, int64_t slice_ns, PastVisitor *visit,
                   void *context, CwError *error);
