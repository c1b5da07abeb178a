/* Names that a game asks a map for while it starts. Other names are reported, each once. */
#include "base/nearest.h"
#include "map/map_reader.h"
#include "map/map_text.h"

#include <stdio.h>
#include <string.h>

enum { SLIP_LETTERS = 4 };     /* of a name, one of which may be wrong */
enum { COMPARED_MAX = 20000 }; /* names, each of which takes up to 60 us */

/* The engine's own, and what its menus show. */
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
    char *copy = map_keep(map, strlen(name) + 1);
    if (copy != NULL) {
        names->names[names->count++] = strcpy(copy, name);
    }
}

void map_note_property(CwMap *map, const char *name)
{
    note(map, &map->asked_properties, name);
}

bool cw_map_object_is(const CwMapObject *object, const char *type)
{
    if (object->properties != NULL) {
        CwMap *map = object->properties->place.map;
        note(map, &map->asked_classes, type);
    }
    return strcmp(object->type, type) == 0;
}

/* Words are drawn whatever their class is. */
static void check_class(CwMap *map, const CwMapObject *object)
{
    const MapNames *asked = &map->asked_classes;
    if (object->shape == CW_MAP_TEXT || object->type[0] == '\0' || is_among(asked, object->type)) {
        return;
    }
    char key[200];
    MapPlace place = object->properties->place;
    place.object_name = object->name;
    snprintf(key, sizeof key, "class %.150s", object->type);
    map_warn(&place, key,
             "the game has no class \"%.80s\"; the nearest is \"%.80s\": correct it in Tiled",
             object->type, cw_nearest_name(object->type, asked->names, asked->count));
}

/* A game that asks for nothing knows no names, so only mistyped names of the engine count. */
static void check_property(CwMap *map, const CwMapProperties *from, const char *name)
{
    const MapNames *asked = &map->asked_properties;
    if (is_among(asked, name) || map->compared_count == COMPARED_MAX) {
        return;
    }
    map->compared_count++;
    const char *nearest = cw_nearest_name(name, asked->names, asked->count);
    bool is_slip = name_distance(name, nearest) * SLIP_LETTERS <= (int)strlen(name);
    if (map->is_asked || is_slip) {
        char key[200];
        snprintf(key, sizeof key, "unasked %.150s", name);
        map_warn(&from->place, key,
                 "the game reads no property \"%.80s\" when a level starts; the "
                 "nearest is \"%.80s\": correct or delete it in Tiled",
                 name, nearest);
    }
}

static void check_properties(CwMap *map, const CwMapProperties *from)
{
    for (int list = 0; from != NULL && list < MAP_PROPERTY_LISTS; list++) {
        size_t i;
        json_t *property;
        json_array_foreach(from->lists[list], i, property)
        {
            check_property(map, from, json_string_value(json_object_get(property, "name")));
        }
    }
}

static void check_tileset(CwMap *map, const MapTileset *tileset)
{
    check_properties(map, tileset->about.properties);
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
    CwMap *map = (CwMap *)whole; /* which notes what it has told */
    if (map->is_started) {
        return;
    }
    int own_count = 0; /* the engine asks, too */
    for (size_t i = 0; i < CW_ARRAY_LENGTH(ENGINE_PROPERTIES); i++) {
        own_count += is_among(&map->asked_properties, ENGINE_PROPERTIES[i]);
    }
    map->is_asked = map->asked_properties.count > own_count;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(ENGINE_PROPERTIES); i++) {
        map_note_property(map, ENGINE_PROPERTIES[i]);
    }
    map->is_started = true;
    bool is_full = map->asked_properties.count == MAP_ASKED_MAX;
    for (int i = 0; !is_full && i < map->layer_count; i++) {
        check_properties(map, map->layers[i].properties);
    }
    for (int i = 0; !is_full && i < map->tileset_count; i++) {
        check_tileset(map, &map->tilesets[i]);
    }
    for (int i = 0; i < map->object_count; i++) {
        if (map->asked_classes.count > 0 && map->objects[i].properties != NULL) {
            check_class(map, &map->objects[i]);
        }
        if (!is_full) {
            check_properties(map, map->objects[i].properties);
        }
    }
    if (!is_full) {
        check_properties(map, map->properties);
    }
}
