/* Every field of a world that a later tick can read, by section, object and name.
 *
 * One walk serves dumps and the search for a difference, and the world hash for all that there is
 * little of. For rows there are thousands of, the hash has a faster walk of its own, made from the
 * same lists (world_rows.h), so they can't disagree on what counts. */
#ifndef SIM_WORLD_FIELDS_H
#define SIM_WORLD_FIELDS_H

#include "sim/world_rows.h"

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
    const CwField *fields;
    int field_count;
    const void *base;
} FieldGroup;

typedef void FieldVisitor(void *context, const FieldGroup *group);

/* Visits all but contacts, always in the same order. */
void world_visit_fields(const CwWorld *world, FieldVisitor *visit, void *context);

/* Visits the fields that are not in rows of world_rows.h. */
void world_visit_few_fields(const CwWorld *world, FieldVisitor *visit, void *context);

/* Visits the fields of one section. */
void world_visit_section(const CwWorld *world, WorldSection section, FieldVisitor *visit,
                         void *context);

/* Visits the fields of a body without its shapes; none when there is no such body. */
void world_visit_body(const CwWorld *world, uint64_t number, FieldVisitor *visit, void *context);

/* Visits every table of fields that objects of this world may have, whether there are any now or
 * not, contacts too: number 0, no base. A count of 0 elements differs from object to object. */
void world_visit_tables(const CwWorld *world, FieldVisitor *visit, void *context);

typedef struct ContactRecord {
    ContactPlace place;
    ContactPair pair;
    ContactPoint points[CONTACT_POINTS_MAX];
} ContactRecord;

extern const CwField contact_fields[];
extern const int contact_field_count;

ContactRecord contact_record(const cpArbiter *arbiter, const ContactPlace *place);

/* The cached ones stand in the order of addresses, which no tick sees: each step finds its pairs
 * anew. Those of sleeping bodies wait in lists for them to wake. */
typedef void ContactVisitor(void *context, const cpArbiter *arbiter, const ContactPlace *place);
void world_visit_contacts(const CwWorld *world, ContactVisitor *each, void *context);
void world_visit_sleeping_contacts(const CwWorld *world, ContactVisitor *each, void *context);

size_t field_bytes(CwFieldType type);

#endif
