/* Joins replays and sessions. It describes a session in a recording's header, opens a session for a
 * replay, and judges recorded runs: their time, truth and rank.
 *
 * `verify --times`, best runs and ghosts ask the judge. It simulates a run again and trusts only
 * the recorded inputs, and what counts against the run. */
#pragma once

#include "run/levels.h"
#include "run/run.h"

/* The header of a recording of this session from its first tick, with this level or none. */
CwReplayHeader replay_header_of(const Session *session, MapText level);

/* The level that a recording of this session must hold; none when the game has the same one. */
MapText replay_level_to_record(const Session *session, const Levels *levels);

/* The text of the level in a recording; NULL bytes: none. */
MapText replay_level_text(const CwReplayFile *replay);

typedef struct ReplayPlayer {
    const CwGame *game;
    const Levels *levels;
    uint64_t fingerprint;
    int slot;               /* arena address slot of the session's world */
    bool takes_inputs_only; /* only the inputs and settings count: rules, level and arithmetic may
                         be others */
    size_t arena_bytes;     /* a recording may use this or 256 MiB, whichever is more */
    double limit_s;         /* processor time a recording; 0: by its length; INFINITY: no limit */
    WorkLimit *limit;       /* begins with a session and ends it; NULL: none */
    const SessionGuest *guest; /* makes changes by hand; NULL: refuses recordings with changes */
} ReplayPlayer;

/* Begins the limit for simulating a recording; `limit_s` as in ReplayPlayer. */
WorkLimit replay_begin_limit(const CwReplayFile *replay, double limit_s);

/* Loads a recording that this player can play. NULL with the cause, which begins with the path. */
CwReplayFile *replay_load_for(const char *path, const ReplayPlayer *player, CwError *error);

/* Drops a last tick without a hash: it ended the program, and would end this one too. */
void replay_leave_fatal_tick(CwReplayFile *run);

/* First reads an untrusted recording, and its level, in a process without rights. False when that
 * process crashed or got stuck. True for a refused file: reading it again tells why. */
bool replay_can_be_read(const char *path, CwError *error);

/* Opens a replay's level, the recorded one first, with the replay's settings. False, with the first
 * difference, when it would not play the same here; with `inputs_only` only another game is
 * refused. The replay outlives the session. */
bool replay_open_session(Session *session, const CwReplayFile *replay, const ReplayPlayer *player,
                         CwError *error);

/* Copies a recording's notes about its ticks to a run that repeats them. */
void run_copy_notes(Run *run, const CwReplayFile *replay);

/* The number that ranks a run: its ticks or its score. */
int64_t run_result(const CwGame *game, const CwRunTime *time);

/* Whether a finished run is better than another; a run of 0 ticks is none. */
bool run_is_better(const CwGame *game, const CwRunTime *time, const CwRunTime *other);

/* The seconds or points of a medal (from 1) on a level with this map; 0 or infinite: not given, or
 * any result wins it (CwGame.rank.finish_wins). */
double run_medal_limit(const CwGame *game, const CwMap *map, int medal);

/* The medal for a result on a level with this map (may be NULL), from 1; 0: none. */
uint32_t run_medal(const CwGame *game, const CwMap *map, int64_t result, int tick_rate);

/* Settings with which a run counts: the game's defaults. */
typedef struct RunRules {
    ReplayPlayer player;
    CwSimSettings settings;
} RunRules;

/* Simulates a recording again. False, with the reason, if it is unfinished, not on one of the
 * game's levels, has other settings, is not reproduced, or exceeds the player's limit (by default
 * one for its length). A recording that was cut after the finish counts. */
bool run_judge(const CwReplayFile *replay, const RunRules *rules, CwRunTime *time, CwError *error);
