/* All fields of a world that a later tick can read, by section, object and name. Dumps, questions
 * and the hash walk over them; the hash has a faster walk for the rows there are thousands of, made
 * from the same lists (world_rows.h). */
#pragma once

#include "sim/world_rows.h"

typedef enum WorldSection {
    SECTION_BODIES,      /* bodies and shapes */
    SECTION_CONSTRAINTS, /* joints */
    SECTION_ENTITIES,
    SECTION_RNG,
    SECTION_GAME,     /* the game's state, the space, the world's own counters */
    SECTION_CONTACTS, /* ordered by their shapes' numbers; the hash counts them as constraints */
    SECTION_PROBE,    /* the game's probe, named as in the probe log; in no hash */
    SECTION_COUNT
} WorldSection;

enum { HASHED_SECTION_COUNT = SECTION_CONTACTS, ALL_SECTIONS = (1 << SECTION_COUNT) - 1 };

/* Things that an object belongs to: a body and a shape themselves, a joint its bodies, a contact
 * its shapes. Owners: the entities of those, or an entity itself. 0: none. */
typedef struct FieldLinks {
    uint64_t parts[2];
    uint32_t owners[2];
    const void *things[2]; /* the cpBody, cpShape or cpConstraint; for a contact its shapes */
    const char *word;      /* type of a joint: "motor", "pivot" and the like */
} FieldLinks;

typedef struct FieldGroup {
    const CwWorld *world; /* NULL: a table */
    WorldSection section;
    const char *object; /* "body", "buggy", ... */
    const char *part;   /* an entity's part, which prefixes its fields; NULL: no part */
    uint64_t number;    /* number among objects of its type */
    const CwField *fields;
    int field_count;
    const void *base;
    FieldLinks links;
} FieldGroup;

typedef void FieldVisitor(void *context, const FieldGroup *group);

/* Visits these sections in a fixed order. Worlds without a session have no probe. */
void world_visit_fields(const CwWorld *world, unsigned sections, FieldVisitor *visit,
                        void *context);

/* Visits every table that objects may have (number 0, no base). Count 0: varies per object. */
void world_visit_tables(const CwWorld *world, FieldVisitor *visit, void *context);

/* Visits the contacts of sleeping bodies, which wait in lists for them to wake. */
typedef void ContactVisitor(void *context, const cpArbiter *arbiter, const ContactPlace *place);
void world_visit_sleeping_contacts(const CwWorld *world, ContactVisitor *each, void *context);

size_t field_bytes(CwFieldType type);

/* The value of a field's bits: an entity's place, a vector's first number. */
double field_number(CwFieldType type, uint64_t bits);

/* Writes the sections in which two hashes differ, "bodies,constraints", or "unknown". */
void world_hash_describe(uint64_t a, uint64_t b, char *text, size_t size);
