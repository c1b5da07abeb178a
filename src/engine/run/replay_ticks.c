#include "run/replay_ticks.h"

#include "base/little_endian.h"
#include "run/replay_format.h"
#include "run/replay_tag.h"

#include <stdlib.h>
#include <string.h>

enum { STATE_EVERY_BYTES = 4096 };

/* ---- the decoder ---- */

void replay_decoder_begin(ReplayDecoder *decoder, const CwReplayHeader *header)
{
    *decoder = (ReplayDecoder){0};
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        decoder->inputs[i].in_world = header->pointer_steps_per_m > 0;
    }
}

void replay_decoder_end(ReplayDecoder *decoder)
{
    free(decoder->frames);
    free(decoder->commands);
}

static bool take_room(ReplayDecoder *decoder, size_t count, int player_count)
{
    if (count <= decoder->capacity) {
        return true;
    }
    size_t frame_count = count * (size_t)player_count;
    CwInputFrame *frames = realloc(decoder->frames, frame_count * sizeof *frames);
    decoder->frames = frames != NULL ? frames : decoder->frames;
    CwInputCommand *commands = realloc(decoder->commands, count * sizeof *commands);
    decoder->commands = commands != NULL ? commands : decoder->commands;
    decoder->capacity = frames != NULL && commands != NULL ? count : 0;
    return decoder->capacity > 0;
}

/* One player's of all ticks, from `at` on. Returns where they end; 0: they are not sound. */
static size_t decode_player(ReplayDecoder *decoder, const ReplayChunk *chunk, size_t at, int player,
                            int player_count, CwError *error)
{
    ReplayInputReader *reader = &decoder->inputs[player];
    replay_input_reader_begin(reader, chunk->payload + at, chunk->input_bytes - at);
    for (size_t i = 0; i < chunk->count; i++) {
        CwInputCommand command;
        CwInputFrame *frame = &decoder->frames[i * (size_t)player_count + (size_t)player];
        if (!replay_input_reader_next(reader, frame, &command, error)) {
            return 0;
        }
        if (player == 0) {
            decoder->commands[i] = command;
        } else if (command.setting != 0 || command.value != 0) {
            cw_error_set(error, "a command in the input of player %d", player + 1);
            return 0;
        }
    }
    return replay_input_reader_is_done(reader) ? at + reader->at : chunk->input_bytes + 1;
}

bool replay_decoder_next(ReplayDecoder *decoder, const ReplayChunk *chunk, int player_count,
                         CwError *error)
{
    decoder->count = 0;
    if (!take_room(decoder, chunk->count, player_count)) {
        return cw_error_set(error, "out of memory");
    }
    size_t at = 0;
    for (int player = 0; player < player_count && at <= chunk->input_bytes; player++) {
        at = decode_player(decoder, chunk, at, player, player_count, error);
        if (at == 0) {
            return false;
        }
    }
    if (at != chunk->input_bytes) {
        return cw_error_set(error, "a chunk has inputs for more than its %zu ticks", chunk->count);
    }
    decoder->chunk++;
    decoder->count = chunk->count;
    return true;
}

/* ---- collecting ---- */

CwReplayTicks *replay_ticks_new(uint8_t *bytes, const CwReplayHeader *header)
{
    CwReplayTicks *ticks = calloc(1, sizeof *ticks);
    if (ticks == NULL) {
        free(bytes);
        return NULL;
    }
    ticks->bytes = bytes;
    ticks->player_count = (int)header->player_count;
    replay_decoder_begin(&ticks->decoder, header);
    return ticks;
}

void replay_ticks_free(CwReplayTicks *ticks)
{
    if (ticks == NULL) {
        return;
    }
    replay_decoder_end(&ticks->decoder);
    free(ticks->bytes);
    free(ticks->places);
    free(ticks->spans);
    free(ticks->states);
    free(ticks->state_chunks);
    free(ticks);
}

/* Room for one more behind `count` items; NULL: out of memory, and nothing changed. */
static void *room_for_one(void *items, size_t count, size_t item_bytes)
{
    bool full = (count & (count - 1)) == 0; /* a power of two: room for twice as many */
    return full ? realloc(items, (count > 0 ? 2 * count : 1) * item_bytes) : items;
}

static bool add_state(CwReplayTicks *ticks, const ReplayDecoder *before)
{
    size_t count = ticks->state_count, players = (size_t)ticks->player_count;
    CwInputFrame *states = room_for_one(ticks->states, count, players * sizeof *states);
    ticks->states = states != NULL ? states : ticks->states;
    uint32_t *chunks = room_for_one(ticks->state_chunks, count, sizeof *chunks);
    ticks->state_chunks = chunks != NULL ? chunks : ticks->state_chunks;
    if (states == NULL || chunks == NULL) {
        return false;
    }
    for (size_t i = 0; i < players; i++) {
        states[count * players + i] = before->inputs[i].before;
    }
    chunks[count] = (uint32_t)ticks->place_count;
    ticks->state_count++;
    return true;
}

static bool add_place(CwReplayTicks *ticks, size_t offset)
{
    ReplayPlace *places = room_for_one(ticks->places, ticks->place_count, sizeof *ticks->places);
    if (places == NULL) {
        return false;
    }
    ticks->places = places;
    places[ticks->place_count++] = (ReplayPlace){(uint32_t)offset, (uint32_t)ticks->played_count};
    return true;
}

static bool add_span(CwReplayTicks *ticks, uint64_t tick)
{
    const ReplaySpan *last = ticks->span_count > 0 ? &ticks->spans[ticks->span_count - 1] : NULL;
    if (last != NULL && last->played + (tick - last->tick) == ticks->played_count) {
        return true;
    }
    ReplaySpan *spans = room_for_one(ticks->spans, ticks->span_count, sizeof *ticks->spans);
    if (spans == NULL) {
        return false;
    }
    ticks->spans = spans;
    spans[ticks->span_count++] = (ReplaySpan){(uint32_t)tick, (uint32_t)ticks->played_count};
    return true;
}

bool replay_ticks_add(CwReplayTicks *ticks, const ReplayDecoder *before, const ReplayChunk *chunk,
                      uint64_t tick)
{
    size_t offset = (size_t)(chunk->payload - ticks->bytes);
    bool far = ticks->state_count == 0 ||
               offset - ticks->places[ticks->state_chunks[ticks->state_count - 1]].offset >=
                   STATE_EVERY_BYTES;
    if ((far && !add_state(ticks, before)) || !add_span(ticks, tick) || !add_place(ticks, offset)) {
        return false;
    }
    ticks->played_count += chunk->count;
    return true;
}

void replay_ticks_rewind(CwReplayTicks *ticks, uint64_t tick)
{
    while (ticks->span_count > 0 && ticks->spans[ticks->span_count - 1].tick >= tick) {
        ticks->span_count--;
    }
}

/* ---- asking ---- */

static size_t played_at(const CwReplayTicks *ticks, uint64_t tick)
{
    size_t low = 0, high = ticks->span_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        bool before = ticks->spans[middle].tick < tick;
        low = before ? middle : low;
        high = before ? high : middle;
    }
    return ticks->spans[low].played + (size_t)(tick - 1 - ticks->spans[low].tick);
}

/* The chunk that has a tick; most often the one that was decoded last. */
static size_t find_chunk(const CwReplayTicks *ticks, size_t played)
{
    size_t low = 0, high = ticks->place_count, last = ticks->decoder.chunk;
    if (last > 0 && ticks->places[last - 1].played <= played &&
        played - ticks->places[last - 1].played < ticks->decoder.count) {
        return last - 1;
    }
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        bool before = ticks->places[middle].played <= played;
        low = before ? middle : low;
        high = before ? high : middle;
    }
    return low;
}

static ReplayChunk chunk_at(const CwReplayTicks *ticks, size_t number)
{
    const uint8_t *payload = ticks->bytes + ticks->places[number].offset;
    const uint8_t *head = payload - REPLAY_CHUNK_HEAD_BYTES;
    size_t count = (size_t)load_le(head + REPLAY_TAG_BYTES, 2);
    size_t payload_bytes = (size_t)load_le(head + 12, 4);
    return (ReplayChunk){payload, payload_bytes - count * REPLAY_HASH_BYTES, count};
}

/* Puts the decoder in front of the last chunk with a known state up to `number`, unless it is
 * nearer. */
static void approach(CwReplayTicks *ticks, size_t number)
{
    ReplayDecoder *decoder = &ticks->decoder;
    size_t low = 0, high = ticks->state_count, players = (size_t)ticks->player_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        bool before = ticks->state_chunks[middle] <= number;
        low = before ? middle : low;
        high = before ? high : middle;
    }
    if (decoder->chunk <= number && decoder->chunk >= ticks->state_chunks[low]) {
        return;
    }
    for (size_t i = 0; i < players; i++) {
        decoder->inputs[i].before = ticks->states[low * players + i];
    }
    decoder->chunk = ticks->state_chunks[low];
    decoder->count = 0;
}

CwTickInput replay_played_input(const CwReplayFile *replay, size_t played)
{
    CwReplayTicks *ticks = replay->ticks;
    ReplayDecoder *decoder = &ticks->decoder;
    size_t number = find_chunk(ticks, played), players = (size_t)ticks->player_count;
    if (decoder->chunk != number + 1 || decoder->count == 0) {
        approach(ticks, number);
    }
    CwTickInput input = {0};
    while (decoder->chunk <= number) {
        ReplayChunk chunk = chunk_at(ticks, decoder->chunk);
        if (!replay_decoder_next(decoder, &chunk, ticks->player_count, NULL)) {
            return input; /* out of memory: all of it was decoded before */
        }
    }
    size_t i = played - ticks->places[number].played;
    input.command = decoder->commands[i];
    memcpy(input.players, decoder->frames + i * players, players * sizeof *input.players);
    return input;
}

static uint8_t *hash_place(const CwReplayTicks *ticks, size_t played)
{
    size_t number = find_chunk(ticks, played);
    ReplayChunk chunk = chunk_at(ticks, number);
    size_t at = chunk.input_bytes + (played - ticks->places[number].played) * REPLAY_HASH_BYTES;
    return ticks->bytes + ticks->places[number].offset + at;
}

uint8_t *replay_ticks_hash_place(const CwReplayTicks *ticks, uint64_t tick)
{
    return hash_place(ticks, played_at(ticks, tick));
}

uint64_t replay_played_hash(const CwReplayFile *replay, size_t played)
{
    return load_le(hash_place(replay->ticks, played), REPLAY_HASH_BYTES);
}

CwTickInput cw_replay_input(const CwReplayFile *replay, uint64_t tick)
{
    CW_ASSERT(tick >= 1 && tick <= replay->tick_count, "ask for ticks that the replay has");
    return replay_played_input(replay, played_at(replay->ticks, tick));
}

uint64_t cw_replay_hash(const CwReplayFile *replay, uint64_t tick)
{
    CW_ASSERT(tick >= 1 && tick <= replay->tick_count, "ask for ticks that the replay has");
    return replay_played_hash(replay, played_at(replay->ticks, tick));
}
