#include "sim/field_path.h"

#include "base/nearest.h"
#include "base/number.h"
#include "sim/world_dump.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Beside the sections, and apart from them in what a walk costs. A body is gone to at once. */
enum { SOURCE_CONTACTS = SECTION_COUNT, SOURCE_PROBE, SOURCE_BODY };

/* ---- the probe as a group of fields ---- */

typedef struct ProbeRecord {
    double x_m, y_m, vx_mps, vy_mps, angle_rad, progress;
    bool finished;
    uint64_t finish_tick, time_ticks;
    uint32_t checkpoints;
} ProbeRecord;

static const CwField probe_fields[] = {
    CW_FIELD(ProbeRecord, x_m),        CW_FIELD(ProbeRecord, y_m),
    CW_FIELD(ProbeRecord, vx_mps),     CW_FIELD(ProbeRecord, vy_mps),
    CW_FIELD(ProbeRecord, angle_rad),  CW_FIELD(ProbeRecord, progress),
    CW_FIELD(ProbeRecord, finished),   CW_FIELD(ProbeRecord, finish_tick),
    CW_FIELD(ProbeRecord, time_ticks), CW_FIELD(ProbeRecord, checkpoints),
};

static FieldGroup probe_group(const ProbeRecord *record)
{
    return (FieldGroup){.section = SECTION_GAME,
                        .object = "probe",
                        .fields = probe_fields,
                        .field_count = (int)CW_ARRAY_LENGTH(probe_fields),
                        .base = record};
}

static void visit_probe(const Session *session, FieldVisitor *visit, void *context)
{
    CwProbe probe = session_probe(session);
    ProbeRecord record = {.progress = probe.progress,
                          .finished = probe.finished,
                          .finish_tick = probe.finish_tick,
                          .time_ticks = probe.time_ticks,
                          .checkpoints = probe.checkpoints};
    if (probe.player != NULL) {
        cpVect place = cpBodyGetPosition(probe.player), velocity = cpBodyGetVelocity(probe.player);
        record.x_m = place.x;
        record.y_m = place.y;
        record.vx_mps = velocity.x;
        record.vy_mps = velocity.y;
        record.angle_rad = cpBodyGetAngle(probe.player);
    }
    FieldGroup group = probe_group(&record);
    visit(context, &group);
}

/* ---- values ---- */

static const char *axis_suffix(int axis)
{
    static const char *const suffixes[] = {"", ".x", ".y"};
    return suffixes[axis + 1];
}

static double number_of(CwFieldType type, uint64_t bits)
{
    double real;
    switch (type) {
    case CW_FIELD_F64:
    case CW_FIELD_VECT:
        memcpy(&real, &bits, sizeof real);
        return real;
    case CW_FIELD_I32:
        return (double)(int32_t)bits;
    case CW_FIELD_I64:
        return (double)(int64_t)bits;
    case CW_FIELD_ENTITY:
        return (double)(uint32_t)bits;
    case CW_FIELD_BOOL:
    case CW_FIELD_U32:
    case CW_FIELD_U64:
    case CW_FIELD_TYPE_COUNT:
        break;
    }
    return (double)bits;
}

FieldValue field_group_value(const FieldGroup *group, const CwField *field, uint32_t index,
                             int axis)
{
    FieldValue value = {.exists = true, .object = group->number, .type = field->type};
    size_t bytes = field_bytes(field->type);
    const char *at = (const char *)group->base + field->offset + index * bytes;
    if (field->type == CW_FIELD_VECT) {
        value.type = CW_FIELD_F64;
        bytes = sizeof(double);
        at += axis == 1 ? offsetof(cpVect, y) : offsetof(cpVect, x);
    }
    memcpy(&value.bits, at, bytes);
    value.number = number_of(value.type, value.bits);
    return value;
}

FieldValue field_group_find(const FieldGroup *group, const char *name)
{
    for (int i = 0; i < group->field_count; i++) {
        if (strcmp(group->fields[i].name, name) == 0) {
            return field_group_value(group, &group->fields[i], 0, -1);
        }
    }
    return (FieldValue){0};
}

const char *field_value_text(const FieldValue *value, char text[FIELD_TEXT_BYTES])
{
    if (!value->exists) {
        return "-";
    }
    if (value->type == CW_FIELD_F64) {
        _Static_assert((int)NUMBER_TEXT_MAX <= (int)FIELD_TEXT_BYTES, "room for a number");
        number_print(value->number, text);
    } else {
        field_print(text, FIELD_TEXT_BYTES, value->type, &value->bits);
    }
    return text;
}

/* ---- finding what a text names ---- */

/* A search under way, through the tables. */
typedef struct Search {
    FieldPaths *paths;
    const char *text;  /* of the object on */
    const char *whole; /* as it was asked for */
    FieldPath path;    /* of what is known so far */
    CwField field;     /* where found */
    bool found, indexed;
    char plain[FIELD_NAME_BYTES]; /* for the nearest name: the text without its number */
    int nearest_distance;
    char nearest[FIELD_NAME_BYTES];
} Search;

/* Takes ".NUMBER" off the front; false where there is none, and the text stays. */
static bool take_number(const char **text, uint64_t *number)
{
    const char *at = *text;
    if (at[0] != '.' || at[1] < '0' || at[1] > '9') {
        return false;
    }
    char *end;
    *number = strtoull(at + 1, &end, 10);
    *text = end;
    return true;
}

/* Returns the text behind "OBJECT[.NUMBER]."; NULL when the text names something else. */
static const char *behind_object(const char *text, const char *object, uint64_t *number, bool *any)
{
    size_t length = strlen(object);
    if (strncmp(text, object, length) != 0 || text[length] != '.') {
        return NULL;
    }
    text += length;
    *any = !take_number(&text, number);
    return *text == '.' ? text + 1 : NULL;
}

/* Whether a text is a field's name with nothing behind it but [INDEX] and an axis. */
static bool take_field(Search *search, const CwField *field, const char *text)
{
    size_t length = strlen(field->name);
    if (strncmp(text, field->name, length) != 0) {
        return false;
    }
    text += length;
    uint64_t index = 0;
    search->indexed = *text == '[' && text[1] >= '0' && text[1] <= '9';
    if (search->indexed) {
        char *end;
        index = strtoull(text + 1, &end, 10);
        if (*end != ']') {
            return false;
        }
        text = end + 1;
    }
    search->path.axis = -1;
    if (field->type == CW_FIELD_VECT && (strcmp(text, ".x") == 0 || strcmp(text, ".y") == 0)) {
        search->path.axis = text[1] - 'x';
        text += 2;
    }
    if (*text != '\0' || index > UINT32_MAX) {
        return false;
    }
    search->path.index = (uint32_t)index;
    return true;
}

static unsigned source_of(const FieldGroup *group)
{
    if (group->section == SECTION_CONSTRAINTS && strcmp(group->object, "contact") == 0) {
        return SOURCE_CONTACTS;
    }
    if (group->section == SECTION_BODIES && strcmp(group->object, "body") == 0) {
        return SOURCE_BODY;
    }
    return group->fields == probe_fields ? SOURCE_PROBE : (unsigned)group->section;
}

static void search_table(void *context, const FieldGroup *table)
{
    Search *search = context;
    uint64_t number = 0;
    bool any;
    const char *rest = behind_object(search->text, table->object, &number, &any);
    for (int i = 0; rest != NULL && i < table->field_count && !search->found; i++) {
        if (take_field(search, &table->fields[i], rest)) {
            search->found = true;
            search->field = table->fields[i];
            search->path.object = table->object;
            search->path.field = table->fields[i].name;
            search->path.number = number;
            search->path.any = any;
            search->path.source = source_of(table);
        }
    }
}

static void visit_all_tables(const Session *session, FieldVisitor *visit, void *context)
{
    FieldGroup probe = probe_group(NULL);
    world_visit_tables(session->world, visit, context);
    visit(context, &probe);
}

/* KIND[.NUMBER].body[.K].FIELD */
static void search_bodies(Search *search, const Session *session)
{
    const WorldDesc *desc = &session->world->desc;
    for (int i = 0; i < desc->kind_count && !search->found; i++) {
        uint64_t number = 0;
        bool any;
        const char *rest = behind_object(search->whole, desc->kinds[i].name, &number, &any);
        if (rest == NULL || strncmp(rest, "body.", 5) != 0) {
            continue;
        }
        search->text = rest;
        world_visit_tables(session->world, search_table, search);
        if (search->found) {
            search->path.kind = desc->kinds[i].name;
            search->path.body = search->path.any ? 1 : search->path.number;
            search->path.number = number;
            search->path.any = any;
        }
    }
}

static void compare_name(void *context, const FieldGroup *table)
{
    Search *search = context;
    for (int i = 0; i < table->field_count; i++) {
        char name[FIELD_NAME_BYTES], numbered[FIELD_NAME_BYTES];
        uint64_t number = 0;
        bool any = true;
        const char *field = table->fields[i].name;
        snprintf(name, sizeof name, "%s.%s", table->object, field);
        int distance = name_distance(search->plain, name);
        if (distance < search->nearest_distance) {
            search->nearest_distance = distance;
            behind_object(search->whole, table->object, &number, &any);
            snprintf(numbered, sizeof numbered, "%s.%" PRIu64 ".%s", table->object, number, field);
            memcpy(search->nearest, any ? name : numbered, sizeof name);
        }
    }
}

/* "buggy.59.wet" without its number. */
static void strip_number(const char *text, char plain[FIELD_NAME_BYTES])
{
    size_t object = strcspn(text, ".");
    const char *rest = text + object;
    uint64_t number;
    take_number(&rest, &number);
    snprintf(plain, FIELD_NAME_BYTES, "%.*s%s", (int)object, text, rest);
}

static bool refuse_name(Search *search, const Session *session, CwError *error)
{
    strip_number(search->whole, search->plain);
    search->nearest_distance = INT_MAX;
    visit_all_tables(session, compare_name, search);
    return cw_error_set(error, "there is no field \"%.100s\": did you mean %s", search->whole,
                        search->nearest);
}

/* The values that were found, in their order. */
static bool add_found(Search *search, CwError *error)
{
    FieldPaths *paths = search->paths;
    const CwField *field = &search->field;
    uint32_t first = search->path.index, last = first;
    bool whole = field->count != 1 && !search->indexed;
    if (whole && field->count == 0) {
        return cw_error_set(error, "%.100s differs in number: say which, as in %.100s[0]",
                            search->whole, search->whole);
    }
    if (field->count > 0 && first >= field->count) {
        return cw_error_set(error, "%.100s: the last is [%" PRIu32 "]", search->whole,
                            field->count - 1);
    }
    last = whole ? field->count - 1 : last;
    bool apart = field->type == CW_FIELD_VECT && search->path.axis < 0;
    for (uint32_t index = first; index <= last; index++) {
        for (int axis = 0; axis < (apart ? 2 : 1); axis++) {
            if (paths->count == FIELD_PATH_MAX) {
                return cw_error_set(error, "more than %d fields: ask for some of them",
                                    FIELD_PATH_MAX);
            }
            FieldPath *path = &paths->items[paths->count++];
            *path = search->path;
            path->index = index;
            path->axis = apart ? axis : search->path.axis;
            char element[16] = "";
            if (whole) {
                snprintf(element, sizeof element, "[%" PRIu32 "]", index);
            }
            snprintf(path->name, sizeof path->name, "%s%s%s", search->whole, element,
                     axis_suffix(apart ? axis : -1));
        }
    }
    paths->sources |= 1u << search->path.source;
    return true;
}

bool field_paths_add(FieldPaths *paths, const Session *session, const char *text, CwError *error)
{
    Search search = {.paths = paths, .text = text, .whole = text};
    if (strlen(text) + 16 > FIELD_NAME_BYTES) {
        return cw_error_set(error, "there is no field \"%.40s...\": no name is so long", text);
    }
    visit_all_tables(session, search_table, &search);
    if (!search.found) {
        search_bodies(&search, session);
    }
    return search.found ? add_found(&search, error) : refuse_name(&search, session, error);
}

/* ---- reading ---- */

typedef struct Reading {
    const FieldPaths *paths;
    FieldValue *values;
    uint64_t numbers[FIELD_PATH_MAX]; /* of the objects, as they are now */
} Reading;

/* The number of the body that an entity of a kind owns; no body's when there is none. */
static uint64_t find_body(const CwWorld *world, const FieldPath *path)
{
    uint32_t entity = path->any ? 0 : (uint32_t)path->number;
    uint64_t found = 0;
    for (int i = 0; i < world->body_count; i++) {
        uint32_t owner = world->body_owners[i].index1;
        if (owner == 0 || (entity != 0 && owner != entity) ||
            strcmp(world->desc.kinds[world->slots[owner - 1].kind].name, path->kind) != 0) {
            continue;
        }
        entity = owner;
        if (++found == path->body) {
            return (uint64_t)i + 1;
        }
    }
    return UINT64_MAX;
}

/* The number of a path's object; that of the first body for any. */
static uint64_t number_now(const CwWorld *world, const FieldPath *path)
{
    if (path->kind != NULL) {
        return find_body(world, path);
    }
    return path->any && path->source == SOURCE_BODY ? 1 : path->number;
}

static void read_group(void *context, const FieldGroup *group)
{
    Reading *reading = context;
    for (int i = 0; i < reading->paths->count; i++) {
        const FieldPath *path = &reading->paths->items[i];
        bool any = path->any && path->source != SOURCE_BODY;
        if (reading->values[i].exists || (!any && group->number != reading->numbers[i]) ||
            strcmp(group->object, path->object) != 0 || source_of(group) != path->source) {
            continue;
        }
        for (int f = 0; f < group->field_count; f++) {
            const CwField *field = &group->fields[f];
            if (path->index < field->count && strcmp(field->name, path->field) == 0) {
                reading->values[i] = field_group_value(group, field, path->index, path->axis);
            }
        }
    }
}

/* Whatever is in the sources. */
static void visit_sources(const Session *session, unsigned sources, FieldVisitor *visit,
                          void *context)
{
    static const WorldSection order[] = {SECTION_BODIES, SECTION_ENTITIES, SECTION_CONSTRAINTS,
                                         SECTION_RNG, SECTION_GAME};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(order); i++) {
        if ((sources >> order[i] & 1) != 0) {
            world_visit_section(session->world, order[i], visit, context);
        }
    }
    if ((sources >> SOURCE_CONTACTS & 1) != 0) {
        world_visit_contact_fields(session->world, visit, context);
    }
    if ((sources >> SOURCE_PROBE & 1) != 0) {
        visit_probe(session, visit, context);
    }
}

void field_paths_read(const FieldPaths *paths, const Session *session, FieldValue *values)
{
    Reading reading = {.paths = paths, .values = values};
    for (int i = 0; i < paths->count; i++) {
        const FieldPath *path = &paths->items[i];
        values[i] = (FieldValue){0};
        reading.numbers[i] = number_now(session->world, path);
    }
    for (int i = 0; i < paths->count; i++) {
        if (paths->items[i].source == SOURCE_BODY) {
            world_visit_body(session->world, reading.numbers[i], read_group, &reading);
        }
    }
    visit_sources(session, paths->sources, read_group, &reading);
}

/* ---- all there is ---- */

typedef struct ListWalk {
    FieldListener *tell;
    void *context;
} ListWalk;

/* The only one of its name. */
static bool is_alone(const FieldGroup *group)
{
    return group->section == SECTION_RNG ||
           (group->section == SECTION_GAME && strcmp(group->object, "event") != 0);
}

void field_group_name(const FieldGroup *group, const CwField *field, uint32_t index, int axis,
                      char name[FIELD_NAME_BYTES])
{
    char number[24] = "", element[16] = "";
    if (!is_alone(group)) {
        snprintf(number, sizeof number, ".%" PRIu64, group->number);
    }
    if (field->count > 1) {
        snprintf(element, sizeof element, "[%" PRIu32 "]", index);
    }
    snprintf(name, FIELD_NAME_BYTES, "%s%s.%s%s%s", group->object, number, field->name, element,
             axis_suffix(axis));
}

static void list_element(const ListWalk *walk, const FieldGroup *group, const CwField *field,
                         uint32_t index)
{
    char name[FIELD_NAME_BYTES];
    bool vector = field->type == CW_FIELD_VECT;
    for (int axis = vector ? 0 : -1; axis < (vector ? 2 : 0); axis++) {
        FieldValue value = field_group_value(group, field, index, axis);
        field_group_name(group, field, index, axis, name);
        walk->tell(walk->context, name, &value);
    }
}

static void list_group(void *context, const FieldGroup *group)
{
    for (int i = 0; i < group->field_count; i++) {
        for (uint32_t index = 0; index < group->fields[i].count; index++) {
            list_element(context, group, &group->fields[i], index);
        }
    }
}

void field_group_list(const FieldGroup *group, FieldListener *tell, void *context)
{
    ListWalk walk = {tell, context};
    list_group(&walk, group);
}

void session_list_fields(const Session *session, FieldListener *tell, void *context)
{
    ListWalk walk = {tell, context};
    visit_sources(session, UINT_MAX, list_group, &walk);
}
