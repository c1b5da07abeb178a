#include "clockwork/map.h"

#include "sim/map_reader.h"
#include "sim/map_text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* Bounds on what is parsed: a value takes up to 230 bytes then, so a file at most 230 MB. A level
 * of 20,000 corners and 6,000 other objects, as Tiled writes it, has 5 MB and 300,000 values. */
enum {
    VALUES_MAX = 1000000,
    GROUP_DEPTH_MAX = 16,
};

#define PIXELS_PER_METRE_DEFAULT 32.0

/* The whole file, NULL with an error; the caller frees it. */
static char *read_file(const char *path, size_t *size, CwError *error)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        cw_error_set(error,
                     "%s: %s: give the name of a level (see `clockwork levels`) or of a file", path,
                     strerror(errno));
        return NULL;
    }
    size_t capacity = 64 * 1024;
    char *text = malloc(capacity);
    *size = 0;
    while (text != NULL) {
        *size += fread(text + *size, 1, capacity - *size, file);
        if (*size < capacity || *size > MAP_FILE_BYTES_MAX) {
            break;
        }
        capacity *= 2;
        char *bigger = realloc(text, capacity);
        if (bigger == NULL) {
            free(text);
        }
        text = bigger;
    }
    bool failed = ferror(file) != 0;
    int cause = errno;
    fclose(file);
    if (text != NULL && !failed && *size <= MAP_FILE_BYTES_MAX) {
        return text;
    }
    cw_error_set(error, "%s: %s: a level is a Tiled map (.tmj) of at most %d MiB", path,
                 failed ? strerror(cause) : "too large", MAP_FILE_BYTES_MAX / (1024 * 1024));
    free(text);
    return NULL;
}

/* Values in a JSON text, or more: each but the first follows one of these. */
static size_t count_values(const char *text, size_t size)
{
    size_t count = 1;
    for (size_t i = 0; i < size; i++) {
        count += text[i] == ',' || text[i] == '[' || text[i] == ':';
    }
    return count;
}

/* Syntax errors name line and column. */
static bool parse(CwMap *map, CwError *error)
{
    if (count_values(map->text, map->text_bytes) > VALUES_MAX) {
        return cw_error_set(error, "%.400s: has more than %d values: split the level", map->path,
                            VALUES_MAX);
    }
    json_error_t at;
    map->root = json_loadb(map->text, map->text_bytes, JSON_REJECT_DUPLICATES, &at);
    if (map->root == NULL) {
        return cw_error_set(error,
                            "%.400s:%d:%d: %s: correct the JSON there, or save the map with Tiled "
                            "again",
                            map->path, at.line, at.column, at.text);
    }
    return true;
}

/* Tiles times their size in pixels, as metres. */
static bool read_extent(const MapPlace *place, const char *tiles_key, const char *size_key,
                        double *extent_m, CwError *error)
{
    const CwMap *map = place->map;
    double tiles;
    double tile_px;
    if (!map_need_number(place, map->root, tiles_key, &tiles, error) ||
        !map_need_number(place, map->root, size_key, &tile_px, error)) {
        return false;
    }
    *extent_m = tiles * tile_px / map->pixels_per_metre;
    if (!(tiles >= 1.0 && tile_px >= 1.0 && *extent_m <= MAP_REACH_MAX_M)) {
        return map_refuse(place, error,
                          "%s %g x %s %g is no size for a level: use Map > Resize Map in Tiled "
                          "(at most %g m)",
                          tiles_key, tiles, size_key, tile_px, MAP_REACH_MAX_M);
    }
    return true;
}

static bool read_scale(const MapPlace *place, CwError *error)
{
    CwMap *map = place->map;
    const json_t *value =
        map_property(json_object_get(map->root, "properties"), "pixels_per_metre");
    map->pixels_per_metre = value == NULL ? PIXELS_PER_METRE_DEFAULT : json_number_value(value);
    if (!(map->pixels_per_metre >= 1.0 && map->pixels_per_metre <= 4096.0)) {
        return map_refuse(place, error,
                          "map property \"pixels_per_metre\" must be a number from 1 to 4096: "
                          "correct it under Map > Map Properties in Tiled (usual: 32)");
    }
    return true;
}

static bool read_head(const MapPlace *place, CwError *error)
{
    CwMap *map = place->map;
    const char *type;
    const char *orientation;
    if (!json_is_object(map->root)) {
        return map_refuse(place, error, "is no Tiled map: export one as JSON (.tmj)");
    }
    if (!map_read_text(place, map->root, "type", &type, error) ||
        !map_read_text(place, map->root, "orientation", &orientation, error) ||
        !map_check_properties(place, map->root, error)) {
        return false;
    }
    if (type[0] != '\0' && strcmp(type, "map") != 0) {
        return map_refuse(place, error, "is a Tiled \"%.40s\", not a map: name a map (.tmj)", type);
    }
    if (orientation[0] != '\0' && strcmp(orientation, "orthogonal") != 0) {
        return map_refuse(place, error,
                          "is %.40s: choose \"Orthogonal\" under Map > Map Properties in Tiled",
                          orientation);
    }
    if (json_is_true(json_object_get(map->root, "infinite"))) {
        return map_refuse(place, error,
                          "is an infinite map: switch \"Infinite\" off under Map > Map Properties "
                          "in Tiled");
    }
    return read_scale(place, error) &&
           read_extent(place, "width", "tilewidth", &map->size_m.x, error) &&
           read_extent(place, "height", "tileheight", &map->size_m.y, error);
}

static bool read_layers(const MapLayer *parent, const json_t *from, int depth, CwError *error);

/* What a layer adds to its parent's place. */
static bool read_layer_place(const MapLayer *parent, const json_t *from, MapLayer *layer,
                             CwError *error)
{
    const MapPlace *place = &layer->place;
    cpVect offset_px;
    double parallax;
    if (!map_read_number(place, from, "offsetx", 0.0, &offset_px.x, error) ||
        !map_read_number(place, from, "offsety", 0.0, &offset_px.y, error) ||
        !map_read_number(place, from, "parallaxx", 1.0, &parallax, error)) {
        return false;
    }
    layer->offset_px = cpvadd(parent->offset_px, offset_px);
    layer->parallax = parent->parallax * parallax;
    return isfinite(layer->parallax) ||
           map_refuse(place, error, "\"parallaxx\" is absurd: correct it in Tiled");
}

static bool read_layer(const MapLayer *parent, const json_t *from, int depth, CwError *error)
{
    MapLayer layer = *parent;
    const char *type;
    json_t *objects;
    if (!json_is_object(from)) {
        return map_refuse(&parent->place, error,
                          "\"layers\" holds something that is no layer: save the map with Tiled "
                          "again");
    }
    if (!map_read_text(&parent->place, from, "name", &layer.place.layer, error) ||
        !map_read_text(&layer.place, from, "type", &type, error) ||
        !read_layer_place(parent, from, &layer, error)) {
        return false;
    }
    if (strcmp(type, "group") == 0) {
        return read_layers(&layer, from, depth + 1, error);
    }
    if (strcmp(type, "objectgroup") != 0) {
        map_warn(&layer.place,
                 "is no object layer (\"%.40s\"), ignored: a level is made of object "
                 "layers",
                 type);
        return true;
    }
    return map_read_array(&layer.place, from, "objects", &objects, error) &&
           map_read_objects(&layer, objects, error);
}

static bool read_layers(const MapLayer *parent, const json_t *from, int depth, CwError *error)
{
    json_t *layers;
    size_t index;
    const json_t *layer;
    if (depth > GROUP_DEPTH_MAX) {
        return map_refuse(&parent->place, error, "groups are nested deeper than %d: flatten them",
                          GROUP_DEPTH_MAX);
    }
    if (!map_read_array(&parent->place, from, "layers", &layers, error)) {
        return false;
    }
    if (layers == NULL) {
        return map_refuse(&parent->place, error,
                          "has no \"layers\": save it with Tiled as a JSON map (.tmj)");
    }
    json_array_foreach(layers, index, layer)
    {
        if (!read_layer(parent, layer, depth, error)) {
            return false;
        }
    }
    return true;
}

static bool read_map(CwMap *map, CwError *error)
{
    MapLayer whole = {.place = {.map = map}, .parallax = 1.0};
    if (!parse(map, error) || !read_head(&whole.place, error) ||
        !read_layers(&whole, map->root, 0, error)) {
        return false;
    }
    if (map->warning_count > MAP_WARNINGS_MAX) {
        int more = map->warning_count - MAP_WARNINGS_MAX;
        map->warning_count = 0;
        map_warn(&whole.place, "and %d more warnings", more);
    }
    return true;
}

CwMap *map_parse(const char *name, MapText text, CwError *error)
{
    CwMap *map = calloc(1, sizeof *map);
    if (map != NULL) {
        map->path = strdup(name);
        map->text = malloc(text.size + 1);
    }
    if (map == NULL || map->path == NULL || map->text == NULL) {
        cw_error_set(error, "%s: out of memory", name);
        cw_map_free(map);
        return NULL;
    }
    memcpy(map->text, text.bytes, text.size);
    map->text_bytes = text.size;
    map->hash = XXH3_64bits(text.bytes, text.size);
    if (!read_map(map, error)) {
        cw_map_free(map);
        return NULL;
    }
    return map;
}

CwMap *cw_map_load(const char *path, CwError *error)
{
    size_t size;
    char *text = read_file(path, &size, error);
    CwMap *map = text == NULL ? NULL : map_parse(path, (MapText){text, size}, error);
    free(text);
    return map;
}

MapText map_text(const CwMap *map)
{
    return (MapText){map->text, map->text_bytes};
}

bool map_is_from(const CwMap *map, const char *path)
{
    size_t size;
    char *text = read_file(path, &size, NULL);
    bool same = text != NULL && size == map->text_bytes && memcmp(text, map->text, size) == 0;
    free(text);
    return same;
}

void cw_map_free(CwMap *map)
{
    if (map == NULL) {
        return;
    }
    for (int i = 0; i < map->object_count; i++) {
        free((void *)map->objects[i].corners_m);
    }
    free(map->objects);
    json_decref(map->root);
    free(map->text);
    free(map->path);
    free(map);
}

uint64_t cw_map_hash(const CwMap *map)
{
    return map->hash;
}

const char *cw_map_path(const CwMap *map)
{
    return map->path;
}

int cw_map_object_count(const CwMap *map)
{
    return map->object_count;
}

const CwMapObject *cw_map_object(const CwMap *map, int index)
{
    CW_ASSERT(index >= 0 && index < map->object_count, "ask for 0 .. cw_map_object_count() - 1");
    return &map->objects[index];
}

cpVect cw_map_size_m(const CwMap *map)
{
    return map->size_m;
}

static const json_t *find_property(const CwMap *map, const CwMapObject *object, const char *name)
{
    const json_t *list =
        object != NULL ? object->properties : json_object_get(map->root, "properties");
    return map_property(list, name);
}

double cw_map_number(const CwMap *map, const CwMapObject *object, const char *name, double fallback)
{
    const json_t *value = find_property(map, object, name);
    if (json_is_boolean(value)) {
        return json_is_true(value) ? 1.0 : 0.0;
    }
    return json_is_number(value) ? json_number_value(value) : fallback;
}

const char *cw_map_text(const CwMap *map, const CwMapObject *object, const char *name,
                        const char *fallback)
{
    const json_t *value = find_property(map, object, name);
    return json_is_string(value) ? json_string_value(value) : fallback;
}
