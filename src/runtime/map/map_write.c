/* A tree as JSON: the same bytes on all systems and with every version of jansson, whose own writer
 * has changed its numbers. */
#include "base/number.h"
#include "map/map_tree.h"

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

/* A text, an integer, true, false or null as jansson writes it. */
static void add_leaf(Text *text, const json_t *value)
{
    char *word = json_dumps(value, JSON_ENCODE_ANY);
    text->failed |= word == NULL;
    add_word(text, word == NULL ? "" : word);
    free(word);
}

static void add_key(Text *text, const char *key)
{
    json_t *name = json_string(key);
    add_leaf(text, name);
    json_decref(name);
    add_word(text, ":");
}

static void add_real(Text *text, double value)
{
    char number[NUMBER_TEXT_MAX];
    number_print(value, number);
    add_word(text, number);
    if (strpbrk(number, ".e") == NULL) {
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
                add_key(text, key);
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
    } else if (json_is_real(value)) {
        add_real(text, json_real_value(value));
    } else {
        add_leaf(text, value);
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
