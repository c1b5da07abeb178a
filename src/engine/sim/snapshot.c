#include "clockwork/snapshot.h"
#include "sim/world.h"

#include <stdlib.h>
#include <string.h>

bool cw_world_snapshot(const CwWorld *world, CwSnapshot *snapshot)
{
    world_assert_between_ticks(world);
    size_t size = arena_used(world->arena);
    if (size > snapshot->capacity) {
        void *larger = realloc(snapshot->bytes, size);
        if (larger == NULL) {
            return false;
        }
        snapshot->bytes = larger;
        snapshot->capacity = size;
    }
    arena_copy(world->arena, snapshot->bytes);
    snapshot->size = size;
    return true;
}

/* The arena's own book-keeping is part of the copy, so memory handed out since is free again. */
void cw_world_restore(CwWorld *world, const CwSnapshot *snapshot)
{
    CW_ASSERT(snapshot->size > 0, "restore a snapshot that cw_world_snapshot filled");
    size_t world_offset = (size_t)((const char *)world - (const char *)world->arena);
    const CwWorld *saved = (const CwWorld *)((const char *)snapshot->bytes + world_offset);
    world_assert_between_ticks(world);
    CW_ASSERT(saved->arena == world->arena, "restore a snapshot into the world it came from");
    LastWords words = arena_begin_restore(world->arena, snapshot->size);
    memcpy(world->arena, snapshot->bytes, snapshot->size);
    arena_end_restore(world->arena, words);
}

void cw_snapshot_free(CwSnapshot *snapshot)
{
    free(snapshot->bytes);
    *snapshot = (CwSnapshot){0};
}
