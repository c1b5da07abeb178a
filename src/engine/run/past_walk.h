/* A walk through a run's past: its ticks once more, in slices, while the run stands where it is.
 *
 * Begins with the history's nearest keyframe and simulates with the input of every tick, in the
 * place of the run's world, which is afterwards what it was. Between two slices the walk keeps a
 * copy of where it is. Zero-initialise; one run's history must not be cut behind it, or the
 * walk begins anew (past_walk_begin). */
#ifndef RUN_PAST_WALK_H
#define RUN_PAST_WALK_H

#include "run/run.h"

typedef struct PastWalk {
    CwSnapshot state; /* where it is; empty until the first slice */
    CwTickInput input;
    uint64_t from, until; /* the ticks that are told; until: the last */
    uint64_t tick;        /* where it is */
    bool begun, done;
} PastWalk;

/* Tells of the session behind each tick of the span. */
typedef void PastVisitor(void *context, const Session *session);

/* A span within the history's range, from <= until. */
void past_walk_begin(PastWalk *walk, uint64_t from, uint64_t until);
void past_walk_free(PastWalk *walk);

/* Simulates at most so many ticks of it. False, and done, when memory is refused or the world can't
 * go on. */
bool past_walk_run(PastWalk *walk, const Run *run, uint32_t ticks, PastVisitor *visit,
                   void *context, CwError *error);

#endif
