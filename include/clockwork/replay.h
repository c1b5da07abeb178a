/* Replays: reading a recorded run.
 *
 * A recording holds what the world was made from and the input and world hash of every tick, so
 * playing it is: build the same world, run the same ticks. `clockwork replay` and `verify` do that
 * for any game; read files yourself for ghosts, leaderboards or statistics. The file's bytes are
 * described in src/sim/replay_format.h.
 *
 * The reader trusts nothing in a file. Everything is checked before it is used and memory is
 * bounded by a small multiple of the file's size. A bad header refuses the file; after that, every
 * tick in front of the first damage is usable and `state` says how the file ends. */
#ifndef CLOCKWORK_REPLAY_H
#define CLOCKWORK_REPLAY_H

#include "clockwork/base.h"
#include "clockwork/input.h"
#include "clockwork/settings.h"

#pragma GCC visibility push(default)

enum { REPLAY_GAME_ID_BYTES = 32, REPLAY_LEVEL_BYTES = 64 };

/* Everything needed to build the same world again. Zero-initialise: texts end with zeros. */
typedef struct ReplayHeader {
    uint32_t version; /* of the format; the writer puts REPLAY_VERSION */
    char game_id[REPLAY_GAME_ID_BYTES];
    char level[REPLAY_LEVEL_BYTES];
    uint32_t rules_version;
    SimSettings settings; /* it plays under these, whatever config.ini says */
    uint64_t arena_bytes;
    uint64_t level_hash; /* of the level's content */
    uint64_t seed;
    uint64_t fingerprint; /* of this build's arithmetic */
    uint32_t action_count;
} ReplayHeader;

/* Larger files are neither written nor read: 100 to 140 hours of play at 60 ticks a second, as busy
 * as it is, 8 to 9 at 1000. */
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

#pragma GCC visibility pop

#endif
