/* Finds memory that a tick changes and no field names: of an entity's kind, of a part, and of the
 * game's state. No hash, question or inspector sees such a member, so a run that depends on it may
 * go another way without a sign. Pointers that a link such as CW_FIELD_BODY names have a name. */
#pragma once

#include "clockwork/world.h"

enum { UNNAMED_TEXT_BYTES = 256 };

/* The memory of a world's entities and state as it was before a tick. All zero: none yet. */
typedef struct Unnamed {
    char *kept;
    size_t used, capacity;
} Unnamed;

/* Call it before a tick. Where memory is refused, nothing is found. */
void unnamed_keep(Unnamed *unnamed, const CwWorld *world);

/* After the tick: names a member that it changed and that has no name. False: there is none. */
bool unnamed_find(const Unnamed *unnamed, const CwWorld *world, char text[UNNAMED_TEXT_BYTES]);

void unnamed_free(Unnamed *unnamed);
