/* Replays: reading a recorded run.
 *
 * A recording holds what the world was made from and the input and world hash of every tick, so to
 * play it, build the same world and run the same ticks. `clockwork replay` and `verify` do that for
 * any game; read files yourself for ghosts, leaderboards or statistics. The file's bytes are
 * described in docs/replay-format.md.
 *
 * The reader trusts nothing in a file. Everything is checked before it is used: input that neither
 * devices nor bots can give (a value above 127, a release of what was not held) is damage like a
 * wrong checksum. A file takes at most 64 MiB of memory, a level that it carries included. A bad
 * header refuses the file; after that, every tick in front of the first damage is usable and
 * `state` says how the file ends.
 *
 * A recording that plays as recorded proves that its inputs lead to its finish under the game's
 * rules. It can't prove that a person gave them, in real time and at the first try: checksums are
 * no signature, and whoever edits a file can leave out its rewinds, slow motion and marks, or
 * search the inputs with a program. */
#pragma once

#include "clockwork/base.h"
#include "clockwork/input.h"
#include "clockwork/settings.h"

enum { CW_REPLAY_GAME_ID_BYTES = 32, CW_REPLAY_LEVEL_BYTES = 64, CW_REPLAY_FIELD_BYTES = 128 };

/* Everything needed to build the same world again. Zero-initialise: texts end with zeros. */
typedef struct CwReplayHeader {
    uint32_t version; /* of the format; the writer puts REPLAY_VERSION */
    char game_id[CW_REPLAY_GAME_ID_BYTES];
    char level[CW_REPLAY_LEVEL_BYTES];
    uint32_t rules_version;
    CwSimSettings settings; /* it plays under these, whatever config.ini says */
    uint64_t arena_bytes;
    uint64_t level_hash; /* of the level's content */
    uint64_t seed;
    uint64_t fingerprint; /* of this build's arithmetic */
    uint32_t player_count;
    uint32_t action_count;
    uint32_t pointer_steps_per_m; /* of the pointer in the world; 0: without one */
} CwReplayHeader;

/* Larger files are neither written nor read: 12 to 17 hours at 60 ticks a second, one at 1000. */
#define CW_REPLAY_FILE_BYTES_MAX (UINT64_C(32) << 20)

/* A value that was changed by hand in a pause, after a tick. A run with an edit is not ranked. Its
 * inputs alone give another run. */
typedef struct CwReplayEdit {
    uint64_t tick;
    uint64_t value; /* the bits of a double, or a whole number, as the field is */
    char field[CW_REPLAY_FIELD_BYTES]; /* as `clockwork query` names it: "body.3.v.x" */
} CwReplayEdit;

/* The state of a recording. */
typedef enum CwReplayState {
    CW_REPLAY_ENDED, /* closed cleanly */
    CW_REPLAY_CUT,   /* sound so far, but the end is missing: recorded up to a crash or kill */
    CW_REPLAY_BAD    /* damaged; see problem, bad_tick and bad_offset */
} CwReplayState;

/* A recording in memory. Free with cw_replay_free. */
typedef struct CwReplayFile {
    CwReplayHeader header;
    CwReplayState state;
    bool finished; /* the level was finished; valid only with CW_REPLAY_ENDED */

    size_t tick_count;   /* of the branch that survives */
    size_t played_count; /* all ticks, also those that were rewound */
    size_t rewind_count;
    struct CwReplayTicks *ticks; /* what was played, as coded in the file: see the calls below */
    uint32_t slowest_speed; /* thousandths of real time; 1000: it was never played slower; 0: ticks
                               were stepped in pauses, or shown before they ran */

    bool taken_over;     /* it began as another run, which a player watched and took over: it is not
                            ranked */
    uint32_t time_ticks; /* the run's time, as its game counted it; 0: unknown, as in a file that
                            was cut */
    bool has_score;      /* its game ranks by score, and it was not cut */
    int64_t score;

    CwReplayEdit *edits; /* on the branch that survives, in order; NULL: none */
    size_t edit_count;

    char *level_file; /* the level that it carries, as a .tmj file; NULL: one of the game's own */
    size_t level_file_bytes;

    CwError problem;     /* what is bad, for CW_REPLAY_BAD */
    uint64_t bad_tick;   /* first tick that is lost to it */
    uint64_t bad_offset; /* in the file, of the damaged chunk, bytes */
} CwReplayFile;

/* NULL with `error` when there is no file, no replay in it, or its header is refused. */
CwReplayFile *cw_replay_load(const char *path, CwError *error);

/* The same from bytes that the caller keeps; errors name no file. */
CwReplayFile *cw_replay_parse(const uint8_t *bytes, size_t size, CwError *error);

/* Frees a recording; NULL is fine. */
void cw_replay_free(CwReplayFile *replay);

/* The input of a tick in [1, tick_count] of the branch that survives, and the hash of the world
 * after it. Inputs are decoded as they are asked for, a second of ticks at once: in order each
 * costs next to nothing, any other some 10 us. One thread may ask at a time. */
CwTickInput cw_replay_input(const CwReplayFile *replay, uint64_t tick);
uint64_t cw_replay_hash(const CwReplayFile *replay, uint64_t tick);
