/* Replays and sessions: what a recording says of a session, a session like a replay's, and the
 * judge of recorded runs: how long one took, whether it is true, what it is worth.
 *
 * `verify --times`, best runs and ghosts ask the judge, which simulates a run again and believes
 * nothing but its inputs and what speaks against it. */
#pragma once

#include "clockwork/run_time.h"
#include "run/levels.h"
#include "run/replay_header.h"
#include "run/run.h"
#include "sim/session.h"

/* The header of a recording of this session, from its first tick, which carries no level. */
CwReplayHeader replay_header_of(const Session *session);

/* The same with this level; NULL bytes: none. */
CwReplayHeader replay_header_with(const Session *session, MapText level);

/* The level that a recording of this session has to carry; none when the game has the same one. */
MapText replay_level_of(const Session *session, const Levels *levels);

typedef struct ReplayPlayer {
    const CwGame *game;
    const Levels *levels;
    uint64_t fingerprint;
    int slot;           /* arena address slot of the session's world */
    bool inputs_only;   /* only the inputs and settings count: rules, level and arithmetic may be
                           others */
    size_t arena_bytes; /* the user's own: no recording may ask for more than this and 256 MiB */
    double limit_s;     /* of processor time for a recording; 0: by its length; INFINITY: none */
    WorkLimit *limit;   /* begins when a session is opened, and ends that one; NULL: none */
    const SessionGuest *guest; /* makes changes by hand; NULL: who changed something is refused */
} ReplayPlayer;

/* The limit of a recording's simulation; `limit_s` as in ReplayPlayer. */
WorkLimit replay_begin_limit(const CwReplayFile *replay, double limit_s);

/* Refuses what is not for this player. NULL with the cause, which begins with the path. */
CwReplayFile *replay_load_for(const char *path, const ReplayPlayer *player, CwError *error);

/* Leaves out a last tick that ended the program, which has no hash: it would end this one, too. */
void replay_leave_fatal_tick(CwReplayFile *run);

/* Reads a stranger's recording, and the level that it carries, in a process without rights first.
 * False when that crashed or got stuck; a file that is refused can be read to learn why. */
bool replay_can_be_read(const char *path, CwError *error);

/* Opens a replay's level, the carried one first, under the replay's settings. False, with the first
 * difference, when it would not play the same here; with `inputs_only` only another game is
 * refused. The replay outlives the session. */
bool replay_open_session(Session *session, const CwReplayFile *replay, const ReplayPlayer *player,
                         CwError *error);

/* What a recording says of its ticks also holds for a run that repeats them. */
void run_note_past(Run *run, const CwReplayFile *replay);

/* The number that ranks a run: its ticks of a run or its score. */
int64_t run_result(const CwGame *game, const CwRunTime *time);

/* Whether a finished run is better than another; one of 0 ticks is none. */
bool run_is_better(const CwGame *game, const CwRunTime *time, const CwRunTime *other);

/* The seconds or points of a medal, from 1, on a level with this map; 0 or infinite: not given. */
double run_medal_limit(const CwGame *game, const CwMap *map, int medal);

/* The medal for a result on a level with this map, which may be NULL: 1 and more, or 0. */
uint32_t run_medal(const CwGame *game, const CwMap *map, int64_t result, int tick_rate);

/* Settings with which a run counts: what the game begins with. */
typedef struct RunRules {
    ReplayPlayer player;
    CwSimSettings settings;
} RunRules;

/* Simulates a recording again. False, with the reason: not finished, not one of the game's levels,
 * not its own settings, not reproduced, or beyond the player's limit, which is by default one of
 * its own. One that was cut after the finish counts. */
bool run_judge(const CwReplayFile *replay, const RunRules *rules, CwRunTime *time, CwError *error);
