/* The player's path in a run. The runner has one for each version, to draw and compare them. */
#pragma once

#include "run/run.h"

typedef struct DevTrail {
    CwPoint2 *points; /* a place for each tick from 1 on; NAN without a player */
    size_t count;
} DevTrail;

/* Notes the player's place at this tick, and drops the places at later ticks. */
void dev_trail_note(DevTrail *trail, const Session *session);

/* Copies the places of ticks up to `ticks` that `trail` lacks from an older trail. */
void dev_trail_copy_past(DevTrail *trail, const DevTrail *older, uint64_t ticks);

/* The first tick at which the player is more than a centimetre off; 0: none. */
uint64_t dev_trail_find_parting(const DevTrail *trail, const DevTrail *older);
