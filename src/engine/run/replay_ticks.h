/* The ticks of a recording that was read: inputs and hashes, kept as they are coded in the file and
 * decoded as they are asked for, so that a file takes little more memory than its bytes.
 *
 * The reader adds the chunks of ticks, each checked, and says where play went back. What was
 * decoded last is kept: one tick after the other costs next to nothing. A state of the decoder is
 * noted every 4 KiB, so no tick is far from one. Owns the bytes of the file. */
#ifndef RUN_REPLAY_TICKS_H
#define RUN_REPLAY_TICKS_H

#include "clockwork/replay.h"
#include "run/replay_input.h"

/* A chunk of ticks, and what its bytes hold. */
typedef struct ReplayChunk {
    const uint8_t *payload;
    size_t input_bytes; /* in front of the hashes */
    size_t count;
} ReplayChunk;

/* Decodes chunk by chunk in the order of the file. */
typedef struct ReplayDecoder {
    ReplayInputReader inputs[CW_PLAYER_MAX];
    size_t chunk; /* that comes next */
    size_t capacity, count;
    CwInputFrame *frames; /* of the chunk before: of each tick, those of all players */
    CwInputCommand *commands;
} ReplayDecoder;

typedef struct ReplayPlace {
    uint32_t offset; /* of a chunk's payload in the file */
    uint32_t played; /* ticks that were played in front of it */
} ReplayPlace;

/* Ticks of the surviving branch that were played one after the other. */
typedef struct ReplaySpan {
    uint32_t tick;   /* the one in front of them */
    uint32_t played; /* ticks that were played in front of them */
} ReplaySpan;

typedef struct CwReplayTicks {
    uint8_t *bytes;
    int player_count;
    size_t played_count;
    ReplayPlace *places;
    size_t place_count;
    ReplaySpan *spans;
    size_t span_count;
    CwInputFrame *states;   /* in front of chunks, of each player */
    uint32_t *state_chunks; /* which they are */
    size_t state_count;
    ReplayDecoder decoder; /* of what was asked for last */
} CwReplayTicks;

/* Takes over the bytes of a file, which came from malloc, in any case. NULL: out of memory. */
CwReplayTicks *replay_ticks_new(uint8_t *bytes, const CwReplayHeader *header);
void replay_ticks_free(CwReplayTicks *ticks);

void replay_decoder_begin(ReplayDecoder *decoder, const CwReplayHeader *header);
void replay_decoder_end(ReplayDecoder *decoder);

/* Decodes the inputs of the coming chunk. False with the cause when they are not sound. */
bool replay_decoder_next(ReplayDecoder *decoder, const ReplayChunk *chunk, int player_count,
                         CwError *error);

/* Adds a chunk behind `tick` of the surviving branch; `before` has yet to decode it. False when out
 * of memory. */
bool replay_ticks_add(CwReplayTicks *ticks, const ReplayDecoder *before, const ReplayChunk *chunk,
                      uint64_t tick);

/* The ticks behind `tick` do not survive. */
void replay_ticks_rewind(CwReplayTicks *ticks, uint64_t tick);

/* Where the hash of a tick of the surviving branch lies, for tests that falsify one. */
uint8_t *replay_ticks_hash_place(const CwReplayTicks *ticks, uint64_t tick);

/* The input of any tick in the order of play, from 0, and the hash of the world behind it. */
CwTickInput replay_played_input(const CwReplayFile *replay, size_t played);
uint64_t replay_played_hash(const CwReplayFile *replay, size_t played);

#endif
