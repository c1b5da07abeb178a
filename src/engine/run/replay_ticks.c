#include "run/replay_ticks.h"

#include "base/grow.h"
#include "base/little_endian.h"
#include "run/replay_format.h"
#include "run/replay_header.h"

#include <stdlib.h>

CwReplayTicks *replay_ticks_new(uint8_t *bytes, const CwReplayHeader *header)
{
    CwReplayTicks *ticks = calloc(1, sizeof *ticks);
    if (ticks == NULL || !replay_rows_open(&ticks->rows, header)) {
        free(ticks);
        free(bytes);
        return NULL;
    }
    ticks->bytes = bytes;
    return ticks;
}

void replay_ticks_free(CwReplayTicks *ticks)
{
    if (ticks != NULL) {
        replay_rows_close(&ticks->rows);
        free(ticks->bytes);
        free(ticks->chunks);
        free(ticks);
    }
}

bool replay_ticks_add(CwReplayTicks *ticks, uint64_t tick, const uint8_t *payload)
{
    ReplayChunk *chunks = grow_for_one(ticks->chunks, ticks->chunk_count, sizeof *chunks);
    if (chunks == NULL) {
        return false;
    }
    ticks->chunks = chunks;
    chunks[ticks->chunk_count++] =
        (ReplayChunk){(uint32_t)tick, (uint32_t)(payload - ticks->bytes)};
    return true;
}

void replay_ticks_rewind(CwReplayTicks *ticks, uint64_t tick)
{
    while (ticks->chunk_count > 0 && ticks->chunks[ticks->chunk_count - 1].tick >= tick) {
        ticks->chunk_count--;
    }
}

/* The chunk that has a tick: the last one that begins in front of it. */
static const ReplayChunk *find_chunk(const CwReplayTicks *ticks, uint64_t tick)
{
    size_t low = 0, high = ticks->chunk_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        bool before = ticks->chunks[middle].tick < tick;
        low = before ? middle : low;
        high = before ? high : middle;
    }
    return &ticks->chunks[low];
}

/* The bytes of a chunk's inputs, in front of its hashes. */
static size_t block_bytes(const uint8_t *payload, size_t *count)
{
    const uint8_t *head = payload - REPLAY_CHUNK_HEAD_BYTES;
    *count = (size_t)load_le(head + REPLAY_TAG_BYTES, 2);
    return (size_t)load_le(head + 12, 4) - *count * REPLAY_HASH_BYTES;
}

bool replay_ticks_input(CwReplayTicks *ticks, uint64_t tick, CwTickInput *input)
{
    const ReplayChunk *chunk = find_chunk(ticks, tick);
    if (ticks->decoded != chunk->offset) {
        size_t count;
        const uint8_t *payload = ticks->bytes + chunk->offset;
        size_t bytes = block_bytes(payload, &count);
        bool sound = replay_rows_decode(&ticks->rows, count, payload, bytes);
        ticks->decoded = sound ? chunk->offset : 0;
    }
    if (ticks->decoded == 0) {
        return false;
    }
    *input = replay_rows_get(&ticks->rows, (size_t)(tick - 1 - chunk->tick));
    return true;
}

uint8_t *replay_ticks_hash_place(const CwReplayTicks *ticks, uint64_t tick)
{
    const ReplayChunk *chunk = find_chunk(ticks, tick);
    size_t count;
    uint8_t *payload = ticks->bytes + chunk->offset;
    size_t bytes = block_bytes(payload, &count);
    return payload + bytes + (size_t)(tick - 1 - chunk->tick) * REPLAY_HASH_BYTES;
}

CwTickInput cw_replay_input(const CwReplayFile *replay, uint64_t tick)
{
    CW_ASSERT(tick >= 1 && tick <= replay->tick_count, "ask for ticks that the replay has");
    CwTickInput input = {0};
    bool sound = replay_ticks_input(replay->ticks, tick, &input);
    CW_ASSERT(sound, "leave a replay's bytes alone");
    return input;
}

uint64_t cw_replay_hash(const CwReplayFile *replay, uint64_t tick)
{
    CW_ASSERT(tick >= 1 && tick <= replay->tick_count, "ask for ticks that the replay has");
    return load_le(replay_ticks_hash_place(replay->ticks, tick), REPLAY_HASH_BYTES);
}
