/* Replays: reading a recorded run, for ghosts, leaderboards or statistics.
 *
 * A recording says how to build its world, and holds the input and world hash of every tick. To
 * play it, build that world and run ticks with that input. A rewind abandons ticks and begins a new
 * branch of the run; the surviving branch is the run without abandoned ticks. docs/replay-format.md
 * describes the file's bytes.
 *
 * The reader trusts nothing in a file. Input that neither devices nor bots can give counts as
 * damage, like a wrong checksum. A file with a bad header is refused. If the header is good, every
 * tick before the first damage is usable, and `state` says how the file ends. In memory a
 * CwReplayFile takes at most 64 MiB, its unpacked level file included. */
#pragma once

#include "clockwork/input.h"
CW_C_BEGIN

enum { CW_REPLAY_GAME_ID_BYTES = 32, CW_REPLAY_LEVEL_BYTES = 64, CW_REPLAY_FIELD_BYTES = 128 };

/* Everything needed to build the same world again. Zero-initialise it, so that its strings are
 * terminated. */
typedef struct CwReplayHeader {
    uint32_t version; /* version of the format; set by the writer */
    char game_id[CW_REPLAY_GAME_ID_BYTES];
    char level[CW_REPLAY_LEVEL_BYTES];
    uint32_t rules_version;
    CwSimSettings settings; /* settings of the recorded run, not config.ini's */
    uint64_t arena_bytes;
    uint64_t level_hash; /* hash of the level's content */
    uint64_t seed;
    uint64_t fingerprint; /* hash of a short calculation in the build that wrote the file */
    uint32_t player_count;
    uint32_t action_count;
    uint32_t pointer_steps_per_m; /* CW_POINTER_STEPS_PER_M of the writer; 0: no pointer */
} CwReplayHeader;

/* The largest file that is written or read: 12 to 17 hours at 60 Hz, 1 hour at 1000 Hz. */
#define CW_REPLAY_FILE_BYTES_MAX (UINT64_C(32) << 20)

/* A value that was changed by hand, in a pause after `tick`. A run with an edit is not ranked,
 * because its inputs alone don't reproduce it. */
typedef struct CwReplayEdit {
    uint64_t tick;
    uint64_t value; /* the bits of a double or a whole number, by the field's type */
    char field[CW_REPLAY_FIELD_BYTES]; /* name in `clockwork query`: "body.3.v.x" */
} CwReplayEdit;

/* The state of a recording. */
typedef enum CwReplayState {
    CW_REPLAY_ENDED, /* closed cleanly */
    CW_REPLAY_CUT,   /* undamaged, but the end is missing, as after a crash or a kill */
    CW_REPLAY_BAD    /* damaged; see problem, bad_tick and bad_offset */
} CwReplayState;

/* A recording in memory. Free with cw_replay_free. */
typedef struct CwReplayFile {
    CwReplayHeader header;
    CwReplayState state;
    bool finished; /* the level was finished; valid only with CW_REPLAY_ENDED */
    bool lost;     /* the run was lost (CwProbe.lost) */
    bool over;     /* the run ended with a request for another level */

    size_t tick_count;   /* ticks of the surviving branch */
    size_t played_count; /* all ticks, also those that were rewound */
    size_t rewind_count;
    struct CwReplayTicks *ticks; /* private: the encoded ticks, see cw_replay_input */
    uint32_t slowest_speed; /* thousandths of real time. 1000: full speed throughout, with at most
                               half a second lost in any 10 s. 0: some ticks were not played freely
                               (CwRunInfo.stepped) */

    bool taken_over;     /* a player took over a watched recording: the run is not ranked */
    uint32_t time_ticks; /* the run's time, counted by the game; 0: unknown (CW_REPLAY_CUT) */
    bool has_score;      /* `score` is valid: the game ranks by score, and the file is not cut */
    int64_t score;

    CwReplayEdit *edits; /* edits of the surviving branch, in order; NULL: none */
    size_t edit_count;

    char *level_file; /* the level's file in the recording (.tmj); NULL: a level of the game */
    size_t level_file_bytes;

    uint8_t *carry; /* the fields of the carry that the run began with; NULL: none */
    size_t carry_bytes;

    CwError problem;     /* the cause of CW_REPLAY_BAD */
    uint64_t bad_tick;   /* first tick lost to the damage */
    uint64_t bad_offset; /* offset of the damaged chunk in the file */
} CwReplayFile;

/* Reads a recording from a file, or from bytes that the caller keeps. Free with cw_replay_free.
 * NULL with an error if the file is missing, is no recording, or has a bad header. */
CwReplayFile *cw_replay_load(const char *path, CwError *error);
CwReplayFile *cw_replay_parse(const uint8_t *bytes, size_t size, CwError *error);

/* Frees a recording; NULL is fine. */
void cw_replay_free(CwReplayFile *replay);

/* The input of a tick in [1, tick_count] of the surviving branch, and the hash of the world after
 * that tick. Inputs are decoded on demand, a second of ticks at once: reading in order is almost
 * free, any other read takes about 10 us. Only one thread at a time may read a recording. */
CwTickInput cw_replay_input(const CwReplayFile *replay, uint64_t tick);
uint64_t cw_replay_hash(const CwReplayFile *replay, uint64_t tick);
CW_C_END
