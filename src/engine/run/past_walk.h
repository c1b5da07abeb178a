/* A walk through a run's past: simulates its ticks once more, in slices, while the run is paused.
 *
 * It begins at the history's nearest keyframe, borrows the run's world and restores it. Between two
 * slices it keeps a copy of its own world. Zero-initialise. When the history or the edits of the
 * run change, the walk has to start again. */
#pragma once

#include "run/run.h"

typedef struct PastWalk {
    Run run;              /* the past as a run of its own, once it has begun */
    CwSnapshot state;     /* its world between two slices */
    uint64_t from, until; /* the ticks that are visited, both included */
    uint64_t tick;        /* where it is */
    bool begun, done;
} PastWalk;

/* Sees the session after each tick of the span. */
typedef void PastVisitor(void *context, const Session *session);

/* A span within the history's range, from <= until. */
void past_walk_begin(PastWalk *walk, uint64_t from, uint64_t until);
void past_walk_free(PastWalk *walk);

/* Simulates up to so many ticks of it. False, and done, when memory is refused or the world can't
 * go on. */
bool past_walk_run(PastWalk *walk, const Run *run, uint32_t ticks, PastVisitor *visit,
                   void *context, CwError *error);
