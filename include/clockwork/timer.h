/* Timers: ticks that are left, as a plain number in a game's own data.
 *
 *     thing->fuse = cw_timer_start(world, 2.5);
 *     ...
 *     if (cw_timer_ends(&thing->fuse)) explode                    in each tick
 *
 * Name it as a field (field.h), so that hashes see it. */
#pragma once

#include "clockwork/world.h"

/* Ticks in so many seconds: at least 1 for any time above 0. A timer of 0 doesn't run. */
static inline uint32_t cw_timer_start(const CwWorld *world, double seconds)
{
    return cw_world_ms_to_ticks(world, seconds * 1000);
}

/* Call once a tick. True in the tick in which it expires. */
static inline bool cw_timer_ends(uint32_t *timer)
{
    return *timer > 0 && --*timer == 0;
}
