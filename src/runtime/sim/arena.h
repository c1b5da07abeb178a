/* The arena: all memory of one world, in one block that stays where it is.
 *
 * Chipmunk calls arena_calloc and its sisters (chipmunk_names.h), and the world allocates here too.
 * So pointers inside stay valid after a restore, and a snapshot is a copy of the first `arena_used`
 * bytes. Arenas lie at fixed addresses if those are free; CLOCKWORK_ARENA moves them.
 *
 * The block is the configured limit and a reserve (memory_spare) of address space. Libraries never
 * learn that the limit is passed: the world compares between ticks and stops with a clear error.
 * What eats the reserve at once ends the arena, inside arena_attempt, or the program.
 *
 * Under AddressSanitizer headers, rounding, freed blocks and the page above the last one are red
 * zones, and only arena_copy_part reads across blocks.
 *
 * Chipmunk has no context argument: the allocator serves the thread's current arena, and finds that
 * of a body or space in a table of all arenas. */
#pragma once

#include "clockwork/base.h"
#include "sim/work_limit.h"

#include <setjmp.h>

enum {
    ARENA_SLOT_COUNT = 65, /* worlds that can exist at once */
    ARENA_SLOT_ANY = -1,   /* a free slot, but not slot 0, the run's */
    ARENA_CLASS_COUNT = 160
};

/* An arena. Its user sets the members of the first part, and reads any. */
typedef struct Arena {
    void *root;            /* the owner's: the world */
    WorkLimit *work_limit; /* ends arena_attempt once the time is over; the user's; NULL: none */
    bool is_edited; /* arena_abort ends only the attempt: a recording's edit may be anything */

    size_t limit_bytes;
    size_t mapped_bytes;
    size_t used_bytes;
    size_t scratch_bytes;       /* memory taken at the far end; 0 drops it */
    void (*last_words)(void *); /* see arena_set_last_words */
    void *last_words_context;
    jmp_buf *way_out; /* end of the work in arena_attempt; NULL outside */
    bool is_protected;
    bool is_speculative; /* see arena_set_speculative */
    int slot;
    void *free_lists[ARENA_CLASS_COUNT]; /* memory of blocks, not their headers */
} Arena;

/* The slots that are left for ARENA_SLOT_ANY. */
int arena_free_slots(void);

/* Creates an arena in a slot, or ARENA_SLOT_ANY. NULL: the slot is taken, or memory is refused. */
Arena *arena_create(int slot, size_t limit_bytes, CwError *error);
void arena_destroy(Arena *arena);

/* Lets the calling thread allocate from an arena (NULL: none); returns the previous one. */
Arena *arena_make_current(Arena *arena);
bool arena_is_current(const Arena *arena);

/* Cleared memory, aligned to 16 bytes, from 1 KiB to a cache line. Same calls, same addresses. */
void *arena_calloc(size_t count, size_t size);
void *arena_realloc(void *memory, size_t size);
void arena_free(void *memory);

/* Calls `work`, which allocates from `arena` alone. False: the reserve is used up, or the limit is
 * over; then the arena can only be destroyed, or restored from an older copy. */
bool arena_attempt(Arena *arena, void (*work)(void *context), void *context);

/* Ends the work of arena_attempt if its limit is over, as each allocation does. */
void arena_check_limit(Arena *arena);

/* Whether arena_attempt is working: the arena can't be copied or restored now. */
static inline bool arena_is_at_work(const Arena *arena)
{
    return arena->way_out != NULL;
}

/* Bytes from the arena's start to the end of the highest block ever: a snapshot copies these. */
size_t arena_used(const Arena *arena);
bool arena_over_limit(const Arena *arena);

/* Whether `memory` lies in a block of this arena. */
bool arena_holds(const Arena *arena, const void *memory);

/* Whether a block, by its pointer, was freed and not handed out again. */
bool arena_is_freed(const Arena *arena, const void *memory);

/* Visits every block in use, with the bytes that were asked for. */
void arena_walk(const Arena *arena, void (*visit)(void *memory, size_t bytes, void *context),
                void *context);

/* The arena that holds an address; NULL: none. */
Arena *arena_at(const void *memory);

/* Makes the block read-only (any write faults) or writable again. */
void arena_protect(Arena *arena, bool read_only);

/* Allows writes to an arena that may be read-only, and returns whether it was. */
bool arena_open(Arena *arena);
void arena_shut(Arena *arena, bool was_shut);

/* Replace the lock that queries and walks over a space count: a protected arena needs none. */
struct cpSpace;
void arena_cpSpaceLock(struct cpSpace *space);
void arena_cpSpaceUnlock(struct cpSpace *space, unsigned char run_post_step);

/* While set, any failure (an assertion, too) ends the attempt without a message. */
void arena_set_speculative(Arena *arena, bool is_speculative);

/* Replaces abort and qsort in Chipmunk (chipmunk_names.h). */
_Noreturn void arena_abort(void);
void arena_qsort(void *items, size_t count, size_t size,
                 int (*compare)(const void *, const void *));

/* Sets the function that is called before the program ends within this arena's work, so that a
 * recording can be saved. NULL: none. */
void arena_set_last_words(Arena *arena, void (*last_words)(void *), void *context);

/* Calls the current arena's function, once. arena_abort does, and a crash. */
void arena_say_last_words(void);

/* Copies a part of the arena to memory that is aligned to 8; `at` and `size` are multiples of 8. */
void arena_copy_part(const Arena *arena, size_t at, size_t size, void *bytes);

/* Takes memory at the far end of the block, which no copy includes. The same work drops all of it
 * (scratch_bytes), so later addresses don't change. Not cleared, aligned to 16 bytes; NULL: no
 * room.
 */
void *arena_take_scratch(Arena *arena, size_t bytes);

/* Keeps the last words and the protection, which are the program's, while an older copy of `bytes`
 * is written over the arena. */
typedef struct LastWords {
    void (*call)(void *context);
    void *context;
    bool was_shut;
} LastWords;

LastWords arena_begin_restore(Arena *arena, size_t bytes);
void arena_end_restore(Arena *arena, LastWords words);
