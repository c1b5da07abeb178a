#include "fields/field_path.h"

#include "base/number.h"
#include "base/report.h"
#include "sim/entity_data.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

/* An enum's word for a number; NULL: it has none. */
static const char *word_of(const CwField *field, uint64_t number)
{
    const char *words = (const char *)field->words;
    bool known = words != NULL && number < field->word_count;
    return known ? *(const char *const *)(const void *)(words + number * field->word_bytes) : NULL;
}

bool field_word_parse(const CwField *field, const char *text, uint64_t *value)
{
    for (*value = 0; *value < field->word_count; ++*value) {
        const char *word = word_of(field, *value);
        if (word != NULL && strcmp(word, text) == 0) {
            return true;
        }
    }
    return false;
}

FieldValue field_element_value(const FieldElement *element)
{
    const FieldGroup *group = element->group;
    const CwField *field = element->field;
    size_t bytes = field_bytes(field->type);
    const char *at = (const char *)group->base + field->offset + element->index * bytes;
    FieldValue value = {.exists = true, .type = field->type, .base = group->base};
    if (field->type == CW_FIELD_VECT) {
        value.type = CW_FIELD_F64;
        bytes = sizeof(double);
        at += element->axis == 1 ? offsetof(cpVect, y) : offsetof(cpVect, x);
    }
    value.at = at;
    memcpy(&value.bits, at, bytes);
    value.number = field_number(value.type, value.bits);
    value.word = word_of(field, value.bits);
    return value;
}

const char *field_value_text(const FieldValue *value, char text[FIELD_TEXT_BYTES])
{
    _Static_assert((int)NUMBER_TEXT_MAX <= (int)FIELD_TEXT_BYTES, "room for a number");
    uint64_t bits = value->bits;
    if (!value->exists) {
        return "-";
    }
    if (value->word != NULL) {
        return value->word;
    }
    switch (value->type) {
    case CW_FIELD_F64:
    case CW_FIELD_VECT:
        number_print(value->number, text);
        break;
    case CW_FIELD_I32:
    case CW_FIELD_I64:
        snprintf(text, FIELD_TEXT_BYTES, "%" PRId64,
                 value->type == CW_FIELD_I32 ? (int32_t)bits : (int64_t)bits);
        break;
    case CW_FIELD_ENTITY:
        snprintf(text, FIELD_TEXT_BYTES, "%" PRIu32 "#%" PRIu32, (uint32_t)bits,
                 (uint32_t)(bits >> 32));
        break;
    case CW_FIELD_BOOL:
    case CW_FIELD_U32:
    case CW_FIELD_U64:
    case CW_FIELD_TYPE_COUNT:
        snprintf(text, FIELD_TEXT_BYTES, "%" PRIu64, bits);
        break;
    }
    return text;
}

/* ---- names ---- */

static const char *axis_suffix(int axis)
{
    static const char *const suffixes[] = {"", ".x", ".y"};
    return suffixes[axis + 1];
}

/* True if a world has just one such object, so its name needs no number. */
static bool is_alone(const FieldGroup *group)
{
    return group->section == SECTION_RNG || group->section == SECTION_PROBE ||
           (group->section == SECTION_GAME && strcmp(group->object, "event") != 0);
}

/* Prints "FIELD" or "PART.FIELD". */
static void print_field(const FieldGroup *group, const CwField *field, char text[FIELD_NAME_BYTES])
{
    bool is_part = group->part != NULL;
    snprintf(text, FIELD_NAME_BYTES, "%s%s%s", is_part ? group->part : "", is_part ? "." : "",
             field->name);
}

/* Prints "OBJECT.NUMBER", or "KIND.NUMBER.LINK" if the owner's field LINK points at the object. */
static void print_object(const FieldGroup *group, char name[FIELD_NAME_BYTES])
{
    const CwWorld *world = group->world;
    int length = snprintf(name, FIELD_NAME_BYTES, "%.80s.%" PRIu64, group->object, group->number);
    name[is_alone(group) ? strlen(group->object) : (size_t)length] = '\0';
    for (int i = 1; i >= 0 && world != NULL && group->section != SECTION_CONTACTS; i--) {
        uint32_t owner = group->links.owners[i];
        const CwField *link = field_link_to(world, owner, group->links.things[0]);
        if (link != NULL) {
            snprintf(name, FIELD_NAME_BYTES, "%.40s.%" PRIu32 ".%.40s",
                     world->desc.kinds[world->slots[owner - 1].kind].name, owner, link->name);
        }
    }
}

size_t field_element_name(const FieldElement *element, char name[FIELD_NAME_BYTES])
{
    const FieldGroup *group = element->group;
    char field[FIELD_NAME_BYTES], index[16] = "";
    print_object(group, name);
    print_field(group, element->field, field);
    size_t head = strlen(name);
    if (element->field->count > 1) {
        snprintf(index, sizeof index, "[%" PRIu32 "]", element->index);
    }
    snprintf(name + head, FIELD_NAME_BYTES - head, ".%s%s%s", field, index,
             axis_suffix(element->axis));
    return head;
}

void field_group_list(const FieldGroup *group, FieldListener *tell, void *context)
{
    for (int i = 0; i < group->field_count; i++) {
        const CwField *field = &group->fields[i];
        int axes = field->type == CW_FIELD_VECT ? 2 : 1;
        for (uint32_t at = 0; at < field->count * (uint32_t)axes; at++) {
            int axis = axes == 2 ? (int)(at % 2) : -1;
            tell(context, &(FieldElement){group, field, at / (uint32_t)axes, axis});
        }
    }
}

/* ---- lists ---- */

static void print_element(void *context, const FieldElement *element)
{
    char name[FIELD_NAME_BYTES], text[FIELD_TEXT_BYTES];
    FieldValue value = field_element_value(element);
    field_element_name(element, name);
    print_line("%s%c%s", name, *(const char *)context, field_value_text(&value, text));
}

static void print_group(void *context, const FieldGroup *group)
{
    field_group_list(group, print_element, context);
}

void world_print_fields(const CwWorld *world, char separator)
{
    world_visit_fields(world, ALL_SECTIONS, print_group, &separator);
}

/* ---- parsing a path ---- */

/* "OBJECT[.NUMBER].REST", split into parts. */
typedef struct Name {
    char object[FIELD_NAME_BYTES];
    uint64_t number;
    bool is_unnumbered; /* the text has no number */
    const char *rest;
} Name;

typedef struct Search {
    const char *text; /* the whole path, as typed */
    Name name;
    FieldPath path; /* filled in step by step */
    bool is_found, has_index;
    int nearest_distance;
    char nearest[2 * FIELD_NAME_BYTES];
} Search;

static Name split(const char *text)
{
    Name name = {.is_unnumbered = true, .rest = text + strcspn(text, ".")};
    snprintf(name.object, sizeof name.object, "%.*s", (int)(name.rest - text), text);
    if (name.rest[0] == '.' && name.rest[1] >= '0' && name.rest[1] <= '9') {
        char *end;
        name.is_unnumbered = false;
        name.number = strtoull(name.rest + 1, &end, 10);
        name.rest = end;
    }
    name.rest += *name.rest == '.';
    return name;
}

/* Parses a field's name with an optional [INDEX] and axis. False: the text is no such name. */
static bool parse_field(Search *search, const CwField *field, const char *text)
{
    size_t length = strlen(field->name);
    if (strncmp(text, field->name, length) != 0) {
        return false;
    }
    text += length;
    uint64_t index = 0;
    search->has_index = *text == '[' && text[1] >= '0' && text[1] <= '9';
    if (search->has_index) {
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

/* The text after this word and a dot; NULL: the text begins with another word. */
static const char *after_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && text[length] == '.' ? text + length + 1 : NULL;
}

static void search_table(void *context, const FieldGroup *table)
{
    Search *search = context;
    const Name *name = &search->name;
    const char *rest = table->part == NULL ? name->rest : after_word(name->rest, table->part);
    bool is_object = rest != NULL && strcmp(name->object, table->object) == 0;
    for (int i = 0; is_object && i < table->field_count && !search->is_found; i++) {
        if (parse_field(search, &table->fields[i], rest)) {
            search->path.part = table->part;
            search->is_found = true;
            search->path.object = table->object;
            search->path.field = &table->fields[i];
            search->path.number = name->number;
            search->path.is_unnumbered = name->is_unnumbered;
            search->path.section = table->section;
        }
    }
}

/* Looks up LINK.FIELD in the table of the link's target; `link` NULL: body[.K].FIELD. */
static void search_link(Search *search, const CwWorld *world, const CwField *link, const char *rest)
{
    const Name owner = search->name;
    char text[2 * FIELD_NAME_BYTES];
    const char *after = after_word(rest, link == NULL ? "body" : link->name);
    if (after == NULL || search->is_found) {
        return;
    }
    snprintf(text, sizeof text, "%s.%s", link == NULL ? "body" : link->link, after);
    search->name = split(text);
    world_visit_tables(world, search_table, search);
    search->path.link = link;
    search->path.body = search->path.is_unnumbered ? 1 : search->path.number;
    search->path.number = owner.number;
    search->path.is_unnumbered = owner.is_unnumbered;
    search->name = owner;
}

/* Looks up KIND[.NUMBER][.PART].LINK.FIELD and KIND[.NUMBER].body[.K].FIELD. */
static void search_kind(Search *search, const CwWorld *world, const CwKind *kind)
{
    const CwKind *block;
    size_t offset = 0;
    search->path.kind = kind;
    for (int i = 0; (block = kind_block(kind, i)) != NULL; i++) {
        const char *all = search->name.rest, *rest = i == 0 ? all : after_word(all, block->name);
        for (int j = 0; rest != NULL && j < block->field_count && !search->is_found; j++) {
            if (block->fields[j].link != NULL) {
                search->path.block_offset = offset;
                search_link(search, world, &block->fields[j], rest);
            }
        }
        offset += block_stride(block->size);
    }
    search_link(search, world, NULL, search->name.rest);
}

static void compare_name(void *context, const FieldGroup *table)
{
    Search *search = context;
    const Name *name = &search->name;
    char asked[2 * FIELD_NAME_BYTES], known[2 * FIELD_NAME_BYTES], field[FIELD_NAME_BYTES];
    char number[24] = "";
    snprintf(asked, sizeof asked, "%s.%s", name->object, name->rest);
    if (!name->is_unnumbered && strcmp(name->object, table->object) == 0) {
        snprintf(number, sizeof number, ".%" PRIu64, name->number);
    }
    for (int i = 0; i < table->field_count; i++) {
        print_field(table, &table->fields[i], field);
        snprintf(known, sizeof known, "%s.%s", table->object, field);
        int distance = name_distance(asked, known);
        if (distance < search->nearest_distance) {
            search->nearest_distance = distance;
            const char *object = table->object;
            snprintf(search->nearest, sizeof search->nearest, "%s%s.%s", object, number, field);
        }
    }
}

static bool find(Search *search, const CwWorld *world, const char *text)
{
    *search = (Search){.text = text, .name = split(text)};
    world_visit_tables(world, search_table, search);
    for (int i = 0; !search->is_found && i < world->desc.kind_count; i++) {
        if (strcmp(world->desc.kinds[i].name, search->name.object) == 0) {
            search_kind(search, world, &world->desc.kinds[i]);
        }
    }
    return search->is_found;
}

/* Suggests the same field of the entity's body, or else the most similar name. */
static bool refuse_name(Search *search, const CwWorld *world, CwError *error)
{
    Search in_body;
    search->name = split(search->text);
    snprintf(search->nearest, sizeof search->nearest, "%.*sbody.%s",
             (int)(search->name.rest - search->text), search->text, search->name.rest);
    bool has_nearest = find(&in_body, world, search->nearest);
    if (!has_nearest) {
        search->nearest_distance = INT_MAX;
        world_visit_tables(world, compare_name, search);
        has_nearest = name_is_near(search->text, search->nearest);
    }
    return cw_error_set(error, "there is no field \"%.100s\"%s%s", search->text,
                        has_nearest ? ": did you mean " : ": `query --list` prints the names",
                        has_nearest ? search->nearest : "");
}

static bool add_found(FieldPaths *paths, const Search *search, CwError *error)
{
    const CwField *field = search->path.field;
    const char *text = search->text;
    uint32_t first = search->path.index, last = first;
    bool is_whole_array = field->count != 1 && !search->has_index;
    if (field->link != NULL) {
        return cw_error_set(error, "%.100s is a %s: name one of its fields", text, field->link);
    }
    if (field->word_bytes > 0 && field->count == 0) {
        return cw_error_set(error, "%.100s is unhashed: questions see hashed fields only", text);
    }
    if (is_whole_array && field->count == 0) {
        return cw_error_set(error, "%.100s differs in number: say which, as in %.100s[0]", text,
                            text);
    }
    if (field->count > 0 && first >= field->count) {
        return cw_error_set(error, "%.100s: the last is [%" PRIu32 "]", text, field->count - 1);
    }
    last = is_whole_array ? field->count - 1 : last;
    bool has_both_axes = field->type == CW_FIELD_VECT && search->path.axis < 0;
    for (uint32_t index = first; index <= last; index++) {
        for (int axis = 0; axis < (has_both_axes ? 2 : 1); axis++) {
            if (paths->count == FIELD_PATH_MAX) {
                return cw_error_set(error, "more than %d fields: ask for some of them",
                                    FIELD_PATH_MAX);
            }
            FieldPath *path = &paths->items[paths->count++];
            *path = search->path;
            path->index = index;
            path->axis = has_both_axes ? axis : search->path.axis;
            char element[16] = "";
            if (is_whole_array) {
                snprintf(element, sizeof element, "[%" PRIu32 "]", index);
            }
            const char *suffix = axis_suffix(has_both_axes ? axis : -1);
            snprintf(path->name, sizeof path->name, "%s%s%s", text, element, suffix);
        }
    }
    return true;
}

bool field_paths_add(FieldPaths *paths, const CwWorld *world, const char *text, CwError *error)
{
    if (strlen(text) + 16 > FIELD_NAME_BYTES) {
        return cw_error_set(error, "there is no field \"%.40s...\": no name is so long", text);
    }
    Search search;
    return find(&search, world, text) ? add_found(paths, &search, error)
                                      : refuse_name(&search, world, error);
}

bool field_paths_add_all(FieldPaths *paths, const CwWorld *world, const char *list, CwError *error)
{
    for (const char *at = list; at != NULL; at = strchr(at, ',')) {
        char name[256];
        at += at != list;
        size_t length = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)(length < 255 ? length : 255), at);
        if (!field_paths_add(paths, world, name, error)) {
            return false;
        }
    }
    return true;
}

/* ---- reading ---- */

typedef struct Reading {
    FieldPath *paths;
    int count;
    FieldValue *values;
    const void *things[FIELD_PATH_MAX]; /* see find_owned */
} Reading;

/* The object that the path's link points at, or the body that the path counts to; NULL: none. */
static const void *owned_by(const CwWorld *world, int slot, const FieldPath *path)
{
    uint64_t found = 0;
    if (path->link != NULL) {
        return field_link_read((const char *)world->slots[slot].data + path->block_offset,
                               path->link);
    }
    for (int i = 0; i < world->body_count; i++) {
        if (world->body_owners[i].index1 == (uint32_t)slot + 1 && ++found == path->body) {
            return world->bodies[i];
        }
    }
    return NULL;
}

/* True if the path names the object with this number, or with a kind the entity. */
static bool has_number(const FieldPath *path, uint64_t number)
{
    return path->number == number || (path->is_unnumbered && path->number == 0);
}

static const void *find_owned(const CwWorld *world, const FieldPath *path)
{
    const void *thing = NULL;
    for (int i = 0; i < world->slot_count && path->kind != NULL && thing == NULL; i++) {
        const EntitySlot *slot = &world->slots[i];
        if (has_number(path, (uint64_t)i + 1) && slot->state != SLOT_FREE &&
            &world->desc.kinds[slot->kind] == path->kind) {
            thing = owned_by(world, i, path);
        }
    }
    return thing;
}

static void read_group(void *context, const FieldGroup *group)
{
    Reading *reading = context;
    for (int i = 0; i < reading->count; i++) {
        FieldPath *path = &reading->paths[i];
        const void *thing = reading->things[i];
        bool is_wanted = path->kind != NULL ? thing != NULL && group->links.things[0] == thing
                                            : has_number(path, group->number);
        if (!is_wanted || group->section != path->section || reading->values[i].exists ||
            strcmp(group->object, path->object) != 0 || group->part != path->part) {
            continue;
        }
        for (int f = 0; f < group->field_count; f++) {
            const CwField *field = &group->fields[f];
            if (path->index < field->count && strcmp(field->name, path->field->name) == 0) {
                const FieldElement element = {group, field, path->index, path->axis};
                reading->values[i] = field_element_value(&element);
                path->has_existed = true;
            }
        }
    }
}

void field_paths_read(FieldPath *paths, int count, const CwWorld *world, FieldValue *values)
{
    Reading reading = {.paths = paths, .count = count, .values = values};
    unsigned sections = 0;
    for (int i = 0; i < count; i++) {
        values[i] = (FieldValue){0};
        sections |= 1u << paths[i].section;
        reading.things[i] = find_owned(world, &paths[i]);
    }
    world_visit_fields(world, sections, read_group, &reading);
}
