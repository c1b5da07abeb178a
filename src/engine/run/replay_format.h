/* The replay file (.cwr): what docs/replay-format.md says byte by byte, as constants. Only
 * replay_header.c, replay_rows.c, replay_writer.c and replay_reader.c read or write these bytes.
 * A new kind of field or chunk is optional if the run plays the same without it; what can't be said
 * with one raises the version. */
#pragma once

#include "clockwork/replay.h"

#define REPLAY_MAGIC "CWREPLAY"

enum {
    REPLAY_VERSION = 4,

    REPLAY_HEADER_BYTES_MAX = 65536,
    REPLAY_CHUNK_HEAD_BYTES = 28,
    REPLAY_CHUNK_CHECKED_BYTES = 24, /* of the head, in front of its check */
    REPLAY_CHECKSUM_BYTES = 8,
    REPLAY_HASH_BYTES = 8,
    REPLAY_LEVEL_HEAD_BYTES = 8, /* of a level's payload, in front of the LZ4 block */
    REPLAY_POINTER_STEPS_MAX = 65536,
    REPLAY_LEVEL_LZ4 = 1, /* count of its chunk */
    REPLAY_SPEED_NORMAL = 1000,
    REPLAY_EDIT_VALUE_BYTES = 8,
    REPLAY_EDITS_MAX = 4096
};

#define REPLAY_ARENA_BYTES_MIN (UINT64_C(4) << 20)
#define REPLAY_ARENA_BYTES_MAX (UINT64_C(4) << 30)

#define REPLAY_CHUNK_LEVEL "LEVEL"
#define REPLAY_CHUNK_TICKS "TICKS"
#define REPLAY_CHUNK_REWIND "REWIND"
#define REPLAY_CHUNK_SPEED "SPEED"
#define REPLAY_CHUNK_TIME "TIME"
#define REPLAY_CHUNK_SCORE "SCOR"
#define REPLAY_CHUNK_TAKEN "TAKEN"
#define REPLAY_CHUNK_EDIT "EDIT"
#define REPLAY_CHUNK_END "END"
