/* The judge of recorded runs: how long one took, whether it is true, what it is worth.
 *
 * `verify --times`, the player's best runs and a game's ghosts ask it. A run is simulated again
 * from its first tick; nothing in its file is believed but its inputs and, of rewinds and slow
 * motion, what speaks against it. */
#ifndef RUN_RUN_JUDGE_H
#define RUN_RUN_JUDGE_H

#include "clockwork/run_time.h"
#include "run/replay_run.h"

/* 1 and more, or 0: what so many ticks are worth on a level with this map, which may be NULL. */
uint32_t run_medal(const CwGame *game, const CwMap *map, uint32_t ticks, int tick_rate);

/* Settings with which a run counts: what the game begins with. */
typedef struct RunRules {
    ReplayPlayer player;
    CwSimSettings settings;
} RunRules;

/* Simulates a recording again. False, with the reason, when it is no finished run of one of the
 * game's levels under the game's own settings, or does not reproduce. A recording that was cut
 * behind the finish counts as finished, because its ticks show the finish. */
bool run_judge(const CwReplayFile *replay, const RunRules *rules, CwRunTime *time, CwError *error);

#endif
