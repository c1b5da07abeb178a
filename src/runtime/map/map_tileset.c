/* Reads tilesets: cut from one picture or collections of several, in the map or in own files. */
#include "base/array.h"
#include "base/picture.h"
#include "base/report.h"
#include "map/map_reader.h"
#include "platform/file.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TILE_PX_MAX = 1 << 14,
    FRAMES_MAX = 4096,
    PICTURE_PX_MAX = 1 << 30,
    PICTURE_HEAD_BYTES = 1 << 18, /* a JPEG's size may follow profiles and a thumbnail */
    UNSTATED_TILES = 1 << 14
};

static const MapRange IDS = {0, (int)MAP_GID_BITS};

/* ---- pictures ---- */

static int optional_count(const MapPlace *place, const json_t *from, const char *key, int fallback)
{
    return json_object_get(from, key) == NULL ? fallback : map_read_count(place, from, key, IDS);
}

/* Adds a picture unless the map has it, and returns its number; -1 with an error. */
static int add_picture(const MapPlace *place, const MapImage *image)
{
    CwMap *map = place->map;
    const char *path = image->about.path;
    for (int i = 0; i < map->picture_count; i++) {
        const CwSpriteDef *row = &map->pictures[i];
        if (strcmp(row->file, path) == 0 &&
            memcmp(&row->key, &image->about.key, sizeof row->key) == 0) {
            return i;
        }
    }
    bool has_place = map->picture_count < MAP_PICTURES_MAX;
    size_t count = (size_t)map->picture_count;
    CwSpriteDef *rows = has_place ? grow_for_one(map->pictures, count, sizeof *rows) : NULL;
    if (rows == NULL) {
        map_refuse(place, "the map has more than %d pictures, or there is no memory",
                   MAP_PICTURES_MAX);
        return -1;
    }
    bool is_nearest = strcmp(cw_property_text(map->properties, "filter", "smooth"), "nearest") == 0;
    map->pictures = rows;
    rows[count] = (CwSpriteDef){.file = path,
                                .width_m = fmax(image->width_px, 1) / map->pixels_per_metre,
                                .height_m = fmax(image->height_px, 1) / map->pixels_per_metre,
                                .filter = is_nearest ? CW_FILTER_NEAREST : CW_FILTER_SMOOTH,
                                .width_px = image->width_px,
                                .height_px = image->height_px,
                                .key = image->about.key};
    return map->picture_count++;
}

/* Measures a picture, because the size in a map is that of the last save, or missing. Only drawing
 * may depend on it: a recording carries no pictures. */
static void measure(const MapPlace *place, MapImage *image)
{
    uint8_t *head = malloc(PICTURE_HEAD_BYTES);
    int file = head == NULL ? -1 : file_open_descriptor(image->about.path, FILE_READ);
    int64_t size = file < 0 ? -1 : file_read_begin(file, head, PICTURE_HEAD_BYTES);
    file_close_descriptor(file);
    PictureHead picture =
        size >= 0 ? picture_read(head, (size_t)size) : (PictureHead){.width_px = 0};
    free(head);
    if (picture.width_px > 0 && picture.height_px > 0 && picture.width_px <= PICTURE_PX_MAX &&
        picture.height_px <= PICTURE_PX_MAX) {
        image->width_px = picture.width_px;
        image->height_px = picture.height_px;
    } else if (size >= 0 && (image->width_px == 0 || image->height_px == 0)) {
        image->width_px = 0; /* a picture without a size is hidden */
        map_warn(place, "unsized picture",
                 "its picture says no usable size, so it is not shown: give an SVG a width and a "
                 "height, or save it as PNG anew");
    }
}

const CwMapImage *map_read_image(const MapPlace *place, const json_t *from)
{
    const char *source = map_read_text(place, from, "image");
    const char *key = map_read_text(place, from, "transparentcolor");
    char joined[1024];
    char path[PATH_BYTES_MAX];
    CwError cause = {0};
    CwMap *map = place->map;
    if (!map_is_good(place) || source[0] == '\0') {
        return NULL;
    }
    if (!map_files_name(place->file == NULL ? "" : place->file->name, source, joined,
                        sizeof joined)) {
        map_refuse(place, "the path of picture \"%.80s\" is too long", source);
        return NULL;
    }
    bool ok = map_files_path(&map->files, joined, path, &cause);
    if (!ok) {
        map_warn(place, NULL, "its picture %s", cause.text);
    }
    MapImage *image = map_keep(map, sizeof *image);
    char *kept_path = map_keep_text(map, path);
    if (image == NULL || kept_path == NULL) {
        map_refuse(place, "out of memory for a picture");
        return NULL;
    }
    *image = (MapImage){.about = {.path = kept_path}, .index = -1};
    map_parse_colour(key, &image->about.key);
    image->width_px = image->about.width_px = optional_count(place, from, "imagewidth", 0);
    image->height_px = image->about.height_px = optional_count(place, from, "imageheight", 0);
    if (ok) {
        measure(place, image);
        image->index = add_picture(place, image);
    }
    return map_is_good(place) ? &image->about : NULL;
}

/* ---- tiles ---- */

static void read_animation(const MapPlace *place, const json_t *from, MapTile *tile)
{
    const json_t *list = map_read_array(place, from, "animation");
    size_t count = json_array_size(list);
    if (count == 0) {
        return;
    }
    MapFrame *frames = map_keep(place->map, count * sizeof *frames);
    if (frames == NULL || count > FRAMES_MAX) {
        map_refuse(place, "tile %d has %zu frames: make it at most %d", tile->id, count,
                   FRAMES_MAX);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const json_t *frame = json_array_get(list, i);
        frames[i].tile = map_read_count(place, frame, "tileid", IDS);
        frames[i].duration_ms = map_read_count(place, frame, "duration", (MapRange){0, 1000000});
        if (tile->round_ms <= INT_MAX - frames[i].duration_ms) {
            tile->round_ms += frames[i].duration_ms;
            tile->frame_count = (int)i + 1;
        }
    }
    tile->frames = frames;
}

static bool read_tile_shapes(const MapPlace *place, const json_t *from, const MapTileset *tileset,
                             MapTile *tile)
{
    const json_t *objects = map_read_array(place, json_object_get(from, "objectgroup"), "objects");
    if (!map_is_good(place)) {
        return false;
    }
    int height_px = tile->image != NULL ? tile->image->height_px : tileset->tile_height_px;
    MapLayer frame = {.place = *place,
                      .index = -1,
                      .top_m = height_px / place->map->pixels_per_metre,
                      .parallax = cpv(1.0, 1.0),
                      .behind = tile->properties};
    return objects == NULL || map_read_shapes(&frame, objects, tile);
}

static bool read_tile(const MapPlace *place, const json_t *from, const MapTileset *tileset,
                      MapTile *tile)
{
    CwMapRectPx *source = &tile->source;
    tile->id = map_read_count(place, from, "id", IDS);
    tile->type = map_read_class(place, from);
    map_check_properties(place, from);
    tile->image = map_read_image(place, from);
    if (tile->image != NULL) {
        source->x = optional_count(place, from, "x", 0);
        source->y = optional_count(place, from, "y", 0);
        source->width = optional_count(place, from, "width", tile->image->width_px);
        source->height = optional_count(place, from, "height", tile->image->height_px);
    }
    tile->properties = map_properties(place, from, NULL, NULL);
    read_animation(place, from, tile);
    return read_tile_shapes(place, from, tileset, tile);
}

static int by_id(const void *a, const void *b)
{
    const MapTile *one = a, *other = b;
    return (one->id > other->id) - (one->id < other->id);
}

static bool read_tiles(const MapPlace *place, const json_t *from, MapTileset *tileset)
{
    const json_t *list = map_read_array(place, from, "tiles");
    size_t count = json_array_size(list);
    tileset->tiles = map_keep(place->map, (count + 1) * sizeof *tileset->tiles);
    if (tileset->tiles == NULL) {
        return map_refuse(place, "out of memory for %zu tiles", count);
    }
    for (size_t i = 0; i < count; i++) {
        MapTile *tile = &tileset->tiles[tileset->detail_count];
        MapPlace here = *place;
        here.line = map_line(json_array_get(list, i));
        if (!read_tile(&here, json_array_get(list, i), tileset, tile)) {
            return false;
        }
        tileset->detail_count++;
    }
    qsort(tileset->tiles, (size_t)tileset->detail_count, sizeof *tileset->tiles, by_id);
    return map_is_good(place);
}

static const MapTile *find_details(const MapTileset *tileset, int id)
{
    MapTile key = {.id = id};
    return tileset->detail_count == 0
               ? NULL
               : bsearch(&key, tileset->tiles, (size_t)tileset->detail_count, sizeof key, by_id);
}

/* ---- tilesets ---- */

/* Reads the counts of tiles and columns. Early maps state neither, so they follow from the
 * picture's stated size; its measured size counts only for drawing. */
static bool read_cut(const MapPlace *place, const json_t *from, MapTileset *tileset)
{
    const MapImage *image = (const MapImage *)tileset->image;
    if (image == NULL) {
        int last = tileset->detail_count - 1;
        tileset->tile_count = last < 0 ? 0 : tileset->tiles[last].id + 1;
        return true;
    }
    bool is_stated = image->about.width_px > 0;
    int width_px = is_stated ? image->about.width_px : image->width_px;
    int height_px = is_stated ? image->about.height_px : image->height_px;
    int step_x = tileset->tile_width_px + tileset->spacing_px;
    int step_y = tileset->tile_height_px + tileset->spacing_px;
    int64_t fit_x = (width_px - 2 * tileset->margin_px + tileset->spacing_px) / step_x;
    int64_t fit_y = (height_px - 2 * tileset->margin_px + tileset->spacing_px) / step_y;
    int64_t given = optional_count(place, from, "columns", 0);
    int64_t columns = given > 0 ? given : is_stated ? fit_x : 1;
    int64_t count = optional_count(place, from, "tilecount", 0);
    count = count > 0 ? count : is_stated ? columns * fit_y : UNSTATED_TILES;
    if (columns <= 0 || count <= 0) {
        return map_refuse(place, "its picture is smaller than one tile, or has no size: open the "
                                 "tileset in Tiled and save it again");
    }
    if (columns > PICTURE_PX_MAX / step_x || count / columns >= PICTURE_PX_MAX / step_y ||
        count > IDS.most) {
        return map_refuse(place, "has more tiles than a picture can hold: correct it in Tiled");
    }
    tileset->columns = (int)(given > 0 || fit_x <= 0 ? columns : fit_x);
    tileset->tile_count = (int)count;
    if (image->width_px < width_px || image->height_px < height_px) {
        map_warn(
            place, NULL,
            "its picture has %d x %d pixels, fewer than the map says: tiles outside of them are "
            "not shown",
            image->width_px, image->height_px);
    }
    return true;
}

static void read_sizes(const MapPlace *place, const json_t *from, MapTileset *tileset)
{
    const MapRange sizes = {1, TILE_PX_MAX};
    const json_t *offset = json_object_get(from, "tileoffset");
    tileset->tile_width_px = map_read_count(place, from, "tilewidth", sizes);
    tileset->tile_height_px = map_read_count(place, from, "tileheight", sizes);
    tileset->spacing_px = optional_count(place, from, "spacing", 0);
    tileset->margin_px = optional_count(place, from, "margin", 0);
    tileset->offset_px.x = map_read_number(place, offset, "x", 0.0);
    tileset->offset_px.y = map_read_number(place, offset, "y", 0.0);
    if (tileset->spacing_px > TILE_PX_MAX || tileset->margin_px > TILE_PX_MAX ||
        fabs(tileset->offset_px.x) > (double)TILE_PX_MAX ||
        fabs(tileset->offset_px.y) > (double)TILE_PX_MAX) {
        map_refuse(place, "spacing, margin or offset is out of range: correct it in Tiled");
    }
}

/* Reads one of Tiled's nine words; all others mean the bottom left. */
static cpVect read_alignment(const char *word)
{
    bool is_known = strcmp(word, "center") == 0 || strcmp(word, "left") == 0 ||
                    strcmp(word, "right") == 0 || strncmp(word, "top", 3) == 0 ||
                    strncmp(word, "bottom", 6) == 0;
    if (!is_known) {
        return cpv(0.0, 1.0);
    }
    double x = strstr(word, "left") != NULL ? 0.0 : strstr(word, "right") != NULL ? 1.0 : 0.5;
    double y = strncmp(word, "top", 3) == 0 ? 0.0 : strncmp(word, "bottom", 6) == 0 ? 1.0 : 0.5;
    return cpv(x, y);
}

static bool read_content(const MapPlace *place, const json_t *from, MapTileset *tileset)
{
    tileset->properties = map_properties(place, from, NULL, NULL);
    map_check_properties(place, from);
    read_sizes(place, from, tileset);
    tileset->image = map_read_image(place, from);
    tileset->align = read_alignment(map_read_text(place, from, "objectalignment"));
    return map_is_good(place) && read_tiles(place, from, tileset) &&
           read_cut(place, from, tileset) && map_is_good(place);
}

static bool read_tileset(const MapPlace *map_place, const json_t *from, MapTileset *tileset)
{
    MapPlace place = *map_place;
    int file = -1;
    place.line = map_line(from);
    tileset->first_gid =
        (uint32_t)map_read_count(&place, from, "firstgid", (MapRange){1, IDS.most});
    const char *source = map_read_text(&place, from, "source");
    if (!map_is_good(&place)) {
        return false;
    }
    if (source[0] != '\0') {
        file = map_file(&place, source, "tileset");
        if (file < 0) {
            return false;
        }
        place.file = &place.map->files.files[file];
        from = place.map->trees[file];
        place.line = map_line(from);
    }
    bool ok = read_content(&place, from, tileset);
    if (ok && file >= 0) {
        place.map->files.files[file].is_used = true;
    }
    return ok;
}

static int by_first_gid(const void *a, const void *b)
{
    const MapTileset *one = a, *other = b;
    return (one->first_gid > other->first_gid) - (one->first_gid < other->first_gid);
}

int map_read_tileset(const MapPlace *place, const json_t *from)
{
    CwMap *map = place->map;
    CwError error = {0};
    if (map->tileset_count == MAP_TILESETS_MAX) {
        map_warn(place, "tilesets", "has more than %d tilesets: the others are left out",
                 MAP_TILESETS_MAX);
        return -1;
    }
    MapTileset *tileset = &map->tilesets[map->tileset_count];
    *tileset = (MapTileset){0};
    MapPlace here = *place;
    here.error = &error;
    if (!read_tileset(&here, from, tileset)) {
        map_warn_error(map, &error, "a tileset is left out");
        return -1;
    }
    /* pictures may be larger than a cell, moved or turned */
    double side = fmax(tileset->tile_width_px, tileset->tile_height_px);
    for (int i = 0; i < tileset->detail_count; i++) {
        const MapTile *tile = &tileset->tiles[i];
        double larger = fmax(tile->source.width, tile->source.height);
        side = tile->image == NULL ? side : fmax(side, larger);
    }
    map->tile_reach_px.x = fmax(map->tile_reach_px.x, side + fabs(tileset->offset_px.x));
    map->tile_reach_px.y = fmax(map->tile_reach_px.y, side + fabs(tileset->offset_px.y));
    return map->tileset_count++;
}

void map_read_tilesets(const MapPlace *whole, const json_t *root)
{
    CwMap *map = whole->map;
    const json_t *list = map_read_array(whole, root, "tilesets");
    for (size_t i = 0; i < json_array_size(list); i++) {
        map_read_tileset(whole, json_array_get(list, i));
    }
    map->own_tileset_count = map->tileset_count;
    qsort(map->tilesets, (size_t)map->tileset_count, sizeof *map->tilesets, by_first_gid);
}

static bool has_tile(const MapTileset *tileset, int id)
{
    const MapTile *tile = tileset->image != NULL ? NULL : find_details(tileset, id);
    return id < tileset->tile_count &&
           (tileset->image != NULL || (tile != NULL && tile->image != NULL));
}

CwMapTile map_tile_in(const CwMap *map, int tileset, uint32_t gid)
{
    CwMapTile tile = {.tileset = tileset,
                      .flip_x = (gid & MAP_FLIP_X) != 0,
                      .flip_y = (gid & MAP_FLIP_Y) != 0,
                      .flip_diagonal = (gid & MAP_FLIP_DIAGONAL) != 0};
    int bare = (int)(gid & MAP_GID_BITS);
    tile.id = tileset < 0 ? -1 : bare - (int)map->tilesets[tileset].first_gid;
    return tile.id >= 0 && has_tile(&map->tilesets[tileset], tile.id) ? tile
                                                                      : (CwMapTile){.tileset = -1};
}

CwMapTile map_tile_of(const CwMap *map, uint32_t gid)
{
    uint32_t bare = gid & MAP_GID_BITS;
    int low = 0, high = bare == 0 ? 0 : map->own_tileset_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (map->tilesets[middle].first_gid <= bare) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return map_tile_in(map, low - 1, gid);
}

uint32_t map_gid_of(const CwMap *map, CwMapTile tile)
{
    if (tile.tileset < 0 || tile.tileset >= map->own_tileset_count || tile.id < 0) {
        return 0;
    }
    uint32_t gid = (map->tilesets[tile.tileset].first_gid + (uint32_t)tile.id) & MAP_GID_BITS;
    bool is_known = map_tile_of(map, gid).tileset == tile.tileset;
    return !is_known ? 0
                     : gid | (tile.flip_x ? MAP_FLIP_X : 0) | (tile.flip_y ? MAP_FLIP_Y : 0) |
                           (tile.flip_diagonal ? MAP_FLIP_DIAGONAL : 0);
}

cpVect map_tile_size_px(const CwMap *map, CwMapTile tile)
{
    CwMapRectPx source;
    cw_map_tile_image(map, tile, 0, &source);
    return cpv(source.width, source.height);
}

const CwSpriteDef *map_pictures(const CwMap *map, int *count)
{
    *count = map->picture_count;
    return map->pictures;
}

static const MapTileset *tileset_of(const CwMap *map, CwMapTile tile)
{
    bool is_valid = tile.tileset >= 0 && tile.tileset < map->tileset_count && tile.id >= 0 &&
                    has_tile(&map->tilesets[tile.tileset], tile.id);
    return is_valid ? &map->tilesets[tile.tileset] : NULL;
}

static const MapTile *details_of(const CwMap *map, CwMapTile tile)
{
    const MapTileset *tileset = tileset_of(map, tile);
    return tileset == NULL ? NULL : find_details(tileset, tile.id);
}

static int frame_at(const MapTile *tile, int64_t time_ms)
{
    int64_t left = time_ms % tile->round_ms;
    left += left < 0 ? tile->round_ms : 0;
    int frame = 0;
    while (frame + 1 < tile->frame_count && left >= tile->frames[frame].duration_ms) {
        left -= tile->frames[frame++].duration_ms;
    }
    return tile->frames[frame].tile;
}

const CwMapImage *cw_map_tile_image(const CwMap *map, CwMapTile tile, int64_t time_ms,
                                    CwMapRectPx *source)
{
    const MapTileset *tileset = tileset_of(map, tile);
    const MapTile *details = details_of(map, tile);
    *source = (CwMapRectPx){0};
    if (tileset == NULL) {
        return NULL;
    }
    if (details != NULL && details->round_ms > 0) {
        int id = frame_at(details, time_ms);
        tile.id = has_tile(tileset, id) ? id : tile.id;
        details = find_details(tileset, tile.id);
    }
    if (tileset->image == NULL) {
        *source = details->source;
        return details->image;
    }
    int step_x = tileset->tile_width_px + tileset->spacing_px;
    int step_y = tileset->tile_height_px + tileset->spacing_px;
    *source = (CwMapRectPx){tileset->margin_px + tile.id % tileset->columns * step_x,
                            tileset->margin_px + tile.id / tileset->columns * step_y,
                            tileset->tile_width_px, tileset->tile_height_px};
    return tileset->image;
}

const char *cw_map_tile_type(const CwMap *map, CwMapTile tile)
{
    const MapTile *details = details_of(map, tile);
    return details == NULL ? "" : details->type;
}

const CwMapProperties *cw_map_tile_properties(const CwMap *map, CwMapTile tile)
{
    const MapTile *details = details_of(map, tile);
    return details == NULL ? NULL : details->properties;
}

int cw_map_tile_shape_count(const CwMap *map, CwMapTile tile)
{
    const MapTile *details = details_of(map, tile);
    return details == NULL ? 0 : details->shape_count;
}

const CwMapObject *cw_map_tile_shape(const CwMap *map, CwMapTile tile, int index)
{
    ASSERT_NUMBER(index, index >= 0 && index < cw_map_tile_shape_count(map, tile),
                  "ask for 0 .. cw_map_tile_shape_count() - 1");
    return &details_of(map, tile)->shapes[index];
}
