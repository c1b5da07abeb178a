#include "sim/tile_ground.h"

#include "base/report.h"

#include <math.h>
#include <string.h>

enum { ELLIPSE_CORNERS = 16 };

#define SHAPE_REACH_PX 8192.0 /* largest distance of a tile's shape from its cell */

/* ---- materials ---- */

/* The properties of a shape and of its layer, which it overrides. */
typedef struct Properties {
    const CwMapProperties *shape, *layer;
} Properties;

static bool is_set(Properties of, const char *name)
{
    return cw_property_bool(of.shape, name, cw_property_bool(of.layer, name, false));
}

static double number_of(Properties of, const char *name, double fallback)
{
    return cw_property_number(of.shape, name, cw_property_number(of.layer, name, fallback));
}

/* Like number_of, but gives the fallback for a number that Chipmunk can't use. */
static double coefficient(Properties of, const char *name, double fallback)
{
    double wanted = number_of(of, name, fallback);
    return isfinite(wanted) && wanted >= 0.0 ? wanted : fallback;
}

int ground_add_material(TileGround *ground, const TileMaterial *material)
{
    for (int i = 0; i < ground->material_count; i++) {
        const TileMaterial *other = &ground->materials[i];
        if (other->friction == material->friction && other->elasticity == material->elasticity &&
            other->type == material->type && other->is_sensor == material->is_sensor) {
            return i;
        }
    }
    ground->materials = arena_grow_array(ground->materials, ground->material_count,
                                         &ground->material_capacity, sizeof *ground->materials);
    ground->materials[ground->material_count] = *material;
    return ground->material_count++;
}

int ground_material(TileGround *ground, int layer, const CwMapProperties *of_shape)
{
    const CwMapCollision *desc = &ground->desc;
    Properties of = {of_shape, cw_map_layer(ground->map, layer)->properties};
    bool is_sensor = is_set(of, "sensor");
    bool is_one_way = is_set(of, "one_way") && !is_sensor;
    double surface = number_of(of, "surface", (double)desc->type);
    bool is_type = surface >= 0.0 && surface < 9e15;
    TileMaterial material = {.friction = coefficient(of, "friction", desc->friction),
                             .elasticity = coefficient(of, "elasticity", desc->elasticity),
                             .type = is_one_way ? CW_ONE_WAY
                                     : is_type  ? (cpCollisionType)surface
                                                : desc->type,
                             .is_sensor = is_sensor};
    return ground_add_material(ground, &material);
}

void ground_set_surface(const TileGround *ground, cpShape *shape, int material)
{
    const TileMaterial *surface = &ground->materials[material];
    CW_ASSERT(ground->desc.filter.categories != 0 || ground->desc.filter.mask != 0,
              "start from cw_map_collision_default(): zeros collide with nothing");
    shape->u = surface->friction;
    shape->e = surface->elasticity;
    shape->type = surface->type;
    shape->sensor = surface->is_sensor;
    shape->filter = ground->desc.filter;
}

/* ---- forms ---- */

int64_t outline_units(double px)
{
    return (int64_t)floor(px * (double)OUTLINE_UNITS_PER_PX + 0.5);
}

OutlinePoint ground_corner(const CwMap *map, OutlinePoint origin, int column, int row)
{
    cpVect px = grid_cell_px(&map->grid, column, row);
    return (OutlinePoint){outline_units(px.x) + origin.x, outline_units(-px.y) + origin.y};
}

OutlineBox ground_cells(const TileGround *ground, OutlinePoint origin, const OutlineBox *box)
{
    double more = (double)outline_units(ground->reach_px);
    double width = (double)outline_units(ground->map->grid.tile_width_px);
    double height = (double)outline_units(ground->map->grid.tile_height_px);
    return (OutlineBox){{(int64_t)floor(((double)(box->low.x - origin.x) - more) / width),
                         (int64_t)floor(((double)(origin.y - box->high.y) - more) / height)},
                        {(int64_t)ceil(((double)(box->high.x - origin.x) + more) / width),
                         (int64_t)ceil(((double)(origin.y - box->low.y) + more) / height)}};
}

cpVect ground_to_world(const CwMap *map, OutlinePoint at)
{
    double unit_m = 1.0 / ((double)OUTLINE_UNITS_PER_PX * map->pixels_per_metre);
    return cpv((double)at.x * unit_m, map->size_m.y + (double)at.y * unit_m);
}

OutlinePoint ground_from_world(const CwMap *map, cpVect at_m)
{
    double px = map->pixels_per_metre;
    return (OutlinePoint){outline_units(at_m.x * px), outline_units((at_m.y - map->size_m.y) * px)};
}

int ground_corners(const CwMapObject *shape, cpVect corners[TILE_CORNERS_MAX])
{
    if (shape->shape != CW_MAP_ELLIPSE) {
        int count = shape->corner_count < TILE_CORNERS_MAX ? shape->corner_count : TILE_CORNERS_MAX;
        memcpy(corners, shape->corners_m, (size_t)count * sizeof *corners);
        return count;
    }
    cpVect turn = cpvforangle(shape->angle_rad);
    for (int i = 0; i < ELLIPSE_CORNERS; i++) {
        cpVect unit = cpvforangle(2.0 * CP_PI * i / (double)ELLIPSE_CORNERS);
        cpVect away = cpv(unit.x * shape->width_m / 2.0, unit.y * shape->height_m / 2.0);
        corners[i] = cpvadd(shape->centre_m, cpvrotate(away, turn));
    }
    return ELLIPSE_CORNERS;
}

/* Twice the area, above 0 counter-clockwise. */
static double area2(const TileForm *form)
{
    double sum = 0.0;
    for (int i = 0; i < form->count; i++) {
        OutlinePoint a = form->corners[i], b = form->corners[(i + 1) % form->count];
        sum += (double)a.x * (double)b.y - (double)b.x * (double)a.y;
    }
    return sum;
}

static void turn_counter_clockwise(TileForm *form)
{
    for (int i = 0; area2(form) < 0.0 && i < form->count / 2; i++) {
        OutlinePoint swapped = form->corners[i];
        form->corners[i] = form->corners[form->count - 1 - i];
        form->corners[form->count - 1 - i] = swapped;
    }
}

/* Whether a form is the whole cell: a rectangle with the cell's corners. */
static bool is_full_cell(const TileForm *form, const MapGrid *grid)
{
    double right = (double)outline_units(grid->tile_width_px),
           top = (double)outline_units(grid->tile_height_px);
    for (int i = 0; i < form->count; i++) {
        double x = (double)form->corners[i].x, y = (double)form->corners[i].y;
        if ((x != 0.0 && x != right) || (y != 0.0 && y != top)) {
            return false;
        }
    }
    return form->count == 4 && area2(form) == 2.0 * right * top;
}

/* Makes a form of a tile's shape. False: the shape has none. */
static bool make_form(TileGround *ground, int layer, CwMapTile tile, const CwMapObject *shape,
                      TileForm *form)
{
    const CwMap *map = ground->map;
    cpVect corners[TILE_CORNERS_MAX];
    cpVect size_px = map_tile_size_px(map, tile);
    if (shape->shape == CW_MAP_POINT || shape->shape == CW_MAP_TILE ||
        shape->shape == CW_MAP_TEXT || !(size_px.x > 0.0 && size_px.y > 0.0)) {
        return false;
    }
    GridPicture picture = grid_picture(tile, map->tilesets[tile.tileset].offset_px, size_px);
    form->count = ground_corners(shape, corners);
    form->corners = arena_calloc((size_t)form->count, sizeof *form->corners);
    for (int i = 0; i < form->count; i++) {
        cpVect in_picture =
            cpv(corners[i].x * map->pixels_per_metre, -corners[i].y * map->pixels_per_metre);
        cpVect px = grid_of_picture(&picture, size_px, in_picture);
        if (!(fabs(px.x) < SHAPE_REACH_PX && fabs(px.y) < SHAPE_REACH_PX)) {
            arena_free(form->corners);
            return false;
        }
        form->corners[i] = (OutlinePoint){outline_units(px.x), outline_units(-px.y)};
        double across_px = fmax(-px.x, px.x - map->grid.tile_width_px);
        double along_px = fmax(px.y, -px.y - map->grid.tile_height_px);
        ground->reach_px = fmax(ground->reach_px, fmax(across_px, along_px));
    }
    form->material = ground_material(ground, layer, shape->properties);
    const TileMaterial *material = &ground->materials[form->material];
    form->is_sensor = material->is_sensor;
    form->kind = shape->shape == CW_MAP_POLYLINE ? OUTLINE_LINE
                 : material->type == CW_ONE_WAY  ? OUTLINE_ONE_WAY
                                                 : OUTLINE_SOLID;
    if (form->kind != OUTLINE_LINE) {
        turn_counter_clockwise(form);
    }
    form->is_full = form->kind == OUTLINE_SOLID && is_full_cell(form, &map->grid);
    return true;
}

/* ---- kinds ---- */

GroundLayer *ground_changing_layer(CwWorld *world, TileGround *ground, int index)
{
    CwEntity owner = ground->desc.owner;
    bool has_ended = owner.index1 != 0 && !cw_world_alive(world, owner);
    for (int i = 0; i < ground->layer_count && !has_ended && ground->map == &world->tiles->map;
         i++) {
        if (ground->layers[i].index == index) {
            return &ground->layers[i];
        }
    }
    return NULL;
}

const TileKind *ground_kind(TileGround *ground, GroundLayer *layer, uint32_t gid)
{
    TileKind **list = &layer->kinds[gid % TILE_KIND_LISTS], *kind = *list;
    while (kind != NULL && kind->gid != gid) {
        kind = kind->next;
    }
    if (kind != NULL) {
        return kind;
    }
    CwMapTile tile = map_tile_of(ground->map, gid);
    int count = cw_map_tile_shape_count(ground->map, tile);
    kind = arena_calloc(1, sizeof *kind);
    *kind = (TileKind){*list, gid, 0, arena_calloc((size_t)count, sizeof *kind->forms)};
    *list = kind;
    for (int i = 0; i < count; i++) {
        kind->form_count +=
            make_form(ground, layer->index, tile, cw_map_tile_shape(ground->map, tile, i),
                      &kind->forms[kind->form_count]);
    }
    return kind;
}

/* ---- objects ---- */

static int add_polyline(CwWorld *world, const TileGround *ground, const CwMapObject *object)
{
    const cpVect *at = object->corners_m;
    int last = object->corner_count - 1;
    for (int i = 0; i < last; i++) {
        cpShape *shape = cpSegmentShapeNew(world->space->staticBody, at[i], at[i + 1], 0.0);
        cpSegmentShapeSetNeighbors(shape, at[i > 0 ? i - 1 : 0], at[i + 2 <= last ? i + 2 : last]);
        ground_set_surface(ground, shape, 0);
        cw_world_add_shape(world, ground->desc.owner, shape);
    }
    return last;
}

static int add_polygon(CwWorld *world, const TileGround *ground, const CwMapObject *object,
                       CwError *error)
{
    cpVect round[TILE_CORNERS_MAX];
    bool is_round = object->shape == CW_MAP_ELLIPSE;
    int count = is_round ? ground_corners(object, round) : object->corner_count;
    cpBody *body = world->space->staticBody;
    const TileMaterial *surface = ground->materials;
    const CwPolygonDesc desc = {0.0, surface->friction, surface->elasticity, surface->type,
                                ground->desc.filter};
    int added = cw_world_add_polygon(world, ground->desc.owner, body,
                                     is_round ? round : object->corners_m, count, &desc, error);
    cpShape *shape = body->shapeList; /* the newest first */
    for (int i = 0; i < added; i++, shape = shape->next) {
        shape->sensor = surface->is_sensor;
    }
    if (added == 0) {
        cw_error_context(error, "%s: object %d", cw_map_path(ground->map), object->id);
    }
    return added > 0 ? added : -1;
}

int cw_map_build_object(CwWorld *world, const CwMap *map, const CwMapObject *object,
                        const CwMapCollision *collision, CwError *error)
{
    ASSERT_GIVEN(object);
    TileGround ground = {.map = map, .desc = *collision}; /* with the object's material */
    int count = 0;
    ground_material(&ground, object->layer_index, object->properties);
    if (object->shape == CW_MAP_POLYLINE) {
        count = add_polyline(world, &ground, object);
    } else if (object->shape == CW_MAP_RECT || object->shape == CW_MAP_ELLIPSE ||
               object->shape == CW_MAP_POLYGON) {
        count = add_polygon(world, &ground, object, error);
    }
    arena_free(ground.materials);
    return count >= 0 && cw_world_check_memory(world, error) ? count : -1;
}

/* ---- changes ----
 *
 * The first change gives the world its own copy of the map's struct, which shares everything except
 * changed chunks of cells. Shapes are updated in the flush, because a tile may change in the middle
 * of a physics step. */

enum { BOX_CELLS = 256 }; /* cells of the largest box of changes */

/* Makes the world's own tiles at the first change. */
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

/* A cell in a chunk of the world's own, which is made at its first change. */
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

/* A cell's place and content as a number for WorldTiles.digest (SplitMix64). */
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

/* Adds a cell to the last box of changes, or begins another box if the last would get sparse. */
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
    ASSERT_NUMBER(tile.tileset, tile.tileset >= -1 && tile.tileset < seen->own_tileset_count,
                  "name a tileset of the map, or -1 to clear the cell");
    ASSERT_NUMBER(tile.id, gid != 0 || tile.tileset == -1, "name a tile of the tileset");
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
