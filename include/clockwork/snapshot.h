/* Snapshots: a copy of a whole world, and back.
 *
 * For a single moment; history.h keeps many. Both are for who runs ticks (a program with a CwSim, a
 * test): inside a tick they are refused, because what they bring back is in no recording. A view
 * looks ahead with cw_world_fork (worlds.h). */
#pragma once

#include "clockwork/world.h"

/* A copy of a whole world, of one process only (it holds addresses). Zero-initialise; free with
 * cw_snapshot_free. */
typedef struct CwSnapshot {
    void *bytes;
    size_t size;
    size_t capacity;
} CwSnapshot;

/* Copies the world between ticks. Grows the snapshot's buffer when needed; false when out of
 * memory. */
bool cw_world_snapshot(const CwWorld *world, CwSnapshot *snapshot);

/* Puts a world back to exactly what it was. The snapshot must come from the same world, in the same
 * process. */
void cw_world_restore(CwWorld *world, const CwSnapshot *snapshot);

void cw_snapshot_free(CwSnapshot *snapshot);
