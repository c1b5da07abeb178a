/* A copy of a world that can swap contents with it. Only parts that differ are moved, so a coming
 * tick (coming.h) costs only the memory that it changed.
 *
 * A copy is valid in this process only. For a plain restore, use CwSnapshot (clockwork/world.h). */
#pragma once

#include "sim/world.h"

/* Zero-initialise. Call world_copy_take, change the world, and call world_copy_exchange to get the
 * old world back; the copy then has the changed one. world_copy_adopt changes the world again. */
typedef struct WorldCopy {
    CwSnapshot taken;       /* the old content or, after an exchange, the changed one */
    size_t part_count;      /* number of parts of the longer content */
    unsigned char *differs; /* a flag for each part */
    bool is_compared;       /* parts without a flag in `differs` are equal in copy and world */
} WorldCopy;

/* Copies the world. False without memory. */
bool world_copy_take(WorldCopy *copy, const CwWorld *world);

/* Swaps the contents of copy and world. False: no memory for the changed content, which is lost. */
bool world_copy_exchange(WorldCopy *copy, CwWorld *world);

/* Copies the changed content back into the world after an exchange. */
void world_copy_adopt(WorldCopy *copy, CwWorld *world);

void world_copy_free(WorldCopy *copy);
size_t world_copy_bytes(const WorldCopy *copy);
