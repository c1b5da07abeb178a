#include "sim/world_copy.h"

#include "sim/poison.h"

#include <stdlib.h>
#include <string.h>

static bool reserve_bytes(CwSnapshot *copy, size_t bytes)
{
    void *larger = bytes <= copy->capacity ? copy->bytes : realloc(copy->bytes, bytes);
    if (larger == NULL) {
        return false;
    }
    copy->bytes = larger;
    copy->capacity = bytes > copy->capacity ? bytes : copy->capacity;
    return true;
}

/* Ends a restore. Makes restored memory above the content a red zone. */
static void end_restore(Arena *arena, LastWords words, size_t bytes)
{
    arena_end_restore(arena, words);
    ASAN_POISON_MEMORY_REGION((char *)arena + arena->used_bytes, bytes - arena->used_bytes);
}

/* Restores the arena with its struct, so that memory which was allocated later is free again. */
static void restore_copy(const CwSnapshot *copy, Arena *arena)
{
    LastWords words = arena_begin_restore(arena, copy->size);
    memcpy(arena, copy->bytes, copy->size);
    end_restore(arena, words, copy->size);
}

/* ---- snapshots ---- */

bool cw_world_snapshot(const CwWorld *world, CwSnapshot *snapshot)
{
    world_assert_between_ticks(world);
    size_t size = world->arena->used_bytes;
    if (!reserve_bytes(snapshot, size)) {
        return false;
    }
    arena_copy_part(world->arena, 0, size, snapshot->bytes);
    snapshot->size = size;
    return true;
}

void cw_world_restore(CwWorld *world, const CwSnapshot *snapshot)
{
    CW_ASSERT(snapshot->size > 0, "restore a snapshot that cw_world_snapshot filled");
    size_t world_offset = (size_t)((const char *)world - (const char *)world->arena);
    const CwWorld *saved = (const CwWorld *)((const char *)snapshot->bytes + world_offset);
    world_assert_between_ticks(world);
    CW_ASSERT(saved->arena == world->arena, "restore a snapshot into the world it came from");
    restore_copy(snapshot, world->arena);
}

void cw_snapshot_free(CwSnapshot *snapshot)
{
    free(snapshot->bytes);
    *snapshot = (CwSnapshot){0};
}

/* ---- copies that swap with the world ---- */

enum { PART_BYTES = 2048, SPARE_PARTS = 64 };

static size_t parts_of(size_t bytes)
{
    return (bytes + PART_BYTES - 1) / PART_BYTES;
}

static char *part_in(const void *bytes, size_t part)
{
    return (char *)(uintptr_t)bytes + part * PART_BYTES;
}

static bool reserve_parts(WorldCopy *copy, size_t count)
{
    if (count * PART_BYTES <= copy->taken.capacity) {
        return true;
    }
    size_t capacity = count + count / 4 + SPARE_PARTS;
    unsigned char *differs = realloc(copy->differs, capacity);
    if (differs == NULL) {
        return false;
    }
    copy->differs = differs;
    return reserve_bytes(&copy->taken, capacity * PART_BYTES);
}

/* Copies a part if it differs. With red zones, which can't be compared, copies every part. */
static void copy_part(WorldCopy *copy, const Arena *arena, size_t part)
{
    char *own = part_in(copy->taken.bytes, part);
    bool is_taken = part * PART_BYTES < copy->taken.size;
    bool is_equal = copy->is_compared ? part < copy->part_count && !copy->differs[part]
                                      : is_taken && !POISON_WORKS &&
                                            memcmp(own, part_in(arena, part), PART_BYTES) == 0;
    if (!is_taken || !is_equal) {
        arena_copy_part(arena, part * PART_BYTES, PART_BYTES, own);
    }
}

bool world_copy_take(WorldCopy *copy, const CwWorld *world)
{
    size_t count = parts_of(world->arena->used_bytes);
    if (!reserve_parts(copy, count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        copy_part(copy, world->arena, i);
    }
    copy->taken.size = count * PART_BYTES;
    copy->part_count = count;
    copy->is_compared = false;
    return true;
}

/* Two words that are moved at once. */
typedef uint64_t Words __attribute__((vector_size(16), aligned(1), may_alias));

static void exchange_part(char *a, char *b)
{
    Words *here = (Words *)(void *)a, *there = (Words *)(void *)b;
#pragma GCC unroll 4
    for (size_t i = 0; i < PART_BYTES / sizeof *here; i++) {
        Words held = here[i];
        here[i] = there[i];
        there[i] = held;
    }
}

bool world_copy_exchange(WorldCopy *copy, CwWorld *world)
{
    Arena *arena = world->arena;
    size_t taken_count = parts_of(copy->taken.size), changed_count = parts_of(arena->used_bytes);
    if (!reserve_parts(copy, changed_count)) {
        restore_copy(&copy->taken, arena);
        return false;
    }
    copy->part_count = changed_count > taken_count ? changed_count : taken_count;
    LastWords words = arena_begin_restore(arena, copy->part_count * PART_BYTES);
    for (size_t i = 0; i < copy->part_count; i++) {
        char *here = part_in(arena, i), *there = part_in(copy->taken.bytes, i);
        /* The last part always counts as different, because forks may change its bytes above the
         * content before the copy is adopted. */
        bool is_last = i + 1 >= taken_count;
        bool is_different = is_last || memcmp(here, there, PART_BYTES) != 0;
        copy->differs[i] = is_different;
        if (is_different) {
            exchange_part(here, there);
        }
    }
    end_restore(arena, words, copy->part_count * PART_BYTES);
    copy->is_compared = true;
    return true;
}

/* The first part stays flagged, because the arena's struct in it differs. */
void world_copy_adopt(WorldCopy *copy, CwWorld *world)
{
    CW_ASSERT(copy->is_compared, "adopt the content of a copy that changed places with its world");
    Arena *arena = world->arena;
    copy->taken.size = copy->part_count * PART_BYTES;
    LastWords words = arena_begin_restore(arena, copy->taken.size);
    for (size_t i = 0; i < copy->part_count; i++) {
        if (copy->differs[i]) {
            memcpy(part_in(arena, i), part_in(copy->taken.bytes, i), PART_BYTES);
        }
        copy->differs[i] = i == 0;
    }
    end_restore(arena, words, copy->taken.size);
}

void world_copy_free(WorldCopy *copy)
{
    cw_snapshot_free(&copy->taken);
    free(copy->differs);
    *copy = (WorldCopy){0};
}

size_t world_copy_bytes(const WorldCopy *copy)
{
    return copy->taken.capacity / PART_BYTES * (PART_BYTES + 1);
}
