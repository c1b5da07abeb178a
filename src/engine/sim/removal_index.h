/* Makes the removal of many parts cost time for each removed part, not for each part there is.
 *
 * Chipmunk looks through every cached contact of a space for each shape that is removed, and
 * through its arrays of bodies, contacts and joints from the start for each of those. A flush that
 * removes many therefore notes once where everything is. What it does then is Chipmunk's own, step
 * by step and in the same order: contacts end in the order of the cache, the last of an array
 * takes the place of the one that goes. Notes are only hints, each is checked before it is trusted:
 * functions of the game that are called in between may change all.
 *
 * The notes lie in the arena's scratch memory, so no later allocation is at another address for
 * them. */
#ifndef SIM_REMOVAL_INDEX_H
#define SIM_REMOVAL_INDEX_H

#include "sim/world.h"

/* Around the removals of a flush. */
void removal_index_begin(CwWorld *world);
void removal_index_end(CwWorld *world);

/* Do what cpSpaceRemove... does, between the two calls or outside. */
void space_remove_shape(CwWorld *world, cpShape *shape);
void space_remove_body(CwWorld *world, cpBody *body);
void space_remove_constraint(CwWorld *world, cpConstraint *joint);

#endif
