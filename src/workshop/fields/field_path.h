/* Fields of a world by name, for dumps, queries and the inspector. Nothing here changes a world.
 *
 * A path names an object, its number and a field. Without a number it means the first object that
 * has the field.
 *
 *     buggy.59.hop.press_ticks   a field of an entity
 *     crate.4.health.points      a field of an entity's part
 *     body.3.p.x                 a field of a body, by its number
 *     shape.7.planes[2].y        an element of an array, and an axis of a vector
 *     state.finished             the game's state
 *     probe.progress             the game's probe, named as in the probe log
 *     crate.4.body.2.p           the second body that an entity owns
 *     buggy.rear_wheel.w         the body, shape or joint that a field points at (CW_FIELD_BODY)
 *
 * Paths are found in the tables of a world's game, so they may name things that do not exist yet.
 * Reading them tells whether they exist. */
#pragma once

#include "fields/field_walk.h"

enum { FIELD_NAME_BYTES = 128, FIELD_TEXT_BYTES = 64, FIELD_PATH_MAX = 256 };

/* One value of one field. The pointers are the game's and the engine's own tables. */
typedef struct FieldPath {
    char name[FIELD_NAME_BYTES]; /* whole: element and axis too */
    const char *object, *part;   /* `part`: see FieldGroup */
    const CwField *field;
    const CwKind *kind;  /* whose body or link it is; NULL: it is that of its number */
    const CwField *link; /* that points to it; NULL: none */
    size_t block_offset; /* of the part with the link in the entity's data; 0: the kind has it */
    uint64_t number;     /* of the object; with a kind, of the entity; 0 with `any`: the first */
    uint64_t body;       /* with a kind and no link: which of its bodies, from 1 */
    bool any;            /* the path has no number */
    uint32_t index;      /* of the element */
    int axis;            /* 0 x, 1 y; -1: no vector */
    WorldSection section;
} FieldPath;

typedef struct FieldPaths {
    FieldPath items[FIELD_PATH_MAX];
    int count;
} FieldPaths;

typedef struct FieldValue {
    bool exists;           /* false: the rest is 0 */
    CwFieldType type;      /* no vector: they are taken apart */
    uint64_t bits;         /* as in memory */
    double number;         /* of an entity its place; of large whole numbers the nearest */
    const char *word;      /* of an enum; NULL: none */
    const void *base, *at; /* its struct and its place there, if that lies in the world */
} FieldValue;

/* Adds a named field's values (a vector is two). False with the nearest name. */
bool field_paths_add(FieldPaths *paths, const CwWorld *world, const char *text, CwError *error);

/* The same for names with commas between them. */
bool field_paths_add_all(FieldPaths *paths, const CwWorld *world, const char *names,
                         CwError *error);

/* The value of an enum's word. False: the field has no such word. */
bool field_word_parse(const CwField *field, const char *text, uint64_t *value);

/* Reads so many paths in one walk over the world. */
void field_paths_read(const FieldPath *paths, int count, const CwWorld *world, FieldValue *values);

/* Shortest text that is exactly this value, or an enum's word; "-" for one that does not exist. */
const char *field_value_text(const FieldValue *value, char text[FIELD_TEXT_BYTES]);

/* An element of a field that a walk visits, of a vector one axis. */
typedef struct FieldElement {
    const FieldGroup *group;
    const CwField *field;
    uint32_t index;
    int axis; /* as in a path */
} FieldElement;

/* Prints its name and returns how much of it is "OBJECT.NUMBER", with the name of a body. */
size_t field_element_name(const FieldElement *element, char name[FIELD_NAME_BYTES]);
FieldValue field_element_value(const FieldElement *element);

typedef void FieldListener(void *context, const FieldElement *element);
void field_group_list(const FieldGroup *group, FieldListener *tell, void *context);

/* Prints all that exists to stdout, a line a value: its name, the separator and the value. */
void world_print_fields(const CwWorld *world, char separator);
