#include "run/replay_check.h"

#include "sim/world_hash.h"

bool replay_check_tick(ReplayCheck *check, const CwWorld *world)
{
    uint64_t tick = cw_world_tick(world);
    bool recorded =
        check->replay != NULL && tick > 0 && tick <= (uint64_t)check->replay->tick_count;
    if (!recorded || check->differs) {
        return true;
    }
    uint64_t wanted = cw_replay_hash(check->replay, tick), here = cw_world_hash(world);
    if (here == wanted) {
        return true;
    }
    check->differs = true;
    check->tick = tick;
    world_hash_describe(wanted, here, check->sections, sizeof check->sections);
    return false;
}
