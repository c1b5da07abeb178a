/* Replays and sessions: what a recording of a session says of it, and a session like the one a
 * replay was made in. */
#ifndef RUN_REPLAY_RUN_H
#define RUN_REPLAY_RUN_H

#include "run/replay_format.h"
#include "sim/session.h"

/* The header of a recording of this session, from its first tick. */
CwReplayHeader replay_header_of(const Session *session);

/* The level that a recording of this session has to carry; none when the game has the same one. */
MapText replay_level_of(const Session *session, const Levels *levels);

/* The program that plays a replay. */
typedef struct ReplayPlayer {
    const CwGame *game;
    const Levels *levels;
    uint64_t fingerprint;
    int slot;         /* arena address slot of the session's world */
    bool inputs_only; /* only the inputs and settings count: rules, level and arithmetic may be
                         others */
} ReplayPlayer;

/* Loads a replay. What is not for this player is refused, whatever else is wrong with it. NULL with
 * the cause, which begins with the path. */
CwReplayFile *replay_load_for(const char *path, const ReplayPlayer *player, CwError *error);

/* Opens the level that a replay was made on, the carried one first, under the replay's own
 * settings. False, with the first difference, when this program would not play it the same: other
 * game, rules, level content or arithmetic. With `inputs_only` only another game is refused. The
 * replay outlives the session. */
bool replay_open_session(Session *session, const CwReplayFile *replay, const ReplayPlayer *player,
                         CwError *error);

#endif
