#include "sim/world_edit.h"

#include "base/number.h"
#include "sim/field_path.h"

#include <chipmunk/chipmunk_private.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Far beyond any game, and far from where their squares overflow. */
static const double SPEED_MAX = 1e6, FORCE_MAX = 1e15;

typedef enum Restriction {
    ANY_NUMBER,
    ABOVE_ZERO,   /* up to FORCE_MAX */
    NOT_NEGATIVE, /* the same */
    WITHIN_FENCE, /* metres */
    WITHIN_SPEED, /* metres or radians a second */
    WITHIN_FORCE  /* newtons, newton metres */
} Restriction;

/* The fields of Chipmunk's structs that may be changed. */
static const struct {
    const char *object, *field;
    Restriction restriction;
} OPEN_FIELDS[] = {
    {"body", "p", WITHIN_FENCE},
    {"body", "v", WITHIN_SPEED},
    {"body", "f", WITHIN_FORCE},
    {"body", "a", WITHIN_SPEED},
    {"body", "w", WITHIN_SPEED},
    {"body", "t", WITHIN_FORCE},
    {"body", "m", ABOVE_ZERO},
    {"body", "i", ABOVE_ZERO},
    {"shape", "e", NOT_NEGATIVE},
    {"shape", "u", NOT_NEGATIVE},
    {"shape", "surfaceV", WITHIN_SPEED},
    {"shape", "sensor", ANY_NUMBER},
    {"shape", "filter.group", ANY_NUMBER},
    {"shape", "filter.categories", ANY_NUMBER},
    {"shape", "filter.mask", ANY_NUMBER},
    {"joint", "maxForce", NOT_NEGATIVE},
    {"joint", "maxBias", NOT_NEGATIVE},
    {"joint", "collideBodies", ANY_NUMBER},
    {"joint", "anchorA", WITHIN_FENCE},
    {"joint", "anchorB", WITHIN_FENCE},
    {"joint", "dist", NOT_NEGATIVE},
    {"joint", "min", WITHIN_FENCE},
    {"joint", "max", WITHIN_FENCE},
    {"joint", "restLength", NOT_NEGATIVE},
    {"joint", "restAngle", WITHIN_SPEED},
    {"joint", "stiffness", NOT_NEGATIVE},
    {"joint", "damping", NOT_NEGATIVE},
    {"joint", "phase", WITHIN_SPEED},
    {"joint", "rate", WITHIN_SPEED},
};

/* The place of a field. */
typedef struct EditPlace {
    const FieldPath *path;
    const void *base; /* of its struct; NULL: not found */
    void *at;
    CwFieldType type;
} EditPlace;

/* ---- finding it ---- */

static void find(void *context, const FieldGroup *group)
{
    EditPlace *place = context;
    const FieldPath *path = place->path;
    if (place->base != NULL || strcmp(group->object, path->object) != 0 ||
        (!path->any && group->number != path->number)) {
        return;
    }
    for (int i = 0; i < group->field_count; i++) {
        const CwField *field = &group->fields[i];
        if (strcmp(field->name, path->field) != 0 || path->index >= field->count) {
            continue;
        }
        size_t axis = path->axis == 1 ? offsetof(cpVect, y) : 0;
        const char *at = (const char *)group->base + field->offset +
                         path->index * field_bytes(field->type) + axis;
        place->base = group->base;
        place->at = (void *)(uintptr_t)at; /* the world's own: it is written between ticks */
        place->type = field->type == CW_FIELD_VECT ? CW_FIELD_F64 : field->type;
    }
}

static bool is_engines(const char *object)
{
    static const char *const names[] = {"body",  "shape", "joint",  "contact", "awake",  "island",
                                        "space", "world", "entity", "event",   "systems"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(names); i++) {
        if (strcmp(object, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool find_restriction(const FieldPath *path, Restriction *restriction)
{
    *restriction = ANY_NUMBER;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(OPEN_FIELDS); i++) {
        if (strcmp(OPEN_FIELDS[i].object, path->object) == 0 &&
            strcmp(OPEN_FIELDS[i].field, path->field) == 0) {
            *restriction = OPEN_FIELDS[i].restriction;
            return true;
        }
    }
    return !is_engines(path->object);
}

static bool is_alone(const char *object)
{
    return strcmp(object, "state") == 0 || strcmp(object, "rng") == 0;
}

static bool find_place(const Session *session, const char *name, FieldPaths *paths,
                       EditPlace *place, CwError *error)
{
    const FieldPath *path = &paths->items[0];
    Restriction unused;
    paths->count = 0;
    paths->sources = 0;
    if (!field_paths_add(paths, session, name, error)) {
        return false;
    }
    if (strcmp(path->object, "probe") == 0 || !find_restriction(path, &unused)) {
        return cw_error_set(error, "%.100s is worked out by each tick: it can't be set", name);
    }
    if (paths->count != 1 || path->kind != NULL || (path->any && !is_alone(path->object))) {
        return cw_error_set(error, "%.100s: say which one, with its number", name);
    }
    *place = (EditPlace){.path = path};
    const WorldSection sections[] = {SECTION_BODIES, SECTION_CONSTRAINTS, SECTION_ENTITIES,
                                     SECTION_RNG, SECTION_GAME};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(sections) && place->base == NULL; i++) {
        world_visit_section(session->world, sections[i], find, place);
    }
    return place->base != NULL || cw_error_set(error, "%.100s is not there at this tick", name);
}

/* ---- what it may be ---- */

static bool is_whole(CwFieldType type)
{
    return type != CW_FIELD_F64 && type != CW_FIELD_VECT && type != CW_FIELD_ENTITY;
}

static bool check_range(const char *name, double number, double low, double high, CwError *error)
{
    return (number >= low && number <= high) ||
           cw_error_set(error, "%.100s: from %g to %g", name, low, high);
}

static bool check_real(const FieldPath *path, double number, CwError *error)
{
    Restriction restriction;
    find_restriction(path, &restriction);
    if (!isfinite(number)) {
        return cw_error_set(error, "%.100s: a finite number, please", path->name);
    }
    switch (restriction) {
    case ANY_NUMBER:
        return true;
    case ABOVE_ZERO:
        return check_range(path->name, number, 1e-9, FORCE_MAX, error);
    case NOT_NEGATIVE:
        return check_range(path->name, number, 0, FORCE_MAX, error);
    case WITHIN_FENCE:
        return check_range(path->name, number, -FENCE_M, FENCE_M, error);
    case WITHIN_SPEED:
        return check_range(path->name, number, -SPEED_MAX, SPEED_MAX, error);
    case WITHIN_FORCE:
        return check_range(path->name, number, -FORCE_MAX, FORCE_MAX, error);
    }
    return false;
}

/* Whole numbers lie in 64 bits, signed ones with their sign. */
static bool check_whole(const FieldPath *path, CwFieldType type, uint64_t value, CwError *error)
{
    bool fits = true;
    if (type == CW_FIELD_BOOL) {
        fits = value <= 1;
    } else if (type == CW_FIELD_I32) {
        fits = (int64_t)value >= INT32_MIN && (int64_t)value <= INT32_MAX;
    } else if (type == CW_FIELD_U32) {
        fits = value <= UINT32_MAX;
    }
    return fits || cw_error_set(error, "%.100s: %s", path->name,
                                type == CW_FIELD_BOOL  ? "0 or 1"
                                : type == CW_FIELD_I32 ? "from -2147483648 to 2147483647"
                                                       : "from 0 to 4294967295");
}

static bool check_value(const EditPlace *place, uint64_t value, CwError *error)
{
    double number;
    memcpy(&number, &value, sizeof number);
    if (place->type == CW_FIELD_ENTITY) {
        return cw_error_set(error, "%.100s names an entity: it can't be typed", place->path->name);
    }
    return is_whole(place->type) ? check_whole(place->path, place->type, value, error)
                                 : check_real(place->path, number, error);
}

static bool parse_whole(const char *text, bool is_signed, uint64_t *value)
{
    char *end = NULL;
    bool negative = text[0] == '-';
    bool number = text[negative] >= '0' && text[negative] <= '9';
    errno = 0;
    *value = is_signed ? (uint64_t)strtoll(text, &end, 10) : strtoull(text, &end, 10);
    return number && (is_signed || !negative) && *end == '\0' && errno == 0;
}

static bool parse_value(const EditPlace *place, const char *text, uint64_t *value)
{
    bool is_signed = place->type == CW_FIELD_I32 || place->type == CW_FIELD_I64;
    if (place->type == CW_FIELD_BOOL && (strcmp(text, "true") == 0 || strcmp(text, "on") == 0)) {
        *value = 1;
        return true;
    }
    if (place->type == CW_FIELD_BOOL && (strcmp(text, "false") == 0 || strcmp(text, "off") == 0)) {
        *value = 0;
        return true;
    }
    if (is_whole(place->type)) {
        return parse_whole(text, is_signed, value);
    }
    double number;
    bool good = number_parse(text, &number);
    memcpy(value, &number, sizeof number);
    return good;
}

bool world_edit_parse(const Session *session, const char *field, const char *text,
                      CwReplayEdit *edit, CwError *error)
{
    FieldPaths *paths = calloc(1, sizeof *paths);
    EditPlace place;
    *edit = (CwReplayEdit){.tick = cw_world_tick(session->world)};
    bool good = (paths != NULL || cw_error_set(error, "out of memory")) &&
                find_place(session, field, paths, &place, error);
    if (good && place.type != CW_FIELD_ENTITY && !parse_value(&place, text, &edit->value)) {
        good = cw_error_set(error, "\"%.40s\" is no %s", text,
                            is_whole(place.type) ? "whole number that fits" : "number");
    }
    good = good && check_value(&place, edit->value, error);
    for (const char *at = field; good && *at != '\0'; at++) {
        good = (*at > ' ' && *at <= '~') ||
               cw_error_set(error, "%.100s: no recording can hold that name", field);
    }
    if (good) {
        memcpy(edit->field, paths->items[0].name, sizeof edit->field);
    }
    free(paths);
    return good;
}

/* ---- the change ---- */

static void write_value(const EditPlace *place, uint64_t value)
{
    size_t bytes = field_bytes(place->type); /* the low ones, as the machine has them */
    memcpy(place->at, &value, bytes);
}

/* A place or angle comes with the transform, the shapes and what is drawn. */
static void move_body(CwWorld *world, cpBody *body)
{
    cpVect away = cpTransformVect(body->transform, body->cog);
    cw_world_teleport(world, body, (CwTransform2){body->p.x - away.x, body->p.y - away.y, body->a},
                      CW_TELEPORT_SNAP);
}

static void settle_body(CwWorld *world, const EditPlace *place, cpBody *body)
{
    const char *field = place->path->field;
    if (strcmp(field, "p") == 0 || strcmp(field, "a") == 0) {
        move_body(world, body);
    } else if (strcmp(field, "m") == 0) {
        body->m_inv = 1 / body->m;
    } else if (strcmp(field, "i") == 0) {
        body->i_inv = 1 / body->i;
    }
}

static void wake_shape(const cpShape *shape)
{
    if (cpBodyGetType(shape->body) == CP_BODY_TYPE_STATIC) {
        cpBodyActivateStatic(shape->body, (cpShape *)(uintptr_t)shape);
    } else {
        cpBodyActivate(shape->body);
    }
}

/* An edit under way, to be attempted in the world's memory. */
typedef struct Editing {
    CwWorld *world;
    const EditPlace *place;
    uint64_t value;
} Editing;

static void change(void *context)
{
    const Editing *editing = context;
    const EditPlace *place = editing->place;
    const char *object = place->path->object;
    void *base = (void *)(uintptr_t)place->base;
    bool body = strcmp(object, "body") == 0;
    if (body) {
        cpBodyActivate(base);
    } else if (strcmp(object, "shape") == 0) {
        wake_shape(base);
    } else if (strcmp(object, "joint") == 0) {
        cpBodyActivate(((cpConstraint *)base)->a);
        cpBodyActivate(((cpConstraint *)base)->b);
    }
    write_value(place, editing->value);
    if (body) {
        settle_body(editing->world, place, base);
    }
}

/* Refuses the mass of bodies that are static or whose mass doesn't count. */
static bool check_body(const EditPlace *place, CwError *error)
{
    const char *field = place->path->field;
    if (strcmp(place->path->object, "body") != 0) {
        return true;
    }
    cpBodyType type = cpBodyGetType((cpBody *)(uintptr_t)place->base);
    bool mass = strcmp(field, "m") == 0 || strcmp(field, "i") == 0;
    if (type == CP_BODY_TYPE_STATIC || (mass && type != CP_BODY_TYPE_DYNAMIC)) {
        return cw_error_set(error, "%.100s: of a body that is moved by nothing", place->path->name);
    }
    return true;
}

bool world_edit_apply(Session *session, const CwReplayEdit *edit, CwError *error)
{
    FieldPaths *paths = calloc(1, sizeof *paths);
    EditPlace place;
    bool good = (paths != NULL || cw_error_set(error, "out of memory")) &&
                find_place(session, edit->field, paths, &place, error) &&
                check_value(&place, edit->value, error) && check_body(&place, error);
    if (good) {
        Editing editing = {session->world, &place, edit->value};
        good = world_attempt(session->world, change, &editing, error);
    }
    free(paths);
    return good;
}
