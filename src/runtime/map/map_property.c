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
                              *place,
                              MAP_TILES};
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

/* ---- names that a game asks for while it starts; others are reported once ---- */

static const char *owner_of(const CwMapProperties *from)
{
    return from == from->place.map->properties ? MAP_ITSELF : from->owner;
}

/* Whether the game asks `owner` for what it asks `other` for: objects read their tile's, too. */
static bool is_asked_of(const char *owner, const char *other)
{
    return strcmp(owner, other) == 0 || (owner[0] == MAP_TILES[0] && other[0] != MAP_ITSELF[0]);
}

static bool is_among(const MapNames *names, const char *owner, const char *name)
{
    int i = names->count - 1;
    while (i >= 0 &&
           (strcmp(names->names[i], name) != 0 || !is_asked_of(owner, names->owners[i]))) {
        i--;
    }
    return i >= 0;
}

static void note(CwMap *map, MapNames *names, const char *owner, const char *name)
{
    if (map->is_started || names->count == MAP_ASKED_MAX || is_among(names, owner, name)) {
        return;
    }
    names->owners[names->count] = owner;
    names->names[names->count] = map_keep_text(map, name);
    names->count += names->names[names->count] != NULL;
}

static void note_property(const CwMapProperties *from, const char *name)
{
    note(from->place.map, &from->place.map->asked_properties, owner_of(from), name);
}

/* ---- properties ---- */

/* Finds a property. Members of a class follow points: "stats.armour". */
static const json_t *find(const CwMapProperties *from, const char *name)
{
    if (from == NULL) {
        return NULL;
    }
    const json_t *value = find_in(from, name);
    const char *point = strchr(name, '.');
    note_property(from, name);
    if (value != NULL || point == NULL) {
        return value;
    }
    char head[128];
    snprintf(head, sizeof head, "%.*s", (int)(point - name), name);
    note_property(from, head);
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

/* ---- names that a game has not asked for ---- */

bool cw_map_object_is(const CwMapObject *object, const char *type)
{
    ASSERT_GIVEN(object);
    if (object->properties != NULL) {
        CwMap *map = object->properties->place.map;
        note(map, &map->asked_classes, "", type);
    }
    return strcmp(object->type, type) == 0;
}

/* Writes the nearest of the owner's names as words of a message; "": none is near. */
static const char *offer_nearest(const MapNames *names, const char *owner, const char *name,
                                 char text[120])
{
    const char *own[MAP_ASKED_MAX];
    int count = 0;
    for (int i = 0; i < names->count; i++) {
        own[count] = names->names[i];
        count += is_asked_of(owner, names->owners[i]);
    }
    const char *nearest = cw_nearest_name(name, own, count);
    text[0] = '\0';
    if (nearest != NULL) {
        snprintf(text, 120, "; the nearest is \"%.80s\"", nearest);
    }
    return text;
}

/* Whether the game knows an object's class. Words are drawn with any class. */
static bool check_class(CwMap *map, const CwMapObject *object)
{
    const MapNames *asked = &map->asked_classes;
    if (asked->count == 0 || object->shape == CW_MAP_TEXT || object->type[0] == '\0' ||
        is_among(asked, "", object->type)) {
        return true;
    }
    char key[200], offer[120];
    snprintf(key, sizeof key, "class %.150s", object->type);
    if (map_is_new(map, key)) {
        map_warn(&object->properties->place, NULL,
                 "the game has no class \"%.80s\"%s: correct it in Tiled", object->type,
                 offer_nearest(asked, "", object->type, offer));
    }
    return false;
}

static void check_property(CwMap *map, const CwMapProperties *from, const char *name)
{
    const MapNames *asked = &map->asked_properties;
    const char *owner = owner_of(from);
    char key[200], offer[120];
    if (is_among(asked, owner, name)) {
        return;
    }
    snprintf(key, sizeof key, "unasked %.80s of %.80s", name, owner);
    if (map_is_new(map, key)) {
        map_warn(&from->place, NULL,
                 "the game reads no property \"%.80s\" here when a level starts%s: correct or "
                 "delete it in Tiled",
                 name, offer_nearest(asked, owner, name, offer));
    }
}

/* Checks the own properties and the template's; those of a tile are checked with the tile. */
static void check_properties(CwMap *map, const CwMapProperties *from)
{
    for (int list = 0; from != NULL && list < MAP_PROPERTY_LISTS - 1; list++) {
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
    static const char *const engine[] = {"pixels_per_metre", "filter",   "title",
                                         "collision",        "friction", "elasticity",
                                         "surface",          "sensor",   "one_way"};
    enum { OF_MAP = 3 };         /* the first ones */
    CwMap *map = (CwMap *)whole; /* warnings are counted in the map */
    if (map->is_started) {
        return;
    }
    for (int i = 0; i < (int)CW_ARRAY_LENGTH(engine); i++) {
        note(map, &map->asked_properties, i < OF_MAP ? MAP_ITSELF : MAP_TILES, engine[i]);
    }
    map->is_started = true;
    bool knows_all = map->asked_properties.count < MAP_ASKED_MAX;
    for (int i = 0; i < map->layer_count && knows_all; i++) {
        check_properties(map, map->layers[i].about.properties);
    }
    for (int i = 0; i < map->tileset_count && knows_all; i++) {
        check_tileset(map, &map->tilesets[i]);
    }
    for (int i = 0; i < map->object_count; i++) {
        if (check_class(map, &map->objects[i]) && knows_all) {
            check_properties(map, map->objects[i].properties);
        }
    }
    check_properties(map, knows_all ? map->properties : NULL);
}
