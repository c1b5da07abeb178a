#include "run/replay_ticks.h"

#include "base/grow.h"
#include "base/little_endian.h"
#include "run/replay_format.h"
#include "run/replay_header.h"

#include <lz4.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows ---- */

_Static_assert(sizeof(CwInputCommand) == 8 && sizeof(CwInputFrame) == 64,
               "describe a row's new layout in replay_format.h and raise REPLAY_VERSION");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "rows are stored as they lie in memory");

bool replay_rows_open(ReplayRows *rows, const CwReplayHeader *header)
{
    *rows = (ReplayRows){.row_bytes = sizeof(CwInputCommand) +
                                      (size_t)header->player_count * sizeof(CwInputFrame),
                         .capacity = (size_t)header->settings.tick_rate};
    rows->bytes = malloc(rows->capacity * rows->row_bytes);
    return rows->bytes != NULL;
}

void replay_rows_close(ReplayRows *rows)
{
    free(rows->bytes);
    *rows = (ReplayRows){0};
}

void replay_rows_add(ReplayRows *rows, const CwTickInput *input)
{
    CW_ASSERT(rows->count < rows->capacity, "encode the rows of a full chunk");
    uint8_t *row = rows->bytes + rows->count++ * rows->row_bytes;
    memcpy(row, &input->command, sizeof input->command);
    memcpy(row + sizeof input->command, input->players, rows->row_bytes - sizeof input->command);
}

CwTickInput replay_rows_get(const ReplayRows *rows, size_t row)
{
    CwTickInput input = {0};
    const uint8_t *from = rows->bytes + row * rows->row_bytes;
    memcpy(&input.command, from, sizeof input.command);
    memcpy(input.players, from + sizeof input.command, rows->row_bytes - sizeof input.command);
    return input;
}

size_t replay_rows_bound(const ReplayRows *rows)
{
    return (size_t)LZ4_compressBound((int)(rows->capacity * rows->row_bytes));
}

size_t replay_rows_encode(ReplayRows *rows, uint8_t *block)
{
    size_t size = rows->count * rows->row_bytes;
    for (size_t i = size; i-- > rows->row_bytes;) {
        rows->bytes[i] ^= rows->bytes[i - rows->row_bytes];
    }
    return (size_t)LZ4_compress_default((const char *)rows->bytes, (char *)block, (int)size,
                                        (int)replay_rows_bound(rows));
}

bool replay_rows_decode(ReplayRows *rows, size_t count, const uint8_t *block, size_t block_bytes)
{
    size_t size = count * rows->row_bytes;
    rows->count = 0;
    if (LZ4_decompress_safe((const char *)block, (char *)rows->bytes, (int)block_bytes,
                            (int)size) != (int)size) {
        return false;
    }
    for (size_t i = rows->row_bytes; i < size; i++) {
        rows->bytes[i] ^= rows->bytes[i - rows->row_bytes];
    }
    rows->count = count;
    return true;
}

/* ---- ticks ---- */

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
