/* Looks through a whole world for what a game did behind the engine's back: what was added or freed
 * by Chipmunk's own calls, or lost its user data. Such a world may play, but not rewind. */
#pragma once

#include "clockwork/base.h"
#include "clockwork/world.h"

/* Slow: after a level was built, and after each tick only by Run.audits. False with an error that
 * names the first one, whose it is, and what to do. */
bool world_audit(const CwWorld *world, CwError *error);
