/* Compares two worlds field by field and names the first difference, for the sync test and other
 * checks. It also transfers a run's changed fields to a world that a new build starts. */
#pragma once

#include "fields/field_path.h"

typedef struct FieldDifference {
    char name[FIELD_NAME_BYTES];                   /* the field's name in world a */
    char a[FIELD_TEXT_BYTES], b[FIELD_TEXT_BYTES]; /* values by field_value_text; "-": missing */
    char owner[128];                               /* "; the body of the ball (entity 3)" or "" */
} FieldDifference;

/* Compares worlds of one game and level. False: no difference, or no memory (reported). */
bool field_difference_find(FieldDifference *field, const CwWorld *a, const CwWorld *b);

/* Compares a world (a) with an earlier snapshot of it (b). Restores the world afterwards. */
bool field_difference_since(FieldDifference *field, CwWorld *world, const CwSnapshot *before);

/* The fields that a run has changed since its start. Zero-initialise. */
typedef struct WorldTransfer {
    struct TransferredField {
        uint64_t id, bits;
        bool is_removed; /* the run has removed the field's object */
    } * fields;          /* sorted by id */
    size_t count;
    uint64_t tick;
    CwTickInput input; /* input of `tick` */
    CwSimSettings settings;
    size_t lost_count; /* fields that the last receiving world lacks */
} WorldTransfer;

/* Collects what differs between `now` and the same level at its `start`. False without memory. */
bool world_transfer_take(WorldTransfer *transfer, const CwWorld *start, const CwWorld *now);
void world_transfer_free(WorldTransfer *transfer);

/* Sets the collected values in a world at its start, where fields have the same name and type.
 * Removes what the run has removed, but can't create what it has added. Shapes of static bodies,
 * contacts and impulses keep their values of the start. */
bool world_transfer_apply(WorldTransfer *transfer, CwWorld *world, CwError *error);

/* Compares worlds from two versions. Matches fields by name, entities by place among their kind,
 * others by owner. Ignores static bodies, contacts, the engine's counters, and unshared fields. */
bool field_difference_find_shared(FieldDifference *field, const CwWorld *a, const CwWorld *b);
