/* Visits past ticks of a paused run, for the inspector. A walk simulates them again in slices, from
 * the nearest keyframe or a recording's start. It borrows the run's world and restores it. */
#pragma once

#include "run/run.h"

/* Zero-initialise. */
typedef struct PastWalk {
    Run run;              /* simulates the past; valid if `is_begun` */
    size_t next_change;   /* index into the run's changes by hand */
    CwSnapshot state;     /* the past world between two slices */
    uint64_t from, until; /* first and last tick to visit */
    uint64_t tick;        /* the last simulated one */
    bool is_begun, is_done;
} PastWalk;

/* Gets the session after each visited tick. */
typedef void PastVisitor(void *context, const Session *session);

/* The first and last tick that a walk can visit, in a watched recording or else in the history. */
uint64_t past_walk_start(const Run *run);
uint64_t past_walk_end(const Run *run);

/* Prepares a walk. `from` is not before past_walk_start and not after `until`. */
void past_walk_begin(PastWalk *walk, uint64_t from, uint64_t until);
void past_walk_free(PastWalk *walk);

/* The length of a slice that lasts to the walk's end. */
static const int64_t PAST_WALK_WHOLE_NS = INT64_C(1) << 62;

/* Simulates for this long, at least one tick. False after a failure, which ends the walk. */
bool past_walk_run(PastWalk *walk, const Run *run, int64_t slice_ns, PastVisitor *visit,
                   void *context, CwError *error);

/* Simulates a slice that is short enough for a frame. Reports a failure, which ends the walk. */
void past_walk_run_slice(PastWalk *walk, const Run *run, PastVisitor *visit, void *context);
