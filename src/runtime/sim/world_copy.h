/* A copy of a world's bytes, good in this process. CwSnapshot (clockwork/snapshot.h) keeps one to
 * restore, also while a fork runs; a WorldCopy changes places with its world, in parts, so that a
 * coming tick costs only what it changed. run/history.h keeps differences of its own. */
#pragma once

#include "clockwork/snapshot.h"

/* world_copy_take ─► change the world ─► world_copy_exchange: the changed world is in the copy ─►
 * world_copy_adopt: it is in both. Zero-initialise. */
typedef struct WorldCopy {
    CwSnapshot taken;       /* as the world was when it was taken, in whole parts */
    size_t part_count;      /* parts of the longer content of the two */
    unsigned char *differs; /* a flag a part */
    bool is_compared;       /* `differs` holds: all other parts are alike */
} WorldCopy;

/* False when memory is refused. */
bool world_copy_take(WorldCopy *copy, const CwWorld *world);

/* The taken content is in the world again. False: memory for the changed content is refused, which
 * is lost. */
bool world_copy_exchange(WorldCopy *copy, CwWorld *world);
void world_copy_adopt(WorldCopy *copy, CwWorld *world);

void world_copy_free(WorldCopy *copy);
size_t world_copy_bytes(const WorldCopy *copy); /* memory that it takes */
