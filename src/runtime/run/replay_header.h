/* The format of replay files (.cwr), for their writer and their reader: the constants of
 * docs/replay-format.md, the header, and the inputs of a chunk. Decoding trusts no byte: a decoded
 * header is within the bounds of that page.
 *
 * A new kind of field or chunk is optional if the run plays the same without it. A change that no
 * field or chunk can express raises the version. */
#pragma once

#include "clockwork/base.h"
#include "clockwork/draw.h"
#include "clockwork/replay.h"

#define REPLAY_MAGIC "CWREPLAY"

enum {
    REPLAY_VERSION = 4,

    REPLAY_HEADER_BYTES_MAX = 65536,
    REPLAY_CHUNK_HEAD_BYTES = 28,
    REPLAY_CHUNK_CHECKED_BYTES = 24, /* bytes of the head before its checksum */
    REPLAY_CHECKSUM_BYTES = 8,
    REPLAY_HASH_BYTES = 8,
    REPLAY_PACKED_HEAD_BYTES = 8, /* bytes of a level's payload before its LZ4 block */
    REPLAY_POINTER_STEPS_MAX = 65536,
    REPLAY_PACKED_LZ4 = 1, /* `count` of a level's chunk */
    REPLAY_SPEED_NORMAL = 1000,
    REPLAY_EDIT_VALUE_BYTES = 8,
    REPLAY_EDITS_MAX = 4096,
    REPLAY_PLACE_BYTES = 8, /* bytes of a place on the path, which has one a tick */
    REPLAY_PLACES_PER_M = 1000
};

#define REPLAY_ARENA_BYTES_MIN (UINT64_C(4) << 20)
#define REPLAY_ARENA_BYTES_MAX (UINT64_C(4) << 30)

#define REPLAY_CHUNK_LEVEL "LEVEL"
#define REPLAY_CHUNK_CARRY "CARRY"
#define REPLAY_CHUNK_TICKS "TICKS"
#define REPLAY_CHUNK_REWIND "REWIND"
#define REPLAY_CHUNK_SPEED "SPEED"
#define REPLAY_CHUNK_TIME "TIME"
#define REPLAY_CHUNK_SCORE "SCOR"
#define REPLAY_CHUNK_TAKEN "TAKEN"
#define REPLAY_CHUNK_EDIT "EDIT"
#define REPLAY_CHUNK_PATH "PATH"
#define REPLAY_CHUNK_LOST "LOST"
#define REPLAY_CHUNK_OVER "OVER"
#define REPLAY_CHUNK_END "END"

/* The tag in front of each header field and chunk. */
enum { REPLAY_NAME_BYTES = 8, REPLAY_TAG_BYTES = REPLAY_NAME_BYTES + 2 };

typedef struct ReplayTag {
    char name[REPLAY_NAME_BYTES + 1];
    bool is_optional;
} ReplayTag;

/* `name` has 1 to 8 capitals and digits. */
void replay_tag_store(uint8_t bytes[REPLAY_TAG_BYTES], const char *name, bool optional);

/* False when the name is invalid or has flags of a newer program. */
bool replay_tag_load(const uint8_t bytes[REPLAY_TAG_BYTES], ReplayTag *tag, CwError *error);

/* Whether a reader may skip an unknown tag; otherwise `error` names it. */
bool replay_tag_may_skip(const ReplayTag *tag, CwError *error);

/* False, with the field, its value and its bounds in `error`, when a value is out of bounds. */
bool replay_header_check(const CwReplayHeader *header, CwError *error);

enum { REPLAY_HEADER_BYTES = 300 }; /* limit for headers that this program writes */

typedef struct ReplayBody {
    size_t offset; /* offset of the first chunk: the header's length */
    uint64_t seed; /* seed of the first chunk's checksums: the header's checksum */
} ReplayBody;

/* Encodes a header, which must be within bounds. */
ReplayBody replay_header_encode(const CwReplayHeader *header, uint8_t bytes[REPLAY_HEADER_BYTES]);

/* Reads the header at the front of a file's bytes. False with a message about the problem. */
bool replay_header_decode(const uint8_t *bytes, size_t size, CwReplayHeader *header,
                          ReplayBody *body, CwError *error);

/* Whether a replay with the header `file` plays the same in a program that would write the header
 * `here`. False with the first difference and a remedy. Settings and seed may differ. */
bool replay_header_matches(const CwReplayHeader *file, const CwReplayHeader *here, CwError *error);

/* ---- a chunk's inputs ----
 *
 * A row is a tick's command and its players' frames. The rows of a chunk are encoded together. The
 * history keeps its inputs in rows, too. */

typedef struct ReplayRows {
    uint8_t *bytes;
    size_t row_bytes;
    size_t count, capacity; /* rows; a chunk has at most a second of them */
} ReplayRows;

/* False when out of memory. */
bool replay_rows_open(ReplayRows *rows, const CwReplayHeader *header);
void replay_rows_close(ReplayRows *rows);

void replay_rows_set(ReplayRows *rows, size_t row, const CwTickInput *input);
CwTickInput replay_rows_get(const ReplayRows *rows, size_t row);

/* The most bytes that replay_rows_encode may write. */
size_t replay_rows_bound(const ReplayRows *rows);

/* Writes the rows as a block and returns its size. This destroys the rows: set `count` to 0. */
size_t replay_rows_encode(ReplayRows *rows, uint8_t *block);

/* False unless the block holds exactly `count` rows, at most the capacity. */
bool replay_rows_decode(ReplayRows *rows, size_t count, const uint8_t *block, size_t block_bytes);

/* Where a tick's hash is in the file's bytes, so that tests can falsify it. */
uint8_t *replay_hash_place(const CwReplayFile *replay, uint64_t tick);

/* The player's place after a tick. False: there was no player, or the file holds no path. */
bool replay_player_place(const CwReplayFile *replay, uint64_t tick, CwPoint2 *place);

/* The fingerprint of this build's physics (fingerprint.c), which recordings store. It is the hash
 * of a fixed second with a stack, joints, springs, motors and trigonometry. Builds with the same
 * fingerprint compute the same results, except for removals and sleep: changes to those raise the
 * rules' version. Takes some milliseconds in a temporary world. 0 with an error: no memory. */
uint64_t fingerprint_compute(int slot, CwError *error);
