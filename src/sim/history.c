#include "clockwork/history.h"

#include "sim/world.h"

#include <lz4.h>
#include <stdlib.h>
#include <string.h>

enum { SLICE_BYTES = 1 << 16, BUDGET_MIN_BYTES = 1 << 20, KEYFRAMES_MAX = 8192 };

/* Shares of the budget: inputs (at 64 MiB those of one player last for 18 minutes) and the copy
 * that is being compressed. */
static const size_t INPUT_SHARE = 16;
static const size_t RAW_SHARE = 4;

/* Where a compressed copy of the world lies in the ring: slices of {uint32_t size, bytes}, each in
 * one piece. Positions only grow; the place of one is position % ring_bytes. */
typedef struct Keyframe {
    uint64_t tick;
    uint64_t begin, end;
    size_t world_bytes;
} Keyframe;

struct CwHistory {
    int keyframe_ticks;
    uint64_t oldest, newest;
    uint64_t again_until; /* ticks up to it run again after a correction; else 0 */

    char *inputs; /* of tick t, packed, at t % input_capacity */
    size_t inputs_bytes;
    size_t input_capacity; /* in ticks of this world's players */
    size_t frames_bytes;   /* of one tick */

    char *ring;
    size_t ring_bytes;
    uint64_t ring_end;
    Keyframe keyframes[KEYFRAMES_MAX]; /* a ring, too */
    uint64_t first_keyframe, keyframe_count;

    char *raw; /* the newest keyframe while it is being compressed */
    size_t raw_capacity;
    size_t raw_done_bytes;
    bool raw_waits;
    Keyframe raw_keyframe;
};

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
    history->ring_bytes = budget - history->inputs_bytes - history->raw_capacity;
    history->inputs = calloc(1, history->inputs_bytes);
    history->raw = malloc(history->raw_capacity);
    history->ring = malloc(history->ring_bytes);
    if (history->inputs == NULL || history->raw == NULL || history->ring == NULL) {
        cw_history_destroy(history);
        cw_error_set(error, "out of memory for a history of %zu MiB", budget_bytes >> 20);
        return NULL;
    }
    return history;
}

size_t cw_history_budget_min(const CwWorld *world)
{
    return sizeof(CwHistory) + RAW_SHARE * arena_used(world->arena);
}

void cw_history_destroy(CwHistory *history)
{
    if (history != NULL) {
        free(history->inputs);
        free(history->raw);
        free(history->ring);
        free(history);
    }
}

static const Keyframe *keyframe_at(const CwHistory *history, uint64_t index)
{
    return &history->keyframes[(history->first_keyframe + index) % KEYFRAMES_MAX];
}

/* Without a keyframe nothing can be restored but the present. */
static void find_oldest(CwHistory *history)
{
    if (history->keyframe_count > 0) {
        history->oldest = keyframe_at(history, 0)->tick;
    } else {
        history->oldest = history->raw_waits ? history->raw_keyframe.tick : history->newest;
    }
}

static void forget_oldest(CwHistory *history)
{
    history->first_keyframe++;
    history->keyframe_count--;
    find_oldest(history);
}

/* Room for one slice in one piece; false when it can't be had without the keyframe that is being
 * written. */
static bool make_room(CwHistory *history, size_t bytes)
{
    size_t place = history->ring_end % history->ring_bytes;
    if (place + bytes > history->ring_bytes) {
        history->ring_end += history->ring_bytes - place;
    }
    uint64_t end = history->ring_end + bytes;
    while (history->keyframe_count > 0 &&
           end - keyframe_at(history, 0)->begin > history->ring_bytes) {
        forget_oldest(history);
    }
    return end - history->raw_keyframe.begin <= history->ring_bytes;
}

static void drop_raw(CwHistory *history)
{
    history->raw_waits = false;
    history->ring_end = history->raw_keyframe.begin;
}

static void compress_slice(CwHistory *history)
{
    size_t left = history->raw_keyframe.world_bytes - history->raw_done_bytes;
    int source_bytes = left < SLICE_BYTES ? (int)left : SLICE_BYTES;
    int bound = LZ4_compressBound(SLICE_BYTES);
    if (!make_room(history, sizeof(uint32_t) + (size_t)bound)) {
        drop_raw(history);
        return;
    }
    char *place = history->ring + history->ring_end % history->ring_bytes;
    const char *source = history->raw + history->raw_done_bytes;
    uint32_t size =
        (uint32_t)LZ4_compress_default(source, place + sizeof size, source_bytes, bound);
    memcpy(place, &size, sizeof size);
    history->ring_end += sizeof size + size;
    history->raw_done_bytes += (size_t)source_bytes;
    if (history->raw_done_bytes < history->raw_keyframe.world_bytes) {
        return;
    }
    history->raw_keyframe.end = history->ring_end;
    if (history->keyframe_count == KEYFRAMES_MAX) {
        forget_oldest(history);
    }
    history->keyframes[(history->first_keyframe + history->keyframe_count++) % KEYFRAMES_MAX] =
        history->raw_keyframe;
    history->raw_waits = false;
}

static void finish_raw(CwHistory *history)
{
    while (history->raw_waits) {
        compress_slice(history);
    }
}

static void take_keyframe(CwHistory *history, const CwWorld *world)
{
    world_assert_between_ticks(world);
    size_t bytes = arena_used(world->arena);
    finish_raw(history);
    if (bytes > history->raw_capacity) {
        return; /* the budget is too small for this world */
    }
    arena_copy(world->arena, history->raw);
    history->raw_keyframe =
        (Keyframe){.tick = world->tick, .begin = history->ring_end, .world_bytes = bytes};
    history->raw_done_bytes = 0;
    history->raw_waits = true;
}

/* As many slices as it takes to be done well before the next keyframe. */
static void compress_some(CwHistory *history)
{
    size_t slices = history->raw_keyframe.world_bytes / SLICE_BYTES + 1;
    size_t share = slices * 2 / (size_t)history->keyframe_ticks + 1;
    for (size_t i = 0; i < share && history->raw_waits; i++) {
        compress_slice(history);
    }
}

/* Where the input of a tick lies: the command, then a frame of each player. */
static char *input_place(const CwHistory *history, uint64_t tick)
{
    size_t input_bytes = sizeof(CwInputCommand) + history->frames_bytes;
    return history->inputs + tick % history->input_capacity * input_bytes;
}

static void keep_input(CwHistory *history, uint64_t tick, const CwTickInput *input)
{
    char *place = input_place(history, tick);
    memcpy(place, &input->command, sizeof(CwInputCommand));
    memcpy(place + sizeof(CwInputCommand), input->players, history->frames_bytes);
}

void cw_history_begin(CwHistory *history, const CwWorld *world)
{
    int players = world->desc.player_count > 0 ? world->desc.player_count : 1;
    history->frames_bytes = (size_t)players * sizeof(CwInputFrame);
    history->input_capacity =
        history->inputs_bytes / (sizeof(CwInputCommand) + history->frames_bytes);
    history->first_keyframe = history->keyframe_count = 0;
    history->ring_end = 0;
    history->raw_waits = false;
    history->newest = world->tick;
    history->again_until = 0;
    take_keyframe(history, world);
    find_oldest(history);
}

void cw_history_tick(CwHistory *history, const CwWorld *world)
{
    history->newest = world->tick < history->again_until ? history->again_until : world->tick;
    keep_input(history, world->tick, &world->input);
    if (world->tick % (uint64_t)history->keyframe_ticks == 0) {
        take_keyframe(history, world);
    } else {
        compress_some(history);
    }
    while (history->keyframe_count > 0 &&
           history->newest - history->oldest >= history->input_capacity) {
        forget_oldest(history);
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

/* The latest keyframe at or before a tick; NULL when there is none. */
static const Keyframe *keyframe_before(const CwHistory *history, uint64_t tick)
{
    if (history->raw_waits && history->raw_keyframe.tick <= tick) {
        return &history->raw_keyframe;
    }
    for (uint64_t i = history->keyframe_count; i-- > 0;) {
        if (keyframe_at(history, i)->tick <= tick) {
            return keyframe_at(history, i);
        }
    }
    return NULL;
}

uint64_t cw_history_keyframe(const CwHistory *history, uint64_t tick)
{
    CW_ASSERT(tick >= history->oldest && tick <= history->newest,
              "ask for ticks that the history holds");
    const Keyframe *keyframe = keyframe_before(history, tick);
    return keyframe == NULL ? tick : keyframe->tick;
}

static void expand(const CwHistory *history, const Keyframe *keyframe, char *target)
{
    uint64_t position = keyframe->begin;
    for (size_t done = 0; done < keyframe->world_bytes;) {
        size_t left = keyframe->world_bytes - done;
        int bytes = left < SLICE_BYTES ? (int)left : SLICE_BYTES;
        size_t place = position % history->ring_bytes;
        size_t needed = sizeof(uint32_t) + (size_t)LZ4_compressBound(SLICE_BYTES);
        if (place + needed > history->ring_bytes) { /* as make_room skipped it */
            position += history->ring_bytes - place;
            place = 0;
        }
        uint32_t size;
        memcpy(&size, history->ring + place, sizeof size);
        int got = LZ4_decompress_safe(history->ring + place + sizeof size, target + done, (int)size,
                                      bytes);
        CW_ASSERT(got == bytes, "report this: the history's ring is inconsistent");
        position += sizeof size + size;
        done += (size_t)bytes;
    }
}

bool cw_history_restore(const CwHistory *history, CwWorld *world, uint64_t tick)
{
    world_assert_between_ticks(world);
    if (tick < history->oldest || tick > history->newest) {
        return false;
    }
    const Keyframe *keyframe = keyframe_before(history, tick);
    if (keyframe == NULL) {
        return tick == world->tick;
    }
    Arena *arena = world->arena;
    LastWords words = arena_begin_restore(arena, keyframe->world_bytes);
    if (keyframe == &history->raw_keyframe) {
        memcpy(arena, history->raw, keyframe->world_bytes);
    } else {
        expand(history, keyframe, (char *)arena);
    }
    arena_end_restore(arena, words);
    return true;
}

CwTickInput cw_history_input(const CwHistory *history, uint64_t tick)
{
    CW_ASSERT(tick > history->oldest && tick <= history->newest,
              "ask for ticks that the history holds");
    const char *place = input_place(history, tick);
    CwTickInput input = {0};
    memcpy(&input.command, place, sizeof(CwInputCommand));
    memcpy(input.players, place + sizeof(CwInputCommand), history->frames_bytes);
    return input;
}

static void drop_keyframes_after(CwHistory *history, uint64_t tick)
{
    if (history->raw_waits && history->raw_keyframe.tick > tick) {
        drop_raw(history);
    }
    while (history->keyframe_count > 0 &&
           keyframe_at(history, history->keyframe_count - 1)->tick > tick) {
        history->keyframe_count--;
        history->ring_end = keyframe_at(history, history->keyframe_count)->begin;
    }
}

void cw_history_correct(CwHistory *history, uint64_t tick, const CwTickInput *input)
{
    CW_ASSERT(tick > history->oldest && tick <= history->newest,
              "correct ticks that the history holds");
    keep_input(history, tick, input);
    drop_keyframes_after(history, tick - 1);
    history->again_until = history->newest;
}

void cw_history_cut(CwHistory *history, uint64_t tick)
{
    drop_keyframes_after(history, tick);
    history->newest = tick;
    history->again_until = 0;
    find_oldest(history);
}

size_t cw_history_bytes(const CwHistory *history)
{
    uint64_t begin =
        history->keyframe_count > 0 ? keyframe_at(history, 0)->begin : history->ring_end;
    return sizeof *history + (size_t)(history->ring_end - begin) + history->raw_capacity +
           history->inputs_bytes;
}
