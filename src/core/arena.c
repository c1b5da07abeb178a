#include "core/arena.h"

#include <errno.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Sizes are rounded up to classes, four to a doubling, so at most a fifth is lost; a freed block
 * goes to the list of its class and is handed out again first. Nothing is merged: a game's sizes
 * repeat. */
enum { CLASS_COUNT = 160, CLASSES_PER_DOUBLING = 4, BLOCK_ALIGN = 16 };
enum { CLASS_FREED = 0xF4EE }; /* class of a block that is in a free list */

static const uintptr_t ARENA_BASE = 0x200000000000;  /* far from what systems use on their own */
static const uintptr_t ARENA_SPACING = 0x4000000000; /* 256 GiB between slots */

typedef struct Block {
    uint64_t class_index;
    union {
        struct Block *next_free;
        uint64_t padding;
    } link;
} Block;

struct Arena {
    size_t limit_bytes;
    size_t mapped_bytes;
    size_t used_bytes;
    void *root;
    void (*last_words)(void *);
    void *last_words_context;
    Block *free_lists[CLASS_COUNT];
};

_Static_assert(sizeof(Block) == BLOCK_ALIGN, "blocks keep what follows them aligned");

static _Thread_local Arena *current_arena;

static size_t align_up(size_t bytes)
{
    return (bytes + BLOCK_ALIGN - 1) & ~(size_t)(BLOCK_ALIGN - 1);
}

/* Class 4k + j holds blocks of (4 + j) * 2^k * 16 / 4 bytes. */
static size_t class_bytes(size_t index)
{
    size_t doubling = index / CLASSES_PER_DOUBLING;
    size_t step = index % CLASSES_PER_DOUBLING;
    return align_up((CLASSES_PER_DOUBLING + step) * (BLOCK_ALIGN / CLASSES_PER_DOUBLING)
                    << doubling);
}

static size_t class_of(size_t bytes)
{
    size_t low = 0, high = CLASS_COUNT - 1;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (class_bytes(middle) >= bytes) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

Arena *arena_create(int slot, size_t limit_bytes, Error *error)
{
    CW_ASSERT(slot >= 0 && slot < ARENA_SLOT_COUNT, "use a slot below ARENA_SLOT_COUNT");
    CW_ASSERT(limit_bytes >= 4096 && limit_bytes < ARENA_SPACING / 4,
              "give the arena at least a page and keep it within its slot");
    size_t mapped_bytes = limit_bytes * 2;
    void *wanted = (void *)(ARENA_BASE + (uintptr_t)slot * ARENA_SPACING);
    void *block = mmap(wanted, mapped_bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (block == MAP_FAILED) {
        error_set(error, "can't map %zu MiB for the world: %s; lower simulation.arena_size",
                  mapped_bytes >> 20, strerror(errno));
        return NULL;
    }
    if (block != wanted) { /* kernels before 4.17 take the address as a wish */
        munmap(block, mapped_bytes);
        error_set(error,
                  "this kernel can't map the world at its fixed address; Linux 4.17 or later can");
        return NULL;
    }
    Arena *arena = block;
    *arena = (Arena){.limit_bytes = limit_bytes,
                     .mapped_bytes = mapped_bytes,
                     .used_bytes = align_up(sizeof *arena)};
    return arena;
}

void arena_destroy(Arena *arena)
{
    if (arena == NULL) {
        return;
    }
    if (current_arena == arena) {
        current_arena = NULL;
    }
    munmap(arena, arena->mapped_bytes);
}

Arena *arena_make_current(Arena *arena)
{
    Arena *before = current_arena;
    current_arena = arena;
    return before;
}

bool arena_is_current(const Arena *arena)
{
    return current_arena == arena;
}

static Block *take_block(Arena *arena, size_t class_index)
{
    Block *block = arena->free_lists[class_index];
    if (block != NULL) {
        arena->free_lists[class_index] = block->link.next_free;
        return block;
    }
    size_t bytes = sizeof *block + class_bytes(class_index);
    if (bytes > arena->mapped_bytes - arena->used_bytes) {
        fprintf(
            stderr,
            "clockwork: one tick needed more than the whole reserve of the world's arena; raise "
            "simulation.arena_size\n");
        arena_abort();
    }
    block = (Block *)((char *)arena + arena->used_bytes);
    arena->used_bytes += bytes;
    return block;
}

void *arena_calloc(size_t count, size_t size)
{
    CW_ASSERT(current_arena != NULL, "make a world current before calling Chipmunk");
    CW_ASSERT(size == 0 || count <= SIZE_MAX / 2 / size, "ask for less memory");
    size_t class_index = class_of(count * size);
    CW_ASSERT(class_bytes(class_index) >= count * size, "ask for less memory");
    Block *block = take_block(current_arena, class_index);
    block->class_index = class_index;
    block->link.padding = 0;
    /* Memory above a restored mark is dirty, and so is a freed block. */
    return memset(block + 1, 0, class_bytes(class_index));
}

void arena_free(void *memory)
{
    if (memory == NULL) {
        return;
    }
    Arena *arena = current_arena;
    Block *block = (Block *)memory - 1;
    CW_ASSERT(arena != NULL && (char *)memory > (char *)arena &&
                  (char *)memory < (char *)arena + arena->used_bytes,
              "free memory in the arena it came from");
    CW_ASSERT(block->class_index < CLASS_COUNT, "free memory once, by the pointer it came as");
    block->link.next_free = arena->free_lists[block->class_index];
    arena->free_lists[block->class_index] = block;
    block->class_index = CLASS_FREED;
}

void *arena_realloc(void *memory, size_t size)
{
    if (memory == NULL) {
        return arena_calloc(1, size);
    }
    size_t old_bytes = class_bytes(((Block *)memory - 1)->class_index);
    if (size <= old_bytes) {
        return memory;
    }
    void *larger = arena_calloc(1, size);
    memcpy(larger, memory, old_bytes);
    arena_free(memory);
    return larger;
}

size_t arena_used(const Arena *arena)
{
    return arena->used_bytes;
}

size_t arena_limit(const Arena *arena)
{
    return arena->limit_bytes;
}

bool arena_over_limit(const Arena *arena)
{
    return arena->used_bytes > arena->limit_bytes;
}

bool arena_holds(const Arena *arena, const void *memory)
{
    uintptr_t from_start = (uintptr_t)memory - (uintptr_t)arena;
    return from_start >= sizeof *arena && from_start < arena->used_bytes;
}

void arena_protect(Arena *arena, bool read_only)
{
    int result =
        mprotect(arena, arena->mapped_bytes, read_only ? PROT_READ : PROT_READ | PROT_WRITE);
    CW_ASSERT(result == 0, "the kernel refused mprotect: turn debug.protect_world off");
}

void arena_set_root(Arena *arena, void *root)
{
    arena->root = root;
}

void *arena_root(const Arena *arena)
{
    return arena->root;
}

void arena_set_last_words(Arena *arena, void (*last_words)(void *), void *context)
{
    arena->last_words = last_words;
    arena->last_words_context = context;
}

LastWords arena_last_words(const Arena *arena)
{
    return (LastWords){arena->last_words, arena->last_words_context};
}

void arena_abort(void)
{
    Arena *arena = current_arena;
    current_arena = NULL; /* whatever fails from here on must not come back */
    if (arena != NULL && arena->last_words != NULL) {
        arena->last_words(arena->last_words_context);
    }
    fprintf(stderr, "clockwork: the simulation can't go on\n");
    abort();
}

/* Stable, so that equal items keep their order on every C library (libc's own is free to differ).
 */
void arena_qsort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    char *bytes = items;
    char held[64];
    CW_ASSERT(size <= sizeof held, "enlarge the buffer of arena_qsort");
    for (size_t i = 1; i < count; i++) {
        memcpy(held, bytes + i * size, size);
        size_t slot = i;
        for (; slot > 0 && compare(bytes + (slot - 1) * size, held) > 0; slot--) {
            memcpy(bytes + slot * size, bytes + (slot - 1) * size, size);
        }
        memcpy(bytes + slot * size, held, size);
    }
}

int arena_mute_puts(const char *text)
{
    (void)text;
    return 0;
}

int arena_mute_printf(int flag, const char *format, ...)
{
    (void)flag;
    (void)format;
    return 0;
}
