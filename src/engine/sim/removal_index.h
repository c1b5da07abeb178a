/* Makes the removal of many shapes cost time for each of them, not for each contact: Chipmunk looks
 * through every cached contact of a space for each removed shape.
 *
 * A flush that removes many notes once which shapes touch, in scratch memory. All else is
 * Chipmunk's own, step by step: contacts end in the order of the cache. Notes are hints, checked
 * before they are trusted, as the game's functions in between may change all. */
#pragma once

#include "sim/world.h"

/* Around the removals of a flush. */
void removal_index_begin(CwWorld *world);
void removal_index_end(CwWorld *world);

/* Does what cpSpaceRemoveShape does, between the two calls or outside. */
void space_remove_shape(CwWorld *world, cpShape *shape);
