/* Checks a world for changes that bypassed the engine: bodies and shapes that were added or freed
 * by Chipmunk's own calls, or whose user data was overwritten. Such a world can't rewind. */
#pragma once

#include "clockwork/base.h"
#include "clockwork/world.h"

/* Slow: called after a level is built, and after each tick only if Run.audits is set. False with an
 * error that names the first such object, its owner, and what to do. */
bool world_audit(const CwWorld *world, CwError *error);
