/* The ticks of a recording that was read: inputs and hashes, kept as they are coded in the file and
 * decoded as they are asked for, so that a file takes little more memory than its bytes.
 *
 * The reader adds the chunks of ticks, whose checksums are right, and reports rewinds. The rows of
 * the chunk that was asked for last are kept, so that consecutive ticks cost next to nothing. Owns
 * the bytes of the file. */
#ifndef RUN_REPLAY_TICKS_H
#define RUN_REPLAY_TICKS_H

#include "run/replay_rows.h"

/* A chunk of which at least one tick survives. */
typedef struct ReplayChunk {
    uint32_t tick;   /* the one in front of it */
    uint32_t offset; /* of its payload in the file */
} ReplayChunk;

typedef struct CwReplayTicks {
    uint8_t *bytes;
    ReplayChunk *chunks; /* of the surviving branch, in order */
    size_t chunk_count;
    ReplayRows rows;
    uint32_t decoded; /* offset of the chunk that the rows are from; 0: none */
} CwReplayTicks;

/* Takes over the bytes of a file, which came from malloc, in any case. NULL: out of memory. */
CwReplayTicks *replay_ticks_new(uint8_t *bytes, const CwReplayHeader *header);
void replay_ticks_free(CwReplayTicks *ticks);

/* Adds the chunk whose first tick follows `tick` of the surviving branch, and which has room for
 * its hashes. False when out of memory. */
bool replay_ticks_add(CwReplayTicks *ticks, uint64_t tick, const uint8_t *payload);

/* The ticks behind `tick` do not survive. */
void replay_ticks_rewind(CwReplayTicks *ticks, uint64_t tick);

/* The input of a tick of the surviving branch. False when its chunk holds no sound block. */
bool replay_ticks_input(CwReplayTicks *ticks, uint64_t tick, CwTickInput *input);

/* The place of the hash of a tick of the surviving branch. Tests falsify it there. */
uint8_t *replay_ticks_hash_place(const CwReplayTicks *ticks, uint64_t tick);

#endif
