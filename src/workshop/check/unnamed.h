/* Finds members of entities, parts and the game's state that a tick changes but no field names, for
 * the sync test. Hashes, conditions and the inspector don't see such a member, so a run that
 * depends on it may diverge unnoticed. A link such as CW_FIELD_BODY names a pointer. */
#pragma once

#include "clockwork/world.h"

enum { UNNAMED_TEXT_BYTES = 256 };

/* A copy of the entities' and the state's memory before a tick. Zero-initialise. */
typedef struct Unnamed {
    char *kept;
    size_t used, capacity;
} Unnamed;

/* Copies the memory before a tick. Without memory, unnamed_find finds nothing. */
void unnamed_keep(Unnamed *unnamed, const CwWorld *world);

/* Called after the tick: describes a changed member that no field names. False: there is none. */
bool unnamed_find(const Unnamed *unnamed, const CwWorld *world, char text[UNNAMED_TEXT_BYTES]);

void unnamed_free(Unnamed *unnamed);
