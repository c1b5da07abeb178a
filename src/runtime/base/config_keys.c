#include "base/config_keys.h"

#include "base/number.h"
#include "base/report.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* ---- values: from text to field and back, by the key's kind ---- */

static size_t word_length(const char *word)
{
    return strcspn(word, "|");
}

static const char *next_word(const char *word)
{
    word += word_length(word);
    return *word == '|' ? word + 1 : NULL;
}

/* Writes the allowed values, such as "10 to 1000 ticks/s", "on or off", "auto|opengl|software". */
static void range_text(const ConfigKey *key, char text[CONFIG_VALUE_MAX])
{
    char low[NUMBER_TEXT_MAX], high[NUMBER_TEXT_MAX];
    switch (key->kind) {
    case CW_CONFIG_WHOLE:
    case CW_CONFIG_REAL:
        number_print(key->low, low);
        number_print(key->high, high);
        snprintf(text, CONFIG_VALUE_MAX, "%s%s to %s %s", key->flags & KEY_OR_ZERO ? "0 or " : "",
                 low, high, key->unit);
        return;
    case CW_CONFIG_SWITCH:
        snprintf(text, CONFIG_VALUE_MAX, "on or off");
        return;
    case CW_CONFIG_CHOICE:
        snprintf(text, CONFIG_VALUE_MAX, "%s", key->choices);
        return;
    case CW_CONFIG_TEXT:
        snprintf(text, CONFIG_VALUE_MAX, "up to %d bytes of %s", CONFIG_TEXT_MAX, key->unit);
        return;
    }
}

static bool set_value_error(const ConfigKey *key, const char *text, const char *why, CwError *error)
{
    char range[CONFIG_VALUE_MAX];
    const char *hint = strchr(text, '#') != NULL
                           ? " (a comment behind a value begins with a blank and ;)"
                       : strchr(text, ',') != NULL ? " (the decimal mark is a point)"
                                                   : "";
    range_text(key, range);
    return cw_error_set(error, "%s.%s: \"%.44s\" is %s%s; allowed: %s", key->section, key->name,
                        text, why, hint, range);
}

static bool parse_number(const ConfigKey *key, const char *text, double *value, CwError *error)
{
    bool is_whole = key->kind == CW_CONFIG_WHOLE;
    double number = 0;
    if ((is_whole && text[strspn(text, "+-0123456789")] != '\0') || !number_parse(text, &number)) {
        return set_value_error(key, text, is_whole ? "not a whole number" : "not a number", error);
    }
    bool is_allowed_zero = (key->flags & KEY_OR_ZERO) != 0 && number == 0;
    if (!is_allowed_zero && !(number >= key->low && number <= key->high)) {
        return set_value_error(key, text, "out of range", error);
    }
    *value = number + 0.0; /* no negative zero */
    return true;
}

static bool parse_switch(const ConfigKey *key, const char *text, double *value, CwError *error)
{
    static const char *const words[] = {"off", "on", "false", "true", "no", "yes", "0", "1"};
    for (int i = 0; i < (int)CW_ARRAY_LENGTH(words); i++) {
        if (strcmp(text, words[i]) == 0) {
            *value = i % 2;
            return true;
        }
    }
    return set_value_error(key, text, "neither on nor off", error);
}

static bool parse_choice(const ConfigKey *key, const char *text, double *value, CwError *error)
{
    int number = 0;
    for (const char *word = key->choices; word != NULL; word = next_word(word)) {
        if (strlen(text) == word_length(word) && strncmp(text, word, word_length(word)) == 0) {
            *value = number;
            return true;
        }
        number++;
    }
    return set_value_error(key, text, "not known", error);
}

/* Whether a file can hold the text: no blanks at its ends, and no " ;", which begins a comment. */
static bool is_plain(const char *text)
{
    size_t length = strlen(text);
    return length == 0 || (text[0] != ' ' && text[0] != ';' && text[length - 1] != ' ' &&
                           strstr(text, " ;") == NULL);
}

static bool parse_text(const ConfigKey *key, const char *text, CwError *error)
{
    if (strlen(text) > CONFIG_TEXT_MAX) {
        return set_value_error(key, text, "too long", error);
    }
    for (const char *c = text; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7F) {
            return set_value_error(key, text, "invalid: it has a control character", error);
        }
    }
    if (key->check == NULL && !is_plain(text)) {
        return set_value_error(key, text, "invalid: it has a space at an end or before ;", error);
    }
    CwError cause = {0};
    return key->check == NULL || text[0] == '\0' || key->check(text, &cause) ||
           cw_error_set(error, "%s.%s: %s", key->section, key->name, cause.text);
}

/* Parses every kind of value but a text. */
static bool parse(const ConfigKey *key, const char *text, double *number, CwError *error)
{
    switch (key->kind) {
    case CW_CONFIG_WHOLE:
    case CW_CONFIG_REAL:
        return parse_number(key, text, number, error);
    case CW_CONFIG_SWITCH:
        return parse_switch(key, text, number, error);
    case CW_CONFIG_CHOICE:
        return parse_choice(key, text, number, error);
    case CW_CONFIG_TEXT:
        return parse_text(key, text, error);
    }
    return false;
}

/* Stores `text` for a key of that kind, `number` for any other. */
static void store(const ConfigKey *key, void *values, double number, const char *text)
{
    char *field = (char *)values + key->offset;
    switch (key->kind) {
    case CW_CONFIG_WHOLE:
    case CW_CONFIG_CHOICE: /* an enum without negative values may be read and written as an int */
        *(int *)field = (int)number;
        return;
    case CW_CONFIG_REAL:
        *(double *)field = number;
        return;
    case CW_CONFIG_SWITCH:
        *(bool *)field = number != 0;
        return;
    case CW_CONFIG_TEXT:
        snprintf(field, CONFIG_TEXT_MAX + 1, "%s", text);
        return;
    }
}

static const char *load_text(const ConfigKey *key, const void *values)
{
    return (const char *)values + key->offset;
}

/* The number that store takes. */
static double load_number(const ConfigKey *key, const void *values)
{
    const void *field = (const char *)values + key->offset;
    switch (key->kind) {
    case CW_CONFIG_WHOLE:
    case CW_CONFIG_CHOICE:
        return *(const int *)field;
    case CW_CONFIG_REAL:
        return *(const double *)field;
    case CW_CONFIG_SWITCH:
        return *(const bool *)field;
    case CW_CONFIG_TEXT:
        break;
    }
    return 0;
}

bool config_value_equal(const ConfigKey *key, const void *a, const void *b)
{
    return key->kind == CW_CONFIG_TEXT ? strcmp(load_text(key, a), load_text(key, b)) == 0
                                       : load_number(key, a) == load_number(key, b);
}

void config_value_copy(const ConfigKey *key, void *values, const void *from)
{
    store(key, values, load_number(key, from), load_text(key, from));
}

bool config_value_set(const ConfigKey *key, void *values, const char *text, CwError *error)
{
    double number = 0;
    if (!parse(key, text, &number, error)) {
        return false;
    }
    store(key, values, number, text);
    return true;
}

/* `text` must outlive the key. */
static bool set_default(ConfigKey *key, const char *text, CwError *error)
{
    if (!parse(key, text, &key->standard, error)) {
        return false;
    }
    key->standard_text = text;
    return true;
}

bool config_choice_text(const ConfigKey *key, int number, char text[CONFIG_VALUE_MAX])
{
    const char *word = key->choices;
    for (int i = 0; i < number && word != NULL; i++) {
        word = next_word(word);
    }
    word = word == NULL ? "" : word;
    snprintf(text, CONFIG_VALUE_MAX, "%.*s", (int)word_length(word), word);
    return word[0] != '\0';
}

/* Prints a value; `number` and `from` as for store. */
static void print(const ConfigKey *key, double number, const char *from,
                  char text[CONFIG_VALUE_MAX])
{
    switch (key->kind) {
    case CW_CONFIG_WHOLE:
    case CW_CONFIG_REAL:
        number_print(number, text);
        return;
    case CW_CONFIG_SWITCH:
        snprintf(text, CONFIG_VALUE_MAX, "%s", number != 0 ? "on" : "off");
        return;
    case CW_CONFIG_CHOICE:
        config_choice_text(key, (int)number, text);
        CW_ASSERT(text[0] != '\0', "name every value of the enum in the key's choices");
        return;
    case CW_CONFIG_TEXT:
        snprintf(text, CONFIG_VALUE_MAX, "%s", from);
        return;
    }
}

void config_value_text(const ConfigKey *key, const void *values, char text[CONFIG_VALUE_MAX])
{
    print(key, load_number(key, values), load_text(key, values), text);
}

void config_standard_text(const ConfigKey *key, char text[CONFIG_VALUE_MAX])
{
    print(key, key->standard, key->standard_text, text);
}

/* ---- keys ---- */

static int find_key(const ConfigTable *table, const char *section, const char *name)
{
    for (int i = 0; i < table->count; i++) {
        const ConfigKey *key = &table->keys[i];
        if (strcmp(key->section, section) == 0 && strcmp(key->name, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* Finds a key to suggest: a similar name in a similar section, or the same name in any section. */
static const ConfigKey *nearest_key(const ConfigTable *table, const char *section, const char *name)
{
    const ConfigKey *nearest = NULL;
    int nearest_distance = INT_MAX;
    for (int i = 0; i < table->count; i++) {
        const ConfigKey *key = &table->keys[i];
        int distance = name_distance(name, key->name);
        bool is_offer = distance == 0 || section[0] == '\0' || name_is_near(section, key->section);
        distance += name_distance(section, key->section);
        if (is_offer && distance < nearest_distance && name_is_near(name, key->name)) {
            nearest_distance = distance;
            nearest = key;
        }
    }
    return nearest;
}

int config_find(const ConfigTable *table, const char *section, const char *name, CwError *error)
{
    int index = find_key(table, section, name);
    if (index >= 0) {
        return index;
    }
    const ConfigKey *best = nearest_key(table, section, name);
    char offer[3 * CONFIG_NAME_MAX] = "`clockwork config` prints all keys";
    if (best != NULL) {
        snprintf(offer, sizeof offer, "the nearest known key is %s.%s", best->section, best->name);
    }
    if (section[0] == '\0') {
        cw_error_set(error, "key \"%.40s\" is in no section; %s", name, offer);
    } else {
        cw_error_set(error, "unknown key %.40s.%.40s; %s", section, name, offer);
    }
    return -1;
}

bool config_is_foreign(const ConfigTable *table, const char *section, const char *name)
{
    if (table->shared_section == NULL || strcmp(section, table->shared_section) != 0) {
        return false;
    }
    for (int i = 0; i < table->count; i++) {
        if (name_is_near(name, table->keys[i].name)) {
            return false;
        }
    }
    return true;
}

static bool is_name(const char *text)
{
    size_t length = strlen(text);
    return length > 0 && length <= CONFIG_NAME_MAX &&
           strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_.") == length;
}

const char *config_make_name(ConfigTable *table, const char *name, int number)
{
    CW_ASSERT(table->made_count < CONFIG_MADE_NAMES_MAX, "raise CONFIG_MADE_NAMES_MAX");
    char *made = table->made_names[table->made_count++];
    snprintf(made, sizeof table->made_names[0], "%s.%d", name, number);
    return made;
}

bool config_add(ConfigTable *table, const ConfigKey *key, CwError *error)
{
    CW_ASSERT(table->count < CONFIG_KEYS_MAX, "raise CONFIG_KEYS_MAX");
    if (!is_name(key->section) || strchr(key->section, '.') != NULL || !is_name(key->name)) {
        return cw_error_set(
            error,
            "[%.40s] %.40s: names are of a to z, 0 to 9, _ and, but for sections, points, "
            "at most %d",
            key->section, key->name, CONFIG_NAME_MAX);
    }
    if (find_key(table, key->section, key->name) >= 0) {
        return cw_error_set(error, "there are two keys %s.%s: give each its own name", key->section,
                            key->name);
    }
    ConfigKey *added = &table->keys[table->count++];
    *added = *key;
    return key->standard_text == NULL || set_default(added, key->standard_text, error);
}

ConfigOrigin config_origin(const ConfigTable *table, const void *values, int index)
{
    const char *origins = (const char *)values + table->origins_offset;
    return ((const ConfigOrigin *)(const void *)origins)[index];
}

void config_set_origin(const ConfigTable *table, void *values, int index, ConfigOrigin origin)
{
    char *origins = (char *)values + table->origins_offset;
    ((ConfigOrigin *)(void *)origins)[index] = origin;
}

void config_reset(const ConfigTable *table, void *values)
{
    for (int i = 0; i < table->count; i++) {
        const ConfigKey *key = &table->keys[i];
        store(key, values, key->standard, key->standard_text);
        config_set_origin(table, values, i, (ConfigOrigin){0});
    }
}

/* Splits "section.key=value". Returns the index of the key; -1 with an error. */
static int find_assigned(const ConfigTable *table, const char *assignment, const char **value,
                         CwError *error)
{
    size_t point = strcspn(assignment, ".="), equals = strcspn(assignment, "=");
    char section[40], name[40];
    if (assignment[point] != '.' || assignment[equals] != '=') {
        cw_error_set(error, "\"%.80s\" is no assignment: write section.key=value", assignment);
        return -1;
    }
    snprintf(section, sizeof section, "%.*s", (int)point, assignment);
    snprintf(name, sizeof name, "%.*s", (int)(equals - point - 1), assignment + point + 1);
    *value = assignment + equals + 1;
    return config_find(table, section, name, error);
}

bool config_set(const ConfigTable *table, void *values, const char *assignment, CwError *error)
{
    const char *value;
    int index = find_assigned(table, assignment, &value, error);
    if (index < 0 || !config_value_set(&table->keys[index], values, value, error)) {
        return false;
    }
    config_set_origin(table, values, index, (ConfigOrigin){.source = "--set"});
    return true;
}

bool config_default(ConfigTable *table, const char *assignment, CwError *error)
{
    const char *value;
    int index = find_assigned(table, assignment, &value, error);
    if (index < 0 || !set_default(&table->keys[index], value, error)) {
        return false;
    }
    table->keys[index].flags |= KEY_GAME_DEFAULT;
    return true;
}

bool config_label(ConfigTable *table, const char *assignment, CwError *error)
{
    const char *label;
    int index = find_assigned(table, assignment, &label, error);
    if (index >= 0) {
        table->keys[index].label = label;
    }
    return index >= 0;
}

/* ---- printing, with comments for the shipped config.ini ---- */

enum {
    COMMENT_COLUMNS = 98,
    LINE_BYTES_MAX = 190, /* CONFIG_LINE_BYTES_MAX without blanks and = */
    ORIGIN_MAX = 4096 + 32
};

/* Prints a paragraph of lines that begin with "; " and break between words. */
static void print_comment(FILE *file, const char *text)
{
    size_t column = 0;
    while (*text != '\0') {
        size_t word = strcspn(text, " ");
        if (column > 0 && column + 1 + word > COMMENT_COLUMNS) {
            fputc('\n', file);
            column = 0;
        }
        fputs(column == 0 ? "; " : " ", file);
        fwrite(text, 1, word, file);
        column += word + (column == 0 ? 2 : 1);
        text += word;
        text += strspn(text, " ");
    }
    fputc('\n', file);
}

static const char *applies(const ConfigKey *key)
{
    return key->flags & KEY_AT_PROGRAM_START ? "read when the program starts"
           : key->flags & KEY_AT_LEVEL_START ? "read when a level starts"
                                             : "live";
}

/* Prints a key's comment and range, except that a heading explains texts with a check. */
static void print_documentation(const ConfigKey *key, const char *standard, FILE *file)
{
    fputc('\n', file);
    print_comment(file, key->documentation);
    if (key->check != NULL) {
        return;
    }
    char range[CONFIG_VALUE_MAX], facts[512];
    range_text(key, range);
    snprintf(facts, sizeof facts, "[%s%s, default %s, %s%s]",
             key->kind == CW_CONFIG_WHOLE ? "whole number, " : "", range, standard, applies(key),
             key->flags & KEY_SIMULATION ? ", recorded" : "");
    print_comment(file, facts);
}

static void print_section(const ConfigTable *table, int index, FILE *file)
{
    const char *section = table->keys[index].section;
    if (index == 0 || strcmp(section, table->keys[index - 1].section) != 0) {
        fprintf(file, "%s[%s]\n", index > 0 ? "\n" : "", section);
    }
}

static void print_value(const ConfigKey *key, const char *value, const char *comment, FILE *file)
{
    fprintf(file, "%s =%s%s%s%s\n", key->name, value[0] == '\0' ? "" : " ", value,
            comment[0] == '\0' ? "" : " ", comment);
}

/* Writes "; from FILE:LINE" or the like, or "" for a built-in value. */
static void origin_text(const ConfigKey *key, const ConfigOrigin *origin, char text[ORIGIN_MAX])
{
    text[0] = '\0';
    if (origin->line > 0) {
        snprintf(text, ORIGIN_MAX, "; from %s:%d", origin->source, origin->line);
    } else if (origin->source != NULL) {
        snprintf(text, ORIGIN_MAX, "; from %s", origin->source);
    } else if (key->flags & KEY_GAME_DEFAULT) {
        snprintf(text, ORIGIN_MAX, "; default of the game");
    }
}

/* Prints the origin after the value, or above it if the line would be too long to be read back. */
void config_print(const ConfigTable *table, const void *values, FILE *file)
{
    for (int i = 0; i < table->count; i++) {
        const ConfigKey *key = &table->keys[i];
        ConfigOrigin origin = config_origin(table, values, i);
        char value[CONFIG_VALUE_MAX], comment[ORIGIN_MAX];
        config_value_text(key, values, value);
        origin_text(key, &origin, comment);
        make_printable(value);
        make_printable(comment);
        bool fits_line = strlen(key->name) + strlen(value) + strlen(comment) < LINE_BYTES_MAX;
        print_section(table, i, file);
        if (!fits_line) {
            fprintf(file, "%s\n", comment);
        }
        print_value(key, value, fits_line ? comment : "", file);
    }
}

void config_print_defaults(const ConfigTable *table, FILE *file)
{
    fprintf(file, "%s\n", table->header);
    for (int i = 0; i < table->count; i++) {
        const ConfigKey *key = &table->keys[i];
        char value[CONFIG_VALUE_MAX];
        config_standard_text(key, value);
        print_section(table, i, file);
        if (key->heading != NULL) {
            fprintf(file, "\n%s", key->heading);
        }
        print_documentation(key, value, file);
        print_value(key, value, "", file);
    }
}
