/* The first field in which two worlds differ, in the order of lists. */
#pragma once

#include "sim/field_path.h"

typedef struct FieldDifference {
    char name[FIELD_NAME_BYTES];                   /* as the first world has it */
    char a[FIELD_TEXT_BYTES], b[FIELD_TEXT_BYTES]; /* as field_value_text; "-": it has none */
    char owner[128];                               /* "; the body of the ball (entity 3)" or "" */
} FieldDifference;

/* Compares worlds of one game and level. False: the same, or no memory (with a message). */
bool field_difference_find(FieldDifference *field, const CwWorld *a, const CwWorld *b);

/* Compares a world with a snapshot of it, as b. The world is left as it was. */
bool field_difference_since(FieldDifference *field, CwWorld *world, const CwSnapshot *before);

/* Of two versions of a game or level: fields go by name, entities by their place among their kind,
 * the rest by owner. Leaves out fields of one only, static bodies, contacts, and what the engine
 * counts. */
bool field_difference_find_shared(FieldDifference *field, const CwWorld *a, const CwWorld *b);
