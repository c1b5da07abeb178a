/* A tree as JSON: the same bytes on all systems and with every version of jansson, whose own writer
 * has changed its numbers. */
#include "base/number.h"
#include "map/map_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Text {
    char *bytes;
    size_t size, room;
    bool failed; /* there is no memory */
} Text;

static void add(Text *text, const char *bytes, size_t size)
{
    if (text->size + size > text->room) {
        size_t room = 2 * (text->size + size);
        char *bigger = text->failed ? NULL : realloc(text->bytes, room);
        if (bigger == NULL) {
            text->failed = true;
            return;
        }
        text->bytes = bigger;
        text->room = room;
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
}

static void add_word(Text *text, const char *word)
{
    add(text, word, strlen(word));
}

static void add_string(Text *text, const char *string)
{
    char code[8];
    add_word(text, "\"");
    for (; *string != '\0'; string++) {
        bool is_control = (unsigned char)*string < ' ';
        snprintf(code, sizeof code, "\\u%04x", (unsigned char)*string);
        if (*string == '"' || *string == '\\') {
            add_word(text, "\\");
        }
        add(text, is_control ? code : string, is_control ? 6 : 1);
    }
    add_word(text, "\"");
}

/* A whole number stays a real one. */
static void add_real(Text *text, double real)
{
    char number[NUMBER_TEXT_MAX];
    number_print(real, number);
    add_word(text, number);
    add_word(text, strpbrk(number, ".e") == NULL ? ".0" : "");
}

static void add_value(Text *text, const json_t *value);

static void add_members(Text *text, json_t *object)
{
    const char *key, *before = "{";
    json_t *member;
    json_object_foreach(object, key, member)
    {
        if (strcmp(key, MAP_LINE_KEY) != 0) {
            add_word(text, before);
            add_string(text, key);
            add_word(text, ":");
            add_value(text, member);
            before = ",";
        }
    }
    add_word(text, before[0] == '{' ? "{}" : "}");
}

static void add_value(Text *text, const json_t *value)
{
    char number[32];
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        add_members(text, (json_t *)(uintptr_t)value);
        break;
    case JSON_ARRAY:
        add_word(text, "[");
        for (size_t i = 0; i < json_array_size(value); i++) {
            add_word(text, i == 0 ? "" : ",");
            add_value(text, json_array_get(value, i));
        }
        add_word(text, "]");
        break;
    case JSON_STRING:
        add_string(text, json_string_value(value));
        break;
    case JSON_INTEGER:
        snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        add_word(text, number);
        break;
    case JSON_REAL:
        add_real(text, json_real_value(value));
        break;
    case JSON_TRUE:
        add_word(text, "true");
        break;
    case JSON_FALSE:
        add_word(text, "false");
        break;
    case JSON_NULL:
        add_word(text, "null");
        break;
    }
}

char *map_tree_write(const json_t *tree, size_t *size)
{
    Text text = {0};
    add_value(&text, tree);
    *size = text.size;
    if (text.failed) {
        free(text.bytes);
        return NULL;
    }
    return text.bytes;
}
