/* An arena holds all memory of one world, Chipmunk's too (chipmunk_names.h), in one mapping that
 * never moves. So a snapshot is a copy of the first `used_bytes`, and pointers stay valid after a
 * restore. Arenas have fixed addresses if those are free; CLOCKWORK_ARENA moves them.
 *
 * Allocations above the configured limit succeed from a reserve of address space (memory_spare),
 * and the world stops with a clear error after the tick. If the reserve is used up too,
 * arena_attempt returns false. Outside of arena_attempt, the program ends.
 *
 * Chipmunk's calls have no context argument, so they use the thread's current arena. A table of all
 * arenas finds the arena of a body or space. Under AddressSanitizer, red zones lie between blocks
 * and above the last one, and only arena_copy_part reads across blocks. */
#pragma once

#include "clockwork/base.h"
#include "sim/work_limit.h"

#include <setjmp.h>

enum {
    ARENA_SLOT_COUNT = 65, /* worlds that can exist at once */
    ARENA_SLOT_ANY = -1,   /* any free slot except 0, which is the run's */
    ARENA_CLASS_COUNT = 160
};

/* Other modules may read all members, and set those of the first part. */
typedef struct Arena {
    void *root;            /* the world */
    WorkLimit *work_limit; /* ends arena_attempt when the time is used up; borrowed; NULL: none */
    bool is_edited;        /* a recording edits the world, so arena_abort ends only the attempt */

    size_t limit_bytes;
    size_t mapped_bytes;
    size_t used_bytes;          /* up to the end of the highest block so far */
    void (*last_words)(void *); /* see arena_set_last_words */
    void *last_words_context;
    jmp_buf *way_out; /* leads out of failed work in arena_attempt; NULL: no work */
    bool is_protected;
    bool is_speculative; /* see arena_set_speculative */
    int slot;
    void *free_lists[ARENA_CLASS_COUNT]; /* point to the memory of blocks, not to headers */
} Arena;

/* The number of free slots for ARENA_SLOT_ANY. */
int arena_free_slots(void);

/* Creates an arena in a slot, or ARENA_SLOT_ANY. NULL: the slot is taken, or memory is refused. */
Arena *arena_create(int slot, size_t limit_bytes, CwError *error);
void arena_destroy(Arena *arena);

/* Lets the calling thread allocate from an arena (NULL: none); returns the previous one. */
Arena *arena_make_current(Arena *arena);
bool arena_is_current(const Arena *arena);

/* Allocates zeroed memory, aligned to 16 bytes, or from 1 KiB on to a cache line. */
void *arena_calloc(size_t count, size_t size);
void *arena_realloc(void *memory, size_t size);
void arena_free(void *memory);

/* Makes room for one more item. Returns the array, which may have moved. */
void *arena_grow_array(void *items, int count, int *capacity, size_t item_bytes);

/* Calls `work`, which may allocate only from `arena`. False: the reserve or the work limit is used
 * up, and the arena must be destroyed, or restored from an older copy. */
bool arena_attempt(Arena *arena, void (*work)(void *context), void *context);

/* Ends the work of arena_attempt if the work limit is used up. Each allocation calls this. */
void arena_check_limit(Arena *arena);

/* Whether arena_attempt runs its work. Meanwhile the arena can't be copied or restored. */
static inline bool arena_is_at_work(const Arena *arena)
{
    return arena->way_out != NULL;
}

/* Whether `memory` lies in a block of this arena. */
bool arena_holds(const Arena *arena, const void *memory);

/* Visits every block in use, with its requested size. */
void arena_walk(const Arena *arena, void (*visit)(void *memory, size_t bytes, void *context),
                void *context);

/* The arena that holds an address; NULL: none. */
Arena *arena_at(const void *memory);

/* Makes the arena read-only, so that frame phases that write it fault, or writable again. */
void arena_protect(Arena *arena, bool read_only);

/* Make an arena writable, returning whether it was protected, and protect it again if it was. */
bool arena_open(Arena *arena);
void arena_shut(Arena *arena, bool was_shut);

/* Replace the locks of Chipmunk's queries, which would write the space in a protected arena. */
struct cpSpace;
void arena_cpSpaceLock(struct cpSpace *space);
void arena_cpSpaceUnlock(struct cpSpace *space, unsigned char run_post_step);

/* While set, a failure or a failed assertion ends only the attempt, without a message. */
void arena_set_speculative(Arena *arena, bool is_speculative);

/* Replace abort and qsort in Chipmunk (chipmunk_names.h). */
_Noreturn void arena_abort(void);
void arena_qsort(void *items, size_t count, size_t size,
                 int (*compare)(const void *, const void *));

/* Sets a function that saves the recording before work in this arena ends the program, or NULL. */
void arena_set_last_words(Arena *arena, void (*last_words)(void *), void *context);

/* Calls the current arena's function, but only once. For arena_abort and crash handlers. */
void arena_say_last_words(void);

/* Copies a part of the arena. `at`, `size` and the address `bytes` are multiples of 8. */
void arena_copy_part(const Arena *arena, size_t at, size_t size, void *bytes);

/* The members of an arena that belong to the program, not to the world. They are kept while the
 * caller overwrites the first `bytes` with an older copy. */
typedef struct LastWords {
    void (*call)(void *context);
    void *context;
    bool was_shut;
} LastWords;

LastWords arena_begin_restore(Arena *arena, size_t bytes);
void arena_end_restore(Arena *arena, LastWords words);
