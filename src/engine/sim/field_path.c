#include "sim/field_path.h"

#include "base/number.h"
#include "base/report.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

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
    value.number = number_of(value.type, value.bits);
    return value;
}

const char *field_value_text(const FieldValue *value, char text[FIELD_TEXT_BYTES])
{
    _Static_assert((int)NUMBER_TEXT_MAX <= (int)FIELD_TEXT_BYTES, "room for a number");
    uint64_t bits = value->bits;
    if (!value->exists) {
        return "-";
    }
    switch (value->type) {
    case CW_FIELD_F64:
    case CW_FIELD_VECT:
        number_print(value->number, text);
        break;
    case CW_FIELD_I32:
        snprintf(text, FIELD_TEXT_BYTES, "%" PRId32, (int32_t)bits);
        break;
    case CW_FIELD_I64:
        snprintf(text, FIELD_TEXT_BYTES, "%" PRId64, (int64_t)bits);
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

/* The only one of its name. */
static bool is_alone(const FieldGroup *group)
{
    return group->section == SECTION_RNG || group->section == SECTION_PROBE ||
           (group->section == SECTION_GAME && strcmp(group->object, "event") != 0);
}

static const char *part_prefix(const FieldGroup *group)
{
    return group->part == NULL ? "" : group->part;
}

static const char *part_dot(const FieldGroup *group)
{
    return group->part == NULL ? "" : ".";
}

size_t field_element_name(const FieldElement *element, char name[FIELD_NAME_BYTES])
{
    const FieldGroup *group = element->group;
    char number[24] = "", index[16] = "";
    if (!is_alone(group)) {
        snprintf(number, sizeof number, ".%" PRIu64, group->number);
    }
    if (element->field->count > 1) {
        snprintf(index, sizeof index, "[%" PRIu32 "]", element->index);
    }
    snprintf(name, FIELD_NAME_BYTES, "%s%s.%s%s%s%s%s", group->object, number, part_prefix(group),
             part_dot(group), element->field->name, index, axis_suffix(element->axis));
    return strlen(group->object) + strlen(number);
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

/* ---- finding what a text names ---- */

/* A text taken apart: "OBJECT[.NUMBER].REST". */
typedef struct Name {
    char object[FIELD_NAME_BYTES];
    uint64_t number;
    bool any; /* it has no number */
    const char *rest;
} Name;

typedef struct Search {
    const char *text; /* as it was asked for */
    Name name;
    FieldPath path; /* of what is known so far */
    CwField field;  /* where found */
    bool found, indexed;
    int nearest_distance;
    char nearest[2 * FIELD_NAME_BYTES];
} Search;

static Name split(const char *text)
{
    Name name = {.any = true, .rest = text + strcspn(text, ".")};
    snprintf(name.object, sizeof name.object, "%.*s", (int)(name.rest - text), text);
    if (name.rest[0] == '.' && name.rest[1] >= '0' && name.rest[1] <= '9') {
        char *end;
        name.any = false;
        name.number = strtoull(name.rest + 1, &end, 10);
        name.rest = end;
    }
    name.rest += *name.rest == '.';
    return name;
}

/* Whether a text is a field's name with nothing after it but [INDEX] and an axis. */
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

/* The rest of a text after the part's name; NULL: it names another part. */
static const char *after_part(const FieldGroup *table, const char *text)
{
    size_t length = strlen(part_prefix(table));
    if (table->part == NULL) {
        return text;
    }
    return strncmp(text, table->part, length) == 0 && text[length] == '.' ? text + length + 1
                                                                          : NULL;
}

static void search_table(void *context, const FieldGroup *table)
{
    Search *search = context;
    const Name *name = &search->name;
    const char *rest = after_part(table, name->rest);
    bool is_object = rest != NULL && strcmp(name->object, table->object) == 0;
    for (int i = 0; is_object && i < table->field_count && !search->found; i++) {
        if (take_field(search, &table->fields[i], rest)) {
            search->path.part = table->part;
            search->found = true;
            search->field = table->fields[i];
            search->path.object = table->object;
            search->path.field = table->fields[i].name;
            search->path.number = name->number;
            search->path.any = name->any;
            search->path.section = table->section;
        }
    }
}

/* KIND[.NUMBER].body[.K].FIELD */
static void search_bodies(Search *search, const CwWorld *world)
{
    const WorldDesc *desc = &world->desc;
    Name kind = search->name;
    for (int i = 0; i < desc->kind_count && strncmp(kind.rest, "body.", 5) == 0; i++) {
        if (strcmp(desc->kinds[i].name, kind.object) == 0) {
            search->name = split(kind.rest);
            world_visit_tables(world, search_table, search);
            search->path.kind = desc->kinds[i].name;
            search->path.body = search->path.any ? 1 : search->path.number;
            search->path.number = kind.number;
            search->path.any = kind.any;
            return;
        }
    }
}

static void compare_name(void *context, const FieldGroup *table)
{
    Search *search = context;
    const Name *name = &search->name;
    char asked[2 * FIELD_NAME_BYTES], known[FIELD_NAME_BYTES], number[24] = "";
    snprintf(asked, sizeof asked, "%s.%s", name->object, name->rest);
    if (!name->any && strcmp(name->object, table->object) == 0) {
        snprintf(number, sizeof number, ".%" PRIu64, name->number);
    }
    for (int i = 0; i < table->field_count; i++) {
        const char *part = part_prefix(table), *dot = part_dot(table),
                   *field = table->fields[i].name;
        snprintf(known, sizeof known, "%s.%s%s%s", table->object, part, dot, field);
        int distance = name_distance(asked, known);
        if (distance < search->nearest_distance) {
            search->nearest_distance = distance;
            snprintf(search->nearest, sizeof search->nearest, "%s%s.%s%s%s", table->object, number,
                     part, dot, field);
        }
    }
}

static bool refuse_name(Search *search, const CwWorld *world, CwError *error)
{
    search->name = split(search->text);
    search->nearest_distance = INT_MAX;
    world_visit_tables(world, compare_name, search);
    return cw_error_set(error, "there is no field \"%.100s\": did you mean %s", search->text,
                        search->nearest);
}

static bool add_found(FieldPaths *paths, const Search *search, CwError *error)
{
    const CwField *field = &search->field;
    uint32_t first = search->path.index, last = first;
    bool whole = field->count != 1 && !search->indexed;
    if (whole && field->count == 0) {
        return cw_error_set(error, "%.100s differs in number: say which, as in %.100s[0]",
                            search->text, search->text);
    }
    if (field->count > 0 && first >= field->count) {
        return cw_error_set(error, "%.100s: the last is [%" PRIu32 "]", search->text,
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
            snprintf(path->name, sizeof path->name, "%s%s%s", search->text, element,
                     axis_suffix(apart ? axis : -1));
        }
    }
    return true;
}

bool field_paths_add(FieldPaths *paths, const CwWorld *world, const char *text, CwError *error)
{
    if (strlen(text) + 16 > FIELD_NAME_BYTES) {
        return cw_error_set(error, "there is no field \"%.40s...\": no name is so long", text);
    }
    Search search = {.text = text, .name = split(text)};
    world_visit_tables(world, search_table, &search);
    if (!search.found) {
        search_bodies(&search, world);
    }
    return search.found ? add_found(paths, &search, error) : refuse_name(&search, world, error);
}

bool field_paths_add_all(FieldPaths *paths, const CwWorld *world, const char *names, CwError *error)
{
    for (const char *at = names; at != NULL; at = strchr(at, ',')) {
        char name[256];
        at += at != names;
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

static void read_group(void *context, const FieldGroup *group)
{
    Reading *reading = context;
    for (int i = 0; i < reading->paths->count; i++) {
        const FieldPath *path = &reading->paths->items[i];
        bool any = path->any && path->kind == NULL;
        if ((!any && group->number != reading->numbers[i]) || group->section != path->section ||
            reading->values[i].exists || strcmp(group->object, path->object) != 0 ||
            strcmp(part_prefix(group), path->part == NULL ? "" : path->part) != 0) {
            continue;
        }
        for (int f = 0; f < group->field_count; f++) {
            const CwField *field = &group->fields[f];
            if (path->index < field->count && strcmp(field->name, path->field) == 0) {
                reading->values[i] =
                    field_element_value(&(FieldElement){group, field, path->index, path->axis});
            }
        }
    }
}

void field_paths_read(const FieldPaths *paths, const CwWorld *world, FieldValue *values)
{
    Reading reading = {.paths = paths, .values = values};
    unsigned sections = 0;
    for (int i = 0; i < paths->count; i++) {
        const FieldPath *path = &paths->items[i];
        values[i] = (FieldValue){0};
        sections |= 1u << path->section;
        reading.numbers[i] = path->kind != NULL ? find_body(world, path) : path->number;
    }
    world_visit_fields(world, sections, read_group, &reading);
}

/* ---- conditions ---- */

enum { TEXT_BYTES_MAX = 1000 };

typedef struct Operator {
    const char *text;
    int level; /* higher ones bind first */
} Operator;

/* What begins like another stands before it. */
static const Operator operators[] = {{"||", 0}, {"&&", 1}, {"==", 2}, {"!=", 2},
                                     {"<=", 2}, {">=", 2}, {"<", 2},  {">", 2},
                                     {"+", 3},  {"-", 3},  {"*", 4},  {"/", 4}};

/* Reads the text from left to right. While the condition is opened it collects the fields; later
 * their values come in the same order. */
typedef struct Parser {
    FieldCondition *condition;
    const CwWorld *opens_for; /* NULL: the fields are known */
    const char *at;
    int field_count;
    CwError *error;
    bool failed;
} Parser;

static double parse_from(Parser *parser, int level);

static void skip_blanks(Parser *parser)
{
    parser->at += strspn(parser->at, " \t");
}

static double fail(Parser *parser, const char *expected)
{
    if (!parser->failed) {
        parser->failed = true;
        cw_error_set(parser->error, "%s was expected %s%.40s%s", expected,
                     *parser->at == '\0' ? "at the end" : "at \"", parser->at,
                     *parser->at == '\0' ? "" : "\"");
    }
    return 0.0;
}

static bool is_true(double value)
{
    return value < 0.0 || value > 0.0; /* of a field that does not exist: false */
}

static double apply(const Operator *operation, double left, double right)
{
    switch (operation->text[0]) {
    case '|':
        return is_true(left) || is_true(right);
    case '&':
        return is_true(left) && is_true(right);
    case '=':
        return left == right;
    case '!':
        return left < right || left > right;
    case '<':
        return operation->text[1] == '=' ? left <= right : left < right;
    case '>':
        return operation->text[1] == '=' ? left >= right : left > right;
    case '+':
        return left + right;
    case '-':
        return left - right;
    case '*':
        return left * right;
    default:
        return left / right;
    }
}

static double parse_field(Parser *parser, const char *name)
{
    FieldCondition *condition = parser->condition;
    int index = parser->field_count++;
    if (parser->opens_for != NULL) {
        CwError error = {0};
        bool good = field_paths_add(&condition->paths, parser->opens_for, name, &error);
        if (!parser->failed && (!good || condition->paths.count != parser->field_count)) {
            parser->failed = true;
            cw_error_set(parser->error,
                         good ? "%s has several values: name one, as in %s[0] or %s.x" : "%s",
                         good ? name : error.text, name, name);
        }
        return 0.0;
    }
    const FieldValue *value = &condition->values[index];
    condition->seen[index] = condition->seen[index] || value->exists;
    return value->exists ? value->number : NAN;
}

/* A number, a field, or a condition in parentheses. */
static double parse_value(Parser *parser)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    static const char rest[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.[]";
    char word[FIELD_NAME_BYTES];
    double value = 0.0;
    skip_blanks(parser);
    size_t length = strspn(parser->at, rest);
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1),
             parser->at);
    if (*parser->at == '(') {
        parser->at++;
        value = parse_from(parser, 0);
        skip_blanks(parser);
        if (*parser->at != ')') {
            return fail(parser, "a )");
        }
        parser->at++;
    } else if (length > 0 && strchr(letters, word[0]) != NULL) {
        parser->at += length;
        value = parse_field(parser, word);
    } else if (length > 0 && number_parse(word, &value)) {
        parser->at += length;
    } else {
        fail(parser, "a number or a field");
    }
    return value;
}

static double parse_unary(Parser *parser)
{
    skip_blanks(parser);
    char sign = *parser->at;
    if (sign != '!' && sign != '-') {
        return parse_value(parser);
    }
    parser->at++;
    double value = parse_unary(parser);
    return sign == '-' ? -value : !is_true(value);
}

/* The operator that comes next, if it binds at least as strongly as `level`. */
static const Operator *next_operator(Parser *parser, int level)
{
    skip_blanks(parser);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(operators); i++) {
        size_t length = strlen(operators[i].text);
        if (strncmp(parser->at, operators[i].text, length) == 0) {
            bool binds = operators[i].level >= level;
            parser->at += binds ? length : 0;
            return binds ? &operators[i] : NULL;
        }
    }
    return NULL;
}

static double parse_from(Parser *parser, int level)
{
    double left = parse_unary(parser);
    const Operator *operation;
    while (!parser->failed && (operation = next_operator(parser, level)) != NULL) {
        left = apply(operation, left, parse_from(parser, operation->level + 1));
    }
    return left;
}

bool field_condition_open(FieldCondition *condition, const CwWorld *world, const char *text,
                          CwError *error)
{
    *condition = (FieldCondition){.text = text};
    if (strlen(text) > TEXT_BYTES_MAX) {
        return cw_error_set(error, "a condition has at most %d letters", TEXT_BYTES_MAX);
    }
    Parser parser = {.condition = condition, .opens_for = world, .at = text, .error = error};
    parse_from(&parser, 0);
    if (!parser.failed && *parser.at != '\0') {
        fail(&parser, "an operator, such as &&,");
    }
    return !parser.failed;
}

bool field_condition_holds(FieldCondition *condition, const CwWorld *world)
{
    field_paths_read(&condition->paths, world, condition->values);
    Parser parser = {.condition = condition, .at = condition->text};
    return is_true(parse_from(&parser, 0));
}
