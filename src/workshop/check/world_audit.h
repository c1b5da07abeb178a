/* Checks a world for changes that bypassed the engine: bodies and shapes that were added or removed
 * by Chipmunk's own calls, or whose user data was overwritten. Such a world can't rewind. */
#pragma once

#include "base/text.h"
#include "clockwork/world.h"

/* Called after a level is built, and after each tick if Run.is_audited is set, because it is slow.
 * False with an error that names the first such object, its owner, and what to do. */
bool world_audit(const CwWorld *world, CwError *error);

/* ---- mistakes that the sync test looks for after a tick. True: `text` describes one ---- */

enum { AUDIT_TEXT_BYTES = 256 };

/* Finds two bodies in touch, or on one joint, of which one is a million times as heavy. */
bool mass_ratio_find(const CwWorld *world, char text[AUDIT_TEXT_BYTES]);

/* Finds a body that the last tick moved although it is static or has no velocity. */
bool moved_static_find(const CwWorld *world, char text[AUDIT_TEXT_BYTES]);

/* ---- members of entities, parts and the state that a tick changes but no field names. Hashes
 * don't see them, so runs may diverge unnoticed ---- */

/* Copies memory of entities and state before a tick. Zero-initialise the copy; free its bytes. */
void unnamed_keep(Text *copy, const CwWorld *world);

/* Called after the tick. True with a description if a member without a field has changed. */
bool unnamed_find(const Text *copy, const CwWorld *world, char text[AUDIT_TEXT_BYTES]);
