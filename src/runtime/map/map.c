#include "clockwork/map.h"

#include "base/assert_number.h"
#include "map/map_reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#define PIXELS_PER_METRE_DEFAULT 32.0

/* Reads the number of tiles and their size in pixels, which must not make a level too large. */
static bool read_extent(const MapPlace *place, const char *tiles_key, const char *size_key,
                        double *tile_px, double *size_m)
{
    const CwMap *map = place->map;
    double count = floor(map_need_number(place, map->trees[0], tiles_key));
    *tile_px = map_need_number(place, map->trees[0], size_key);
    *size_m = count * *tile_px / map->pixels_per_metre;
    return (count >= 1.0 && *tile_px >= 1.0 && *size_m <= MAP_REACH_MAX_M) ||
           map_refuse(place,
                      "%s %g x %s %g is not a size for a level: use Map > Resize Map in Tiled "
                      "(at most %g m)",
                      tiles_key, count, size_key, *tile_px, MAP_REACH_MAX_M);
}

static bool read_scale(const MapPlace *place)
{
    CwMap *map = place->map;
    const json_t *value =
        map_property(json_object_get(map->trees[0], "properties"), "pixels_per_metre");
    map->pixels_per_metre = value == NULL ? PIXELS_PER_METRE_DEFAULT : json_number_value(value);
    return (map->pixels_per_metre >= 1.0 && map->pixels_per_metre <= 4096.0) ||
           map_refuse(place, "map property \"pixels_per_metre\" must be a number from 1 to 4096: "
                             "correct it under Map > Map Properties in Tiled (usual: 32)");
}

static bool read_head(const MapPlace *place)
{
    CwMap *map = place->map;
    if (!json_is_object(map->trees[0])) {
        return map_refuse(place, "is not a Tiled map: export one as JSON (.tmj)");
    }
    const char *type = map_read_text(place, map->trees[0], "type");
    const char *orientation = map_read_text(place, map->trees[0], "orientation");
    const char *background = map_read_text(place, map->trees[0], "backgroundcolor");
    map_check_properties(place, map->trees[0]);
    map->properties = map_properties(place, map->trees[0], NULL, NULL);
    if (type[0] != '\0' && strcmp(type, "map") != 0) {
        return map_refuse(place, "is a Tiled \"%.40s\", not a map: name a map (.tmj)", type);
    }
    if (orientation[0] != '\0' && strcmp(orientation, "orthogonal") != 0) {
        return map_refuse(place,
                          "is %.40s: choose \"Orthogonal\" under Map > Map Properties in Tiled",
                          orientation);
    }
    map_parse_colour(background, &map->background);
    if (!read_scale(place) ||
        !read_extent(place, "width", "tilewidth", &map->grid.tile_width_px, &map->size_m.x) ||
        !read_extent(place, "height", "tileheight", &map->grid.tile_height_px, &map->size_m.y)) {
        return false;
    }
    double x_px = map_read_number(place, map->trees[0], "parallaxoriginx", 0.0);
    double y_px = map_read_number(place, map->trees[0], "parallaxoriginy", 0.0);
    map->parallax_origin_m =
        cpv(x_px / map->pixels_per_metre, map->size_m.y - y_px / map->pixels_per_metre);
    return map_is_good(place);
}

static bool parse(CwMap *map, int index, CwError *error)
{
    const MapFile *file = &map->files.files[index];
    const MapPlace place = {.map = map, .file = index == 0 ? NULL : file};
    map->trees[index] = map_tree(file->path, (MapText){file->bytes, file->size}, error);
    map_keep_known(&place, map->trees[index]);
    return map->trees[index] != NULL;
}

/* Checks a file's type: a template has one, an early tileset may lack it. */
static bool check_type(const MapFile *file, const json_t *tree, const char *type, CwError *error)
{
    const json_t *found = json_object_get(tree, "type");
    const char *is = json_is_string(found) ? json_string_value(found) : "";
    bool lacks = is[0] == '\0' && strcmp(type, "tileset") == 0;
    return lacks || strcmp(is, type) == 0 ||
           cw_error_set(error, "%.300s: is no %s: create it in Tiled", file->path, type);
}

int map_file(const MapPlace *place, const char *name, const char *type)
{
    CwMap *map = place->map;
    char joined[1024];
    if (!map_files_name(place->file == NULL ? "" : place->file->name, name, joined,
                        sizeof joined)) {
        map_refuse(place, "the name of file \"%.80s\" is too long", name);
        return -1;
    }
    CwError cause = {0};
    int index = map_files_find(&map->files, joined, &cause);
    if (index < 0) {
        map_refuse(place, "%s", cause.text);
        return -1;
    }
    MapFile *file = &map->files.files[index];
    if (file->broken) {
        cw_error_set(place->error, "%.300s: can't be loaded: see above", file->path);
        return -1;
    }
    file->broken = map->trees[index] == NULL && !parse(map, index, place->error);
    return !file->broken && check_type(file, map->trees[index], type, place->error) ? index : -1;
}

static bool read_map(CwMap *map, CwError *error)
{
    CwError cause = {0};
    MapPlace whole = {.map = map, .error = &cause};
    if (parse(map, 0, &cause) && read_head(&whole)) {
        map_read_tilesets(&whole, map->trees[0]);
    }
    if (!map_is_good(&whole) || !map_read_layers(&whole, map->trees[0])) {
        return cw_error_set(error, "%s", cause.text);
    }
    map->warning_count = 0;
    return true;
}

/* Makes the text that a recording carries, which keeps the map's own file as it is. */
static bool write_others(CwMap *map, CwError *error)
{
    bool failed = false;
    int count = 0;
    for (int i = 1; i < map->files.count; i++) {
        MapFile *file = &map->files.files[i];
        if (file->used) {
            file->anew = map_tree_write(map->trees[i]);
            failed |= file->anew.failed;
            count++;
        }
    }
    if (count == 0) {
        return true;
    }
    map_files_forget_text(&map->files);
    MapText text = failed ? (MapText){0} : map_files_text(&map->files);
    return text.bytes == NULL
               ? cw_error_set(error, "%s: out of memory", map->path)
               : text.size <= MAP_FILE_BYTES_MAX || map_files_refuse(map->path, error);
}

static bool open_map(CwMap *map, MapText text, bool sealed, CwError *error)
{
    map->merged = json_array();
    map->tilesets = calloc(MAP_TILESETS_MAX, sizeof *map->tilesets);
    if (map->merged == NULL || map->tilesets == NULL) {
        return cw_error_set(error, "%s: out of memory", map->path);
    }
    map->files.sealed = sealed;
    if (!map_files_open(&map->files, map->path, text, error) || !read_map(map, error)) {
        return false;
    }
    MapText together = map_files_text(&map->files);
    map->hash = XXH3_64bits(together.bytes, together.size);
    return together.bytes == NULL ? cw_error_set(error, "%s: out of memory", map->path)
                                  : sealed || write_others(map, error);
}

typedef struct Making {
    bool sealed, quiet;
} Making;

static CwMap *make(const char *name, MapText text, Making making, CwError *error)
{
    CwMap *map = calloc(1, sizeof *map);
    if (map == NULL || (map->path = strdup(name)) == NULL) {
        cw_error_set(error, "%s: out of memory", name);
        free(map);
        return NULL;
    }
    map->is_quiet = making.quiet;
    if (!open_map(map, text, making.sealed, error)) {
        cw_map_free(map);
        return NULL;
    }
    return map;
}

CwMap *map_parse(const char *name, MapText text, CwError *error)
{
    return make(name, text, (Making){.sealed = true}, error);
}

static CwMap *load(const char *path, Making making, CwError *error)
{
    size_t size;
    CwError cause = {0};
    char *text = map_files_read(path, &size, &cause);
    if (text == NULL) {
        cw_error_set(error, "%s: name another file, or a level (see `clockwork levels`)",
                     cause.text);
        return NULL;
    }
    CwMap *map = make(path, (MapText){text, size}, making, error);
    free(text);
    return map;
}

CwMap *cw_map_load(const char *path, CwError *error)
{
    return load(path, (Making){0}, error);
}

CwMap *map_load_quietly(const char *path, CwError *error)
{
    return load(path, (Making){.quiet = true}, error);
}

const char *map_first_warning(const CwMap *map, int *count)
{
    *count = map->all_warnings_count;
    return map->first_warning;
}

MapText map_text(const CwMap *map)
{
    return map_files_text((MapFiles *)&map->files); /* made when the map was */
}

bool map_says_same(const CwMap *map, const CwMap *other)
{
    MapText text = map_text(map), others = map_text(other);
    return text.bytes != NULL && text.size == others.size &&
           memcmp(text.bytes, others.bytes, text.size) == 0;
}

/* A file that vanished or appeared changes the text, too. */
bool map_is_from(const CwMap *map, const char *path)
{
    size_t size;
    const MapFiles *files = &map->files;
    bool same = !files->sealed || files->count == 1; /* names in a text are no paths */
    for (int i = 0; same && i < files->count; i++) {
        char there[PATH_BYTES_MAX];
        bool named = i == 0 ? snprintf(there, sizeof there, "%s", path) < (int)sizeof there
                            : map_files_path(files, files->files[i].name, there, NULL);
        char *text = named ? map_files_read(there, &size, NULL) : NULL;
        same = text == NULL
                   ? files->files[i].broken && files->files[i].size == 0
                   : size == files->files[i].size && memcmp(text, files->files[i].bytes, size) == 0;
        free(text);
    }
    return same;
}

void cw_map_free(CwMap *map)
{
    if (map == NULL) {
        return;
    }
    for (int i = 0; i < map->files.count; i++) {
        json_decref(map->trees[i]);
    }
    json_decref(map->merged);
    map_files_free(&map->files);
    map_forget(map);
    free(map->objects);
    free(map->layers);
    free(map->tilesets);
    free(map->pictures);
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
    ASSERT_NUMBER(index, index >= 0 && index < map->object_count,
                  "ask for 0 .. cw_map_object_count() - 1");
    return &map->objects[index];
}

cpVect cw_map_size_m(const CwMap *map)
{
    return map->size_m;
}
