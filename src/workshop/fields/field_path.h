/* Finds and reads a world's fields by name, for dumps, queries and the inspector. It never changes
 * a world. A path without a number means the first object that has the field.
 *
 *     buggy.59.hop.press_ticks   an entity's field
 *     crate.4.health.points      a field of a part of an entity
 *     body.3.p.x                 a body's field, by the body's number
 *     shape.7.planes[2].y        an array's element, and a vector's axis
 *     state.finished             the game's state
 *     probe.progress             the game's probe, named as in the probe log
 *     crate.4.body.2.p           the second body that an entity owns
 *     buggy.rear_wheel.w         the body, shape or joint that a field points at (CW_FIELD_BODY)
 *
 * A path may name an object that does not exist yet; FieldValue.exists tells. */
#pragma once

#include "sim/world_fields.h"

enum { FIELD_NAME_BYTES = 128, FIELD_TEXT_BYTES = 64, FIELD_PATH_MAX = 256 };

/* One value in a world. The pointers lead into tables of the game and the engine. */
typedef struct FieldPath {
    char name[FIELD_NAME_BYTES]; /* complete, with element and axis */
    const char *object, *part;   /* `part`: see FieldGroup */
    const CwField *field;
    const CwKind *kind;  /* of the entity that owns or points to the object; NULL: none */
    const CwField *link; /* the kind's field that points to the object; NULL: none */
    size_t block_offset; /* bytes from the entity's data to the part that has `link` */
    uint64_t number;     /* the entity's if `kind` is set, else the object's */
    uint64_t body;       /* without `link`: which of the entity's bodies, from 1 */
    bool is_unnumbered;  /* the path has no number and means the first object */
    bool has_existed;    /* set once field_paths_read has found the value */
    uint32_t index;      /* element of an array */
    int axis;            /* 0: x, 1: y, -1: the field is no vector */
    WorldSection section;
} FieldPath;

typedef struct FieldPaths {
    FieldPath items[FIELD_PATH_MAX];
    int count;
} FieldPaths;

typedef struct FieldValue {
    bool exists;           /* if false, all other members are 0 */
    CwFieldType type;      /* never a vector: each axis is a value */
    uint64_t bits;         /* the value's bytes */
    double number;         /* an entity's slot; large integers are rounded */
    const char *word;      /* an enum's word; may be NULL */
    const void *base, *at; /* the struct and the value inside it, if they lie in the world */
} FieldValue;

/* Adds all values of a named field (a vector has two). The error suggests the nearest name. */
bool field_paths_add(FieldPaths *paths, const CwWorld *world, const char *text, CwError *error);

/* Adds the fields of a list of names with commas between them. */
bool field_paths_add_all(FieldPaths *paths, const CwWorld *world, const char *list, CwError *error);

/* The value of an enum's word. False: the field has no such word. */
bool field_word_parse(const CwField *field, const char *text, uint64_t *value);

/* Reads `count` paths in one walk over the world. */
void field_paths_read(FieldPath *paths, int count, const CwWorld *world, FieldValue *values);

/* The shortest text that parses to exactly this value, or an enum's word; "-" if it is missing. */
const char *field_value_text(const FieldValue *value, char text[FIELD_TEXT_BYTES]);

/* One value that a walk visits: an array's element, or one axis of a vector. */
typedef struct FieldElement {
    const FieldGroup *group;
    const CwField *field;
    uint32_t index;
    int axis; /* see FieldPath */
} FieldElement;

/* Prints the element's name. Returns the length of the object's part of it. */
size_t field_element_name(const FieldElement *element, char name[FIELD_NAME_BYTES]);
FieldValue field_element_value(const FieldElement *element);

typedef void FieldListener(void *context, const FieldElement *element);
void field_group_list(const FieldGroup *group, FieldListener *tell, void *context);

/* Prints every value to stdout, one a line: name, separator, value. */
void world_print_fields(const CwWorld *world, char separator);

/* ---- walks over all fields that a later tick can read (field_walk.c) ---- */

/* Visits the sections of a bit mask in a fixed order. Worlds without a session have no probe. */
void world_visit_fields(const CwWorld *world, unsigned mask, FieldVisitor *visit, void *context);

/* Visits every table that objects may have, without number and base. Varying counts are 0. */
void world_visit_tables(const CwWorld *world, FieldVisitor *visit, void *context);

/* The number of the shape's owner, or else of its body's; 0: none. */
uint32_t shape_owner_number(const CwWorld *world, const cpShape *shape);

const void *field_link_read(const void *data, const CwField *link);

/* The field of the owner's kind that points at `thing`; NULL: none, or owner 0. */
const CwField *field_link_to(const CwWorld *world, uint32_t owner, const void *thing);
