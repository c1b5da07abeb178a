/* Visits a world's fields by section, object and name, for the hash and for dumps. The hash has a
 * faster walk over bodies, shapes, contacts and entities, which may be thousands: world_hash.c,
 * from the lists in world_rows.h. */
#pragma once

#include "sim/world.h"

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

/* The things to which an object belongs. Numbers are 0 for none. */
typedef struct FieldLinks {
    uint64_t parts[2];  /* a body's or shape's own number, a joint's bodies, a contact's shapes */
    uint32_t owners[2]; /* entities that own `parts`, or an entity's own number */
    const void *things[2]; /* the cpBody, cpShape or cpConstraint; for a contact its shapes */
    const char *word;      /* type of a joint: "motor", "pivot" and the like */
} FieldLinks;

typedef struct FieldGroup {
    const CwWorld *world; /* NULL: a table */
    WorldSection section;
    const char *object; /* "body", "buggy", ... */
    const char *part;   /* name of an entity's part, a prefix of its fields; NULL: no part */
    uint64_t number;    /* number among objects of its type */
    const CwField *fields;
    int field_count;
    const void *base;
    FieldLinks links;
} FieldGroup;

/* A table is a group without a world, number or base. */
#define FIELD_TABLE(of_section, of_object, its_fields)                                             \
    {                                                                                              \
        .section = (of_section), .object = (of_object), .fields = (its_fields),                    \
        .field_count = (int)CW_ARRAY_LENGTH(its_fields)                                            \
    }

typedef void FieldVisitor(void *context, const FieldGroup *group);

typedef struct FieldWalk {
    const CwWorld *world;
    FieldVisitor *visit;
    void *context;
    uint64_t joint_count; /* joints so far */
    FieldLinks links;     /* links of the current object */
} FieldWalk;

/* Visits a group of the current object. */
void field_walk_visit(const FieldWalk *walk, FieldGroup group, uint64_t number, const void *base);

/* Visits constraints, rng and game, as far as the mask `sections` has them. */
void world_visit_hashed(const CwWorld *world, unsigned sections, FieldVisitor *visit,
                        void *context);

/* Visits the tables of constraints, rng and game, without objects. */
void world_visit_hashed_tables(const CwWorld *world, FieldVisitor *visit, void *context);

/* The size of a field's type in bytes, and the number in a field's bits: for an entity its slot,
 * for a vector its x. */
size_t field_bytes(CwFieldType type);
double field_number(CwFieldType type, uint64_t bits);

/* The number of the entity that a body belongs to; 0: none. */
uint32_t body_owner_number(const CwWorld *world, const cpBody *body);

/* Writes the sections in which two hashes differ, "bodies,constraints", or "unknown". */
void world_hash_describe(uint64_t a, uint64_t b, char *text, size_t size);
