#include "fields/field_condition.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Operator {
    const char *text;
    int level; /* higher levels bind first */
} Operator;

/* The first match wins, so an operator precedes those that it starts with: "<=" before "<". */
static const Operator OPERATORS[] = {{"||", 0}, {"&&", 1}, {"==", 2}, {"!=", 2},
                                     {"<=", 2}, {">=", 2}, {"<", 2},  {">", 2},
                                     {"+", 3},  {"-", 3},  {"*", 4},  {"/", 4}};

/* Reads the text once to collect the fields. Later passes read their values in the same order. */
typedef struct Parser {
    FieldCondition *condition;
    const CwWorld *world;
    bool is_first_pass; /* collects the fields */
    const char *at;
    int field_count;
    CwError *error;
    bool has_failed;
} Parser;

static double parse_from(Parser *parser, int level);

static void skip_blanks(Parser *parser)
{
    parser->at += strspn(parser->at, " \t");
}

static double fail(Parser *parser, const char *expected)
{
    if (!parser->has_failed) {
        parser->has_failed = true;
        cw_error_set(parser->error, "%s was expected %s%.40s%s", expected,
                     *parser->at == '\0' ? "at the end" : "at \"", parser->at,
                     *parser->at == '\0' ? "" : "\"");
    }
    return 0.0;
}

static bool is_true(double value)
{
    return value < 0.0 || value > 0.0; /* false for NaN, a missing field's value */
}

static double apply_operator(const Operator *operation, double left, double right)
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

/* A word without a dot belongs to the enum field before it: "trigger.action == stop". */
static double parse_word(Parser *parser, const char *word)
{
    uint64_t value = 0;
    int last = parser->field_count - 1;
    const FieldPath *paths = parser->condition->paths.items;
    bool is_known = last >= 0 && field_word_parse(paths[last].field, word, &value);
    return is_known ? (double)value : fail(parser, "a field, or a word of the field before it,");
}

static double parse_field(Parser *parser, const char *name)
{
    FieldCondition *condition = parser->condition;
    int index = parser->field_count++;
    if (parser->is_first_pass) {
        CwError error = {0};
        bool ok = field_paths_add(&condition->paths, parser->world, name, &error);
        if (!parser->has_failed && (!ok || condition->paths.count != parser->field_count)) {
            parser->has_failed = true;
            cw_error_set(parser->error,
                         ok ? "%s has several values: name one, as in %s[0] or %s.x" : "%s",
                         ok ? name : error.text, name, name);
        }
        return 0.0;
    }
    const FieldValue *value = &condition->values[index];
    return value->exists ? value->number : NAN;
}

/* Length of the name or number that the text begins with: "buggy.body.p.x", "1e-5". */
static size_t word_length(const char *at)
{
    static const char rest[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.[]";
    size_t mantissa = strspn(at, "0123456789."), exponent = mantissa + 2;
    bool is_signed = mantissa > 0 && (at[mantissa] == 'e' || at[mantissa] == 'E') &&
                     (at[mantissa + 1] == '-' || at[mantissa + 1] == '+');
    return is_signed ? exponent + strspn(at + exponent, "0123456789") : strspn(at, rest);
}

/* ---- entities of a kind ---- */

static bool expect_letter(Parser *parser, char letter)
{
    skip_blanks(parser);
    bool is_next = *parser->at == letter;
    parser->at += is_next;
    if (!is_next) {
        fail(parser, letter == '(' ? "a (" : "a )");
    }
    return is_next;
}

/* The kind that a path without a number names; NULL if the path has a number or no kind. */
static const CwKind *kind_of(const CwWorld *world, const FieldPath *path)
{
    for (int i = 0; i < world->desc.kind_count && path->is_unnumbered; i++) {
        const CwKind *kind = &world->desc.kinds[i];
        bool is_same = path->kind != NULL ? path->kind == kind
                                          : path->section == SECTION_ENTITIES &&
                                                strcmp(path->object, kind->name) == 0;
        if (is_same) {
            return kind;
        }
    }
    return NULL;
}

static bool is_living_entity(const CwWorld *world, int slot, const CwKind *kind)
{
    const EntitySlot *entity = &world->slots[slot];
    return entity->state != SLOT_FREE && &world->desc.kinds[entity->kind] == kind;
}

/* Chooses the entity for this kind's paths without a number; 0: the first one. */
static void set_entity(FieldPath *paths, int count, const CwWorld *world, const CwKind *kind,
                       uint64_t number)
{
    for (int i = 0; i < count; i++) {
        if (kind_of(world, &paths[i]) == kind) {
            paths[i].number = number;
        }
    }
}

/* any(CONDITION): evaluates the text in parentheses once for each entity. */
static double parse_any(Parser *parser)
{
    const char *begin = parser->at;
    int first = parser->field_count;
    double found = 0.0;
    parse_from(parser, 0); /* finds the end and the kind; the value is unused */
    const char *end = parser->at;
    const CwWorld *world = parser->world;
    FieldPath *paths = &parser->condition->paths.items[first];
    int count = parser->field_count - first;
    const CwKind *kind = count > 0 ? kind_of(world, paths) : NULL;
    parser->condition->is_question = true;
    if (kind == NULL) {
        return fail(parser, "a field of a kind without a number, as in any(crate.broken),");
    }
    for (int i = 0; !parser->is_first_pass && !is_true(found) && i < world->slot_count; i++) {
        if (is_living_entity(world, i, kind)) {
            set_entity(paths, count, world, kind, (uint64_t)i + 1);
            field_paths_read(paths, count, world, &parser->condition->values[first]);
            parser->at = begin;
            parser->field_count = first;
            found = is_true(parse_from(parser, 0));
        }
    }
    set_entity(paths, count, world, kind, 0);
    parser->at = end;
    return expect_letter(parser, ')') ? found : 0.0;
}

static double parse_count(Parser *parser)
{
    const CwWorld *world = parser->world;
    skip_blanks(parser);
    size_t length = word_length(parser->at);
    for (int kind = 0; kind < world->desc.kind_count; kind++) {
        const char *name = world->desc.kinds[kind].name;
        if (strlen(name) == length && strncmp(name, parser->at, length) == 0) {
            double count = 0;
            for (int i = 0; i < world->slot_count; i++) {
                count += is_living_entity(world, i, &world->desc.kinds[kind]);
            }
            parser->at += length;
            return expect_letter(parser, ')') ? count : 0.0;
        }
    }
    return fail(parser, "a kind of entity");
}

/* True if the text calls this function; if so, reads past the opening parenthesis. */
static bool begin_call(Parser *parser, const char *word, const char *name)
{
    size_t length = strlen(name);
    const char *after = parser->at + length;
    bool is_call = strcmp(word, name) == 0 && after[strspn(after, " \t")] == '(';
    parser->at += is_call ? length : 0;
    return is_call && expect_letter(parser, '(');
}

/* A number, an enum's word, a field, a condition in parentheses, any() or count(). */
static double parse_value(Parser *parser)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    char word[FIELD_NAME_BYTES];
    double value = 0.0;
    skip_blanks(parser);
    size_t length = word_length(parser->at);
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1),
             parser->at);
    if (*parser->at == '(') {
        parser->at++;
        value = parse_from(parser, 0);
        return expect_letter(parser, ')') ? value : 0.0;
    } else if (begin_call(parser, word, "any")) {
        value = parse_any(parser);
    } else if (begin_call(parser, word, "count")) {
        value = parse_count(parser);
    } else if (length > 0 && strchr(letters, word[0]) != NULL) {
        value = strchr(word, '.') == NULL ? parse_word(parser, word) : parse_field(parser, word);
        parser->at += length;
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

/* Reads the next operator if it binds at least as strongly as `level`; NULL: it does not. */
static const Operator *next_operator(Parser *parser, int level)
{
    skip_blanks(parser);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(OPERATORS); i++) {
        size_t length = strlen(OPERATORS[i].text);
        if (strncmp(parser->at, OPERATORS[i].text, length) == 0) {
            bool is_strong = OPERATORS[i].level >= level;
            parser->at += is_strong ? length : 0;
            return is_strong ? &OPERATORS[i] : NULL;
        }
    }
    return NULL;
}

static double parse_from(Parser *parser, int level)
{
    double left = parse_unary(parser);
    const Operator *operation;
    while (!parser->has_failed && (operation = next_operator(parser, level)) != NULL) {
        left = apply_operator(operation, left, parse_from(parser, operation->level + 1));
    }
    return left;
}

bool field_condition_open(FieldCondition *condition, const CwWorld *world, const char *text,
                          CwError *error)
{
    bool is_question = strpbrk(text, "<>=!&|") != NULL;
    *condition = (FieldCondition){.is_question = is_question};
    if (strlen(text) >= CONDITION_BYTES) {
        return cw_error_set(error, "a condition has at most %d letters", CONDITION_BYTES - 1);
    }
    snprintf(condition->text, sizeof condition->text, "%s", text);
    if (field_paths_add(&condition->paths, world, text, NULL) && condition->paths.count == 1) {
        condition->is_field = true;
        return true;
    }
    condition->paths.count = 0;
    Parser parser = {
        .condition = condition, .world = world, .is_first_pass = true, .at = text, .error = error};
    parse_from(&parser, 0);
    if (!parser.has_failed && *parser.at != '\0') {
        fail(&parser, "an operator, such as &&,");
    }
    return !parser.has_failed;
}

FieldValue field_condition_value(FieldCondition *condition, const CwWorld *world)
{
    FieldValue *values = condition->values;
    field_paths_read(condition->paths.items, condition->paths.count, world, values);
    if (condition->is_field) {
        return values[0];
    }
    Parser parser = {.condition = condition, .world = world, .at = condition->text};
    FieldValue value = {.number = parse_from(&parser, 0), .type = CW_FIELD_F64};
    value.exists = !isnan(value.number);
    if (condition->is_question) {
        value.type = CW_FIELD_BOOL;
        value.bits = is_true(value.number);
        value.number = (double)value.bits;
        value.word = value.bits != 0 ? "true" : "false";
    } else {
        memcpy(&value.bits, &value.number, sizeof value.bits);
    }
    return value;
}

bool field_condition_holds(FieldCondition *condition, const CwWorld *world)
{
    FieldValue value = field_condition_value(condition, world);
    return value.exists && is_true(value.number);
}
