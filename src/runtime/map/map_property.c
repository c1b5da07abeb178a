#include "base/report.h"
#include "map/map_reader.h"

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
    made->place.error = NULL; /* a map outlives the reading */
    return made;
}

static const json_t *find_in(const CwMapProperties *from, const char *name)
{
    const json_t *value = NULL;
    for (int i = 0; i < MAP_PROPERTY_LISTS && value == NULL; i++) {
        value = map_property(from->lists[i], name);
    }
    return value;
}

/* Finds a property. Members of a class follow points: "stats.armour". */
static const json_t *find(const CwMapProperties *from, const char *name)
{
    if (from == NULL) {
        return NULL;
    }
    const json_t *value = find_in(from, name);
    const char *point = strchr(name, '.');
    map_note_property(from->place.map, name);
    if (value != NULL || point == NULL) {
        return value;
    }
    char head[128];
    snprintf(head, sizeof head, "%.*s", (int)(point - name), name);
    map_note_property(from->place.map, head);
    value = find_in(from, head);
    while (json_is_object(value) && point != NULL) {
        const char *member = point + 1;
        point = strchr(member, '.');
        int length = point == NULL ? (int)strlen(member) : (int)(point - member);
        snprintf(head, sizeof head, "%.*s", length, member);
        value = json_object_get(value, head);
    }
    return point == NULL ? value : NULL;
}

static void warn_type(const CwMapProperties *from, const char *name, const json_t *value,
                      const char *wanted)
{
    char key[200];
    snprintf(key, sizeof key, "%s as %s", name, wanted);
    map_warn(&from->place, key,
             "property \"%.80s\" is %s, but the game reads %s: change its type in Tiled", name,
             json_is_object(value) ? "a class" : map_type_name(value), wanted);
}

CwPropertyType cw_property_type(const CwMapProperties *from, const char *name)
{
    const json_t *value = find(from, name);
    return value == NULL            ? CW_PROPERTY_NONE
           : json_is_number(value)  ? CW_PROPERTY_NUMBER
           : json_is_boolean(value) ? CW_PROPERTY_BOOL
           : json_is_string(value)  ? CW_PROPERTY_TEXT
           : json_is_object(value)  ? CW_PROPERTY_CLASS
                                    : CW_PROPERTY_NONE; /* a list */
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

static const CwMapProperties *of(const CwMap *map, const CwMapObject *object)
{
    return object == NULL ? map->properties : object->properties;
}

double cw_map_number(const CwMap *map, const CwMapObject *object, const char *name, double fallback)
{
    ASSERT_GIVEN(map);
    ASSERT_GIVEN(name);
    return cw_property_number(of(map, object), name, fallback);
}

const char *cw_map_title(const CwMap *map)
{
    return map == NULL ? "" : cw_map_text(map, NULL, "title", "");
}

const char *cw_map_text(const CwMap *map, const CwMapObject *object, const char *name,
                        const char *fallback)
{
    ASSERT_GIVEN(map);
    ASSERT_GIVEN(name);
    return cw_property_text(of(map, object), name, fallback);
}

/* ---- names that a game asks for while it starts; others are reported once ---- */

static const char *const ENGINE_PROPERTIES[] = {"pixels_per_metre", "filter",     "collision",
                                                "friction",         "elasticity", "surface",
                                                "sensor",           "one_way",    "title"};

static bool is_among(const MapNames *names, const char *name)
{
    for (int i = 0; i < names->count; i++) {
        if (strcmp(names->names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static void note(CwMap *map, MapNames *names, const char *name)
{
    if (map->is_started || names->count == MAP_ASKED_MAX || is_among(names, name)) {
        return;
    }
    char *copy = map_keep_text(map, name);
    if (copy != NULL) {
        names->names[names->count++] = copy;
    }
}

void map_note_property(CwMap *map, const char *name)
{
    note(map, &map->asked_properties, name);
}

bool cw_map_object_is(const CwMapObject *object, const char *type)
{
    ASSERT_GIVEN(object);
    if (object->properties != NULL) {
        CwMap *map = object->properties->place.map;
        note(map, &map->asked_classes, type);
    }
    return strcmp(object->type, type) == 0;
}

/* Writes the nearest of the names as words of a message; "": none is near. Returns `text`. */
static const char *offer_nearest(const MapNames *names, const char *name, char text[120])
{
    const char *nearest = cw_nearest_name(name, names->names, names->count);
    text[0] = '\0';
    if (nearest != NULL) {
        snprintf(text, 120, "; the nearest is \"%.80s\"", nearest);
    }
    return text;
}

/* Checks an object's class, except for words, which are drawn with any class. */
static void check_class(CwMap *map, const CwMapObject *object)
{
    const MapNames *asked = &map->asked_classes;
    if (object->shape == CW_MAP_TEXT || object->type[0] == '\0' || is_among(asked, object->type)) {
        return;
    }
    char key[200], offer[120];
    MapPlace place = object->properties->place;
    place.object_name = object->name;
    snprintf(key, sizeof key, "class %.150s", object->type);
    if (map_is_new(map, key)) {
        map_warn(&place, NULL, "the game has no class \"%.80s\"%s: correct it in Tiled",
                 object->type, offer_nearest(asked, object->type, offer));
    }
}

static void check_property(CwMap *map, const CwMapProperties *from, const char *name)
{
    const MapNames *asked = &map->asked_properties;
    char key[200], offer[120];
    if (is_among(asked, name)) {
        return;
    }
    snprintf(key, sizeof key, "unasked %.150s", name);
    if (map_is_new(map, key)) {
        map_warn(&from->place, NULL,
                 "the game reads no property \"%.80s\" when a level starts%s: correct or "
                 "delete it in Tiled",
                 name, offer_nearest(asked, name, offer));
    }
}

static void check_properties(CwMap *map, const CwMapProperties *from)
{
    for (int list = 0; from != NULL && list < MAP_PROPERTY_LISTS; list++) {
        for (size_t i = 0; i < json_array_size(from->lists[list]); i++) {
            const json_t *property = json_array_get(from->lists[list], i);
            check_property(map, from, json_string_value(json_object_get(property, "name")));
        }
    }
}

static void check_tileset(CwMap *map, const MapTileset *tileset)
{
    check_properties(map, tileset->properties);
    for (int i = 0; i < tileset->detail_count; i++) {
        const MapTile *tile = &tileset->tiles[i];
        check_properties(map, tile->properties);
        for (int k = 0; k < tile->shape_count; k++) {
            check_properties(map, tile->shapes[k].properties);
        }
    }
}

void map_warn_unasked(const CwMap *whole)
{
    const int own_count = (int)CW_ARRAY_LENGTH(ENGINE_PROPERTIES);
    CwMap *map = (CwMap *)whole; /* warnings are counted in the map */
    if (map->is_started) {
        return;
    }
    for (int i = 0; i < own_count; i++) {
        map_note_property(map, ENGINE_PROPERTIES[i]);
    }
    map->is_started = true;
    for (int i = 0; map->asked_classes.count > 0 && i < map->object_count; i++) {
        if (map->objects[i].properties != NULL) {
            check_class(map, &map->objects[i]);
        }
    }
    int asked_count = map->asked_properties.count;
    if (asked_count == own_count || asked_count == MAP_ASKED_MAX) { /* not all names are known */
        return;
    }
    for (int i = 0; i < map->layer_count; i++) {
        check_properties(map, map->layers[i].about.properties);
    }
    for (int i = 0; i < map->tileset_count; i++) {
        check_tileset(map, &map->tilesets[i]);
    }
    for (int i = 0; i < map->object_count; i++) {
        check_properties(map, map->objects[i].properties);
    }
    check_properties(map, map->properties);
}
