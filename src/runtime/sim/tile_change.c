/* Changes tiles of a world's map.
 *
 * The first change gives the world a copy of the map's struct, in its arena, which shares all but
 * chunks of changed cells. Shapes follow in the flush, because physics may be at work when a tile
 * changes. */
#include "base/array.h"
#include "base/report.h"
#include "base/unit_check.h"
#include "sim/tile_ground.h"
#include "sim/world.h"

#include <string.h>

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
        for (int i = 0; ground->map == map && i < ground->layer_count; i++) {
            ground->layers[i].data = &map->layers[ground->layers[i].index];
        }
    }
    return world->tiles;
}

/* A cell in a chunk of the world's own; makes the chunk. */
static uint32_t *own_cell(MapLayerData *layer, int column, int row)
{
    int columns = layer->about.column_count, rows = layer->about.row_count;
    size_t across = ((size_t)columns + MAP_CHUNK - 1) / MAP_CHUNK;
    if (layer->chunks == NULL) {
        size_t down = ((size_t)rows + MAP_CHUNK - 1) / MAP_CHUNK;
        layer->chunks = arena_calloc(across * down, sizeof *layer->chunks);
    }
    int left = column / MAP_CHUNK * MAP_CHUNK, top = row / MAP_CHUNK * MAP_CHUNK;
    uint32_t **chunk =
        &layer->chunks[(size_t)(row / MAP_CHUNK) * across + (size_t)(column / MAP_CHUNK)];
    if (*chunk == NULL) {
        *chunk = arena_calloc(MAP_CHUNK * MAP_CHUNK, sizeof **chunk);
        int width = columns - left < MAP_CHUNK ? columns - left : MAP_CHUNK;
        for (int y = 0; y < MAP_CHUNK && top + y < rows; y++) {
            memcpy(*chunk + (ptrdiff_t)y * MAP_CHUNK,
                   layer->cells + (size_t)(top + y) * (size_t)columns + left,
                   (size_t)width * sizeof **chunk);
        }
    }
    return &(*chunk)[(row - top) * MAP_CHUNK + column - left];
}

/* A number that stands for a cell's content in the world's digest (SplitMix64). */
static uint64_t digest_of(const TileChange *change, uint32_t gid)
{
    uint64_t number = ((uint64_t)(uint32_t)change->row << 32 | (uint32_t)change->column) +
                      ((uint64_t)change->layer << 32 | gid) * 0x9E3779B97F4A7C15;
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9;
    number = (number ^ number >> 27) * 0x94D049BB133111EB;
    return number ^ number >> 31;
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
    TileChange change = {layer, column - about->column, row - about->row, 0};
    change.before = map_cell(&seen->layers[layer], change.column, change.row);
    if (change.before == gid) {
        return;
    }
    WorldTiles *tiles = own_tiles(world);
    MapLayerData *data = &tiles->map.layers[layer];
    *own_cell(data, change.column, change.row) = gid;
    data->tile_count += (gid != 0) - (change.before != 0);
    tiles->digest += digest_of(&change, gid) - digest_of(&change, change.before);
    tiles->changes =
        arena_grow_array(tiles->changes, tiles->count, &tiles->capacity, sizeof change);
    tiles->changes[tiles->count++] = change;
}

static int compare_places(const void *x, const void *y)
{
    const TileChange *a = x, *b = y;
    return a->layer != b->layer ? a->layer - b->layer
           : a->row != b->row   ? a->row - b->row
                                : a->column - b->column;
}

/* The length of the run of cells in a row with which changes begin; 0: there are no changes. */
static int run_length(const TileChange *changes, const TileChange *end)
{
    const TileChange *at = changes;
    while (at < end && at->layer == changes->layer && at->row == changes->row &&
           at->column - changes->column == at - changes) {
        at++;
    }
    return (int)(at - changes);
}

/* Updates shapes for boxes of changed cells. */
void tiles_flush(CwWorld *world)
{
    WorldTiles *tiles = world->tiles;
    if (tiles == NULL) {
        return;
    }
    const TileChange *at = tiles->changes, *end = at + tiles->count;
    sort_in_place(tiles->changes, (size_t)tiles->count, sizeof *at, compare_places);
    while (at < end) {
        int width = run_length(at, end);
        const TileChange *next = at + width;
        while (run_length(next, end) == width && next->column == at->column &&
               next->row == next[-1].row + 1 && next->layer == at->layer) {
            next += width;
        }
        for (TileGround *ground = world->grounds; ground != NULL; ground = ground->next) {
            ground_update(world, ground, at, (int)(next - at));
        }
        at = next;
    }
    tiles->count = 0;
}
