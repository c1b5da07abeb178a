#include "sim/arena.h"

#include "base/report.h"
#include "platform/memory.h"
#include "sim/poison.h"

#include <chipmunk/chipmunk_private.h>
#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sizes are rounded up to classes, four per doubling, which wastes at most a fifth. Freed blocks go
 * to a list of their class and are never merged, because sizes repeat. Large blocks begin on a
 * cache line. */
enum { CLASSES_PER_DOUBLING = 4, BLOCK_ALIGN = 16 };
enum { LARGE_BYTES = 1024, CACHE_LINE_BYTES = 64 };
enum { ABOVE_BYTES = 4096 }; /* red zone above the last block */

/* Preferred addresses of arenas: 256 GiB apart, in a range that systems don't use. */
static const uint64_t FIRST_ADDRESS = 0x200000000000, ADDRESS_SPACING = 0x4000000000;

/* A block's header, in front of its memory. It is a red zone under ASan. */
typedef struct Block {
    uint32_t class_index;
    uint32_t freed; /* 1: the block is in a free list */
    union {
        void *next_free;      /* memory of the next free block */
        uint64_t asked_bytes; /* requested size of a block in use */
    } link;
} Block;

_Static_assert(sizeof(Block) == BLOCK_ALIGN, "blocks keep what follows them aligned");

static _Thread_local Arena *current_arena;

/* The arenas of this process. */
static struct {
    atomic_bool is_taken;
    _Atomic(Arena *) arena; /* NULL until the arena is created */
} arena_slots[ARENA_SLOT_COUNT];

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
    size_t low = 0, high = ARENA_CLASS_COUNT - 1;
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

__attribute__((no_sanitize("address"))) static Block header_of(const void *memory)
{
    return ((const Block *)memory)[-1];
}

__attribute__((no_sanitize("address"))) static void set_header(void *memory, Block header)
{
    ((Block *)memory)[-1] = header;
}

/* Copies words, also from red zones, where ASan would report memcpy. */
__attribute__((no_sanitize("address"))) static void copy_poisoned(void *to, const void *from,
                                                                  size_t bytes)
{
    volatile uint64_t *target = to;
    for (size_t i = 0; i < bytes / sizeof *target; i++) {
        target[i] = ((const uint64_t *)from)[i];
    }
}

/* Poisons only the first unallocated bytes, because ASan's shadow takes an eighth of their size. */
static void poison_above(Arena *arena)
{
    size_t left = arena->mapped_bytes - arena->used_bytes;
    size_t bytes = left < ABOVE_BYTES ? left : ABOVE_BYTES;
    ASAN_POISON_MEMORY_REGION((char *)arena + arena->used_bytes, bytes);
}

/* The address of slot 0's arena; 0: the system chooses all addresses. */
static bool choose_first_address(uint64_t *first, CwError *error)
{
    const char *choice = getenv("CLOCKWORK_ARENA");
    char *end = "";
    bool is_any = choice != NULL && strcmp(choice, "any") == 0;
    *first = choice == NULL ? FIRST_ADDRESS : is_any ? 0 : strtoull(choice, &end, 16);
    return is_any || (*first != 0 && *end == '\0') ||
           cw_error_set(error, "CLOCKWORK_ARENA=%.40s: write any, or an address such as %#" PRIx64,
                        choice, FIRST_ADDRESS);
}

/* Takes a slot; -1: all are taken. */
static int take_slot(int wanted, CwError *error)
{
    int first = wanted == ARENA_SLOT_ANY ? 1 : wanted;
    int end = wanted == ARENA_SLOT_ANY ? ARENA_SLOT_COUNT : wanted + 1;
    for (int slot = first; slot < end; slot++) {
        if (!atomic_exchange(&arena_slots[slot].is_taken, true)) {
            return slot;
        }
    }
    if (wanted == ARENA_SLOT_ANY) {
        cw_error_set(error, "all %d places for worlds beside the run's are taken: close one",
                     ARENA_SLOT_COUNT - 1);
    } else {
        cw_error_set(error, "place %d for worlds is taken: close the one that is there", wanted);
    }
    return -1;
}

int arena_free_slots(void)
{
    int count = 0;
    for (int slot = 1; slot < ARENA_SLOT_COUNT; slot++) {
        count += !atomic_load(&arena_slots[slot].is_taken);
    }
    return count;
}

Arena *arena_create(int wanted_slot, size_t limit_bytes, CwError *error)
{
    CW_ASSERT(wanted_slot >= ARENA_SLOT_ANY && wanted_slot < ARENA_SLOT_COUNT,
              "use a slot below ARENA_SLOT_COUNT");
    CW_ASSERT(limit_bytes >= 4096 && limit_bytes < SIZE_MAX / 4, "give the arena at least a page");
    uint64_t first;
    int slot = choose_first_address(&first, error) ? take_slot(wanted_slot, error) : -1;
    if (slot < 0) {
        return NULL;
    }
    uint64_t wish = first == 0 ? 0 : first + (uint64_t)slot * ADDRESS_SPACING;
    size_t mapped_bytes = align_up(limit_bytes + memory_spare(limit_bytes));
    Arena *arena = memory_reserve((void *)(uintptr_t)wish, mapped_bytes);
    if (arena == NULL) {
        cw_error_set(error, "can't map %zu MiB for the world: %s; lower simulation.arena_size",
                     mapped_bytes >> 20, strerror(errno));
        atomic_store(&arena_slots[slot].is_taken, false);
        return NULL;
    }
    *arena = (Arena){.slot = slot,
                     .limit_bytes = limit_bytes,
                     .mapped_bytes = mapped_bytes,
                     .used_bytes = align_up(sizeof *arena)};
    poison_above(arena);
    atomic_store(&arena_slots[slot].arena, arena);
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
    int slot = arena->slot;
    atomic_store(&arena_slots[slot].arena, NULL);
    ASAN_UNPOISON_MEMORY_REGION(arena, arena->mapped_bytes); /* the address may be reused */
    memory_release(arena, arena->mapped_bytes);
    atomic_store(&arena_slots[slot].is_taken, false);
}

Arena *arena_make_current(Arena *arena)
{
    Arena *previous = current_arena;
    current_arena = arena;
    return previous;
}

bool arena_is_current(const Arena *arena)
{
    return current_arena == arena;
}

/* Leaves arena_attempt, because Chipmunk doesn't check allocations. */
static _Noreturn void give_up(Arena *arena)
{
    if (arena->way_out != NULL) {
        longjmp(*arena->way_out, 1);
    }
    fprintf(stderr, "clockwork: the whole reserve of the world's arena is used up; raise "
                    "simulation.arena_size\n");
    arena_abort();
}

bool arena_attempt(Arena *arena, void (*work)(void *context), void *context)
{
    CW_ASSERT(arena->way_out == NULL, "attempt one thing at a time");
    WorkLimit *limit = arena->work_limit;
    const bool was_paused = work_limit_resume(limit);
    volatile bool done = false;
    jmp_buf way_out;
    arena->way_out = &way_out;
    if (!work_limit_check(limit) && setjmp(way_out) == 0) {
        work(context);
        done = true;
    }
    arena->way_out = NULL;
    if (was_paused) {
        work_limit_pause(limit);
    }
    return done;
}

void arena_check_limit(Arena *arena)
{
    if (arena->way_out != NULL && work_limit_check(arena->work_limit)) {
        longjmp(*arena->way_out, 1);
    }
}

static void put_in_list(Arena *arena, void *memory, size_t class_index)
{
    set_header(memory, (Block){.class_index = (uint32_t)class_index,
                               .freed = 1,
                               .link.next_free = arena->free_lists[class_index]});
    arena->free_lists[class_index] = memory;
    ASAN_POISON_MEMORY_REGION(memory, class_bytes(class_index));
}

static void *take_above(Arena *arena, size_t class_index)
{
    size_t bytes = sizeof(Block) + class_bytes(class_index);
    if (bytes > arena->mapped_bytes - arena->used_bytes) {
        give_up(arena);
    }
    void *memory = (char *)arena + arena->used_bytes + sizeof(Block);
    arena->used_bytes += bytes;
    poison_above(arena);
    return memory;
}

/* Zeroes a block. Freed blocks, and memory above the end of a restored copy, have old content. */
static void clear_block(void *memory, size_t class_index)
{
    ASAN_UNPOISON_MEMORY_REGION(memory, class_bytes(class_index));
    memset(memory, 0, class_bytes(class_index));
}

/* Moves the next block's memory to the start of a cache line; the gap becomes a free block. */
static void go_to_line(Arena *arena)
{
    size_t gap = -(arena->used_bytes + sizeof(Block)) % CACHE_LINE_BYTES;
    if (gap == 0) {
        return;
    }
    gap += gap == sizeof(Block) ? CACHE_LINE_BYTES : 0; /* a header alone is no block */
    size_t class_index = class_of(gap - sizeof(Block));
    void *memory = take_above(arena, class_index);
    clear_block(memory, class_index);
    put_in_list(arena, memory, class_index);
}

static void *take_memory(Arena *arena, size_t class_index)
{
    void *memory = arena->free_lists[class_index];
    if (memory != NULL) {
        arena->free_lists[class_index] = header_of(memory).link.next_free;
        return memory;
    }
    if (class_bytes(class_index) >= LARGE_BYTES) {
        go_to_line(arena);
    }
    return take_above(arena, class_index);
}

/* Hands out the first `bytes` of a block and makes the rest a red zone. */
static void hand_out(void *memory, uint32_t class_index, size_t bytes)
{
    set_header(memory, (Block){.class_index = class_index, .link.asked_bytes = bytes});
    ASAN_POISON_MEMORY_REGION(memory, class_bytes(class_index));
    ASAN_UNPOISON_MEMORY_REGION(memory, bytes);
}

void *arena_calloc(size_t count, size_t size)
{
    CW_ASSERT(current_arena != NULL, "make a world current before calling Chipmunk");
    CW_ASSERT(size == 0 || count <= SIZE_MAX / 2 / size, "ask for less memory");
    size_t class_index = class_of(count * size);
    CW_ASSERT(class_bytes(class_index) >= count * size, "ask for less memory");
    arena_check_limit(current_arena);
    void *memory = take_memory(current_arena, class_index);
    clear_block(memory, class_index);
    hand_out(memory, (uint32_t)class_index, count * size);
    return memory;
}

void arena_free(void *memory)
{
    if (memory == NULL) {
        return;
    }
    Arena *arena = current_arena;
    CW_ASSERT(arena != NULL && (char *)memory > (char *)arena &&
                  (char *)memory < (char *)arena + arena->used_bytes,
              "free memory in the arena it came from");
    Block header = header_of(memory);
    CW_ASSERT(
        header.class_index < ARENA_CLASS_COUNT && !header.freed,
        "free memory once, by the pointer it came as; what was handed to the world goes with its "
        "owner");
    put_in_list(arena, memory, header.class_index);
}

void *arena_realloc(void *memory, size_t size)
{
    if (memory == NULL) {
        return arena_calloc(1, size);
    }
    Block header = header_of(memory);
    if (size <= class_bytes(header.class_index)) {
        bool grows = size > header.link.asked_bytes;
        hand_out(memory, header.class_index, grows ? size : (size_t)header.link.asked_bytes);
        return memory;
    }
    void *larger = arena_calloc(1, size);
    memcpy(larger, memory, (size_t)header.link.asked_bytes);
    arena_free(memory);
    return larger;
}

void *arena_grow_array(void *items, int count, int *capacity, size_t item_bytes)
{
    if (count < *capacity) {
        return items;
    }
    *capacity = *capacity == 0 ? 16 : *capacity * 2;
    return arena_realloc(items, (size_t)*capacity * item_bytes);
}

bool arena_holds(const Arena *arena, const void *memory)
{
    uintptr_t from_start = (uintptr_t)memory - (uintptr_t)arena;
    return from_start >= sizeof *arena && from_start < arena->used_bytes;
}

void arena_walk(const Arena *arena, void (*visit)(void *memory, size_t bytes, void *context),
                void *context)
{
    char *at = (char *)(uintptr_t)arena + align_up(sizeof *arena);
    const char *end = (const char *)arena + arena->used_bytes;
    while (at < end) {
        char *memory = at + sizeof(Block);
        Block header = header_of(memory);
        if (!header.freed) {
            visit(memory, (size_t)header.link.asked_bytes, context);
        }
        at = memory + class_bytes(header.class_index);
    }
}

static void unpoison(void *memory, size_t bytes, void *context)
{
    (void)context;
    ASAN_UNPOISON_MEMORY_REGION(memory, bytes);
}

/* Sets the red zones again, by a walk over all blocks. */
static void poison_anew(Arena *arena)
{
    char *at = (char *)arena + align_up(sizeof *arena);
    ASAN_POISON_MEMORY_REGION(at, (size_t)((char *)arena + arena->used_bytes - at));
    arena_walk(arena, unpoison, NULL);
}

static bool spans(const Arena *arena, const void *memory)
{
    return (uintptr_t)memory - (uintptr_t)arena < arena->mapped_bytes;
}

/* Finds the last arena before the address. Reads a slot once: other threads may close arenas. */
Arena *arena_at(const void *memory)
{
    if (current_arena != NULL && spans(current_arena, memory)) {
        return current_arena;
    }
    Arena *last = NULL;
    for (int slot = 0; slot < ARENA_SLOT_COUNT; slot++) {
        Arena *arena = atomic_load_explicit(&arena_slots[slot].arena, memory_order_acquire);
        if ((uintptr_t)arena <= (uintptr_t)memory && (uintptr_t)arena > (uintptr_t)last) {
            last = arena;
        }
    }
    return last != NULL && spans(last, memory) ? last : NULL;
}

void arena_protect(Arena *arena, bool read_only)
{
    if (arena->is_protected == read_only) {
        return;
    }
    if (read_only) {
        arena->is_protected = true;
    }
    CW_ASSERT(memory_protect(arena, arena->mapped_bytes, read_only) || errno == ENOSYS,
              "the system can't write-protect memory: turn debug.protect_world off");
    if (!read_only) {
        arena->is_protected = false;
    }
}

bool arena_open(Arena *arena)
{
    bool was_shut = arena->is_protected;
    arena_protect(arena, false);
    return was_shut;
}

void arena_shut(Arena *arena, bool was_shut)
{
    if (was_shut) {
        arena_protect(arena, true);
    }
}

static bool is_read_only(const cpSpace *space)
{
    const Arena *arena = arena_at(space);
    return arena != NULL && arena->is_protected;
}

void arena_cpSpaceLock(cpSpace *space)
{
    if (!is_read_only(space)) {
        cpSpaceLock(space);
    }
}

void arena_cpSpaceUnlock(cpSpace *space, cpBool run_post_step)
{
    if (!is_read_only(space)) {
        cpSpaceUnlock(space, run_post_step);
    }
}

void arena_set_last_words(Arena *arena, void (*last_words)(void *), void *context)
{
    arena->last_words = last_words;
    arena->last_words_context = context;
}

void arena_copy_part(const Arena *arena, size_t at, size_t size, void *bytes)
{
    if (POISON_WORKS) {
        copy_poisoned(bytes, (const char *)arena + at, size);
    } else {
        memcpy(bytes, (const char *)arena + at, size);
    }
}

LastWords arena_begin_restore(Arena *arena, size_t bytes)
{
    LastWords words = {arena->last_words, arena->last_words_context, arena->is_protected};
    arena_open(arena);
    ASAN_POISON_MEMORY_REGION(arena, arena->used_bytes);
    ASAN_UNPOISON_MEMORY_REGION(arena, bytes);
    return words;
}

void arena_end_restore(Arena *arena, LastWords words)
{
    arena_set_last_words(arena, words.call, words.context);
    arena->is_protected = false; /* overrides the copy's value */
    if (POISON_WORKS) {
        poison_anew(arena);
    }
    arena_shut(arena, words.was_shut);
}

static void escape_speculation(void)
{
    if (current_arena != NULL && current_arena->is_speculative && current_arena->way_out != NULL) {
        longjmp(*current_arena->way_out, 1);
    }
}

void arena_set_speculative(Arena *arena, bool is_speculative)
{
    arena->is_speculative = is_speculative;
    assert_set_escape(is_speculative ? escape_speculation : NULL);
}

void arena_say_last_words(void)
{
    Arena *arena = current_arena;
    current_arena = NULL; /* if last_words fails, it is not called again */
    if (arena != NULL && arena->last_words != NULL) {
        arena->last_words(arena->last_words_context);
    }
}

void arena_abort(void)
{
    Arena *arena = current_arena;
    escape_speculation();
    if (arena != NULL && arena->is_edited && arena->way_out != NULL) {
        longjmp(*arena->way_out, 1);
    }
    arena_say_last_words();
    fprintf(stderr, "clockwork: the simulation can't go on\n");
    abort();
}

/* A stable sort: libc's may order equal items differently. */
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
