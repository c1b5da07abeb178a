/* A copy that swaps its content with its world's in parts. So a coming tick (coming.h) costs only
 * what it changed.
 *
 * A copy is valid in this process only. CwSnapshot (clockwork/world.h) is for plain restores. */
#pragma once

#include "sim/world.h"

/* Zero-initialise. Call world_copy_take, change the world, and call world_copy_exchange, which
 * moves the changed content to the copy. world_copy_adopt puts it into the world, too. */
typedef struct WorldCopy {
    CwSnapshot taken;       /* content of the world, or after an exchange the changed content */
    size_t part_count;      /* number of parts, by the longer of both contents */
    unsigned char *differs; /* a flag for each part */
    bool is_compared;       /* `differs` is valid: parts without a flag are equal in both */
} WorldCopy;

/* Copies the world. False without memory. */
bool world_copy_take(WorldCopy *copy, const CwWorld *world);

/* Puts the taken content back into the world, and the changed content into the copy. False: no
 * memory for the changed content, which is lost. */
bool world_copy_exchange(WorldCopy *copy, CwWorld *world);

/* Puts the changed content back into the world after an exchange. */
void world_copy_adopt(WorldCopy *copy, CwWorld *world);

void world_copy_free(WorldCopy *copy);
size_t world_copy_bytes(const WorldCopy *copy);
