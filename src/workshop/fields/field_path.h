/* Fields of a world by name, for dumps, queries and inspectors.
 *
 * A path is OBJECT[.NUMBER].FIELD in the words of a list: "buggy.59.hop.press_ticks",
 * "body.3.p.x", "state.finished", "shape.7.planes[2].y", "crate.4.health.points" of a part. Without
 * a number it is of the first that has the field. KIND[.NUMBER].body[.K].FIELD is of the K-th body
 * (from 1) that an entity owns, in the order of their numbers. KIND[.NUMBER].NAME.FIELD is of the
 * body, shape or joint that a field NAME points at (CW_FIELD_BODY): "buggy.rear_wheel.w"; of a
 * part's field "hero.mover.trunk.w". "probe"
 * is what the game tells of the run, named as in the probe log. Paths are found in the tables of a
 * world's game, so they may name what does not exist yet; reading them says whether it does.
 * Nothing here changes a world. */
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
    uint64_t number;     /* of the object; with a kind, of the entity */
    uint64_t body;       /* with a kind and no link: which of its bodies, from 1 */
    bool any;            /* the first that has the field, whatever its number */
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

void field_paths_read(const FieldPaths *paths, const CwWorld *world, FieldValue *values);

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
