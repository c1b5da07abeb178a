#include "base/array.h"
#include "base/assert_number.h"
#include "map/map_reader.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const MapRange CHUNK_SIDES = {1, 1 << 12};
static const MapRange LAYER_SIDES = {1, 1 << 20};
static const MapRange CHUNK_PLACES = {-(1 << 20), 1 << 20};

typedef struct Block {
    const json_t *from;
    int column, row, column_count, row_count;
} Block;

/* ---- tile layers ---- */

static uint32_t *new_cells(const MapPlace *place, int64_t count)
{
    CwMap *map = place->map;
    if (map->cell_count + count > MAP_CELLS_MAX) {
        map_refuse(place,
                   "the map has more than %d tiles, or its chunks lie too far apart: "
                   "split the level",
                   MAP_CELLS_MAX);
        return NULL;
    }
    map->cell_count += count;
    uint32_t *cells = map_keep(map, (size_t)count * sizeof *cells);
    if (cells == NULL) {
        map_refuse(place, "out of memory for its tiles");
    }
    return cells;
}

static Block read_chunk_place(const MapPlace *place, const json_t *from)
{
    Block block = {.from = from};
    block.column = map_read_count(place, from, "x", CHUNK_PLACES);
    block.row = map_read_count(place, from, "y", CHUNK_PLACES);
    block.column_count = map_read_count(place, from, "width", CHUNK_SIDES);
    block.row_count = map_read_count(place, from, "height", CHUNK_SIDES);
    return block;
}

static void join(Block *all, const Block *block)
{
    int right = all->column + all->column_count, bottom = all->row + all->row_count;
    int its_right = block->column + block->column_count, its_bottom = block->row + block->row_count;
    bool first = all->column_count == 0;
    all->column = first || block->column < all->column ? block->column : all->column;
    all->row = first || block->row < all->row ? block->row : all->row;
    all->column_count = (first || its_right > right ? its_right : right) - all->column;
    all->row_count = (first || its_bottom > bottom ? its_bottom : bottom) - all->row;
}

static bool decode_block(const MapPlace *place, MapCells *cells, const Block *block, uint32_t *to)
{
    cells->from = block->from;
    cells->cells = to;
    cells->count = (size_t)block->column_count * (size_t)block->row_count;
    return map_decode(place, cells);
}

static bool read_chunk(const MapPlace *place, MapCells *cells, const Block *block, const Block *all,
                       uint32_t *to)
{
    uint32_t *own = malloc((size_t)block->column_count * (size_t)block->row_count * sizeof *own);
    if (own == NULL) {
        return map_refuse(place, "out of memory for a chunk");
    }
    bool fine = decode_block(place, cells, block, own);
    for (int row = 0; fine && row < block->row_count; row++) {
        size_t at = (size_t)(block->row + row - all->row) * (size_t)all->column_count +
                    (size_t)(block->column - all->column);
        memcpy(to + at, own + (size_t)row * (size_t)block->column_count,
               (size_t)block->column_count * sizeof *own);
    }
    free(own);
    return fine;
}

static bool read_chunks(const MapPlace *place, const json_t *chunks, MapCells *cells, Block *all,
                        uint32_t **to)
{
    for (size_t i = 0; i < json_array_size(chunks); i++) {
        Block block = read_chunk_place(place, json_array_get(chunks, i));
        join(all, &block);
    }
    if (!map_is_good(place)) {
        return false;
    }
    *to = new_cells(place, (int64_t)all->column_count * all->row_count);
    for (size_t i = 0; i < json_array_size(chunks); i++) {
        Block block = read_chunk_place(place, json_array_get(chunks, i));
        if (*to == NULL || !read_chunk(place, cells, &block, all, *to)) {
            return false;
        }
    }
    return *to != NULL;
}

static bool read_cells(const MapPlace *place, const json_t *from, Block *all, uint32_t **to)
{
    MapCells cells = {.encoding = map_read_text(place, from, "encoding"),
                      .compression = map_read_text(place, from, "compression")};
    const json_t *chunks = map_read_array(place, from, "chunks");
    if (!map_is_good(place)) {
        return false;
    }
    if (chunks != NULL || map_is_true(place->map->trees[0], "infinite", false)) {
        return read_chunks(place, chunks, &cells, all, to);
    }
    if (json_object_get(from, "data") == NULL) {
        return map_refuse(place, "has no \"data\": open the map in Tiled and save it again");
    }
    all->from = from;
    all->column_count = map_read_count(place, from, "width", LAYER_SIDES);
    all->row_count = map_read_count(place, from, "height", LAYER_SIDES);
    if (!map_is_good(place)) {
        return false;
    }
    *to = new_cells(place, (int64_t)all->column_count * all->row_count);
    return *to != NULL && decode_block(place, &cells, all, *to);
}

/* Clears cells of unknown tiles. Returns the number of tiles. */
static int check_cells(const MapPlace *place, const Block *all, uint32_t *cells)
{
    size_t count = (size_t)all->column_count * (size_t)all->row_count;
    uint32_t last = 0;
    int tile_count = 0, missing = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t gid = cells[i] & MAP_GID_BITS;
        if (gid != last && gid != 0 && map_tile_of(place->map, gid).tileset < 0) {
            missing++;
            gid = 0;
        }
        cells[i] = gid == 0 ? 0 : cells[i];
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
    uint32_t *cells = NULL;
    CwError error = {0};
    MapPlace here = *place;
    here.error = &error;
    if (!read_cells(&here, from, &all, &cells)) {
        map_warn_error(place->map, &error, "the layer is left empty");
        return;
    }
    data->tile_count = check_cells(place, &all, cells);
    data->cells = cells;
    data->about.column = all.column;
    data->about.row = all.row;
    data->about.column_count = all.column_count;
    data->about.row_count = all.row_count;
}

/* ---- layers ---- */

typedef struct Parent {
    MapLayer layer;
    int depth;
    bool visible;
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
    own->visible = own->visible && map_is_true(from, "visible", true);
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
    bool same = one->bottom_m == other->bottom_m;
    return same ? one->object - other->object : one->bottom_m < other->bottom_m ? 1 : -1;
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
    bool fine = map_is_good(&layer->place) && map_read_objects(layer, objects);
    data->about.object_count = map->object_count - data->about.first_object;
    if (strcmp(order, "index") != 0) {
        sort_objects(map, data);
    }
    return fine;
}

static bool kind_of(const char *type, CwMapLayerKind *kind)
{
    static const char *const types[] = {[CW_MAP_TILE_LAYER] = "tilelayer",
                                        [CW_MAP_OBJECT_LAYER] = "objectgroup",
                                        [CW_MAP_IMAGE_LAYER] = "imagelayer",
                                        [CW_MAP_GROUP_LAYER] = "group"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(types); i++) {
        if (strcmp(type, types[i]) == 0) {
            *kind = (CwMapLayerKind)i;
            return true;
        }
    }
    return false;
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
        data->repeat_x = map_is_true(from, "repeatx", false);
        data->repeat_y = map_is_true(from, "repeaty", false);
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
    layer->visible = own->visible;
    layer->tint = own->tint;
    layer->tint.a = (uint8_t)(own->opacity * 255.0 + 0.5);
    layer->offset_m = cpv(own->layer.offset_px.x / metre_px, -own->layer.offset_px.y / metre_px);
    layer->parallax = own->layer.parallax;
    layer->properties = map_properties(place, from, NULL, NULL);
    layer->id = id >= 1.0 && id <= INT_MAX ? (int)id : 0;
    map_check_properties(place, from);
    return map_is_good(place);
}

static bool read_layer(const Parent *parent, const json_t *from)
{
    Parent own = *parent;
    CwMapLayerKind kind;
    MapPlace *place = &own.layer.place;
    if (!json_is_object(from)) {
        return map_refuse(place,
                          "\"layers\" holds something that is not a layer: save the map with Tiled "
                          "again");
    }
    place->line = map_line(from);
    place->layer = map_read_text(&parent->layer.place, from, "name");
    const char *type = map_read_text(place, from, "type");
    if (!read_layer_place(from, &own.layer) || !read_look(place, from, &own)) {
        return false;
    }
    if (!kind_of(type, &kind)) {
        map_warn(place, type, "has an unknown type of layer (\"%.40s\"): it is ignored", type);
        return true;
    }
    MapLayerData *data = add_layer(place);
    if (data == NULL) {
        return false;
    }
    own.layer.index = place->map->layer_count - 1;
    data->about.kind = kind;
    data->about.group = parent->layer.index;
    own.depth++;
    return describe(&own, from, &data->about) && read_content(&own, from);
}

static bool read_layers(const Parent *parent, const json_t *from)
{
    const MapPlace *place = &parent->layer.place;
    if (parent->depth > MAP_GROUP_DEPTH_MAX) {
        return map_refuse(place, "groups are nested deeper than %d: flatten them",
                          MAP_GROUP_DEPTH_MAX);
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
        .visible = true,
        .opacity = 1.0,
        .tint = {255, 255, 255, 255}};
    return read_layers(&above, root) && map_is_good(whole);
}

/* ---- public ---- */

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
    const CwMapLayer *about = cw_map_layer(map, layer);
    const uint32_t *cells = map->layers[layer].cells;
    int64_t x = (int64_t)column - about->column, y = (int64_t)row - about->row;
    if (cells == NULL || x < 0 || x >= about->column_count || y < 0 || y >= about->row_count) {
        return (CwMapTile){.tileset = -1};
    }
    return map_tile_of(map, cells[y * about->column_count + x]);
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
