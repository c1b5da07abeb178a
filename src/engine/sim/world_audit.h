/* Looks through a whole world for what a game did behind its back: what was added or freed by
 * Chipmunk's own calls, or lost its user data. Such a world may play, but not rewind. Slow: after a
 * level was built, and after each tick only by Run.audits. */
#pragma once

#include "sim/world.h"

/* False with an error that names the first one, whose it is, and what to do. */
bool world_audit(const CwWorld *world, CwError *error);

/* Finds NaN in the fields of state and entities, after every tick: it spreads silently. (Bodies are
 * checked in body.c, and a joint's NaN reaches them.) True with the field's name. */
bool world_find_nan(const CwWorld *world, CwError *error);
