/* Makes collision shapes from tiles (full solid ones by a grid, others by edges) and objects. */
#include "base/report.h"
#include "clockwork/body.h"
#include "clockwork/map_world.h"
#include "map/map_reader.h"
#include "map/tile_outline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MATERIALS_MAX = 250, /* a mark is a byte */
    CORNERS_MAX = 256,   /* corners of a shape */
    ELLIPSE_CORNERS = 16,
    CACHE_SLOTS = 256,
    EDGES_MAX = 1 << 22 /* edges before joining: 300 MiB */
};

#define SHAPE_REACH_PX 8192.0 /* largest distance of a tile's shape from its cell */

typedef struct Material {
    double friction, elasticity;
    cpCollisionType type; /* CW_ONE_WAY: only upper edges are solid */
    bool is_sensor;
} Material;

/* A placed shape of a tile, from the cell's bottom left, y up, in outline units. */
typedef struct Form {
    OutlinePoint corners[CORNERS_MAX];
    int count;
    int material;
    OutlineKind kind;
    bool is_sensor;
    bool is_full; /* the form fills the cell */
} Form;

/* A mark for each cell: its material + 1 if the full cell is solid, else 0. */
typedef struct Marks {
    uint8_t *cells;
    int column, row, column_count, row_count;
} Marks;

typedef struct Builder {
    CwWorld *world;
    const CwMap *map;
    const CwMapCollision *desc;
    CwError *error;
    Material materials[MATERIALS_MAX];
    int material_count;
    Outline outline;
    Marks marks;
    OutlinePoint origin; /* origin of the layer, from the map's top left, y up */
    int layer;
    int shape_count;
    bool failed;
} Builder;

static bool fail(Builder *builder, const char *what)
{
    builder->failed = true;
    return cw_error_set(builder->error, "%s: collision of tiles: %s", cw_map_path(builder->map),
                        what);
}

/* ---- materials ---- */

static double number_of(const Builder *builder, const CwMapProperties *of_shape, const char *name,
                        double fallback)
{
    const CwMapLayer *layer = cw_map_layer(builder->map, builder->layer);
    return cw_property_number(of_shape, name,
                              cw_property_number(layer->properties, name, fallback));
}

static bool is_set(const Builder *builder, const CwMapProperties *of_shape, const char *name)
{
    const CwMapLayer *layer = cw_map_layer(builder->map, builder->layer);
    return cw_property_bool(of_shape, name, cw_property_bool(layer->properties, name, false));
}

static int add_material(Builder *builder, const Material *material)
{
    for (int i = 0; i < builder->material_count; i++) {
        const Material *other = &builder->materials[i];
        if (other->friction == material->friction && other->elasticity == material->elasticity &&
            other->type == material->type && other->is_sensor == material->is_sensor) {
            return i;
        }
    }
    if (builder->material_count == MATERIALS_MAX) {
        fail(builder, "more than 250 kinds of friction, elasticity and so on: use fewer");
        return 0;
    }
    builder->materials[builder->material_count] = *material;
    return builder->material_count++;
}

/* A coefficient of a shape or its layer; the default if Chipmunk can't take it. */
static double coefficient(const Builder *builder, const CwMapProperties *of_shape, const char *name,
                          double fallback)
{
    double wanted = number_of(builder, of_shape, name, fallback);
    return isfinite(wanted) && wanted >= 0.0 ? wanted : fallback;
}

static int material_of(Builder *builder, const CwMapProperties *of_shape)
{
    const CwMapCollision *desc = builder->desc;
    bool is_sensor = is_set(builder, of_shape, "sensor");
    bool is_one_way = is_set(builder, of_shape, "one_way") && !is_sensor;
    double surface = number_of(builder, of_shape, "surface", (double)desc->type);
    bool is_type = surface >= 0.0 && surface < 9e15;
    Material material = {.friction = coefficient(builder, of_shape, "friction", desc->friction),
                         .elasticity =
                             coefficient(builder, of_shape, "elasticity", desc->elasticity),
                         .type = is_one_way ? CW_ONE_WAY
                                 : is_type  ? (cpCollisionType)surface
                                            : desc->type,
                         .is_sensor = is_sensor};
    return add_material(builder, &material);
}

/* ---- forms ---- */

static int64_t to_units(double px)
{
    return (int64_t)floor(px * (double)OUTLINE_UNITS_PER_PX + 0.5);
}

static int corners_of(const CwMapObject *shape, cpVect corners[CORNERS_MAX])
{
    if (shape->shape != CW_MAP_ELLIPSE) {
        int count = shape->corner_count < CORNERS_MAX ? shape->corner_count : CORNERS_MAX;
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
static double area2(const Form *form)
{
    double sum = 0.0;
    for (int i = 0; i < form->count; i++) {
        OutlinePoint a = form->corners[i], b = form->corners[(i + 1) % form->count];
        sum += (double)a.x * (double)b.y - (double)b.x * (double)a.y;
    }
    return sum;
}

static void turn_counter_clockwise(Form *form)
{
    for (int i = 0; area2(form) < 0.0 && i < form->count / 2; i++) {
        OutlinePoint swapped = form->corners[i];
        form->corners[i] = form->corners[form->count - 1 - i];
        form->corners[form->count - 1 - i] = swapped;
    }
}

/* Whether a form of the cell's area is the cell itself. */
static bool is_full_cell(const Form *form, const MapGrid *grid)
{
    double right = (double)to_units(grid->tile_width_px),
           top = (double)to_units(grid->tile_height_px);
    for (int i = 0; i < form->count; i++) {
        double x = (double)form->corners[i].x, y = (double)form->corners[i].y;
        if ((x != 0.0 && x != right) || (y != 0.0 && y != top)) {
            return false;
        }
    }
    return form->count == 4 && area2(form) == 2.0 * right * top;
}

static bool make_form(Builder *builder, CwMapTile tile, const CwMapObject *shape, Form *form)
{
    const CwMap *map = builder->map;
    const MapTileset *tileset = &map->tilesets[tile.tileset];
    cpVect corners[CORNERS_MAX];
    cpVect size_px = map_tile_size_px(map, tile);
    if (shape->shape == CW_MAP_POINT || shape->shape == CW_MAP_TILE ||
        shape->shape == CW_MAP_TEXT || !(size_px.x > 0.0 && size_px.y > 0.0)) {
        return false;
    }
    GridPicture picture = grid_picture(tile, tileset->offset_px, size_px);
    form->count = corners_of(shape, corners);
    for (int i = 0; i < form->count; i++) {
        cpVect in_picture =
            cpv(corners[i].x * map->pixels_per_metre, -corners[i].y * map->pixels_per_metre);
        cpVect px = grid_of_picture(&picture, size_px, in_picture);
        if (!(fabs(px.x) < SHAPE_REACH_PX && fabs(px.y) < SHAPE_REACH_PX)) {
            return false;
        }
        form->corners[i] = (OutlinePoint){to_units(px.x), to_units(-px.y)};
    }
    form->material = material_of(builder, shape->properties);
    const Material *material = &builder->materials[form->material];
    form->is_sensor = material->is_sensor;
    form->kind = shape->shape == CW_MAP_POLYLINE ? OUTLINE_LINE
                 : material->type == CW_ONE_WAY  ? OUTLINE_ONE_WAY
                                                 : OUTLINE_SOLID;
    if (form->kind != OUTLINE_LINE) {
        turn_counter_clockwise(form);
    }
    form->is_full = form->kind != OUTLINE_LINE && is_full_cell(form, &map->grid);
    return true;
}

/* ---- shapes ---- */

static cpVect to_world(const Builder *builder, OutlinePoint at)
{
    double unit_m = 1.0 / ((double)OUTLINE_UNITS_PER_PX * builder->map->pixels_per_metre);
    return cpv((double)at.x * unit_m, builder->map->size_m.y + (double)at.y * unit_m);
}

static void add_shape(Builder *builder, cpShape *shape, int material)
{
    const Material *properties = &builder->materials[material];
    cpShapeSetFriction(shape, properties->friction);
    cpShapeSetElasticity(shape, properties->elasticity);
    cpShapeSetCollisionType(shape, properties->type);
    cpShapeSetSensor(shape, properties->is_sensor);
    cpShapeSetFilter(shape, builder->desc->filter);
    cw_world_add_shape(builder->world, builder->desc->owner, shape);
    builder->shape_count++;
    if (builder->shape_count % 64 == 0 && !cw_world_check_memory(builder->world, builder->error)) {
        cw_error_context(builder->error, "%s: collision of tiles", cw_map_path(builder->map));
        builder->failed = true;
    }
}

static cpBody *static_body(const Builder *builder)
{
    return cpSpaceGetStaticBody(cw_world_space(builder->world));
}

static void add_sensor(Builder *builder, const Form *form, OutlinePoint at)
{
    cpVect corners[CORNERS_MAX];
    for (int i = 0; i < form->count; i++) {
        corners[i] =
            to_world(builder, (OutlinePoint){form->corners[i].x + at.x, form->corners[i].y + at.y});
    }
    int count = cpConvexHull(form->count, corners, corners, NULL, 0.0);
    if (count >= 3 && cpAreaForPoly(count, corners, 0.0) > 1e-9) {
        add_shape(builder, cpPolyShapeNewRaw(static_body(builder), count, corners, 0.0),
                  form->material);
    }
}

/* Adds them in an order that leaps about: Chipmunk's tree would grow deep, and slow to build, from
 * neighbours added one after the other. */
static void add_segments(Builder *builder)
{
    outline_join(&builder->outline);
    if (builder->outline.failed) {
        fail(builder, "out of memory");
    }
    const uint64_t leap = 2654435761; /* a prime: no segment is left out */
    size_t count = builder->outline.segment_count;
    for (size_t i = 0; i < count && !builder->failed; i++) {
        const OutlineSegment *segment = &builder->outline.segments[i * leap % count];
        cpShape *shape = cpSegmentShapeNew(static_body(builder), to_world(builder, segment->a),
                                           to_world(builder, segment->b), 0.0);
        cpSegmentShapeSetNeighbors(shape, to_world(builder, segment->before),
                                   to_world(builder, segment->after));
        add_shape(builder, shape, segment->material);
    }
}

/* ---- cells ---- */

static void add_edges(Builder *builder, const Form *form, OutlinePoint at)
{
    int count = form->kind == OUTLINE_LINE ? form->count - 1 : form->count;
    if (builder->outline.edge_count > EDGES_MAX) {
        fail(builder, "its shapes have too many edges: simplify them, or split the level");
    }
    for (int i = 0; i < count; i++) {
        OutlinePoint a = form->corners[i], b = form->corners[(i + 1) % form->count];
        outline_add(&builder->outline, form->kind, form->material,
                    (OutlinePoint){a.x + at.x, a.y + at.y}, (OutlinePoint){b.x + at.x, b.y + at.y});
    }
}

/* Cached shapes of a tile, because most cells have few kinds of tiles. */
typedef struct Cached {
    uint32_t gid;
    Form *forms;
    int count;
} Cached;

static bool make_forms(Builder *builder, uint32_t gid, Cached *cached)
{
    CwMapTile tile = map_tile_of(builder->map, gid);
    int count = cw_map_tile_shape_count(builder->map, tile);
    free(cached->forms);
    *cached =
        (Cached){.gid = gid, .forms = count == 0 ? NULL : calloc((size_t)count, sizeof(Form))};
    if (count > 0 && cached->forms == NULL) {
        return fail(builder, "out of memory");
    }
    for (int i = 0; i < count; i++) {
        cached->count += make_form(builder, tile, cw_map_tile_shape(builder->map, tile, i),
                                   &cached->forms[cached->count]);
    }
    return true;
}

/* Marks the cell if the form fills a cell of the map's own grid; adds other forms at once. */
static void add_form(Builder *builder, const Form *form, int column, int row, OutlinePoint foot)
{
    Marks *marks = &builder->marks;
    bool is_on_grid = builder->origin.x == 0 && builder->origin.y == 0;
    if (form->is_full && is_on_grid && form->kind == OUTLINE_SOLID) {
        size_t at = (size_t)(row - marks->row) * (size_t)marks->column_count +
                    (size_t)(column - marks->column);
        bool has_sensor =
            marks->cells[at] != 0 && builder->materials[marks->cells[at] - 1].is_sensor;
        if (marks->cells[at] == 0 || (has_sensor && !form->is_sensor)) {
            marks->cells[at] = (uint8_t)(form->material + 1);
        }
    } else if (form->is_sensor) {
        add_sensor(builder, form, foot);
    } else {
        add_edges(builder, form, foot);
    }
}

static void add_cell(Builder *builder, const Cached *cached, int column, int row)
{
    const MapGrid *grid = &builder->map->grid;
    cpVect corner = grid_cell_px(grid, column, row);
    OutlinePoint foot = {to_units(corner.x) + builder->origin.x,
                         to_units(-(corner.y + grid->tile_height_px)) + builder->origin.y};
    for (int i = 0; i < cached->count && !builder->failed; i++) {
        add_form(builder, &cached->forms[i], column, row, foot);
    }
}

static void add_cells(Builder *builder, Cached *cache)
{
    const CwMapLayer *layer = cw_map_layer(builder->map, builder->layer);
    const uint32_t *cells = builder->map->layers[builder->layer].cells;
    for (int row = 0; row < layer->row_count; row++) {
        for (int column = 0; column < layer->column_count && !builder->failed; column++) {
            uint32_t gid = *cells++;
            Cached *cached = &cache[(gid ^ gid >> 20) % CACHE_SLOTS];
            if (gid != 0 && (cached->gid == gid || make_forms(builder, gid, cached))) {
                add_cell(builder, cached, layer->column + column, layer->row + row);
            }
        }
    }
}

static void add_layer(Builder *builder, int index)
{
    const CwMapLayer *layer = cw_map_layer(builder->map, index);
    Cached *cache = calloc(CACHE_SLOTS, sizeof *cache);
    double units_per_m = (double)OUTLINE_UNITS_PER_PX * builder->map->pixels_per_metre;
    builder->layer = index;
    builder->origin = (OutlinePoint){(int64_t)floor(layer->offset_m.x * units_per_m + 0.5),
                                     (int64_t)floor(layer->offset_m.y * units_per_m + 0.5)};
    if (cache == NULL) {
        fail(builder, "out of memory");
        return;
    }
    add_cells(builder, cache);
    for (int i = 0; i < CACHE_SLOTS; i++) {
        free(cache[i].forms);
    }
    free(cache);
}

/* ---- the marked cells ---- */

/* The mark of a cell; 0 outside of the layer. */
static int mark_at(const Marks *marks, int column, int row)
{
    bool is_inside =
        column >= 0 && column < marks->column_count && row >= 0 && row < marks->row_count;
    return is_inside ? marks->cells[(size_t)row * (size_t)marks->column_count + (size_t)column] : 0;
}

static int solid_at(const Builder *builder, int column, int row)
{
    int mark = mark_at(&builder->marks, column, row);
    return mark != 0 && !builder->materials[mark - 1].is_sensor ? mark : 0;
}

static OutlinePoint grid_point(const Builder *builder, int column, int row)
{
    const MapGrid *grid = &builder->map->grid;
    const Marks *marks = &builder->marks;
    return (OutlinePoint){to_units((marks->column + column) * grid->tile_width_px),
                          to_units(-(marks->row + row) * grid->tile_height_px)};
}

/* Adds the border between two lines of cells, from `begin` to `end` along them. */
static void add_border(Builder *builder, bool is_vertical, int line, int begin, int end, int mark)
{
    bool is_low_side = mark < 0; /* the solid side is above or left of the line */
    OutlinePoint a =
        is_vertical ? grid_point(builder, line, begin) : grid_point(builder, begin, line);
    OutlinePoint b = is_vertical ? grid_point(builder, line, end) : grid_point(builder, end, line);
    /* The solid side is on the left of the edge from a to b. */
    bool is_swapped = is_vertical ? is_low_side : !is_low_side;
    outline_add(&builder->outline, OUTLINE_SOLID, abs(mark) - 1, is_swapped ? b : a,
                is_swapped ? a : b);
}

/* The mark at the line's solid side: negative before the line, positive behind it, 0: no border. */
static int border_at(const Builder *builder, bool is_vertical, int line, int at)
{
    int low = is_vertical ? solid_at(builder, line - 1, at) : solid_at(builder, at, line - 1);
    int high = is_vertical ? solid_at(builder, line, at) : solid_at(builder, at, line);
    return low != 0 && high != 0 ? 0 : high - low;
}

static void add_borders(Builder *builder, bool is_vertical)
{
    const Marks *marks = &builder->marks;
    int lines = is_vertical ? marks->column_count : marks->row_count;
    int length = is_vertical ? marks->row_count : marks->column_count;
    for (int line = 0; line <= lines; line++) {
        int begin = 0;
        int border = 0;
        for (int at = 0; at <= length; at++) {
            int here = at < length ? border_at(builder, is_vertical, line, at) : 0;
            if (here == border) {
                continue;
            }
            if (border != 0) {
                add_border(builder, is_vertical, line, begin, at, border);
            }
            border = here;
            begin = at;
        }
    }
}

/* Takes a box of cells with the same mark, as wide and then as high as possible, and adds it. */
static void add_sensor_box(Builder *builder, int column, int row)
{
    Marks *marks = &builder->marks;
    int mark = mark_at(marks, column, row);
    int right = column, bottom = row;
    while (mark_at(marks, right + 1, row) == mark) {
        right++;
    }
    for (bool is_same = true; is_same;) {
        for (int x = column; is_same && x <= right; x++) {
            is_same = mark_at(marks, x, bottom + 1) == mark;
        }
        bottom += is_same;
    }
    for (int y = row; y <= bottom; y++) {
        memset(marks->cells + (size_t)y * (size_t)marks->column_count + column, 0,
               (size_t)(right + 1 - column));
    }
    cpVect low = to_world(builder, grid_point(builder, column, bottom + 1));
    cpVect high = to_world(builder, grid_point(builder, right + 1, row));
    cpBB box = cpBBNew(low.x, low.y, high.x, high.y);
    add_shape(builder, cpBoxShapeNew2(static_body(builder), box, 0.0), mark - 1);
}

static void add_sensor_boxes(Builder *builder)
{
    const Marks *marks = &builder->marks;
    for (int row = 0; row < marks->row_count; row++) {
        for (int column = 0; column < marks->column_count && !builder->failed; column++) {
            int mark = mark_at(marks, column, row);
            if (mark != 0 && builder->materials[mark - 1].is_sensor) {
                add_sensor_box(builder, column, row);
            }
        }
    }
}

/* ---- the map ---- */

static bool collides(const Builder *builder, int index)
{
    const CwMapLayer *layer = cw_map_layer(builder->map, index);
    return layer->kind == CW_MAP_TILE_LAYER && layer->column_count > 0 &&
           layer->parallax.x == 1.0 && layer->parallax.y == 1.0 &&
           (builder->desc->layer < 0 || builder->desc->layer == index) &&
           cw_property_bool(layer->properties, "collision", true);
}

static bool open_marks(Builder *builder)
{
    int64_t right = INT32_MIN, bottom = INT32_MIN, left = INT32_MAX, top = INT32_MAX;
    for (int i = 0; i < builder->map->layer_count; i++) {
        const CwMapLayer *layer = &builder->map->layers[i].about;
        if (collides(builder, i)) {
            left = layer->column < left ? layer->column : left;
            top = layer->row < top ? layer->row : top;
            int64_t its_right = (int64_t)layer->column + layer->column_count;
            int64_t its_bottom = (int64_t)layer->row + layer->row_count;
            right = its_right > right ? its_right : right;
            bottom = its_bottom > bottom ? its_bottom : bottom;
        }
    }
    if (right <= left || bottom <= top) {
        return true;
    }
    Marks *marks = &builder->marks;
    *marks = (Marks){NULL, (int)left, (int)top, (int)(right - left), (int)(bottom - top)};
    int64_t count = (right - left) * (bottom - top);
    marks->cells = count > MAP_CELLS_MAX ? NULL : calloc((size_t)count, 1);
    return marks->cells != NULL ||
           fail(builder, "the layers lie too far apart: bring them together");
}

CwMapCollision cw_map_collision_default(void)
{
    return (CwMapCollision){.layer = -1, .friction = 0.6, .filter = CP_SHAPE_FILTER_ALL};
}

static void build_layers(Builder *builder)
{
    for (int i = 0; i < builder->map->layer_count && !builder->failed; i++) {
        if (collides(builder, i)) {
            add_layer(builder, i);
        }
    }
    if (builder->failed) {
        return;
    }
    add_borders(builder, false);
    add_borders(builder, true);
    add_segments(builder);
    add_sensor_boxes(builder);
}

static Builder *begin_building(CwWorld *world, const CwMap *map, const CwMapCollision *collision,
                               CwError *error)
{
    CW_ASSERT(collision->filter.categories != 0 || collision->filter.mask != 0,
              "start from cw_map_collision_default(): zeros collide with nothing");
    Builder *builder = calloc(1, sizeof *builder);
    if (builder == NULL) {
        cw_error_set(error, "out of memory");
        return NULL;
    }
    *builder = (Builder){.world = world, .map = map, .desc = collision, .error = error};
    return builder;
}

static int end_building(Builder *builder)
{
    bool ok = !builder->failed && cw_world_check_memory(builder->world, builder->error);
    int count = ok ? builder->shape_count : -1;
    outline_free(&builder->outline);
    free(builder->marks.cells);
    free(builder);
    return count;
}

int cw_map_build_collision(CwWorld *world, const CwMap *map, const CwMapCollision *collision,
                           CwError *error)
{
    ASSERT_NUMBER(collision->layer, collision->layer < map->layer_count,
                  "name a layer of the map, or -1 for all");
    Builder *builder = begin_building(world, map, collision, error);
    if (builder == NULL) {
        return -1;
    }
    if (open_marks(builder)) {
        build_layers(builder);
    }
    return end_building(builder);
}

/* ---- objects ---- */

static void add_piece(const cpVect *corners_m, int count, void *context)
{
    if (cpAreaForPoly(count, corners_m, 0.0) > 1e-6) {
        add_shape(context, cpPolyShapeNewRaw(static_body(context), count, corners_m, 0.0), 0);
    }
}

static void add_polygon(Builder *builder, const CwMapObject *object)
{
    cpVect round[CORNERS_MAX];
    bool is_round = object->shape == CW_MAP_ELLIPSE;
    int count = is_round ? corners_of(object, round) : object->corner_count;
    const cpVect *corners_m = is_round ? round : object->corners_m;
    if (cw_world_check_polygon(corners_m, count, builder->error)) {
        cw_polygon_split(corners_m, count, add_piece, builder);
        return;
    }
    cw_error_context(builder->error, "%s: object %d", cw_map_path(builder->map), object->id);
    builder->failed = true;
}

static void add_polyline(Builder *builder, const CwMapObject *object)
{
    const cpVect *at = object->corners_m;
    int last = object->corner_count - 1;
    for (int i = 0; i < last && !builder->failed; i++) {
        cpShape *shape = cpSegmentShapeNew(static_body(builder), at[i], at[i + 1], 0.0);
        cpSegmentShapeSetNeighbors(shape, at[i > 0 ? i - 1 : 0], at[i + 2 <= last ? i + 2 : last]);
        add_shape(builder, shape, 0);
    }
}

int cw_map_build_object(CwWorld *world, const CwMap *map, const CwMapObject *object,
                        const CwMapCollision *collision, CwError *error)
{
    Builder *builder = begin_building(world, map, collision, error);
    if (builder == NULL) {
        return -1;
    }
    builder->layer = object->layer_index;
    material_of(builder, object->properties);
    if (object->shape == CW_MAP_POLYLINE) {
        add_polyline(builder, object);
    } else if (object->shape == CW_MAP_RECT || object->shape == CW_MAP_ELLIPSE ||
               object->shape == CW_MAP_POLYGON) {
        add_polygon(builder, object);
    }
    return end_building(builder);
}
