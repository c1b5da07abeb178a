/* A tree as JSON: the same bytes on all systems and with every version of jansson, whose own writer
 * has changed its numbers. */
#include "base/number.h"
#include "map/map_tree.h"

#include <stdlib.h>
#include <string.h>

/* A text, a number that is not real, true, false or null as jansson writes it. */
static void add_leaf(Text *text, const json_t *value)
{
    char number[NUMBER_TEXT_MAX], *word = NULL;
    if (json_is_real(value)) {
        number_print(json_real_value(value), number);
        text_add_word(text, number);
        text_add_word(text, strpbrk(number, ".e") == NULL ? ".0" : ""); /* no integer */
    } else {
        word = json_dumps(value, JSON_ENCODE_ANY);
        text->failed |= word == NULL;
        text_add_word(text, word == NULL ? "" : word);
        free(word);
    }
}

static void add_value(Text *text, json_t *value)
{
    const char *key, *before = "";
    json_t *member;
    size_t index;
    if (json_is_object(value)) {
        text_add_word(text, "{");
        json_object_foreach(value, key, member)
        {
            if (strcmp(key, MAP_LINE_KEY) != 0) {
                json_t *name = json_string(key);
                text_add_word(text, before);
                add_leaf(text, name);
                text_add_word(text, ":");
                add_value(text, member);
                json_decref(name);
                before = ",";
            }
        }
        text_add_word(text, "}");
    } else if (json_is_array(value)) {
        text_add_word(text, "[");
        json_array_foreach(value, index, member)
        {
            text_add_word(text, index == 0 ? "" : ",");
            add_value(text, member);
        }
        text_add_word(text, "]");
    } else {
        add_leaf(text, value);
    }
}

Text map_tree_write(json_t *tree)
{
    Text text = {0};
    add_value(&text, tree);
    return text;
}
