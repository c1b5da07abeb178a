/* The arena holds all memory of one world, Chipmunk's too (chipmunk_names.h), in one block that
 * never moves. So pointers inside stay valid after a restore, and a snapshot is a copy of the first
 * `used_bytes`. Arenas lie at fixed addresses if those are free; CLOCKWORK_ARENA moves them.
 *
 * The block has the configured limit and a reserve of address space (memory_spare). Allocations
 * above the limit succeed, and the world stops with a clear error after the tick. If the reserve is
 * used up too, arena_attempt returns false; outside of it the program ends.
 *
 * Chipmunk's calls have no context argument, so they use the thread's current arena. A table of all
 * arenas finds the arena of a body or space. Under AddressSanitizer the bytes between blocks and
 * the page above the last are red zones, and only arena_copy_part reads across blocks. */
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
    void *root;            /* the world */
    WorkLimit *work_limit; /* ends arena_attempt when the time is used up; owned by the user; NULL:
                              none */
    bool is_edited;        /* a recording edits the world, so arena_abort ends only the attempt */

    size_t limit_bytes;
    size_t mapped_bytes;
    size_t used_bytes; /* up to the end of the highest block so far, which a snapshot copies */
    void (*last_words)(void *); /* see arena_set_last_words */
    void *last_words_context;
    jmp_buf *way_out; /* leaves failed work in arena_attempt; NULL outside */
    bool is_protected;
    bool is_speculative; /* see arena_set_speculative */
    int slot;
    void *free_lists[ARENA_CLASS_COUNT]; /* memory of blocks, not their headers */
} Arena;

/* The number of slots left for ARENA_SLOT_ANY. */
int arena_free_slots(void);

/* Creates an arena in a slot, or ARENA_SLOT_ANY. NULL: the slot is taken, or memory is refused. */
Arena *arena_create(int slot, size_t limit_bytes, CwError *error);
void arena_destroy(Arena *arena);

/* Lets the calling thread allocate from an arena (NULL: none); returns the previous one. */
Arena *arena_make_current(Arena *arena);
bool arena_is_current(const Arena *arena);

/* Zeroed memory, aligned to 16 bytes, or to a cache line from 1 KiB on. The same calls always give
 * the same addresses. */
void *arena_calloc(size_t count, size_t size);
void *arena_realloc(void *memory, size_t size);
void arena_free(void *memory);

/* Makes room for one more item. Returns the array, which may have moved. */
void *arena_grow_array(void *items, int count, int *capacity, size_t item_bytes);

/* Calls `work`, which allocates from `arena` alone. False: the reserve or the work limit is used
 * up; then the arena can only be destroyed, or restored from an older copy. */
bool arena_attempt(Arena *arena, void (*work)(void *context), void *context);

/* Ends the work of arena_attempt if the work limit is used up; each allocation checks this, too. */
void arena_check_limit(Arena *arena);

/* Whether arena_attempt is working: the arena can't be copied or restored now. */
static inline bool arena_is_at_work(const Arena *arena)
{
    return arena->way_out != NULL;
}

bool arena_over_limit(const Arena *arena);

/* Whether `memory` lies in a block of this arena. */
bool arena_holds(const Arena *arena, const void *memory);

/* Visits every block in use, with its requested size. */
void arena_walk(const Arena *arena, void (*visit)(void *memory, size_t bytes, void *context),
                void *context);

/* The arena that holds an address; NULL: none. */
Arena *arena_at(const void *memory);

/* Makes the block read-only, so that frame phases that write fault, or writable again. Ticks,
 * changes by hand and restores open it (arena_open). */
void arena_protect(Arena *arena, bool read_only);

/* Allows writes to an arena that may be read-only, and returns whether it was. */
bool arena_open(Arena *arena);
void arena_shut(Arena *arena, bool was_shut);

/* Replace Chipmunk's lock counter of queries and walks, which can't be written in a protected
 * arena. */
struct cpSpace;
void arena_cpSpaceLock(struct cpSpace *space);
void arena_cpSpaceUnlock(struct cpSpace *space, unsigned char run_post_step);

/* While set, a failure or assertion ends only the attempt, without a message. */
void arena_set_speculative(Arena *arena, bool is_speculative);

/* Replaces abort and qsort in Chipmunk (chipmunk_names.h). */
_Noreturn void arena_abort(void);
void arena_qsort(void *items, size_t count, size_t size,
                 int (*compare)(const void *, const void *));

/* Sets a function that saves the recording if work in this arena ends the program. NULL: none. */
void arena_set_last_words(Arena *arena, void (*last_words)(void *), void *context);

/* Calls the current arena's function, only once. arena_abort and crash handlers use it. */
void arena_say_last_words(void);

/* Copies a part of the arena to memory aligned to 8 bytes; `at` and `size` are multiples of 8. */
void arena_copy_part(const Arena *arena, size_t at, size_t size, void *bytes);

/* Keeps the last words and the protection, which belong to the program, while an older copy of
 * `bytes` overwrites the arena. */
typedef struct LastWords {
    void (*call)(void *context);
    void *context;
    bool was_shut;
} LastWords;

LastWords arena_begin_restore(Arena *arena, size_t bytes);
void arena_end_restore(Arena *arena, LastWords words);
