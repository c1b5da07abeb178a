/* Every field of a world that a tick can read, by section, object and name.
 *
 * One walk serves the world hash, dumps and the search for a difference, so they can't disagree on
 * what counts. Padding, pointers and what each step works out anew are not fields. */
#ifndef SIM_WORLD_FIELDS_H
#define SIM_WORLD_FIELDS_H

#include "clockwork/field.h"

typedef enum WorldSection {
    SECTION_BODIES,      /* bodies and shapes */
    SECTION_CONSTRAINTS, /* joints and contacts */
    SECTION_ENTITIES,
    SECTION_RNG,
    SECTION_GAME, /* the game's state, the space, the world's own counters */
    SECTION_COUNT
} WorldSection;

const char *section_name(WorldSection section);

/* Some fields of one object. */
typedef struct FieldGroup {
    WorldSection section;
    const char *object; /* "body", "buggy", ... */
    uint64_t number;    /* of the object among its like */
    const Field *fields;
    int field_count;
    const void *base;
} FieldGroup;

typedef void FieldVisitor(void *context, const FieldGroup *group);

/* Visits all but contacts, always in the same order. */
void world_visit_fields(const World *world, FieldVisitor *visit, void *context);

/* One touching pair of shapes. Chipmunk makes at most two contacts of a pair. */
typedef struct ContactRecord {
    uint64_t shape_a, shape_b;
    double normal_impulse[2], tangent_impulse[2], bias_impulse[2];
} ContactRecord;

extern const Field contact_fields[];
extern const int contact_field_count;

/* Contacts stand in the order of addresses once a shape was removed; each step builds them anew, so
 * no tick sees that. Those of sleeping bodies wait for them to wake. */
typedef void ContactVisitor(void *context, const ContactRecord *record);
void world_visit_contacts(const World *world, ContactVisitor *each, void *context);

size_t field_bytes(FieldType type);

#endif
