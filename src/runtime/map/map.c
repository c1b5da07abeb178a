#include "base/report.h"
#include "map/map_reader.h"
#include "platform/file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { LENGTH_BYTES = 32 }; /* room for a file's size and its separators */
enum { MAKE_SEALED = 1, MAKE_QUIET = 2 };

#define PIXELS_PER_METRE_DEFAULT 32.0
static const char MARK[] = "Clockwork map of files\n";

static char *read_text(const char *path, size_t *size, CwError *error)
{
    char *text = (char *)file_read(path, 0, MAP_FILE_BYTES_MAX - 1, size);
    if (text == NULL && errno == EFBIG) {
        cw_error_set(error, "%.300s: too large: a level is a Tiled map (.tmj) of at most %d MiB",
                     path, MAP_FILE_BYTES_MAX / (1024 * 1024));
    } else if (text == NULL) {
        cw_error_set(error, "%.300s: %s", path, file_reason(errno));
    }
    return text;
}

static bool refuse_size(const char *path, CwError *error)
{
    return cw_error_set(error, "%.300s: a map with its tilesets and templates takes at most %d MiB",
                        path, MAP_FILE_BYTES_MAX / (1024 * 1024));
}

/* ---- names ---- */

/* Removes "." and parts followed by ".." from a name, in place. False: it has too many parts. */
static bool simplify(char *name)
{
    char *parts[256];
    int count = 0;
    bool is_absolute = name[0] == '/';
    for (char *part = name + strspn(name, "/"), *rest; *part != '\0'; part = rest) {
        size_t length = strcspn(part, "/");
        rest = part + length + strspn(part + length, "/");
        part[length] = '\0';
        bool is_up = strcmp(part, "..") == 0;
        if (is_up && count > 0 && strcmp(parts[count - 1], "..") != 0) {
            count--;
        } else if (strcmp(part, ".") != 0) {
            if (count == (int)CW_ARRAY_LENGTH(parts)) {
                return false;
            }
            parts[count++] = part;
        }
    }
    char *end = name + (is_absolute ? 1 : 0);
    for (int i = 0; i < count; i++) {
        size_t length = strlen(parts[i]);
        if (i > 0) {
            *end++ = '/';
        }
        memmove(end, parts[i], length);
        end += length;
    }
    *end = '\0';
    return true;
}

bool map_files_name(const char *from, const char *name, char *joined, size_t size)
{
    const char *slash = path_is_absolute(name) ? NULL : strrchr(from, '/');
    int folder = slash == NULL ? 0 : (int)(slash + 1 - from);
    int length = snprintf(joined, size, "%.*s%s", folder, from, name);
    if (length < 0 || (size_t)length >= size) {
        joined[0] = '\0';
        return false;
    }
    for (char *at = joined; *at != '\0'; at++) {
        *at = *at == '\\' ? '/' : *at;
    }
    return simplify(joined);
}

bool map_files_path(const MapFiles *files, const char *name, char path[PATH_BYTES_MAX],
                    CwError *error)
{
    const char *map = files->files[0].path, *slash = strrchr(map, '/');
    path[0] = '\0';
    if (path_is_absolute(name)) {
        return cw_error_set(error,
                            "\"%.200s\" is an absolute path: move the file to where a relative "
                            "one leads, and choose it again in Tiled",
                            name);
    }
    while (files->is_apart && strncmp(name, "../", 3) == 0) {
        name += 3;
    }
    int length = snprintf(path, PATH_BYTES_MAX, "%.*s%s",
                          slash == NULL ? 0 : (int)(slash + 1 - map), map, name);
    return (length >= 0 && length < PATH_BYTES_MAX) ||
           cw_error_set(error, "\"%.200s\" has a path that is too long", name);
}

/* ---- files and their text ---- */

/* Adds a file. Takes ownership of the bytes, even on failure. */
static bool add_file(MapFiles *files, const char *name, const char *path, char *bytes, size_t size)
{
    MapFile *file = &files->files[files->count];
    *file = (MapFile){.name = strdup(name), .path = strdup(path), .bytes = bytes, .size = size};
    if (file->name == NULL || file->path == NULL || bytes == NULL) {
        free(file->name);
        free(file->path);
        free(bytes);
        return false;
    }
    files->count++;
    files->total_bytes += size;
    return true;
}

static bool add_copy(MapFiles *files, const char *name, const char *path, MapText text)
{
    char *copy = malloc(text.size + 1);
    if (copy != NULL) {
        memcpy(copy, text.bytes, text.size);
    }
    return add_file(files, name, path, copy, text.size);
}

/* Takes one file from a text of several: "LENGTH NAME\n" and its bytes. */
static bool take_file(MapFiles *files, const char *map_path, MapText *rest)
{
    const char *line_end = memchr(rest->bytes, '\n', rest->size);
    size_t size = 0;
    int digits = 0;
    char head[1100];
    size_t length = line_end == NULL ? sizeof head : (size_t)(line_end - rest->bytes);
    if (length >= sizeof head || files->count == MAP_FILES_MAX) {
        return false;
    }
    memcpy(head, rest->bytes, length);
    head[length] = '\0';
    if (sscanf(head, "%9zu%n", &size, &digits) < 1 || head[digits] != ' ') {
        return false;
    }
    const char *name = head + digits + 1;
    rest->bytes += length + 1;
    rest->size -= length + 1;
    if (size > rest->size ||
        !add_copy(files, name, files->count == 0 ? map_path : name, (MapText){rest->bytes, size})) {
        return false;
    }
    rest->bytes += size;
    rest->size -= size;
    return true;
}

static bool take_files(MapFiles *files, const char *path, MapText text, CwError *error)
{
    size_t mark = sizeof MARK - 1;
    if (text.size <= mark || memcmp(text.bytes, MARK, mark) != 0) {
        return add_copy(files, "", path, text) || cw_error_set(error, "%s: out of memory", path);
    }
    MapText rest = {text.bytes + mark, text.size - mark};
    while (rest.size > 0) {
        if (!take_file(files, path, &rest)) {
            return cw_error_set(error,
                                "%.400s: the level in this recording is damaged: copy the "
                                "recording again from where it was made",
                                path);
        }
    }
    return files->count > 0 || cw_error_set(error, "%.400s: holds no level", path);
}

static bool open_files(MapFiles *files, const char *path, MapText text, CwError *error)
{
    if (!take_files(files, path, text, error)) {
        return false;
    }
    files->files[0].is_used = true;
    files->is_apart = files->is_sealed && !file_exists(path);
    if (files->is_sealed && files->count > 1) { /* a recorded text stays as it is */
        text_add(&files->together, text.bytes, text.size);
    }
    return !files->together.has_failed || cw_error_set(error, "%s: out of memory", path);
}

static int find_file(MapFiles *files, const char *name, CwError *error)
{
    char path[PATH_BYTES_MAX];
    for (int i = 1; i < files->count; i++) {
        if (strcmp(files->files[i].name, name) == 0) {
            return i;
        }
    }
    if (files->is_sealed) {
        cw_error_set(error, "\"%.300s\" is not among the level's files", name);
        return -1;
    }
    if (strchr(name, '\n') != NULL) {
        cw_error_set(error, "%.300s: a file's name must not have a line feed: rename the file",
                     name);
        return -1;
    }
    if (files->count == MAP_FILES_MAX || strlen(name) > 1000) {
        cw_error_set(error, "%.300s: a map takes at most %d files, of names of 1000 bytes", name,
                     MAP_FILES_MAX);
        return -1;
    }
    size_t size;
    bool is_allowed = map_files_path(files, name, path, error);
    char *bytes = is_allowed ? read_text(path, &size, error) : NULL;
    if (bytes != NULL && files->total_bytes + size > MAP_FILE_BYTES_MAX - 512 * 1024) {
        free(bytes);
        bytes = NULL;
        refuse_size(path, error);
    }
    bool is_found = bytes != NULL; /* an unreadable file is remembered and not read again */
    if (!add_file(files, name, path, is_found ? bytes : strdup(""), is_found ? size : 0)) {
        cw_error_set(error, "%.300s: out of memory", path);
        return -1;
    }
    files->files[files->count - 1].is_broken = !is_found;
    return is_found ? files->count - 1 : -1;
}

static MapText without_tail(const MapFile *file)
{
    bool is_new = file->anew.size > 0;
    MapText text = {is_new ? file->anew.bytes : file->bytes, is_new ? file->anew.size : file->size};
    while (text.size > 0 && memchr(" \t\r\n", text.bytes[text.size - 1], 4) != NULL) {
        text.size--;
    }
    return text;
}

static void join_files(MapFiles *files, bool is_headed)
{
    Text *text = &files->together;
    text_add_word(text, is_headed ? MARK : "");
    for (int i = 0; i < files->count; i++) {
        const MapFile *file = &files->files[i];
        MapText content = without_tail(file);
        char length[LENGTH_BYTES];
        snprintf(length, sizeof length, "%zu ", content.size + 1);
        if (file->is_used && is_headed) {
            text_add_word(text, length);
            text_add_word(text, file->name);
            text_add_word(text, "\n");
        }
        if (file->is_used) {
            text_add(text, content.bytes, content.size);
            text_add_word(text, "\n");
        }
    }
}

static MapText text_of(MapFiles *files)
{
    int used = 0;
    for (int i = 0; i < files->count; i++) {
        used += files->files[i].is_used;
    }
    if (files->together.bytes == NULL) {
        join_files(files, used > 1);
    }
    const Text *text = &files->together;
    return text->has_failed ? (MapText){0} : (MapText){text->bytes, text->size};
}

/* ---- the map ---- */

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
    bool is_untyped = is[0] == '\0' && strcmp(type, "tileset") == 0;
    return is_untyped || strcmp(is, type) == 0 ||
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
    int index = find_file(&map->files, joined, &cause);
    if (index < 0) {
        map_refuse(place, "%s", cause.text);
        return -1;
    }
    MapFile *file = &map->files.files[index];
    if (file->is_broken) {
        cw_error_set(place->error, "%.300s: can't be loaded: see above", file->path);
        return -1;
    }
    file->is_broken = map->trees[index] == NULL && !parse(map, index, place->error);
    return !file->is_broken && check_type(file, map->trees[index], type, place->error) ? index : -1;
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

/* Makes the text for recordings, which keeps the map's own file as it is. */
static bool write_others(CwMap *map, CwError *error)
{
    bool has_failed = false;
    int count = 0;
    for (int i = 1; i < map->files.count; i++) {
        MapFile *file = &map->files.files[i];
        if (file->is_used) {
            file->anew = map_tree_write(map->trees[i]);
            has_failed |= file->anew.has_failed;
            count++;
        }
    }
    if (count == 0) {
        return true;
    }
    free(map->files.together.bytes);
    map->files.together = (Text){0}; /* made again with the rewritten files */
    MapText text = has_failed ? (MapText){0} : text_of(&map->files);
    return text.bytes == NULL ? cw_error_set(error, "%s: out of memory", map->path)
                              : text.size <= MAP_FILE_BYTES_MAX || refuse_size(map->path, error);
}

static bool open_map(CwMap *map, MapText text, unsigned flags, CwError *error)
{
    map->merged = json_array();
    map->tilesets = calloc(MAP_TILESETS_MAX, sizeof *map->tilesets);
    if (map->merged == NULL || map->tilesets == NULL) {
        return cw_error_set(error, "%s: out of memory", map->path);
    }
    map->is_quiet = (flags & MAKE_QUIET) != 0;
    map->files.is_sealed = (flags & MAKE_SEALED) != 0;
    if (!open_files(&map->files, map->path, text, error) || !read_map(map, error)) {
        return false;
    }
    MapText together = text_of(&map->files);
    map->hash = XXH3_64bits(together.bytes, together.size);
    return together.bytes == NULL ? cw_error_set(error, "%s: out of memory", map->path)
                                  : map->files.is_sealed || write_others(map, error);
}

static CwMap *make(const char *name, MapText text, unsigned flags, CwError *error)
{
    CwMap *map = calloc(1, sizeof *map);
    if (map == NULL || (map->path = strdup(name)) == NULL) {
        cw_error_set(error, "%s: out of memory", name);
        free(map);
        return NULL;
    }
    if (!open_map(map, text, flags, error)) {
        cw_map_free(map);
        return NULL;
    }
    return map;
}

CwMap *map_parse(const char *name, MapText text, CwError *error)
{
    return make(name, text, MAKE_SEALED, error);
}

static CwMap *load(const char *path, unsigned flags, CwError *error)
{
    size_t size;
    CwError cause = {0};
    char *text = read_text(path, &size, &cause);
    if (text == NULL) {
        cw_error_set(error, "%s: name another file, or a level (the command `levels` lists them)",
                     cause.text);
        return NULL;
    }
    CwMap *map = make(path, (MapText){text, size}, flags, error);
    free(text);
    return map;
}

CwMap *cw_map_load(const char *path, CwError *error)
{
    return load(path, 0, error);
}

CwMap *map_load_quietly(const char *path, CwError *error)
{
    return load(path, MAKE_QUIET, error);
}

MapText map_text(const CwMap *map)
{
    return text_of((MapFiles *)&map->files); /* made when the map was */
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
    bool is_same = !files->is_sealed || files->count == 1; /* names in a text are no paths */
    for (int i = 0; is_same && i < files->count; i++) {
        char there[PATH_BYTES_MAX];
        bool ok = i == 0 ? snprintf(there, sizeof there, "%s", path) < (int)sizeof there
                         : map_files_path(files, files->files[i].name, there, NULL);
        char *text = ok ? read_text(there, &size, NULL) : NULL;
        is_same = text == NULL ? files->files[i].is_broken && files->files[i].size == 0
                               : size == files->files[i].size &&
                                     memcmp(text, files->files[i].bytes, size) == 0;
        free(text);
    }
    return is_same;
}

void cw_map_free(CwMap *map)
{
    if (map == NULL) {
        return;
    }
    for (int i = 0; i < map->files.count; i++) {
        MapFile *file = &map->files.files[i];
        json_decref(map->trees[i]);
        free(file->name);
        free(file->path);
        free(file->bytes);
        free(file->anew.bytes);
    }
    free(map->files.together.bytes);
    json_decref(map->merged);
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
    ASSERT_GIVEN(map);
    return map->object_count;
}

const CwMapObject *cw_map_object(const CwMap *map, int index)
{
    ASSERT_GIVEN(map);
    ASSERT_NUMBER(index, index >= 0 && index < map->object_count,
                  "ask for 0 .. cw_map_object_count() - 1");
    return &map->objects[index];
}

cpVect cw_map_size_m(const CwMap *map)
{
    ASSERT_GIVEN(map);
    return map->size_m;
}
