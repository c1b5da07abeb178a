/* A number in a map's text, found and replaced where it stands, so that all else stays as it is. */
#include "base/number.h"
#include "map/map_reader.h"
#include "platform/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool map_number_is_own(const CwMapProperties *from, const char *name, bool *whole)
{
    size_t index;
    json_t *property;
    json_array_foreach(from == NULL ? NULL : from->lists[0], index, property)
    {
        const char *type = json_string_value(json_object_get(property, "type"));
        const json_t *value = json_object_get(property, "value");
        if (strcmp(json_string_value(json_object_get(property, "name")), name) == 0) {
            *whole = type != NULL && strcmp(type, "int") == 0;
            return json_is_number(value) &&
                   (*whole || (type != NULL && strcmp(type, "float") == 0));
        }
    }
    return false;
}

/* ---- JSON, which was read before: it is well formed ---- */

static const char *skip_blank(const char *at)
{
    return at + strspn(at, " \t\r\n,:");
}

static const char *skip_string(const char *at)
{
    for (at++; *at != '"' && *at != '\0'; at++) {
        at += at[0] == '\\' && at[1] != '\0';
    }
    return *at == '\0' ? at : at + 1;
}

static const char *skip_value(const char *at)
{
    int depth = 0;
    do {
        depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
        at = *at == '"' ? skip_string(at) : *at == '\0' ? at : at + 1;
    } while (*at != '\0' && (depth > 0 || strchr(" \t\r\n,:}]", *at) == NULL));
    return skip_blank(at);
}

/* The value of a key; "" where the object has none or is none. */
static const char *member(const char *object, const char *key)
{
    const char *at = *object == '{' ? skip_blank(object + 1) : "";
    size_t length = strlen(key);
    while (*at == '"') {
        const char *value = skip_value(at);
        if (strncmp(at + 1, key, length) == 0 && at[length + 1] == '"') {
            return value;
        }
        at = skip_value(value);
    }
    return "";
}

/* The elements of a list one by one, "" after the last. */
static const char *first_of(const char *list)
{
    const char *at = *list == '[' ? skip_blank(list + 1) : "";
    return *at == ']' ? "" : at;
}

static const char *next_of(const char *element)
{
    const char *at = skip_value(element);
    return *at == ']' ? "" : at;
}

static const char *find_object(const char *layers, int id)
{
    const char *found = "";
    for (const char *at = first_of(layers); *at != '\0' && *found == '\0'; at = next_of(at)) {
        found = find_object(member(at, "layers"), id);
        const char *object = *found == '\0' ? first_of(member(at, "objects")) : "";
        for (; *object != '\0' && *found == '\0'; object = next_of(object)) {
            found = strtol(member(object, "id"), NULL, 10) == id ? object : "";
        }
    }
    return found;
}

static const char *find_in_json(const char *text, const MapNumber *number)
{
    const char *map = skip_blank(text);
    const char *owner =
        number->object == 0 ? map : find_object(member(map, "layers"), number->object);
    const char *at = first_of(member(owner, "properties"));
    size_t length = strlen(number->name);
    for (; *at != '\0'; at = next_of(at)) {
        const char *name = member(at, "name");
        if (*name == '"' && strncmp(name + 1, number->name, length) == 0 &&
            name[length + 1] == '"') {
            return member(at, "value");
        }
    }
    return "";
}

/* ---- XML as Tiled writes it ---- */

/* Behind the first `word` before `end`; NULL: there is none. */
static const char *behind(const char *text, const char *end, const char *word)
{
    const char *at = text == NULL ? NULL : strstr(text, word);
    return at == NULL || (end != NULL && at >= end) ? NULL : at + strlen(word);
}

static const char *find_in_xml(const char *text, const MapNumber *number)
{
    char head[64], property[128];
    snprintf(head, sizeof head, number->object == 0 ? "<map " : "<object id=\"%d\"",
             number->object);
    snprintf(property, sizeof property, "<property name=\"%.80s\"", number->name);
    const char *owner = behind(text, NULL, head), *tag = owner == NULL ? NULL : strchr(owner, '>');
    const char *end = tag == NULL ? NULL : strstr(tag, "</properties>");
    bool has = tag != NULL && tag[-1] != '/' && end != NULL &&
               strncmp(skip_blank(tag + 1), "<properties>", 12) == 0;
    const char *at = has ? behind(tag, end, property) : NULL;
    const char *value = at == NULL ? NULL : behind(at, strchr(at, '>'), "value=\"");
    return value == NULL ? "" : value;
}

/* ---- a text ---- */

MapText map_text_with_number(MapText text, const MapNumber *number)
{
    char figures[NUMBER_TEXT_MAX], head[64] = "";
    MapText first = map_files_first(text);
    size_t begin = (size_t)(first.bytes - text.bytes);
    char *copy = calloc(1, first.size + 1),
         *made = malloc(text.size + sizeof head + sizeof figures);
    if (copy != NULL && made != NULL) {
        memcpy(copy, first.bytes, first.size);
    }
    const char *words = copy == NULL ? "" : copy + file_mark_bytes(copy, first.size);
    bool is_xml = *skip_blank(words) == '<';
    const char *at = (is_xml ? find_in_xml : find_in_json)(words, number);
    size_t from = *at == '\0' ? 0 : (size_t)(at - copy), old = strspn(at, "+-.0123456789eE");
    free(copy);
    number_print(number->value, figures);
    if (made == NULL || old == 0) {
        free(made);
        return (MapText){0};
    }
    size_t size = strlen(figures), rest = text.size - begin - from - old;
    begin = map_files_head(text, first.size - old + size, head);
    memcpy(made, head, begin);
    memcpy(made + begin, first.bytes, from);
    memcpy(made + begin + from, figures, size);
    memcpy(made + begin + from + size, first.bytes + from + old, rest);
    return (MapText){made, begin + from + size + rest};
}
