/* Makes the removal of many shapes cost time for each removed shape, not for each contact there is:
 * Chipmunk looks through every cached contact of a space for each shape that is removed.
 *
 * A flush that removes many therefore notes once which shapes touch. What it does then is
 * Chipmunk's own, step by step: contacts end in the order of the cache. Notes are only hints, each
 * is checked before it is trusted: functions of the game that are called in between may change all.
 *
 * The notes lie in the arena's scratch memory, so no later allocation is at another address for
 * them. */
#pragma once

#include "sim/world.h"

/* Around the removals of a flush. */
void removal_index_begin(CwWorld *world);
void removal_index_end(CwWorld *world);

/* Does what cpSpaceRemoveShape does, between the two calls or outside. */
void space_remove_shape(CwWorld *world, cpShape *shape);
