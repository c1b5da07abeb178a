/* The comparer of a replay: whether a world that is simulated again is the one that was recorded.
 *
 * `verify` and a replay that is watched ask it after each tick. Reads the world and writes nothing;
 * the replay stays the caller's. */
#ifndef RUN_REPLAY_CHECK_H
#define RUN_REPLAY_CHECK_H

#include "clockwork/replay.h"
#include "clockwork/world.h"

typedef struct ReplayCheck {
    const CwReplayFile *replay; /* NULL: nothing to compare with */
    bool differs;               /* the first difference was found: `tick` and `sections` name it */
    uint64_t tick;
    char sections[128]; /* by bad luck a difference shows in them some ticks late */
} ReplayCheck;

/* Compares a world behind one of the recorded ticks. False at the first difference only: what
 * follows one can only differ too, and costs no hash. */
bool replay_check_tick(ReplayCheck *check, const CwWorld *world);

#endif
