/* Compares two worlds field by field and names the first difference; also carries what a run has
 * changed in its world into the start of another build. */
#pragma once

#include "fields/field_path.h"

typedef struct FieldDifference {
    char name[FIELD_NAME_BYTES];                   /* as the first world has it */
    char a[FIELD_TEXT_BYTES], b[FIELD_TEXT_BYTES]; /* as field_value_text; "-": it has none */
    char owner[128];                               /* "; the body of the ball (entity 3)" or "" */
} FieldDifference;

/* Compares worlds of one game and level. False: the same, or no memory (with a message). */
bool field_difference_find(FieldDifference *field, const CwWorld *a, const CwWorld *b);

/* Compares a world with a snapshot of it, as b. The world is left as it was. */
bool field_difference_since(FieldDifference *field, CwWorld *world, const CwSnapshot *before);

/* What a run has changed in its world since the start. Zero-initialise. */
typedef struct CarriedWorld {
    struct CarriedField {
        uint64_t id, bits;
        bool gone; /* the start has it, the run has removed it */
    } * fields;    /* by id */
    size_t count;
    uint64_t tick;
    CwTickInput input; /* of that tick */
    CwSimSettings settings;
    size_t lost; /* fields that the last world it was put into lacks */
} CarriedWorld;

/* `start`: a world of the same build and level at its start. False without memory. */
bool carried_world_take(CarriedWorld *carried, const CwWorld *start, const CwWorld *now);
void carried_world_free(CarriedWorld *carried);

/* Changes a world at its start into the carried one, as far as fields have the same names and
 * types. It removes what is gone, but can't make what was added since the start. Shapes of static
 * bodies, contacts and impulses begin anew. */
bool carried_world_give(CarriedWorld *carried, CwWorld *world, CwError *error);

/* Compares worlds of two versions of a game or level. Fields are matched by name, entities by their
 * place among their kind, the rest by owner. Leaves out static bodies, contacts, the engine's
 * counters, and fields that only one version has. */
bool field_difference_find_shared(FieldDifference *field, const CwWorld *a, const CwWorld *b);
