#include "base/array.h"
#include "base/little_endian.h"
#include "base/report.h"
#include "map/map_reader.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#define SAVE_AGAIN "open the map in Tiled and save it again"

static const char FORMAT_MENU[] = "Map > Map Properties > Tile Layer Format";
static const MapRange CHUNK_SIDES = {1, 1 << 12};
static const MapRange LAYER_SIDES = {1, 1 << 20};
static const MapRange CHUNK_PLACES = {-(1 << 20), 1 << 20};

/* Cells of a layer or a chunk, row by row from the top left. */
typedef struct Block {
    const json_t *from; /* has data */
    int column, row, column_count, row_count;
    size_t count;
    uint32_t *cells; /* room for `count` cells */
} Block;

/* How the data of a layer and its chunks is written. */
typedef struct Format {
    const char *encoding, *compression;
} Format;

/* ---- data ----
 *
 * Numbers with commas, or base64 of little-endian words: plain, zlib, gzip or Zstandard. */

typedef struct Bytes {
    unsigned char *at;
    size_t size;
} Bytes;

static bool wrong_count(const MapPlace *place, size_t count, size_t wanted)
{
    return map_refuse(place, "its data has %s than %zu tiles: " SAVE_AGAIN,
                      count < wanted ? "fewer" : "more", wanted);
}

static bool decode_numbers(const MapPlace *place, const char *text, const Block *block)
{
    size_t count = 0;
    while (true) {
        text += strspn(text, " ,\r\n\t");
        if (*text == '\0') {
            return count == block->count || wrong_count(place, count, block->count);
        }
        uint64_t number = 0;
        const char *begin = text;
        for (; *text >= '0' && *text <= '9' && number <= UINT32_MAX; text++) {
            number = 10 * number + (uint64_t)(*text - '0');
        }
        if (text == begin || number > UINT32_MAX) {
            return map_refuse(place, "its data has \"%.12s\", not a tile's number: " SAVE_AGAIN,
                              begin);
        }
        if (count == block->count) {
            return wrong_count(place, count + 1, block->count);
        }
        block->cells[count++] = (uint32_t)number;
    }
}

/* Skips blanks, and stops at a "=". */
static bool decode_base64(const MapPlace *place, const char *text, Bytes *bytes)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    bytes->at = malloc(strlen(text) / 4 * 3 + 4);
    bytes->size = 0;
    if (bytes->at == NULL) {
        return map_refuse(place, "out of memory for its data");
    }
    uint32_t bits = 0;
    int bit_count = 0;
    for (; *text != '\0' && *text != '='; text++) {
        if (strchr(" \r\n\t", *text) != NULL) {
            continue;
        }
        const char *digit = strchr(digits, *text);
        if (digit == NULL) {
            return map_refuse(place, "its data is not base64 at \"%.12s\": " SAVE_AGAIN, text);
        }
        bits = bits << 6 | (uint32_t)(digit - digits);
        bit_count += 6;
        if (bit_count >= 8) {
            bit_count -= 8;
            bytes->at[bytes->size++] = (unsigned char)(bits >> bit_count);
        }
    }
    return true;
}

/* Decompresses into `to`; `exact`: the sizes match. Returns the fault; NULL: none. */
static const char *inflate_zlib(const Bytes *from, const Bytes *to, bool *exact)
{
    z_stream stream = {.next_in = from->at,
                       .avail_in = (uInt)from->size,
                       .next_out = to->at,
                       .avail_out = (uInt)to->size};
    if (inflateInit2(&stream, 15 + 32) != Z_OK) { /* zlib or gzip, as the head says */
        return "out of memory";
    }
    bool has_ended = inflate(&stream, Z_FINISH) == Z_STREAM_END;
    *exact = has_ended && stream.avail_out == 0;
    const char *why = stream.msg != NULL ? stream.msg : "it is cut";
    inflateEnd(&stream);
    return has_ended || stream.avail_out == 0 ? NULL : why;
}

static const char *inflate_zstd(const Bytes *from, const Bytes *to, bool *exact)
{
    size_t size = ZSTD_decompress(to->at, to->size, from->at, from->size);
    *exact = size == to->size;
    bool is_larger = ZSTD_isError(size) && ZSTD_getErrorCode(size) == ZSTD_error_dstSize_tooSmall;
    return ZSTD_isError(size) && !is_larger ? ZSTD_getErrorName(size) : NULL;
}

/* Decompresses into the cells themselves, as bytes. */
static bool decompress(const MapPlace *place, const char *name, const Bytes *from,
                       const Block *block)
{
    const Bytes to = {(unsigned char *)block->cells, sizeof *block->cells * block->count};
    bool is_exact = true;
    const char *why = NULL;
    if (strcmp(name, "zlib") == 0 || strcmp(name, "gzip") == 0) {
        why = inflate_zlib(from, &to, &is_exact);
    } else if (strcmp(name, "zstd") == 0) {
        why = inflate_zstd(from, &to, &is_exact);
    } else if (name[0] != '\0') {
        return map_refuse(place, "\"%.20s\" is not a compression of Tiled: choose zlib under %s",
                          name, FORMAT_MENU);
    } else {
        is_exact = from->size == to.size;
        memcpy(to.at, from->at, is_exact ? to.size : 0);
    }
    if (why != NULL) {
        return map_refuse(place, "its compressed data is broken (%.60s): " SAVE_AGAIN, why);
    }
    return is_exact ||
           map_refuse(place, "its data does not hold %zu tiles: " SAVE_AGAIN, block->count);
}

static bool decode(const MapPlace *place, const Format *format, const Block *block)
{
    const char *text = map_read_text(place, block->from, "data");
    if (!map_is_good(place)) {
        return false;
    }
    if (format->encoding[0] == '\0' || strcmp(format->encoding, "csv") == 0) {
        return decode_numbers(place, text, block);
    }
    if (strcmp(format->encoding, "base64") != 0) {
        return map_refuse(place, "\"%.20s\" is not an encoding of Tiled: choose CSV under %s",
                          format->encoding, FORMAT_MENU);
    }
    Bytes packed = {0};
    bool ok = decode_base64(place, text, &packed) &&
              decompress(place, format->compression, &packed, block);
    for (size_t i = 0; ok && i < block->count; i++) {
        block->cells[i] = (uint32_t)load_le((const uint8_t *)&block->cells[i], 4);
    }
    free(packed.at);
    return ok;
}

/* ---- tile layers ---- */

static bool add_cells(const MapPlace *place, Block *block)
{
    CwMap *map = place->map;
    int64_t count = (int64_t)block->column_count * block->row_count;
    if (map->cell_count + count > MAP_CELLS_MAX) {
        return map_refuse(place,
                          "the map has more than %d tiles, or its chunks lie too far apart: "
                          "split the level",
                          MAP_CELLS_MAX);
    }
    map->cell_count += count;
    block->count = (size_t)count;
    block->cells = map_keep(map, block->count * sizeof *block->cells);
    return block->cells != NULL || map_refuse(place, "out of memory for its tiles");
}

static Block read_chunk_place(const MapPlace *place, const json_t *from)
{
    Block block = {.from = from};
    block.column = map_read_count(place, from, "x", CHUNK_PLACES);
    block.row = map_read_count(place, from, "y", CHUNK_PLACES);
    block.column_count = map_read_count(place, from, "width", CHUNK_SIDES);
    block.row_count = map_read_count(place, from, "height", CHUNK_SIDES);
    block.count = (size_t)block.column_count * (size_t)block.row_count;
    return block;
}

static void join(Block *all, const Block *block)
{
    int right = all->column + all->column_count, bottom = all->row + all->row_count;
    int its_right = block->column + block->column_count, its_bottom = block->row + block->row_count;
    bool is_first = all->column_count == 0;
    all->column = is_first || block->column < all->column ? block->column : all->column;
    all->row = is_first || block->row < all->row ? block->row : all->row;
    all->column_count = (is_first || its_right > right ? its_right : right) - all->column;
    all->row_count = (is_first || its_bottom > bottom ? its_bottom : bottom) - all->row;
}

static bool read_chunk(const MapPlace *place, const Format *format, Block *chunk, const Block *all)
{
    size_t across = (size_t)chunk->column_count;
    chunk->cells = malloc(chunk->count * sizeof *chunk->cells);
    if (chunk->cells == NULL) {
        return map_refuse(place, "out of memory for a chunk");
    }
    bool ok = decode(place, format, chunk);
    for (int row = 0; ok && row < chunk->row_count; row++) {
        size_t at = (size_t)(chunk->row + row - all->row) * (size_t)all->column_count +
                    (size_t)(chunk->column - all->column);
        memcpy(all->cells + at, chunk->cells + (size_t)row * across, across * sizeof *all->cells);
    }
    free(chunk->cells);
    return ok;
}

static bool read_chunks(const MapPlace *place, const json_t *list, const Format *format, Block *all)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        Block chunk = read_chunk_place(place, json_array_get(list, i));
        join(all, &chunk);
    }
    bool ok = map_is_good(place) && add_cells(place, all);
    for (size_t i = 0; ok && i < json_array_size(list); i++) {
        Block chunk = read_chunk_place(place, json_array_get(list, i));
        ok = read_chunk(place, format, &chunk, all);
    }
    return ok;
}

static bool read_cells(const MapPlace *place, const json_t *from, Block *all)
{
    const Format format = {map_read_text(place, from, "encoding"),
                           map_read_text(place, from, "compression")};
    const json_t *chunks = map_read_array(place, from, "chunks");
    if (!map_is_good(place)) {
        return false;
    }
    if (chunks != NULL || map_is_true(place->map->trees[0], "infinite", false)) {
        return read_chunks(place, chunks, &format, all);
    }
    if (json_object_get(from, "data") == NULL) {
        return map_refuse(place, "has no \"data\": " SAVE_AGAIN);
    }
    all->from = from;
    all->column_count = map_read_count(place, from, "width", LAYER_SIDES);
    all->row_count = map_read_count(place, from, "height", LAYER_SIDES);
    return map_is_good(place) && add_cells(place, all) && decode(place, &format, all);
}

/* Clears cells of unknown tiles. Returns the number of tiles. */
static int check_cells(const MapPlace *place, const Block *all)
{
    uint32_t last = 0;
    int tile_count = 0, missing = 0;
    for (size_t i = 0; i < all->count; i++) {
        uint32_t gid = all->cells[i] & MAP_GID_BITS;
        if (gid != last && gid != 0 && map_tile_of(place->map, gid).tileset < 0) {
            missing++;
            gid = 0;
        }
        all->cells[i] = gid == 0 ? 0 : all->cells[i];
        tile_count += gid != 0;
        last = gid;
    }
    if (missing > 0) {
        map_warn(place, "cells of no tile",
                 "%d of its tiles are in no tileset and stay empty: add the tileset in Tiled",
                 missing);
    }
    return tile_count;
}

static void read_tile_layer(const MapPlace *place, const json_t *from, MapLayerData *data)
{
    Block all = {0};
    CwError error = {0};
    MapPlace here = *place;
    here.error = &error;
    if (!read_cells(&here, from, &all)) {
        map_warn_error(place->map, &error, "the layer is left empty");
        return;
    }
    data->tile_count = check_cells(place, &all);
    data->cells = all.cells;
    data->about.column = all.column;
    data->about.row = all.row;
    data->about.column_count = all.column_count;
    data->about.row_count = all.row_count;
}

/* ---- layers ---- */

typedef struct Parent {
    MapLayer layer;
    int depth;
    bool is_visible;
    double opacity;
    CwColour tint;
} Parent;

static bool read_layers(const Parent *parent, const json_t *from);

static MapLayerData *add_layer(const MapPlace *place)
{
    CwMap *map = place->map;
    if (map->layer_count == MAP_LAYERS_MAX) {
        map_refuse(place, "the map has more than %d layers: join some", MAP_LAYERS_MAX);
        return NULL;
    }
    MapLayerData *layers = grow_for_one(map->layers, (size_t)map->layer_count, sizeof *layers);
    if (layers == NULL) {
        map_refuse(place, "out of memory for its layers");
        return NULL;
    }
    map->layers = layers;
    layers[map->layer_count] = (MapLayerData){.about = {.name = "", .type = ""}};
    return &layers[map->layer_count++];
}

static bool read_layer_place(const json_t *from, MapLayer *layer)
{
    const MapPlace *place = &layer->place;
    layer->offset_px.x += map_read_number(place, from, "offsetx", 0.0);
    layer->offset_px.y += map_read_number(place, from, "offsety", 0.0);
    layer->parallax.x *= map_read_number(place, from, "parallaxx", 1.0);
    layer->parallax.y *= map_read_number(place, from, "parallaxy", 1.0);
    if (!isfinite(layer->parallax.x) || !isfinite(layer->parallax.y)) {
        return map_refuse(place, "\"parallax%c\" is out of range: correct it in Tiled",
                          isfinite(layer->parallax.x) ? 'y' : 'x');
    }
    double reach_px = MAP_REACH_MAX_M * place->map->pixels_per_metre;
    return (fabs(layer->offset_px.x) <= reach_px && fabs(layer->offset_px.y) <= reach_px) ||
           map_refuse(place, "lies more than %g m from the map: correct its offset in Tiled",
                      MAP_REACH_MAX_M);
}

static uint8_t product(uint8_t a, uint8_t b)
{
    return (uint8_t)((a * b + 127) / 255);
}

static bool read_look(const MapPlace *place, const json_t *from, Parent *own)
{
    double opacity = map_read_number(place, from, "opacity", 1.0);
    const char *text = map_read_text(place, from, "tintcolor");
    CwColour tint = {255, 255, 255, 255};
    own->is_visible = own->is_visible && map_is_true(from, "visible", true);
    if (text[0] != '\0' && !map_parse_colour(text, &tint)) {
        map_warn(place, NULL, "\"tintcolor\" is \"%.20s\", not a colour: the layer is not tinted",
                 text);
    }
    own->opacity *= cpfclamp01(opacity) * (tint.a / 255.0);
    own->tint = (CwColour){product(own->tint.r, tint.r), product(own->tint.g, tint.g),
                           product(own->tint.b, tint.b), 255};
    return map_is_good(place);
}

/* Orders objects from the top down, as Tiled draws them unless told to keep their order. */
static int from_top(const void *a, const void *b)
{
    const MapDrawn *one = a, *other = b;
    bool is_same_row = one->bottom_m == other->bottom_m;
    return is_same_row ? one->object - other->object : one->bottom_m < other->bottom_m ? 1 : -1;
}

static void sort_objects(CwMap *map, MapLayerData *data)
{
    size_t count = (size_t)data->about.object_count;
    MapDrawn *order = map_keep(map, count * sizeof *order + 1);
    if (order == NULL) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const CwMapObject *object = &map->objects[(size_t)data->about.first_object + i];
        order[i] = (MapDrawn){object->centre_m.y - object->height_m / 2.0, (int)i};
    }
    sort_in_place(order, count, sizeof *order, from_top);
    data->order = order;
}

static bool read_object_layer(const MapLayer *layer, const json_t *from)
{
    CwMap *map = layer->place.map;
    MapLayerData *data = &map->layers[layer->index];
    const char *order = map_read_text(&layer->place, from, "draworder");
    const json_t *objects = map_read_array(&layer->place, from, "objects");
    data->about.first_object = map->object_count;
    bool ok = map_is_good(&layer->place) && map_read_objects(layer, objects);
    data->about.object_count = map->object_count - data->about.first_object;
    if (strcmp(order, "index") != 0) {
        sort_objects(map, data);
    }
    return ok;
}

/* -1: no such kind. */
static int kind_of(const char *type)
{
    static const char *const types[] = {[CW_MAP_TILE_LAYER] = "tilelayer",
                                        [CW_MAP_OBJECT_LAYER] = "objectgroup",
                                        [CW_MAP_IMAGE_LAYER] = "imagelayer",
                                        [CW_MAP_GROUP_LAYER] = "group"};
    int kind = (int)CW_ARRAY_LENGTH(types) - 1;
    while (kind >= 0 && strcmp(type, types[kind]) != 0) {
        kind--;
    }
    return kind;
}

static bool read_content(const Parent *own, const json_t *from)
{
    const MapPlace *place = &own->layer.place;
    MapLayerData *data = &place->map->layers[own->layer.index];
    switch (data->about.kind) {
    case CW_MAP_TILE_LAYER:
        read_tile_layer(place, from, data);
        return true;
    case CW_MAP_OBJECT_LAYER:
        return read_object_layer(&own->layer, from);
    case CW_MAP_IMAGE_LAYER:
        data->repeats_x = map_is_true(from, "repeatx", false);
        data->repeats_y = map_is_true(from, "repeaty", false);
        data->image = (const MapImage *)map_read_image(place, from);
        return map_is_good(place);
    case CW_MAP_GROUP_LAYER:
        return read_layers(own, from);
    }
    return false;
}

static bool describe(const Parent *own, const json_t *from, CwMapLayer *layer)
{
    const MapPlace *place = &own->layer.place;
    double metre_px = place->map->pixels_per_metre;
    double id = map_read_number(place, from, "id", 0.0);
    layer->name = place->layer;
    layer->type = map_read_text(place, from, "class");
    layer->visible = own->is_visible;
    layer->tint = own->tint;
    layer->tint.a = (uint8_t)(own->opacity * 255.0 + 0.5);
    layer->offset_m = cpv(own->layer.offset_px.x / metre_px, -own->layer.offset_px.y / metre_px);
    layer->parallax = own->layer.parallax;
    CwMapProperties *made = map_properties(place, from, NULL, NULL);
    if (made != NULL && layer->kind != CW_MAP_TILE_LAYER) {
        made->owner = MAP_LAYER;
    }
    layer->properties = made;
    layer->id = id >= 1.0 && id <= INT_MAX ? (int)id : 0;
    map_check_properties(place, from);
    return map_is_good(place);
}

static bool read_layer(const Parent *parent, const json_t *from)
{
    Parent own = *parent;
    MapPlace *place = &own.layer.place;
    if (!json_is_object(from)) {
        return map_refuse(place,
                          "\"layers\" holds something that is not a layer: save the map with Tiled "
                          "again");
    }
    place->line = map_line(from);
    place->layer = map_read_text(&parent->layer.place, from, "name");
    const char *type = map_read_text(place, from, "type");
    int kind = kind_of(type);
    if (!read_layer_place(from, &own.layer) || !read_look(place, from, &own)) {
        return false;
    }
    if (kind < 0) {
        map_warn(place, type, "has an unknown type of layer (\"%.40s\"): it is ignored", type);
        return true;
    }
    MapLayerData *data = add_layer(place);
    if (data == NULL) {
        return false;
    }
    own.layer.index = place->map->layer_count - 1;
    data->about.kind = (CwMapLayerKind)kind;
    data->about.group = parent->layer.index;
    own.depth++;
    return describe(&own, from, &data->about) && read_content(&own, from);
}

static bool read_layers(const Parent *parent, const json_t *from)
{
    const MapPlace *place = &parent->layer.place;
    if (parent->depth > MAP_DEPTH_MAX) {
        return map_refuse(place, "groups are nested deeper than %d: flatten them", MAP_DEPTH_MAX);
    }
    const json_t *layers = map_read_array(place, from, "layers");
    if (!json_is_array(layers)) {
        return map_refuse(place, "has no \"layers\": save it with Tiled as a JSON map (.tmj)");
    }
    for (size_t i = 0; i < json_array_size(layers); i++) {
        if (!read_layer(parent, json_array_get(layers, i))) {
            return false;
        }
    }
    return true;
}

bool map_read_layers(const MapPlace *whole, const json_t *root)
{
    const CwMap *map = whole->map;
    Parent above = {
        .layer = {.place = *whole, .index = -1, .top_m = map->size_m.y, .parallax = cpv(1.0, 1.0)},
        .is_visible = true,
        .opacity = 1.0,
        .tint = {255, 255, 255, 255}};
    return read_layers(&above, root) && map_is_good(whole);
}

int cw_map_layer_count(const CwMap *map)
{
    return map->layer_count;
}

const CwMapLayer *cw_map_layer(const CwMap *map, int index)
{
    ASSERT_NUMBER(index, index >= 0 && index < map->layer_count,
                  "ask for 0 .. cw_map_layer_count() - 1");
    return &map->layers[index].about;
}

CwMapTile cw_map_tile_at(const CwMap *map, int layer, int column, int row)
{
    ASSERT_GIVEN(map);
    const CwMapLayer *about = cw_map_layer(map, layer);
    const MapLayerData *data = &map->layers[layer];
    int64_t x = (int64_t)column - about->column, y = (int64_t)row - about->row;
    if (data->cells == NULL || x < 0 || x >= about->column_count || y < 0 ||
        y >= about->row_count) {
        return (CwMapTile){.tileset = -1};
    }
    return map_tile_of(map, map_cell(data, (int)x, (int)y));
}

cpBB cw_map_bounds(const CwMap *map)
{
    cpBB box = cpBBNew(0.0, 0.0, map->size_m.x, map->size_m.y);
    for (int i = 0; i < map->layer_count; i++) {
        const CwMapLayer *layer = &map->layers[i].about;
        for (int corner = 0; layer->column_count > 0 && corner < 4; corner++) {
            cpVect px = grid_cell_px(&map->grid, layer->column + corner % 2 * layer->column_count,
                                     layer->row + corner / 2 * layer->row_count);
            cpVect place =
                cpv(px.x / map->pixels_per_metre, map->size_m.y - px.y / map->pixels_per_metre);
            box = cpBBExpand(box, cpvadd(layer->offset_m, place));
        }
    }
    return box;
}

CwColour cw_map_background(const CwMap *map)
{
    return map->background;
}
