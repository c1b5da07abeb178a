/* A chunk's inputs, coded as docs/replay-format.md has it: a row a tick, with its command and all
 * players' frames. The writer adds rows and encodes them together, the reader decodes. */
#pragma once

#include "clockwork/replay.h"

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

/* Writes the rows as a block, returns its bytes, and loses the rows: set `count` to 0. */
size_t replay_rows_encode(ReplayRows *rows, uint8_t *block);

/* False when the block doesn't hold exactly `count` rows, which must be within the capacity. */
bool replay_rows_decode(ReplayRows *rows, size_t count, const uint8_t *block, size_t block_bytes);

/* The place of the hash of a tick in the reader's bytes. Tests falsify it there. */
uint8_t *replay_hash_place(const CwReplayFile *replay, uint64_t tick);
