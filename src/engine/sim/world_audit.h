/* Looks through a whole world for what a game did behind its back: bodies and shapes that were
 * added to the space with Chipmunk's own calls, freed or never handed over, and user data that was
 * overwritten. Such a world may play, but not rewind. It takes longer than a small tick, so a
 * session asks when a level was built, and after each tick only if it is to (Run.audits). */
#pragma once

#include "sim/world.h"

/* False with an error that names the first one, whose it is, and what to do. */
bool world_audit(const CwWorld *world, CwError *error);

/* Finds NaN in the fields of the game's state and entities. world_check asks after every tick,
 * because NaN spreads silently. Bodies are checked where they are read (body.c), and a joint's NaN
 * reaches its bodies within the tick. True, with the field's name in `error`, when there is one. */
bool world_find_nan(const CwWorld *world, CwError *error);
