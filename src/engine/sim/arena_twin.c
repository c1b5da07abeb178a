#include "sim/arena_twin.h"

#include "sim/poison.h"

#include <stdlib.h>
#include <string.h>

enum { PART_BYTES = 2048, SPARE_PARTS = 64 };

static size_t parts_of(size_t bytes)
{
    return (bytes + PART_BYTES - 1) / PART_BYTES;
}

static bool reserve(ArenaTwin *twin, size_t part_count)
{
    if (part_count <= twin->part_capacity) {
        return true;
    }
    size_t capacity = part_count + part_count / 4 + SPARE_PARTS;
    char *bytes = realloc(twin->bytes, capacity * PART_BYTES);
    if (bytes == NULL) {
        return false;
    }
    twin->bytes = bytes;
    unsigned char *differs = realloc(twin->differs, capacity);
    if (differs == NULL) {
        return false;
    }
    twin->differs = differs;
    twin->part_capacity = capacity;
    return true;
}

static char *part_of(const Arena *arena, size_t part)
{
    return (char *)(uintptr_t)arena + part * PART_BYTES;
}

/* Red zones may not be compared, so with them all parts are copied. */
static void copy_part(ArenaTwin *twin, const Arena *arena, size_t part)
{
    char *own = twin->bytes + part * PART_BYTES;
    bool known = part < twin->copied_count;
    bool alike = known && twin->is_compared && part < twin->part_count && !twin->differs[part];
    if (alike) {
        return;
    }
    if (POISON_WORKS || !known || twin->is_compared ||
        memcmp(own, part_of(arena, part), PART_BYTES) != 0) {
        arena_copy_part(arena, part * PART_BYTES, PART_BYTES, own);
    }
}

bool arena_twin_copy(ArenaTwin *twin, const Arena *arena)
{
    size_t count = parts_of(arena_used(arena));
    if (!reserve(twin, count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        copy_part(twin, arena, i);
    }
    twin->copied_count = count;
    twin->part_count = count;
    twin->is_compared = false;
    return true;
}

static void exchange_part(char *a, char *b)
{
    char held[PART_BYTES];
    memcpy(held, a, PART_BYTES);
    memcpy(a, b, PART_BYTES);
    memcpy(b, held, PART_BYTES);
}

static LastWords begin(const ArenaTwin *twin, Arena *arena)
{
    return arena_begin_restore(arena, twin->part_count * PART_BYTES);
}

/* Memory above the content of the arena is free. */
static void end(const ArenaTwin *twin, Arena *arena, LastWords words)
{
    arena_end_restore(arena, words);
    size_t above = twin->part_count * PART_BYTES - arena_used(arena);
    ASAN_POISON_MEMORY_REGION((char *)arena + arena_used(arena), above);
}

/* The changed content did not fit: only the copied one is left. */
static void put_back(ArenaTwin *twin, Arena *arena)
{
    LastWords words = begin(twin, arena);
    for (size_t i = 0; i < twin->copied_count; i++) {
        memcpy(part_of(arena, i), twin->bytes + i * PART_BYTES, PART_BYTES);
    }
    end(twin, arena, words);
}

bool arena_twin_revert(ArenaTwin *twin, Arena *arena)
{
    size_t changed_count = parts_of(arena_used(arena));
    bool longer = changed_count > twin->copied_count;
    if (longer && !reserve(twin, changed_count)) {
        put_back(twin, arena);
        return false;
    }
    twin->part_count = longer ? changed_count : twin->copied_count;
    LastWords words = begin(twin, arena);
    for (size_t i = 0; i < twin->part_count; i++) {
        char *here = part_of(arena, i), *there = twin->bytes + i * PART_BYTES;
        /* Bytes that forks leave above the content of the last part may change before it is
         * adopted. */
        bool is_last = i + 1 >= twin->copied_count;
        bool differs = is_last || memcmp(here, there, PART_BYTES) != 0;
        twin->differs[i] = differs;
        if (differs) {
            exchange_part(here, there);
        }
    }
    end(twin, arena, words);
    twin->is_compared = true;
    return true;
}

/* The first part, with the arena's own book-keeping, is copied back with the next content. */
void arena_twin_adopt(ArenaTwin *twin, Arena *arena)
{
    CW_ASSERT(twin->is_compared, "adopt the content of a twin that was compared with its arena");
    LastWords words = begin(twin, arena);
    for (size_t i = 0; i < twin->part_count; i++) {
        if (twin->differs[i]) {
            memcpy(part_of(arena, i), twin->bytes + i * PART_BYTES, PART_BYTES);
        }
        twin->differs[i] = i == 0;
    }
    twin->copied_count = twin->part_count;
    end(twin, arena, words);
}

void arena_twin_invalidate(ArenaTwin *twin)
{
    twin->is_compared = false;
}

size_t arena_twin_bytes(const ArenaTwin *twin)
{
    return twin->part_capacity * (PART_BYTES + 1);
}

void arena_twin_free(ArenaTwin *twin)
{
    free(twin->bytes);
    free(twin->differs);
    *twin = (ArenaTwin){0};
}
