#include "fields/world_edit.h"

#include "base/number.h"
#include "fields/field_path.h"
#include "platform/arithmetic.h"
#include "sim/entity_data.h"

#include <chipmunk/chipmunk_private.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Limits far beyond any game, whose squares are far from an overflow. */
static const double SPEED_MAX = 1e6, FORCE_MAX = 1e15, ABOVE_ZERO = 1e-9;

/* Fields of Chipmunk's structs that may be changed, and their limits. */
typedef struct OpenFields {
    const char *object, *fields[6];
    double low, high;
} OpenFields;

static const OpenFields OPEN_FIELDS[] = {
    {"body", {"p"}, -FENCE_M, FENCE_M},
    {"body", {"v", "a", "w"}, -SPEED_MAX, SPEED_MAX},
    {"body", {"f", "t"}, -FORCE_MAX, FORCE_MAX},
    {"body", {"m", "i"}, ABOVE_ZERO, FORCE_MAX},
    {"shape", {"e", "u"}, 0, FORCE_MAX},
    {"shape", {"surfaceV"}, -SPEED_MAX, SPEED_MAX},
    {"shape", {"sensor", "filter.group", "filter.categories", "filter.mask"}, -INFINITY, INFINITY},
    {"joint", {"maxForce", "maxBias", "dist", "restLength", "stiffness", "damping"}, 0, FORCE_MAX},
    {"joint", {"anchorA", "anchorB", "min", "max"}, -FENCE_M, FENCE_M},
    {"joint", {"restAngle", "phase", "rate"}, -SPEED_MAX, SPEED_MAX},
    {"joint", {"collideBodies"}, -INFINITY, INFINITY},
};

typedef struct EditPlace {
    FieldPath path;
    const OpenFields *open;
    FieldValue now;
} EditPlace;

/* ---- the place in the world ---- */

/* The limits of a field; NULL: only ticks may set it. All data of the game is open. */
static const OpenFields *find_open(const FieldPath *path)
{
    static const OpenFields of_the_game = {.low = -INFINITY, .high = INFINITY};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(OPEN_FIELDS); i++) {
        const OpenFields *row = &OPEN_FIELDS[i];
        size_t left = strcmp(row->object, path->object) == 0 ? CW_ARRAY_LENGTH(row->fields) : 0;
        for (const char *const *field = row->fields; left > 0 && *field != NULL; field++, left--) {
            if (strcmp(*field, path->field->name) == 0) {
                return row;
            }
        }
    }
    bool is_open = path->section == SECTION_RNG || strcmp(path->object, "state") == 0 ||
                   strcmp(path->object, "carry") == 0 ||
                   (path->section == SECTION_ENTITIES && strcmp(path->object, "entity") != 0);
    return is_open ? &of_the_game : NULL;
}

static bool find_place(const CwWorld *world, const char *name, EditPlace *place, CwError *error)
{
    FieldPaths paths = {0};
    if (!field_paths_add(&paths, world, name, error)) {
        return false;
    }
    const FieldPath *path = &paths.items[0];
    bool is_alone = path->section == SECTION_RNG || path->section == SECTION_GAME;
    place->open = find_open(path);
    if (place->open == NULL) {
        return cw_error_set(error, "%.100s is worked out by each tick: it can't be set", name);
    }
    if (paths.count != 1 || (path->kind != NULL && path->link == NULL) ||
        (path->is_unnumbered && !is_alone)) {
        return cw_error_set(error, "%.100s: say which one, with its number", name);
    }
    place->path = *path;
    field_paths_read(paths.items, paths.count, world, &place->now);
    return place->now.exists || cw_error_set(error, "%.100s is not there at this tick", name);
}

/* ---- values ---- */

static bool is_whole(CwFieldType type)
{
    return type != CW_FIELD_F64 && type != CW_FIELD_VECT && type != CW_FIELD_ENTITY;
}

static bool check_real(const EditPlace *place, double number, CwError *error)
{
    double low = place->open->low, high = place->open->high;
    if (!isfinite(number)) {
        return cw_error_set(error, "%.100s: a finite number, please", place->path.name);
    }
    return (number >= low && number <= high) ||
           cw_error_set(error, "%.100s: from %g to %g", place->path.name, low, high);
}

/* Whole numbers lie in 64 bits, signed ones with their sign. Types of 64 bits have no limits. */
static bool check_whole(const EditPlace *place, uint64_t value, CwError *error)
{
    static const struct {
        int64_t low, high;
    } limits[CW_FIELD_TYPE_COUNT] = {[CW_FIELD_BOOL] = {0, 1},
                                     [CW_FIELD_I32] = {INT32_MIN, INT32_MAX},
                                     [CW_FIELD_U32] = {0, UINT32_MAX}};
    int64_t low = limits[place->now.type].low, high = limits[place->now.type].high;
    return high == 0 || ((int64_t)value >= low && (int64_t)value <= high) ||
           cw_error_set(error, "%.100s: from %lld to %lld", place->path.name, (long long)low,
                        (long long)high);
}

static bool check_value(const EditPlace *place, uint64_t value, CwError *error)
{
    double number;
    memcpy(&number, &value, sizeof number);
    if (place->now.type == CW_FIELD_ENTITY) {
        return cw_error_set(error, "%.100s names an entity: it can't be typed", place->path.name);
    }
    bool whole = is_whole(place->now.type);
    return whole ? check_whole(place, value, error) : check_real(place, number, error);
}

static bool parse_whole(const char *text, bool is_signed, uint64_t *value)
{
    char *end = NULL;
    bool is_negative = text[0] == '-';
    bool is_number = text[is_negative] >= '0' && text[is_negative] <= '9';
    errno = 0;
    *value = is_signed ? (uint64_t)strtoll(text, &end, 10) : strtoull(text, &end, 10);
    return is_number && (is_signed || !is_negative) && *end == '\0' && errno == 0;
}

static bool parse_value(const EditPlace *place, const char *text, uint64_t *value)
{
    CwFieldType type = place->now.type;
    if (field_word_parse(place->path.field, text, value)) {
        return true;
    }
    bool is_true = strcmp(text, "true") == 0;
    if (type == CW_FIELD_BOOL && (is_true || strcmp(text, "false") == 0)) {
        *value = is_true;
        return true;
    }
    bool is_signed = type == CW_FIELD_I32 || type == CW_FIELD_I64;
    if (is_whole(type)) {
        return parse_whole(text, is_signed, value);
    }
    double number;
    bool ok = number_parse(text, &number);
    memcpy(value, &number, sizeof number);
    return ok;
}

bool world_edit_parse(const CwWorld *world, const char *field, const char *text, CwReplayEdit *edit,
                      CwError *error)
{
    EditPlace place;
    *edit = (CwReplayEdit){.tick = cw_world_tick(world)};
    bool ok = find_place(world, field, &place, error);
    CwFieldType type = ok ? place.now.type : CW_FIELD_ENTITY;
    if (type != CW_FIELD_ENTITY && !parse_value(&place, text, &edit->value)) {
        ok = cw_error_set(error, "\"%.40s\" is no %s", text,
                          is_whole(type) ? "whole number that fits" : "number");
    }
    ok = ok && check_value(&place, edit->value, error);
    for (const char *at = field; ok && *at != '\0'; at++) {
        ok = (*at > ' ' && *at <= '~') ||
             cw_error_set(error, "%.100s: no recording can hold that name", field);
    }
    if (ok) {
        memcpy(edit->field, place.path.name, sizeof edit->field);
    }
    return ok;
}

/* ---- the change ---- */

static void settle_body(CwWorld *world, const EditPlace *place, cpBody *body)
{
    const char *field = place->path.field->name;
    if (strcmp(field, "p") == 0 || strcmp(field, "a") == 0) {
        /* Moves the transform, the shapes and the drawn pose, too. */
        cpVect away = cpTransformVect(body->transform, body->cog);
        cw_world_teleport(world, body,
                          (CwTransform2){body->p.x - away.x, body->p.y - away.y, body->a},
                          CW_TELEPORT_SNAP);
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

typedef struct Editing {
    CwWorld *world;
    const EditPlace *place;
    uint64_t value;
} Editing;

static void change_field(void *context)
{
    const Editing *editing = context;
    const EditPlace *place = editing->place;
    const char *object = place->path.object;
    void *base = (void *)(uintptr_t)place->now.base; /* the world's own: it is between ticks */
    void *at = (void *)(uintptr_t)place->now.at;
    bool is_body = strcmp(object, "body") == 0;
    if (is_body) {
        cpBodyActivate(base);
    } else if (strcmp(object, "shape") == 0) {
        wake_shape(base);
    } else if (strcmp(object, "joint") == 0) {
        cpBodyActivate(((cpConstraint *)base)->a);
        cpBodyActivate(((cpConstraint *)base)->b);
    }
    memcpy(at, &editing->value, field_bytes(place->now.type)); /* the low bytes */
    if (is_body) {
        settle_body(editing->world, place, base);
    } else if (place->path.section == SECTION_ENTITIES) {
        lerps_snap(editing->world, &editing->world->slots[place->path.number - 1]);
    }
}

static EditPlace place_of(const FieldElement *element)
{
    const FieldGroup *group = element->group;
    return (EditPlace){.path = {.object = group->object,
                                .field = element->field,
                                .number = group->number,
                                .section = group->section},
                       .now = field_element_value(element)};
}

bool world_edit_is_open(const FieldElement *element)
{
    EditPlace place = place_of(element);
    return find_open(&place.path) != NULL;
}

void world_edit_element(CwWorld *world, const FieldElement *element, uint64_t bits)
{
    EditPlace place = place_of(element);
    change_field(&(Editing){world, &place, bits});
}

/* Refuses all fields of static bodies, and the mass of kinematic ones. */
static bool check_body(const EditPlace *place, CwError *error)
{
    const char *field = place->path.field->name;
    if (strcmp(place->path.object, "body") != 0) {
        return true;
    }
    cpBodyType type = cpBodyGetType((cpBody *)(uintptr_t)place->now.base);
    bool is_mass = strcmp(field, "m") == 0 || strcmp(field, "i") == 0;
    return type == CP_BODY_TYPE_DYNAMIC || (type == CP_BODY_TYPE_KINEMATIC && !is_mass) ||
           cw_error_set(error, "%.100s: of a body that is moved by nothing", place->path.name);
}

bool edit_is_knob(const CwReplayEdit *edit)
{
    return strncmp(edit->field, EDIT_KNOB, strlen(EDIT_KNOB)) == 0;
}

bool world_edit_apply(CwWorld *world, const CwReplayEdit *edit, CwError *error)
{
    EditPlace place;
    Editing editing = {world, &place, edit->value};
    arithmetic_reset();
    if (edit_is_knob(edit)) { /* the session turned it before its world was built */
        return edit->tick == 0 ||
               cw_error_set(error, "%.100s is only turned before the first tick", edit->field);
    }
    if (strcmp(edit->field, EDIT_TRANSFER) == 0) {
        return edit->tick == world->transfer_tick ||
               cw_error_set(error, "the run went on in another build here");
    }
    if (!find_place(world, edit->field, &place, error) ||
        !check_value(&place, edit->value, error) || !check_body(&place, error)) {
        return false;
    }
    bool was_shut = arena_open(world->arena);
    world->arena->is_edited = true;
    arena_shut(world->arena, was_shut);
    Arena *before = arena_make_current(world->arena); /* what wakes up frees memory of its sleep */
    bool ok = world_attempt(world, change_field, &editing, error);
    arena_make_current(before);
    return ok;
}
