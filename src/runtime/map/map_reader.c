#include "map/map_reader.h"

#include "base/report.h"
#include "map/map_tree.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { MESSAGE_BYTES = 1024 };

/* Writes "FILE:7: layer "L", object 7 "N": WORDS", without unknown parts. */
CW_PRINTF(3, 0)
static void compose(char text[MESSAGE_BYTES], const MapPlace *place, const char *format,
                    va_list words)
{
    const char *path = place->file != NULL ? place->file->path : place->map->path;
    bool is_named = place->object_name != NULL && place->object_name[0] != '\0';
    int used = snprintf(text, MESSAGE_BYTES, "%.400s", path);
    if (place->line > 0) {
        used += sprintf(text + used, ":%d", place->line);
    }
    if (place->layer != NULL) {
        used += sprintf(text + used, ": layer \"%.80s\"", place->layer);
    }
    if (place->layer != NULL && place->object_id != 0) {
        used += sprintf(text + used, ", object %d", place->object_id);
    }
    if (place->layer != NULL && place->object_id != 0 && is_named) {
        used += sprintf(text + used, " \"%.40s\"", place->object_name);
    }
    used += sprintf(text + used, ": ");
    vsnprintf(text + used, MESSAGE_BYTES - (size_t)used, format, words);
}

bool map_refuse(const MapPlace *place, const char *format, ...)
{
    char text[MESSAGE_BYTES];
    va_list words;
    va_start(words, format);
    compose(text, place, format, words);
    va_end(words);
    return cw_error_set(place->error, "%s", text);
}

/* Notes the first warning, and prints the first few of the loader and of the game. */
static void print_warning(CwMap *map, const char *text)
{
    if (map->all_warnings_count++ == 0) {
        snprintf(map->first_warning, sizeof map->first_warning, "%s", text);
    }
    if (map->is_quiet) {
        return;
    }
    if (++map->warning_count <= MAP_WARNINGS_MAX) {
        report("%s", text);
    } else if (map->warning_count == MAP_WARNINGS_MAX + 1) {
        report("%s: there are more warnings: correct these first", map->path);
    }
}

bool map_is_new(CwMap *map, const char *key)
{
    uint64_t hash = XXH3_64bits(key, strlen(key));
    for (int i = 0; i < map->told_count; i++) {
        if (map->told[i] == hash) {
            return false;
        }
    }
    if (map->told_count == MAP_TOLD_MAX) {
        return false;
    }
    map->told[map->told_count++] = hash;
    return true;
}

void map_warn(const MapPlace *place, const char *key, const char *format, ...)
{
    char text[MESSAGE_BYTES];
    if (key != NULL && !map_is_new(place->map, key)) {
        return;
    }
    va_list words;
    va_start(words, format);
    compose(text, place, format, words);
    va_end(words);
    print_warning(place->map, text);
}

void cw_map_warn(const CwMap *map, const CwMapObject *object, const char *format, ...)
{
    char what[400];
    char key[440];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    MapPlace place = {.map = (CwMap *)map}; /* warnings are counted in the map */
    if (object != NULL) {
        place.layer = object->layer;
        place.object_id = object->id;
        place.object_name = object->name;
    }
    snprintf(key, sizeof key, "%d: %s", place.object_id, what);
    map_warn(&place, key, "%s", what);
}

void map_warn_error(CwMap *map, const CwError *error, const char *consequence)
{
    char text[MESSAGE_BYTES];
    snprintf(text, sizeof text, "%.950s (%.60s)", error->text, consequence);
    print_warning(map, text);
}

/* ---- memory ---- */

typedef struct MapBlock {
    struct MapBlock *next;
    max_align_t memory[];
} MapBlock;

void *map_keep(CwMap *map, size_t bytes)
{
    MapBlock *block = bytes > SIZE_MAX / 2 ? NULL : calloc(1, sizeof *block + bytes);
    if (block == NULL) {
        return NULL;
    }
    block->next = map->blocks;
    map->blocks = block;
    return block->memory;
}

char *map_keep_text(CwMap *map, const char *text)
{
    char *copy = map_keep(map, strlen(text) + 1);
    return copy == NULL ? NULL : strcpy(copy, text);
}

void map_forget(CwMap *map)
{
    while (map->blocks != NULL) {
        MapBlock *next = map->blocks->next;
        free(map->blocks);
        map->blocks = next;
    }
}

/* ---- values ---- */

const char *map_type_name(const json_t *value)
{
    static const char *const names[] = {
        [JSON_OBJECT] = "an object",    [JSON_ARRAY] = "a list",  [JSON_STRING] = "text",
        [JSON_INTEGER] = "a number",    [JSON_REAL] = "a number", [JSON_TRUE] = "true or false",
        [JSON_FALSE] = "true or false", [JSON_NULL] = "null",
    };
    return names[json_typeof(value)];
}

static void refuse_type(const MapPlace *place, const char *key, const json_t *value,
                        const char *wanted)
{
    char text[40];
    snprintf(text, sizeof text, "\"%.30s\"", json_is_string(value) ? json_string_value(value) : "");
    map_refuse(place, "\"%s\" is %s and must be %s: open the map in Tiled and save it again", key,
               json_is_string(value) ? text : map_type_name(value), wanted);
}

bool map_is_good(const MapPlace *place)
{
    return place->error->text[0] == '\0';
}

double map_read_number(const MapPlace *place, const json_t *from, const char *key, double fallback)
{
    const json_t *found = json_object_get(from, key);
    if (found != NULL && !json_is_number(found)) {
        refuse_type(place, key, found, "a number");
    }
    double value = json_is_number(found) ? json_number_value(found) : fallback;
    if (!isfinite(value)) {
        map_refuse(place, "\"%s\" is not a finite number: correct it in Tiled", key);
    }
    return value;
}

double map_need_number(const MapPlace *place, const json_t *from, const char *key)
{
    if (json_object_get(from, key) == NULL) {
        map_refuse(place, "\"%s\" is missing: open the map in Tiled and save it again", key);
    }
    return map_read_number(place, from, key, 0.0);
}

const char *map_read_text(const MapPlace *place, const json_t *from, const char *key)
{
    const json_t *found = json_object_get(from, key);
    if (found != NULL && !json_is_string(found)) {
        refuse_type(place, key, found, "text");
    }
    return json_is_string(found) ? json_string_value(found) : "";
}

json_t *map_read_array(const MapPlace *place, const json_t *from, const char *key)
{
    json_t *found = json_object_get(from, key);
    if (found != NULL && !json_is_array(found)) {
        refuse_type(place, key, found, "a list");
    }
    return found;
}

int map_read_count(const MapPlace *place, const json_t *from, const char *key, MapRange range)
{
    double number = map_need_number(place, from, key);
    bool fits = number >= range.least && number <= range.most;
    if (!fits) {
        map_refuse(place, "\"%s\" is %g and must be from %d to %d: correct it in Tiled", key,
                   number, range.least, range.most);
    }
    return fits ? (int)number : range.least;
}

const char *map_read_class(const MapPlace *place, const json_t *from)
{
    const char *type = map_read_text(place, from, "type");
    const char *class_1_9 = map_read_text(place, from, "class"); /* only Tiled 1.9 writes it */
    return type[0] != '\0' ? type : class_1_9;
}

bool map_is_true(const json_t *from, const char *key, bool fallback)
{
    const json_t *value = json_object_get(from, key);
    return value == NULL ? fallback : json_is_true(value);
}

int map_line(const json_t *from)
{
    return (int)json_integer_value(json_object_get(from, MAP_LINE_KEY));
}

bool map_parse_colour(const char *text, CwColour *colour)
{
    text += text[0] == '#';
    size_t length = strlen(text);
    if ((length != 3 && length != 6 && length != 8) ||
        strspn(text, "0123456789abcdefABCDEF") != length) {
        return false;
    }
    unsigned long bits = strtoul(text, NULL, 16);
    if (length == 3) {
        bits = (bits & 0xf00) * 0x1100 | (bits & 0xf0) * 0x110 | (bits & 0xf) * 0x11;
    }
    uint8_t alpha = length == 8 ? (uint8_t)(bits >> 24) : 255;
    *colour = (CwColour){(uint8_t)(bits >> 16), (uint8_t)(bits >> 8), (uint8_t)bits, alpha};
    return true;
}

void map_check_properties(const MapPlace *place, const json_t *from)
{
    const json_t *list = map_read_array(place, from, "properties");
    if (json_array_size(list) > MAP_PROPERTIES_MAX) {
        map_refuse(place, "has %zu custom properties: leave at most %d", json_array_size(list),
                   MAP_PROPERTIES_MAX);
        return;
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *property = json_array_get(list, i);
        if (!json_is_string(json_object_get(property, "name")) ||
            json_object_get(property, "value") == NULL) {
            map_refuse(place, "custom property %d has no name or no value: correct it in Tiled",
                       (int)i + 1);
        }
    }
}

json_t *map_property(const json_t *properties, const char *name)
{
    for (size_t i = 0; i < json_array_size(properties); i++) {
        const json_t *property = json_array_get(properties, i);
        const char *its_name = json_string_value(json_object_get(property, "name"));
        if (its_name != NULL && strcmp(its_name, name) == 0) {
            return json_object_get(property, "value");
        }
    }
    return NULL;
}
