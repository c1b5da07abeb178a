#include "base/report.h"
#include "run/run.h"
#include "sim/poison.h"

#include <stdlib.h>
#include <string.h>

enum { BUDGET_MIN_BYTES = 1 << 20, KEYFRAMES_MAX = 8192 };
enum { BLOCK_WORDS = 64, SLICE_BLOCKS = 128, SLICE_WORDS = SLICE_BLOCKS * BLOCK_WORDS };
/* A stored slice: its word count, then number, mask and words of each block that differs. */
enum { SLICE_WORDS_MAX = 1 + SLICE_BLOCKS * (2 + BLOCK_WORDS) };
/* Every FULL_EVERY-th keyframe is full, so that expanding one takes few others. */
enum { FULL_EVERY = 32 };

/* Divisors of the budget: inputs (18 minutes of one player at 64 MiB), and the newest copy. */
static const size_t INPUT_SHARE = 16;
static const size_t RAW_SHARE = 4;

/* An older copy of the world in the ring. Its slices hold the words that differ from the next newer
 * copy, or from zeros. Positions only grow; their place in the ring is modulo ring_bytes. */
typedef struct Keyframe {
    uint64_t tick;
    uint64_t begin;
    size_t world_bytes;
    size_t words; /* words that were compared */
    bool is_full; /* compared with zeros, so no newer keyframe is needed */
} Keyframe;

struct CwHistory {
    int keyframe_ticks;
    uint64_t oldest, newest;
    uint64_t repeated_until; /* ticks up to this one run again after a correction; else 0 */

    ReplayRows inputs; /* tick t is row t % capacity; `count` is unused */
    size_t inputs_bytes;

    char *ring;
    size_t ring_bytes;
    uint64_t ring_end;
    Keyframe keyframes[KEYFRAMES_MAX]; /* a ring of all keyframes but the newest */
    uint64_t first_keyframe, keyframe_count;

    uint64_t *raw; /* the newest keyframe; after its end, words of older and larger ones */
    size_t raw_capacity;
    size_t raw_words; /* words of the largest keyframe, in whole blocks */
    bool has_raw;
    Keyframe raw_keyframe;
    uint64_t stored_count;
};

/* Bytes of the largest world, with its last block rounded up to a whole one. */
static size_t raw_bytes(const CwHistory *history)
{
    return history->raw_capacity + BLOCK_WORDS * sizeof(uint64_t);
}

CwHistory *cw_history_create(size_t budget_bytes, int keyframe_ticks, CwError *error)
{
    CW_ASSERT(keyframe_ticks > 0, "take a keyframe every tick or less often");
    size_t budget = budget_bytes < BUDGET_MIN_BYTES ? BUDGET_MIN_BYTES : budget_bytes;
    CwHistory *history = calloc(1, sizeof *history);
    if (history == NULL) {
        cw_error_set(error, "out of memory for the history");
        return NULL;
    }
    budget -= sizeof *history;
    history->keyframe_ticks = keyframe_ticks;
    history->inputs_bytes = budget / INPUT_SHARE;
    history->raw_capacity = budget / RAW_SHARE;
    history->ring_bytes =
        (budget - history->inputs_bytes - raw_bytes(history)) & ~(sizeof(uint64_t) - 1);
    history->inputs.bytes = calloc(1, history->inputs_bytes);
    history->raw = malloc(raw_bytes(history));
    history->ring = malloc(history->ring_bytes);
    if (history->inputs.bytes == NULL || history->raw == NULL || history->ring == NULL) {
        cw_history_destroy(history);
        cw_error_set(error, "out of memory for a history of %zu MiB", budget_bytes >> 20);
        return NULL;
    }
    return history;
}

size_t cw_history_budget_min(const CwWorld *world)
{
    return sizeof(CwHistory) + RAW_SHARE * world->arena->used_bytes;
}

void cw_history_destroy(CwHistory *history)
{
    if (history != NULL) {
        free(history->inputs.bytes);
        free(history->raw);
        free(history->ring);
        free(history);
    }
}

/* The keyframes, the oldest first. Index `keyframe_count` is the newest one, if there is any. */
static const Keyframe *keyframe_at(const CwHistory *history, uint64_t index)
{
    return index == history->keyframe_count
               ? &history->raw_keyframe
               : &history->keyframes[(history->first_keyframe + index) % KEYFRAMES_MAX];
}

/* Finds the oldest tick that can be restored; without a keyframe only the present. */
static void find_oldest(CwHistory *history)
{
    history->oldest = history->has_raw ? keyframe_at(history, 0)->tick : history->newest;
}

static void drop_oldest(CwHistory *history)
{
    history->first_keyframe++;
    history->keyframe_count--;
    find_oldest(history);
}

/* Moves a position on to the next place in the ring where a whole slice fits. */
static uint64_t *slice_at(const CwHistory *history, uint64_t *position)
{
    size_t place = *position % history->ring_bytes;
    if (place + SLICE_WORDS_MAX * sizeof(uint64_t) > history->ring_bytes) {
        *position += history->ring_bytes - place;
        place = 0;
    }
    return (uint64_t *)(void *)(history->ring + place);
}

/* Drops old keyframes until a slice fits; NULL if it would overwrite the keyframe being written. */
static uint64_t *make_room(CwHistory *history)
{
    uint64_t *slice = slice_at(history, &history->ring_end);
    uint64_t end = history->ring_end + SLICE_WORDS_MAX * sizeof(uint64_t);
    while (history->keyframe_count > 0 &&
           end - keyframe_at(history, 0)->begin > history->ring_bytes) {
        drop_oldest(history);
    }
    return end - history->raw_keyframe.begin <= history->ring_bytes ? slice : NULL;
}

typedef uint64_t Word __attribute__((may_alias)); /* a word of a world, whatever its type */

/* Stores the words of a block that differ from `other`, the last one first. Returns the slice's new
 * end. It has no branches: in a moving world about half of the words differ. */
static uint64_t *store_block(uint64_t *end, size_t number, const Word *block, const Word *other)
{
    uint64_t mask = 0, *next = end + 2;
#pragma GCC unroll 8
    for (int i = BLOCK_WORDS - 1; i >= 0; i--) {
        bool differs = block[i] != other[i];
        mask = mask << 1 | differs;
        *next = block[i];
        next += differs;
    }
    end[0] = number;
    end[1] = mask;
    return mask == 0 ? end : next;
}

/* Restores the words in which an older keyframe differs. `target` has `words` words. */
static void restore_words(const CwHistory *history, const Keyframe *keyframe, uint64_t *target,
                          size_t words)
{
    uint64_t position = keyframe->begin;
    for (size_t first = 0; first < keyframe->words; first += SLICE_WORDS) {
        const uint64_t *slice = slice_at(history, &position);
        const uint64_t *at = slice + 1, *end = slice + slice[0];
        while (at < end) {
            size_t block = (size_t)*at++ * BLOCK_WORDS;
            for (uint64_t mask = *at++; mask != 0;) {
                int bit = 63 - __builtin_clzll(mask);
                size_t word = block + (size_t)bit;
                mask ^= UINT64_C(1) << bit;
                if (word < words) {
                    target[word] = *at;
                }
                at++;
            }
        }
        position += slice[0] * sizeof(uint64_t);
    }
}

/* Returns a block of the world. The block at the world's end is copied to `held`; there the words
 * after the end stay as they were. With red zones, which only arena_copy_part may read, every block
 * is copied. */
static const Word *read_block(const CwHistory *history, const CwWorld *world, size_t first,
                              uint64_t *held)
{
    size_t at = first * sizeof *held, size = BLOCK_WORDS * sizeof *held;
    size_t end = history->raw_keyframe.world_bytes;
    size_t left = at < end ? end - at : 0;
    if (left >= size && !POISON_WORKS) {
        return (const Word *)(const void *)((const char *)world->arena + at);
    }
    memcpy(held, history->raw + first, size);
    arena_copy_part(world->arena, at, left < size ? left : size, held);
    return held;
}

/* Copies a slice of the world into the newest keyframe. The words that it replaces are stored in
 * `slice`; NULL: they are lost. */
static void copy_slice(CwHistory *history, const CwWorld *world, size_t first, uint64_t *slice,
                       bool is_full)
{
    static const uint64_t zeros[BLOCK_WORDS];
    uint64_t *end = slice != NULL ? slice + 1 : NULL, held[BLOCK_WORDS];
    for (size_t i = first; i < first + SLICE_WORDS && i < history->raw_words; i += BLOCK_WORDS) {
        const Word *block = read_block(history, world, i, held);
        uint64_t *stored = history->raw + i;
        bool same = memcmp(stored, block, sizeof held) == 0;
        if (slice != NULL && (is_full || !same)) {
            end = store_block(end, i / BLOCK_WORDS, stored, is_full ? zeros : block);
        }
        if (!same) {
            memcpy(stored, block, sizeof held);
        }
    }
    if (slice != NULL) {
        slice[0] = (uint64_t)(end - slice);
        history->ring_end += slice[0] * sizeof *slice;
    }
}

static void grow_raw(CwHistory *history, size_t bytes)
{
    size_t block_bytes = BLOCK_WORDS * sizeof *history->raw;
    size_t words = (bytes + block_bytes - 1) / block_bytes * BLOCK_WORDS;
    if (words > history->raw_words) {
        memset(history->raw + history->raw_words, 0,
               (words - history->raw_words) * sizeof *history->raw);
        history->raw_words = words;
    }
}

static void take_keyframe(CwHistory *history, const CwWorld *world)
{
    world_assert_between_ticks(world);
    size_t bytes = world->arena->used_bytes;
    if (bytes > history->raw_capacity) {
        return; /* the budget is too small for this world */
    }
    grow_raw(history, bytes);
    Keyframe older = history->raw_keyframe;
    older.begin = history->ring_end;
    older.words = history->raw_words;
    older.is_full = history->stored_count % FULL_EVERY == FULL_EVERY - 1;
    history->raw_keyframe =
        (Keyframe){.tick = world->tick, .begin = history->ring_end, .world_bytes = bytes};
    bool is_stored = history->has_raw;
    for (size_t first = 0; first < history->raw_words; first += SLICE_WORDS) {
        uint64_t *slice = is_stored ? make_room(history) : NULL;
        is_stored = slice != NULL;
        copy_slice(history, world, first, slice, older.is_full);
    }
    history->has_raw = true;
    if (!is_stored) {
        history->ring_end = older.begin;
        return;
    }
    if (history->keyframe_count == KEYFRAMES_MAX) {
        drop_oldest(history);
    }
    uint64_t index = history->first_keyframe + history->keyframe_count++;
    history->keyframes[index % KEYFRAMES_MAX] = older;
    history->stored_count++;
}

void cw_history_begin(CwHistory *history, const CwWorld *world)
{
    size_t players = world->desc.player_count > 0 ? (size_t)world->desc.player_count : 1;
    history->inputs.row_bytes = sizeof(CwInputCommand) + players * sizeof(CwInputFrame);
    history->inputs.capacity = history->inputs_bytes / history->inputs.row_bytes;
    history->first_keyframe = history->keyframe_count = 0;
    history->ring_end = 0;
    history->stored_count = 0;
    history->raw_words = 0;
    history->has_raw = false;
    history->newest = world->tick;
    history->repeated_until = 0;
    take_keyframe(history, world);
    find_oldest(history);
}

void cw_history_tick(CwHistory *history, const CwWorld *world)
{
    history->newest = world->tick < history->repeated_until ? history->repeated_until : world->tick;
    replay_rows_set(&history->inputs, world->tick % history->inputs.capacity, &world->input);
    if (world->tick % (uint64_t)history->keyframe_ticks == 0) {
        take_keyframe(history, world);
    }
    while (history->keyframe_count > 0 &&
           history->newest - history->oldest >= history->inputs.capacity) {
        drop_oldest(history);
    }
    find_oldest(history);
}

uint64_t cw_history_oldest(const CwHistory *history)
{
    return history->oldest;
}

uint64_t cw_history_newest(const CwHistory *history)
{
    return history->newest;
}

/* The index of the latest keyframe at or before a tick. Every tick of the range has one, except the
 * present of a world that is too large. */
static uint64_t index_before(const CwHistory *history, uint64_t tick)
{
    uint64_t index = history->keyframe_count;
    while (index > 0 && keyframe_at(history, index)->tick > tick) {
        index--;
    }
    return index;
}

uint64_t cw_history_keyframe(const CwHistory *history, uint64_t tick)
{
    ASSERT_NUMBER(tick, tick >= history->oldest && tick <= history->newest,
                  "ask for ticks that the history holds");
    const Keyframe *keyframe = keyframe_at(history, index_before(history, tick));
    return history->has_raw && keyframe->tick <= tick ? keyframe->tick : tick;
}

/* Expands a keyframe, backwards from the next newer full one. */
static void expand_keyframe(const CwHistory *history, uint64_t index, uint64_t *target,
                            size_t words)
{
    uint64_t from = index;
    while (from < history->keyframe_count && !keyframe_at(history, from)->is_full) {
        from++;
    }
    if (from == history->keyframe_count) {
        memcpy(target, history->raw, words * sizeof *target);
    } else {
        memset(target, 0, words * sizeof *target);
        restore_words(history, keyframe_at(history, from), target, words);
    }
    while (from > index) {
        restore_words(history, keyframe_at(history, --from), target, words);
    }
}

bool cw_history_restore(const CwHistory *history, CwWorld *world, uint64_t tick)
{
    world_assert_between_ticks(world);
    if (tick < history->oldest || tick > history->newest) {
        return false;
    }
    uint64_t index = index_before(history, tick);
    const Keyframe *keyframe = keyframe_at(history, index);
    if (!history->has_raw || keyframe->tick > tick) {
        return false; /* the present of a world that is too large: it may have been changed */
    }
    Arena *arena = world->arena;
    LastWords words = arena_begin_restore(arena, keyframe->world_bytes);
    expand_keyframe(history, index, (uint64_t *)(void *)arena,
                    keyframe->world_bytes / sizeof(uint64_t));
    arena_end_restore(arena, words);
    return true;
}

CwTickInput cw_history_input(const CwHistory *history, uint64_t tick)
{
    ASSERT_NUMBER(tick, tick > history->oldest && tick <= history->newest,
                  "ask for ticks that the history holds");
    return replay_rows_get(&history->inputs, tick % history->inputs.capacity);
}

static void drop_newest(CwHistory *history)
{
    if (history->keyframe_count == 0) {
        history->has_raw = false;
        return;
    }
    const Keyframe *older = keyframe_at(history, history->keyframe_count - 1);
    if (older->is_full) {
        memset(history->raw, 0, history->raw_words * sizeof *history->raw);
    }
    restore_words(history, older, history->raw, history->raw_words);
    history->ring_end = older->begin;
    history->raw_keyframe = *older;
    history->keyframe_count--;
}

static void drop_keyframes_after(CwHistory *history, uint64_t tick)
{
    while (history->has_raw && history->raw_keyframe.tick > tick) {
        drop_newest(history);
    }
}

void cw_history_correct(CwHistory *history, uint64_t tick, const CwTickInput *input)
{
    ASSERT_NUMBER(tick, tick > history->oldest && tick <= history->newest,
                  "correct ticks that the history holds");
    replay_rows_set(&history->inputs, tick % history->inputs.capacity, input);
    drop_keyframes_after(history, tick - 1);
    history->repeated_until = history->newest;
}

void cw_history_cut(CwHistory *history, uint64_t tick)
{
    drop_keyframes_after(history, tick);
    history->newest = tick;
    history->repeated_until = 0;
    find_oldest(history);
}

size_t cw_history_bytes(const CwHistory *history)
{
    uint64_t begin =
        history->keyframe_count > 0 ? keyframe_at(history, 0)->begin : history->ring_end;
    return sizeof *history + (size_t)(history->ring_end - begin) + raw_bytes(history) +
           history->inputs_bytes;
}
