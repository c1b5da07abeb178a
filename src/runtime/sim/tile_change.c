/* Changes tiles of a world's map.
 *
 * The first change gives the world a copy of the map's struct, in its arena, which shares all but
 * chunks of changed cells. Shapes follow in the flush, because physics may be at work when a tile
 * changes. */
#include "base/report.h"
#include "base/unit_check.h"
#include "sim/tile_ground.h"
#include "sim/world.h"

#include <string.h>

enum { BOX_CELLS = 256 }; /* cells of the largest box of changes */

/* The tiles of the world, which the first change makes. */
static WorldTiles *own_tiles(CwWorld *world)
{
    const CwMap *loaded = cw_world_map(world);
    if (world->tiles != NULL) {
        return world->tiles;
    }
    world->tiles = arena_calloc(1, sizeof *world->tiles);
    CwMap *map = &world->tiles->map;
    *map = *loaded;
    map->loaded = (CwMap *)(uintptr_t)loaded;
    map->layers = arena_calloc((size_t)map->layer_count, sizeof *map->layers);
    memcpy(map->layers, loaded->layers, (size_t)map->layer_count * sizeof *map->layers);
    for (TileGround *ground = world->grounds; ground != NULL; ground = ground->next) {
        ground->map = ground->map == loaded ? map : ground->map;
    }
    return world->tiles;
}

/* A cell in a chunk of the world's own; makes the chunk. */
static uint32_t *own_cell(MapLayerData *layer, int column, int row)
{
    size_t count = (size_t)layer->about.column_count * (size_t)layer->about.row_count;
    size_t at = (size_t)row * (size_t)layer->about.column_count + (size_t)column;
    size_t number = at / MAP_CHUNK, first = number * MAP_CHUNK;
    if (layer->chunks == NULL) {
        layer->chunks = arena_calloc(count / MAP_CHUNK + 1, sizeof *layer->chunks);
    }
    uint32_t **chunk = &layer->chunks[number];
    if (*chunk == NULL) {
        *chunk = arena_calloc(MAP_CHUNK, sizeof **chunk);
        memcpy(*chunk, layer->cells + first,
               (count - first < MAP_CHUNK ? count - first : MAP_CHUNK) * sizeof **chunk);
    }
    return *chunk + at % MAP_CHUNK;
}

/* A number that stands for a cell's content in the world's digest (SplitMix64). */
static uint64_t digest_of(const TileChange *cell, uint32_t gid)
{
    uint64_t number = ((uint64_t)(uint32_t)cell->top << 32 | (uint32_t)cell->left) +
                      ((uint64_t)cell->layer << 32 | gid) * 0x9E3779B97F4A7C15;
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9;
    number = (number ^ number >> 27) * 0x94D049BB133111EB;
    return number ^ number >> 31;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int area_of(const TileChange *box)
{
    return (box->right - box->left) * (box->bottom - box->top);
}

/* Adds a cell to the last box of changes if that stays dense, or begins another. */
static void add_change(WorldTiles *tiles, const TileChange *cell)
{
    TileChange *last = tiles->count == 0 ? NULL : &tiles->changes[tiles->count - 1];
    if (last != NULL && last->layer == cell->layer) {
        TileChange box = {last->layer, least(last->left, cell->left), least(last->top, cell->top),
                          -least(-last->right, -cell->right), -least(-last->bottom, -cell->bottom)};
        if (area_of(&box) <= least(2 * area_of(last) + 2, BOX_CELLS)) {
            *last = box;
            return;
        }
    }
    tiles->changes = arena_grow_array(tiles->changes, tiles->count, &tiles->capacity, sizeof *last);
    tiles->changes[tiles->count++] = *cell;
}

void cw_map_set_tile(CwWorld *world, int layer, int column, int row, CwMapTile tile)
{
    const CwMap *seen = cw_world_map(world);
    CW_ASSERT((world->is_building || world->is_in_tick) && arena_is_current(world->arena),
              "change tiles in a tick or in start, not in a view");
    CW_ASSERT(seen != NULL, "change tiles of a level that has a map");
    const CwMapLayer *about = cw_map_layer(seen, layer);
    ASSERT_NUMBER(layer, seen->layers[layer].cells != NULL, "name a layer that has tiles");
    ASSERT_NUMBER(column, column >= about->column && column - about->column < about->column_count,
                  "name a column of the layer: `column` .. `column + column_count - 1`");
    ASSERT_NUMBER(row, row >= about->row && row - about->row < about->row_count,
                  "name a row of the layer: `row` .. `row + row_count - 1`");
    uint32_t gid = map_gid_of(seen, tile);
    ASSERT_NUMBER(tile.id, gid != 0 || tile.tileset == -1,
                  "set a tile of the map's tilesets, or one with tileset -1");
    int x = column - about->column, y = row - about->row;
    const uint32_t gids[] = {map_cell(&seen->layers[layer], x, y), gid};
    TileChange cell = {layer, x, y, x + 1, y + 1};
    if (gids[0] == gid) {
        return;
    }
    WorldTiles *tiles = own_tiles(world);
    MapLayerData *data = &tiles->map.layers[layer];
    *own_cell(data, x, y) = gid;
    data->tile_count += (gid != 0) - (gids[0] != 0);
    tiles->digest += digest_of(&cell, gid) - digest_of(&cell, gids[0]);
    for (TileGround *ground = world->grounds; ground != NULL; ground = ground->next) {
        GroundLayer *solid = ground_changing_layer(world, ground, layer);
        for (int i = 0; solid != NULL && i < 2; i++) {
            if (gids[i] != 0 && ground_kind(ground, solid, gids[i])->form_count > 0) {
                add_change(tiles, &cell);
            }
        }
    }
}
