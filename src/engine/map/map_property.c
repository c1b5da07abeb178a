#include "base/assert_number.h"
#include "map/map_reader.h"
#include "map/map_text.h"

#include <stdio.h>
#include <string.h>

CwMapProperties *map_properties(const MapPlace *place, const json_t *from, const json_t *under,
                                const CwMapProperties *behind)
{
    CwMapProperties *made = map_keep(place->map, sizeof *made);
    if (made == NULL) {
        map_refuse(place, "out of memory for properties");
        return NULL;
    }
    *made = (CwMapProperties){{json_object_get(from, "properties"),
                               json_object_get(under, "properties"),
                               behind == NULL ? NULL : behind->lists[0]},
                              *place};
    made->place.error = NULL; /* it outlives the reading */
    return made;
}

static const json_t *find_in(const CwMapProperties *from, int count, const char *name)
{
    const json_t *value = NULL;
    for (int i = 0; i < count && value == NULL; i++) {
        value = map_property(from->lists[i], name);
    }
    return value;
}

/* A class's members come after points: "stats.armour". */
static const json_t *find(const CwMapProperties *from, const char *name)
{
    if (from == NULL) {
        return NULL;
    }
    const json_t *value = find_in(from, MAP_PROPERTY_LISTS, name);
    const char *point = strchr(name, '.');
    map_note_property(from->place.map, name);
    if (value != NULL || point == NULL) {
        return value;
    }
    char head[128];
    snprintf(head, sizeof head, "%.*s", (int)(point - name), name);
    map_note_property(from->place.map, head);
    value = find_in(from, MAP_PROPERTY_LISTS, head);
    while (json_is_object(value) && point != NULL) {
        const char *member = point + 1;
        point = strchr(member, '.');
        int length = point == NULL ? (int)strlen(member) : (int)(point - member);
        snprintf(head, sizeof head, "%.*s", length, member);
        value = json_object_get(value, head);
    }
    return point == NULL ? value : NULL;
}

/* Once for a name and what it was asked for as. */
static void warn_type(const CwMapProperties *from, const char *name, const json_t *value,
                      const char *wanted)
{
    char key[200];
    snprintf(key, sizeof key, "%s as %s", name, wanted);
    map_warn(&from->place, key,
             "property \"%.80s\" is %s, but the game reads %s: change its type in Tiled", name,
             json_is_object(value) ? "a class" : map_type_name(value), wanted);
}

/* The name at an index, NULL when there are fewer; and how many come before it or are there. */
static const char *name_at(const CwMapProperties *from, int index, int *count)
{
    *count = 0;
    for (int list = 0; from != NULL && list < MAP_PROPERTY_LISTS; list++) {
        size_t i;
        json_t *property;
        json_array_foreach(from->lists[list], i, property)
        {
            const char *name = json_string_value(json_object_get(property, "name"));
            if (find_in(from, list, name) == NULL && (*count)++ == index) {
                return name;
            }
        }
    }
    return NULL;
}

int cw_property_count(const CwMapProperties *from)
{
    int count;
    name_at(from, -1, &count);
    return count;
}

const char *cw_property_name(const CwMapProperties *from, int index)
{
    int before;
    const char *name = name_at(from, index, &before);
    ASSERT_NUMBER(index, name != NULL, "ask for 0 .. cw_property_count() - 1");
    map_note_property(from->place.map, name);
    return name;
}

CwPropertyType cw_property_type(const CwMapProperties *from, const char *name)
{
    const json_t *value = find(from, name);
    return value == NULL            ? CW_PROPERTY_NONE
           : json_is_number(value)  ? CW_PROPERTY_NUMBER
           : json_is_boolean(value) ? CW_PROPERTY_BOOL
           : json_is_string(value)  ? CW_PROPERTY_TEXT
                                    : CW_PROPERTY_CLASS;
}

const CwMapProperties *cw_map_properties(const CwMap *map)
{
    return map->properties;
}

double cw_property_number(const CwMapProperties *from, const char *name, double fallback)
{
    const json_t *value = find(from, name);
    if (json_is_boolean(value)) {
        return json_is_true(value) ? 1.0 : 0.0;
    }
    if (value != NULL && !json_is_number(value)) {
        warn_type(from, name, value, "a number");
    }
    return json_is_number(value) ? json_number_value(value) : fallback;
}

bool cw_property_bool(const CwMapProperties *from, const char *name, bool fallback)
{
    const json_t *value = find(from, name);
    if (value != NULL && !json_is_boolean(value)) {
        warn_type(from, name, value, "true or false");
    }
    return json_is_boolean(value) ? json_is_true(value) : fallback;
}

const char *cw_property_text(const CwMapProperties *from, const char *name, const char *fallback)
{
    const json_t *value = find(from, name);
    if (value != NULL && !json_is_string(value)) {
        warn_type(from, name, value, "text");
    }
    return json_is_string(value) ? json_string_value(value) : fallback;
}

CwColour cw_property_colour(const CwMapProperties *from, const char *name, CwColour fallback)
{
    const json_t *value = find(from, name);
    const char *text = json_string_value(value);
    CwColour colour;
    if (text != NULL && map_parse_colour(text, &colour)) {
        return colour;
    }
    if (value != NULL && (text == NULL || text[0] != '\0')) {
        warn_type(from, name, value, "a colour (#rrggbb)");
    }
    return fallback;
}

const CwMapObject *cw_property_object(const CwMapProperties *from, const char *name)
{
    const json_t *value = find(from, name);
    if (value == NULL) {
        return NULL;
    }
    if (!json_is_integer(value)) {
        warn_type(from, name, value, "an object");
        return NULL;
    }
    const CwMap *map = from->place.map;
    json_int_t id = json_integer_value(value);
    for (int i = 0; id > 0 && i < map->object_count; i++) {
        if (map->objects[i].id == id) {
            return &map->objects[i];
        }
    }
    return NULL;
}

bool cw_property_file(const CwMapProperties *from, const char *name, char *path, size_t size)
{
    char joined[1024];
    CW_ASSERT(path != NULL && size > 0, "give the path an array to be in, and its size");
    const json_t *value = find(from, name);
    const char *text = json_string_value(value);
    path[0] = '\0';
    if (value != NULL && text == NULL) {
        warn_type(from, name, value, "a file");
    }
    if (text == NULL || text[0] == '\0') {
        return false;
    }
    const char *file = from->place.file == NULL ? "" : from->place.file->name;
    CwMap *map = from->place.map;
    CwError cause = {0};
    bool fits = map_files_name(file, text, joined, sizeof joined) &&
                map_files_path(&map->files, joined, path, size);
    bool allowed = fits && map_files_check(&map->files, joined, &cause);
    if (fits && !allowed) {
        map_warn(&from->place, text, "property \"%.80s\": %s", name, cause.text);
    }
    if (!allowed) {
        path[0] = '\0';
    }
    return allowed;
}

static const CwMapProperties *of(const CwMap *map, const CwMapObject *object)
{
    return object == NULL ? map->properties : object->properties;
}

double cw_map_number(const CwMap *map, const CwMapObject *object, const char *name, double fallback)
{
    return cw_property_number(of(map, object), name, fallback);
}

const char *cw_map_title(const CwMap *map)
{
    return map == NULL ? "" : cw_map_text(map, NULL, "title", "");
}

const char *cw_map_text(const CwMap *map, const CwMapObject *object, const char *name,
                        const char *fallback)
{
    return cw_property_text(of(map, object), name, fallback);
}
