/* Snapshots copy a whole world and restore it, for code that runs ticks itself (a CwSim, a test);
 * history.h keeps many. Frame phases use cw_world_fork (worlds.h). */
#pragma once

#include "clockwork/world.h"

/* A copy of a world, good in this process only. Zero-initialise; free with cw_snapshot_free. */
typedef struct CwSnapshot {
    void *bytes;
    size_t size;
    size_t capacity;
} CwSnapshot;

/* Copies the world between ticks; grows the buffer when needed. False: out of memory. */
bool cw_world_snapshot(const CwWorld *world, CwSnapshot *snapshot);

/* Restores the world exactly, between ticks. The snapshot must be of the same world. */
void cw_world_restore(CwWorld *world, const CwSnapshot *snapshot);
void cw_snapshot_free(CwSnapshot *snapshot);
