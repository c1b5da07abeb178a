/* Joins replays and sessions: describes a session in a recording's header, opens a session for a
 * replay, and judges recorded runs.
 *
 * `verify --times`, best runs and ghosts use the judge. It simulates a run again. It trusts only
 * the recorded inputs, and notes that count against the run. */
#pragma once

#include "run/levels.h"
#include "run/run.h"

/* The header of a recording of this session, which holds this level or none. */
CwReplayHeader replay_header_of(const Session *session, MapText level);

/* The level that a recording of this session must hold; NULL bytes: the game has the same level. */
MapText replay_level_to_record(const Session *session, const Levels *levels);

/* The text of the level in a recording; NULL bytes: none. */
MapText replay_level_text(const CwReplayFile *replay);

typedef struct ReplayPlayer {
    const CwGame *game;
    const Levels *levels;
    uint64_t fingerprint;
    int slot;               /* arena address slot of the session's world */
    bool takes_inputs_only; /* rules, level and arithmetic may be others */
    size_t arena_bytes;     /* largest world, if it is above 256 MiB */
    double limit_s;         /* processor time for a recording; 0: by its length; INFINITY: none */
    WorkLimit *limit;       /* limit in force, begun with each session; NULL: none */
    const SessionGuest *guest; /* makes changes by hand; NULL: refuses recordings with changes */
} ReplayPlayer;

/* Begins the limit for simulating a recording; `limit_s` as in ReplayPlayer. */
WorkLimit replay_begin_limit(const CwReplayFile *replay, double limit_s);

/* Loads a recording that this player can play. NULL with an error that begins with the path. */
CwReplayFile *replay_load_for(const char *path, const ReplayPlayer *player, CwError *error);

/* Drops a last tick without a hash: it ended the program, and would end this one, too. */
void replay_leave_fatal_tick(CwReplayFile *run);

/* Reads an untrusted recording and its level in a process without rights. False when that process
 * crashed or got stuck. True for an invalid file: reading it again tells why. */
bool replay_can_be_read(const char *path, CwError *error);

/* Whether this player can play a replay on the game's present level, without opening a session.
 * False, with the first difference, if not. */
bool replay_suits(const CwReplayFile *replay, const ReplayPlayer *player, CwError *error);

/* Opens a session with the replay's level and settings. A level in the recording is preferred.
 * False, with the first difference, when the replay would not play the same here; with
 * takes_inputs_only, only when it is another game's. The replay outlives the session. */
bool replay_open_session(Session *session, const CwReplayFile *replay, const ReplayPlayer *player,
                         CwError *error);

/* Copies a recording's notes about its ticks to a run that repeats them. */
void run_copy_notes(Run *run, const CwReplayFile *replay);

/* The number that ranks a run: its ticks or its score. */
int64_t run_result(const CwGame *game, const CwRunTime *time);

/* Whether a finished run is better than another; a run of 0 ticks does not exist. */
bool run_is_better(const CwGame *game, const CwRunTime *time, const CwRunTime *other);

/* The limit of a medal (from 1) on this map, seconds or points. 0 or infinite: the map has none, or
 * any result wins the medal (CwGame.rank.finish_wins). */
double run_medal_limit(const CwGame *game, const CwMap *map, int medal);

/* The medal for a result on a level with this map (may be NULL), from 1; 0: none. */
uint32_t run_medal(const CwGame *game, const CwMap *map, int64_t result, int tick_rate);

typedef struct RunRules {
    ReplayPlayer player;
    CwSimSettings settings; /* the game's defaults, with which a run counts */
} RunRules;

/* Simulates a recording again. False, with the reason, if it is unfinished, not on one of the
 * game's levels, has other settings, is not reproduced, or exceeds the player's limit. A recording
 * that was cut off after the finish counts. */
bool run_judge(const CwReplayFile *replay, const RunRules *rules, CwRunTime *time, CwError *error);
