/* The first field in which two worlds differ, in the order of lists. */
#pragma once

#include "sim/field_path.h"

typedef struct FieldDifference {
    char name[FIELD_NAME_BYTES];                   /* as the first world has it */
    char a[FIELD_TEXT_BYTES], b[FIELD_TEXT_BYTES]; /* as field_value_text; "-": it has none */
    char owner[128];                               /* "; the body of the ball (entity 3)" or "" */
} FieldDifference;

/* Compares all fields of two worlds of one game and level. False when they have the same ones with
 * the same values, and when there is no memory to find out, which a message says. */
bool field_difference_find(FieldDifference *field, const CwWorld *a, const CwWorld *b);

/* Compares a world with a snapshot of it, as b. The world is left as it was. */
bool field_difference_since(FieldDifference *field, CwWorld *world, const CwSnapshot *before);

/* Compares two versions of a game or level. A field is known by its name, an entity by its place
 * among its kind, bodies, shapes and joints by what owns them, so numbers may shift. Leaves out
 * fields that only one of them has, static bodies with their shapes, contacts, and what the engine
 * counts. */
bool field_difference_find_shared(FieldDifference *field, const CwWorld *a, const CwWorld *b);
