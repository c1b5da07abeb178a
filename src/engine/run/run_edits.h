/* The edits of a run: values that were changed by hand, each between its tick and the next, sorted
 * by tick and then by when they were made. Those of a recording are borrowed, others are kept here.
 *
 * The run applies them when they are due. */
#ifndef RUN_RUN_EDITS_H
#define RUN_RUN_EDITS_H

#include "clockwork/replay.h"

enum { EDITS_MAX = 128 };

typedef struct RunEdits {
    const CwReplayEdit *items; /* `kept`, or a recording's */
    size_t count;
    size_t next;        /* index of the first edit that is not yet applied */
    size_t known_count; /* how many were applied on this branch: they are possible and written */
    uint64_t made;      /* number of changes ever; undoing one counts, too */
    CwReplayEdit kept[EDITS_MAX];
    uint64_t numbers[EDITS_MAX]; /* of each kept one, in the order in which they were made */
} RunEdits;

bool run_edits_are_kept(const RunEdits *edits);

/* The world is at `tick` now and lacks the edits of that tick. */
void run_edits_rewind(RunEdits *edits, uint64_t tick);

/* The next edit if it is of this tick, else NULL. */
const CwReplayEdit *run_edits_due(const RunEdits *edits, uint64_t tick);

/* Inserts a new edit as the next one. There must be room. */
void run_edits_insert(RunEdits *edits, const CwReplayEdit *edit);

void run_edits_remove(RunEdits *edits, size_t index);

/* The edit that was made last; there must be one. */
size_t run_edits_last_made(const RunEdits *edits);

#endif
