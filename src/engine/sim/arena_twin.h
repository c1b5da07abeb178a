/* The twin of an arena: a copy of its content that changes places with it.
 *
 * A speculative tick needs the world before it and after it: the twin keeps the one that is not in
 * the arena. They are exchanged in parts, so that all below costs only what a tick changed.
 *
 * arena_twin_copy ─► change the arena ─► arena_twin_revert: the changed world is in the twin ─►
 * arena_twin_adopt: it is in both
 *
 * Zero-initialise. It serves one arena. */
#pragma once

#include "sim/arena.h"

typedef struct ArenaTwin {
    char *bytes;
    unsigned char *differs; /* a flag a part, of `part_count` */
    size_t part_capacity;   /* memory for so many */
    size_t copied_count;    /* parts that hold what the arena had when it was copied */
    size_t part_count;      /* parts of the longer content of the two */
    bool is_compared;       /* `differs` holds: all other parts are alike */
} ArenaTwin;

void arena_twin_free(ArenaTwin *twin);

/* Copies the arena's content into the twin. False when memory is refused. */
bool arena_twin_copy(ArenaTwin *twin, const Arena *arena);

/* Exchanges what was changed, so that the copied content is in the arena again. False: memory for
 * the changed content is refused, which is lost. */
bool arena_twin_revert(ArenaTwin *twin, Arena *arena);

/* Copies the changed content into the arena, which must be as after arena_twin_revert. */
void arena_twin_adopt(ArenaTwin *twin, Arena *arena);

/* The arena was or will be changed by others: the next copy looks at all of it. */
void arena_twin_invalidate(ArenaTwin *twin);

size_t arena_twin_bytes(const ArenaTwin *twin);
