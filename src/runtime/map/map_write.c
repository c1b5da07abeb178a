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

static void add(Text *text, const char *word, size_t size)
{
    if (text->size + size > text->room && !text->failed) {
        text->room = 2 * (text->size + size);
        char *bigger = realloc(text->bytes, text->room);
        if (bigger != NULL) {
            text->bytes = bigger;
        }
        text->failed = bigger == NULL;
    }
    if (!text->failed) {
        memcpy(text->bytes + text->size, word, size);
        text->size += size;
    }
}

static void add_word(Text *text, const char *word)
{
    add(text, word, strlen(word));
}

static void add_string(Text *text, const char *string)
{
    add_word(text, "\"");
    for (; *string != '\0'; string++) {
        char code[8] = {'\\', *string, '\0'};
        bool is_control = (unsigned char)*string < ' ';
        if (is_control) {
            snprintf(code, sizeof code, "\\u%04x", (unsigned char)*string);
        }
        bool is_coded = is_control || *string == '"' || *string == '\\';
        add(text, is_coded ? code : string, is_coded ? strlen(code) : 1);
    }
    add_word(text, "\"");
}

static void add_number(Text *text, const json_t *value)
{
    char number[NUMBER_TEXT_MAX];
    if (json_is_integer(value)) {
        snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    } else {
        number_print(json_real_value(value), number);
    }
    add_word(text, number);
    if (json_is_real(value) && strpbrk(number, ".e") == NULL) {
        add_word(text, ".0"); /* it is no integer when it is read again */
    }
}

static void add_value(Text *text, json_t *value)
{
    const char *key, *before = "";
    json_t *member;
    size_t index;
    if (json_is_object(value)) {
        add_word(text, "{");
        json_object_foreach(value, key, member)
        {
            if (strcmp(key, MAP_LINE_KEY) != 0) {
                add_word(text, before);
                add_string(text, key);
                add_word(text, ":");
                add_value(text, member);
                before = ",";
            }
        }
        add_word(text, "}");
    } else if (json_is_array(value)) {
        add_word(text, "[");
        json_array_foreach(value, index, member)
        {
            add_word(text, index == 0 ? "" : ",");
            add_value(text, member);
        }
        add_word(text, "]");
    } else if (json_is_string(value)) {
        add_string(text, json_string_value(value));
    } else if (json_is_number(value)) {
        add_number(text, value);
    } else {
        add_word(text, json_is_null(value) ? "null" : json_is_true(value) ? "true" : "false");
    }
}

char *map_tree_write(json_t *tree, size_t *size)
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
