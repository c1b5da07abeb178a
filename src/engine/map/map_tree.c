#include "map/map_tree.h"

#include <stdlib.h>
#include <string.h>

/* Values in a JSON text, or more: each but the first follows one of these. */
static size_t count_values(const char *text, size_t size)
{
    size_t count = 1;
    for (size_t i = 0; i < size; i++) {
        count += text[i] == ',' || text[i] == '[' || text[i] == ':';
        count += text[i] == '{' ? MAP_OBJECT_VALUES - 1 : 0;
    }
    return count;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* The end of a list of whole numbers that begins at `from`, or NULL. */
static char *numbers_end(char *from, const char *end)
{
    for (char *at = from + 1; at < end; at++) {
        if (*at == ']') {
            return at;
        }
        if (!is_space(*at) && *at != ',' && !(*at >= '0' && *at <= '9')) {
            return NULL;
        }
    }
    return NULL;
}

/* Quotes lists of numbers under "data" in place; returns how many commas are no values so. */
static size_t quote_data(char *text, size_t size)
{
    static const char key[] = "\"data\"";
    char *end = text + size;
    size_t commas = 0;
    for (char *at = text; (at = memchr(at, key[0], (size_t)(end - at))) != NULL;) {
        bool found = (size_t)(end - at) >= sizeof key - 1 && memcmp(at, key, sizeof key - 1) == 0;
        at += found ? sizeof key - 1 : 1;
        if (!found) {
            continue;
        }
        char *begin = at;
        while (begin < end && (is_space(*begin) || *begin == ':')) {
            begin++;
        }
        char *close = begin < end && *begin == '[' ? numbers_end(begin, end) : NULL;
        if (close == NULL) {
            continue;
        }
        for (char *c = begin + 1; c < close; c++) {
            commas += *c == ',';
            *c = is_space(*c) ? ' ' : *c;
        }
        *begin = *close = '"';
        at = close + 1;
    }
    return commas;
}

/* Line ends in quoted data are gone from the text that was parsed: they are counted here. */
static int line_at(MapText text, int position)
{
    int line = 1;
    for (size_t i = 0; i < text.size && (int)i < position; i++) {
        line += text.bytes[i] == '\n';
    }
    return line;
}

static void refuse_syntax(const char *path, int line, const json_error_t *at, CwError *error)
{
    if (at->text[0] == '\0' || json_error_code(at) == json_error_out_of_memory) {
        cw_error_set(error, "%.400s: out of memory", path);
        return;
    }
    cw_error_set(error,
                 "%.400s:%d:%d: %s: correct the JSON there, or save the map with Tiled "
                 "again",
                 path, line, at->column, at->text);
}

static json_t *tree_of_json(const char *path, MapText text, CwError *error)
{
    char *copy = malloc(text.size + 1);
    if (copy == NULL) {
        cw_error_set(error, "%.400s: out of memory", path);
        return NULL;
    }
    memcpy(copy, text.bytes, text.size);
    size_t commas = quote_data(copy, text.size);
    json_t *root = NULL;
    if (count_values(copy, text.size) - commas > MAP_VALUES_MAX) {
        cw_error_set(error, "%.400s: has more than %d values: split the level", path,
                     MAP_VALUES_MAX);
    } else {
        json_error_t at;
        root = json_loadb(copy, text.size, JSON_REJECT_DUPLICATES, &at);
        if (root == NULL) {
            int line = commas == 0 ? at.line : line_at(text, at.position);
            refuse_syntax(path, line, &at, error);
        }
    }
    free(copy);
    return root;
}

json_t *map_tree(const char *path, MapText text, CwError *error)
{
    size_t at = 0;
    while (at < text.size && (is_space(text.bytes[at]) || (text.bytes[at] & 0x80) != 0)) {
        at++; /* a byte order mark, too */
    }
    return at < text.size && text.bytes[at] == '<' ? map_tree_of_xml(path, text, error)
                                                   : tree_of_json(path, text, error);
}
