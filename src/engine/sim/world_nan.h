/* Finds a number of the game that is none any more: NaN in a field of its state or of an entity.
 *
 * world_check asks after every tick, because such a number spreads silently and what it decides
 * looks like chance. Bodies are checked where they are read (body.c), and a joint's NaN is in its
 * bodies within the tick. Looks only at kinds that have real numbers. */
#ifndef SIM_WORLD_NAN_H
#define SIM_WORLD_NAN_H

#include "clockwork/world.h"

/* True, with its name in `error`, when there is one. */
bool world_find_nan(const CwWorld *world, CwError *error);

#endif
