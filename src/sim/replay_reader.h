/* Reads a replay file and trusts nothing in it.
 *
 * Playing, verifying and ghosts load a whole file at once. Everything is checked before it is used
 * and memory is bounded by a small multiple of the file's size. A bad header refuses the file;
 * after that, every tick in front of the first damage is usable and `state` says how the file ends.
 * The result owns all its memory; free it with replay_free. Whether this program can play the file
 * is asked of replay_header_matches. */
#ifndef SIM_REPLAY_READER_H
#define SIM_REPLAY_READER_H

#include "clockwork/base.h"
#include "clockwork/input.h"
#include "sim/replay_format.h"

/* Larger files are refused: over 150 hours of play. */
#define REPLAY_FILE_BYTES_MAX (UINT64_C(256) << 20)

typedef struct ReplayTick {
    InputFrame input;
    uint64_t hash; /* of the world behind the tick */
} ReplayTick;

/* Behind the first `played_count` ticks of ReplayFile.played, play went back to the state behind
 * `tick`. */
typedef struct ReplayRewind {
    size_t played_count;
    uint64_t tick;
} ReplayRewind;

typedef enum ReplayState {
    REPLAY_ENDED, /* closed cleanly */
    REPLAY_CUT,   /* sound so far, but the end is missing: recorded up to a crash or kill */
    REPLAY_BAD    /* damaged; see problem, bad_tick and bad_offset */
} ReplayState;

typedef struct ReplayFile {
    ReplayHeader header;
    ReplayState state;
    bool finished; /* the level was; known only when REPLAY_ENDED */

    ReplayTick *ticks; /* the branch that survives: ticks[i] is tick i + 1 */
    size_t tick_count;
    ReplayTick *played; /* all ticks in the order they were played, the ones taken back too */
    size_t played_count;
    ReplayRewind *rewinds;
    size_t rewind_count;

    Error problem;       /* what is bad, for REPLAY_BAD */
    uint64_t bad_tick;   /* first tick that is lost to it */
    uint64_t bad_offset; /* in the file, of the damaged chunk, bytes */
} ReplayFile;

/* NULL with `error` when there is no file, no replay in it, or its header is refused. */
ReplayFile *replay_load(const char *path, Error *error);

/* The same from bytes that the caller keeps; errors name no file. */
ReplayFile *replay_parse(const uint8_t *bytes, size_t size, Error *error);

void replay_free(ReplayFile *replay);

#endif
