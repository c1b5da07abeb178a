/* Snapshots: a copy of a whole world, and back.
 *
 * For a single moment; history.h keeps many. */
#ifndef CLOCKWORK_SNAPSHOT_H
#define CLOCKWORK_SNAPSHOT_H

#include "clockwork/world.h"

#pragma GCC visibility push(default)

/* A copy of a whole world, of one process only (it holds addresses). Zero-initialise; free with
 * snapshot_free. */
typedef struct Snapshot {
    void *bytes;
    size_t size;
    size_t capacity;
} Snapshot;

/* Copies the world between ticks. Grows the snapshot's buffer when needed; false when out of
 * memory. */
bool world_snapshot(const World *world, Snapshot *snapshot);

/* Puts a world back to exactly what it was. The snapshot must come from the same world, in the same
 * process. */
void world_restore(World *world, const Snapshot *snapshot);

void snapshot_free(Snapshot *snapshot);

#pragma GCC visibility pop

#endif
