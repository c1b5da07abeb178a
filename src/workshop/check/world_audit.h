/* Checks a world for changes that bypassed the engine: bodies and shapes that were added or removed
 * by Chipmunk's own calls, or whose user data was overwritten. Such a world can't rewind. */
#pragma once

#include "base/text.h"
#include "clockwork/world.h"

/* Slow: called after a level is built, and after each tick only if Run.is_audited is set. False
 * with an error that names the first such object, its owner, and what to do. */
bool world_audit(const CwWorld *world, CwError *error);

/* ---- what Chipmunk can't do well; after a tick, for the sync test ---- */

enum { WEAKNESS_TEXT_BYTES = 256 };

/* Describes two bodies in touch, or on one joint, if one is a million times as heavy. */
bool mass_ratio_find(const CwWorld *world, char text[WEAKNESS_TEXT_BYTES]);

/* Describes a body that the last tick moved, but that is static or has no velocity. */
bool moved_static_find(const CwWorld *world, char text[WEAKNESS_TEXT_BYTES]);

/* ---- members of entities, parts and the state that a tick changes and no field names: hashes and
 * conditions don't see them, so a run that depends on one may diverge unnoticed ---- */

enum { UNNAMED_TEXT_BYTES = 256 };

/* Copies memory of entities and state before a tick. Zero-initialise the copy; free its bytes. */
void unnamed_keep(Text *copy, const CwWorld *world);

/* Called after the tick: describes a changed member that no field names. False: there is none. */
bool unnamed_find(const Text *copy, const CwWorld *world, char text[UNNAMED_TEXT_BYTES]);
