/* Converts a key's value from text to field and back, by the key's kind. */
#include "base/config.h"

#include "base/number.h"

#include <string.h>

static size_t word_length(const char *word)
{
    return strcspn(word, "|");
}

static const char *next_word(const char *word)
{
    word += word_length(word);
    return *word == '|' ? word + 1 : NULL;
}

void config_range_text(const ConfigKey *key, char text[CONFIG_VALUE_MAX])
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

static bool refuse(const ConfigKey *key, const char *text, const char *why, CwError *error)
{
    char range[CONFIG_VALUE_MAX];
    const char *hint = strchr(text, '#') != NULL
                           ? " (a comment behind a value begins with a blank and ;)"
                       : strchr(text, ',') != NULL ? " (the decimal mark is a point)"
                                                   : "";
    config_range_text(key, range);
    return cw_error_set(error, "%s.%s: \"%.44s\" is %s%s; allowed: %s", key->section, key->name,
                        text, why, hint, range);
}

static bool parse_number(const ConfigKey *key, const char *text, double *value, CwError *error)
{
    bool whole = key->kind == CW_CONFIG_WHOLE;
    double number = 0;
    if ((whole && text[strspn(text, "+-0123456789")] != '\0') || !number_parse(text, &number)) {
        return refuse(key, text, whole ? "not a whole number" : "not a number", error);
    }
    bool zero = (key->flags & KEY_OR_ZERO) != 0 && number == 0;
    if (!zero && !(number >= key->low && number <= key->high)) {
        return refuse(key, text, "out of range", error);
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
    return refuse(key, text, "neither on nor off", error);
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
    return refuse(key, text, "not known", error);
}

/* Whether a text without a check is the same after it was written and read. */
static bool is_plain(const char *text)
{
    size_t length = strlen(text);
    return length == 0 || (text[0] != ' ' && text[0] != ';' && text[length - 1] != ' ' &&
                           strstr(text, " ;") == NULL);
}

static bool parse_text(const ConfigKey *key, const char *text, CwError *error)
{
    if (strlen(text) > CONFIG_TEXT_MAX) {
        return refuse(key, text, "too long", error);
    }
    for (const char *c = text; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7F) {
            return refuse(key, text, "invalid: it has a control character", error);
        }
    }
    if (key->check == NULL && !is_plain(text)) {
        return refuse(key, text, "invalid: it has a space at an end or before ;", error);
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

void config_value_reset(const ConfigKey *key, void *values)
{
    store(key, values, key->standard, key->standard_text);
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

bool config_standard_set(ConfigKey *key, const char *text, CwError *error)
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
