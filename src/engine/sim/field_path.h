/* Fields of a run by name, for queries, comparisons and inspectors: what dumps print, as one value.
 *
 * A path is OBJECT[.NUMBER].FIELD in the words of a dump: "buggy.59.hop.press_ticks",
 * "body.3.p.x", "state.finished", "shape.7.planes[2].y". Without a number it is of the first that
 * has the field. KIND[.NUMBER].body[.K].FIELD is of the K-th body (from 1) that an entity owns, in
 * the order of their numbers, and "probe" is what the game tells of the run, named as in the probe
 * log. Paths are found in the tables of a session's game, so they may name what does not exist yet;
 * reading them says whether it does. Nothing here changes a world. */
#ifndef SIM_FIELD_PATH_H
#define SIM_FIELD_PATH_H

#include "sim/session.h"
#include "sim/world_fields.h"

enum { FIELD_NAME_BYTES = 128, FIELD_TEXT_BYTES = 64, FIELD_PATH_MAX = 256 };

/* One value of one field. The pointers are the game's and the engine's own tables. */
typedef struct FieldPath {
    char name[FIELD_NAME_BYTES]; /* whole: element and axis too */
    const char *object, *field;
    const char *kind; /* whose body it is; NULL: that of its number */
    uint64_t number;  /* of the object; with a kind, of the entity */
    uint64_t body;    /* with a kind: which of its bodies, from 1 */
    bool any;         /* the first that has the field, whatever its number */
    uint32_t index;   /* of the element */
    int axis;         /* 0 x, 1 y; -1: no vector */
    unsigned source;  /* where to look */
} FieldPath;

typedef struct FieldPaths {
    FieldPath items[FIELD_PATH_MAX];
    int count;
    unsigned sources;
} FieldPaths;

typedef struct FieldValue {
    bool exists;      /* false: the rest is 0 */
    uint64_t object;  /* number of the object: the entity's, the body's */
    CwFieldType type; /* no vector: they are taken apart */
    uint64_t bits;    /* as in memory */
    double number;    /* of an entity its place; of large whole numbers the nearest */
} FieldValue;

/* Adds the values that a text names: a vector is two, an array without [INDEX] as many as it has.
 * False, with the nearest name there is, when nothing can be of that name. */
bool field_paths_add(FieldPaths *paths, const Session *session, const char *text, CwError *error);

/* Reads the session's present value of each path. */
void field_paths_read(const FieldPaths *paths, const Session *session, FieldValue *values);

/* Shortest text that is exactly this value; "-" for one that does not exist. */
const char *field_value_text(const FieldValue *value, char text[FIELD_TEXT_BYTES]);

/* Tells all that exists, in the order of dumps, the probe last. */
typedef void FieldListener(void *context, const char *name, const FieldValue *value);
void session_list_fields(const Session *session, FieldListener *tell, void *context);

/* The same of one group that a walk visits; and one element of a field of it, of a vector one axis
 * (0 x, 1 y). */
void field_group_list(const FieldGroup *group, FieldListener *tell, void *context);
FieldValue field_group_value(const FieldGroup *group, const CwField *field, uint32_t index,
                             int axis);

/* The first element of the field of this name, where the group has one. */
FieldValue field_group_find(const FieldGroup *group, const char *name);
void field_group_name(const FieldGroup *group, const CwField *field, uint32_t index, int axis,
                      char name[FIELD_NAME_BYTES]);

#endif
