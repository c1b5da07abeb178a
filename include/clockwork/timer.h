/* Timers, as plain numbers in a game's own data: ticks that are left, or time since the last beat.
 *
 *     thing->fuse = cw_timer_start(world, 2.5);
 *     ...
 *     if (cw_timer_ends(&thing->fuse)) explode                    in each tick
 *     if (cw_timer_repeat(world, &thing->beat, 0.04)) fire        in each tick
 *
 * Name them as fields (field.h), so that hashes see them. */
#pragma once

#include "clockwork/world.h"

/* `seconds` in ticks: at least 1 for any time above 0. A timer of 0 doesn't run. */
static inline uint32_t cw_timer_start(const CwWorld *world, double seconds)
{
    return cw_world_ms_to_ticks(world, seconds * 1000);
}

/* Call once a tick. True in the tick in which it expires. */
static inline bool cw_timer_ends(uint32_t *timer)
{
    return *timer > 0 && --*timer == 0;
}

/* Call once a tick: true every `seconds`, in the tick that is nearest. `passed` begins with 0 and
 * keeps the exact remainder, so rounding errors do not add up: 0.04 s at 60 ticks a second is true
 * 250 times in 10 s. Less than a tick counts as one; 0 or less is never true. */
bool cw_timer_repeat(const CwWorld *world, int64_t *passed, double seconds);
