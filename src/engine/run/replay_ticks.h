/* The ticks of a recording, in memory as they are coded in its file (replay_format.h).
 *
 * The rows of a chunk hold a tick's command and the frames of all players. The writer adds a row a
 * tick and encodes them together. The reader adds the chunks of ticks, whose checksums are right,
 * and reports rewinds; they are decoded as they are asked for, so that a file takes little more
 * memory than its bytes. The rows of the chunk that was asked for last are kept: consecutive ticks
 * cost next to nothing. */
#ifndef RUN_REPLAY_TICKS_H
#define RUN_REPLAY_TICKS_H

#include "clockwork/replay.h"

/* ---- the rows of a chunk ---- */

typedef struct ReplayRows {
    uint8_t *bytes;
    size_t row_bytes;
    size_t count, capacity; /* rows; a chunk has at most a second of them */
} ReplayRows;

/* False when out of memory. */
bool replay_rows_open(ReplayRows *rows, const CwReplayHeader *header);
void replay_rows_close(ReplayRows *rows);

/* There must be room for the row. */
void replay_rows_add(ReplayRows *rows, const CwTickInput *input);
CwTickInput replay_rows_get(const ReplayRows *rows, size_t row);

/* The most bytes that a full chunk takes. */
size_t replay_rows_bound(const ReplayRows *rows);

/* Writes the rows as a block and returns its bytes. The rows are lost: set `count` to 0 to begin
 * the next chunk. */
size_t replay_rows_encode(ReplayRows *rows, uint8_t *block);

/* False when the block doesn't hold exactly `count` rows, which must be within the capacity. */
bool replay_rows_decode(ReplayRows *rows, size_t count, const uint8_t *block, size_t block_bytes);

/* ---- the ticks of a file ---- */

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
