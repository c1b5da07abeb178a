/* Makes collision shapes from tiles (full solid ones by a grid, others by edges) and objects. */
#include "base/report.h"
#include "clockwork/body.h"
#include "clockwork/map_world.h"
#include "sim/tile_ground.h"
#include "sim/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MATERIALS_MAX = 250, /* a mark is a byte */
    EDGES_MAX = 1 << 22  /* edges before joining: 300 MiB */
};

/* A mark for each cell: its material + 1 if the full cell is solid, else 0. */
typedef struct Marks {
    uint8_t *cells;
    int column, row, column_count, row_count;
} Marks;

typedef struct Builder {
    CwWorld *world;
    TileGround *ground;
    CwError *error;
    Outline outline;
    Marks marks;
    int shape_count;
    bool failed;
} Builder;

static cpVect world_place(const Builder *builder, OutlinePoint at)
{
    return ground_to_world(builder->ground->map, at);
}

static OutlinePoint sum(OutlinePoint a, OutlinePoint b)
{
    return (OutlinePoint){a.x + b.x, a.y + b.y};
}

static bool fail(Builder *builder, const char *what)
{
    builder->failed = true;
    return cw_error_set(builder->error, "%s: collision of tiles: %s",
                        cw_map_path(builder->ground->map), what);
}

/* ---- shapes ---- */

static void add_shape(Builder *builder, cpShape *shape, int material)
{
    const TileMaterial *properties = &builder->ground->materials[material];
    cpShapeSetFriction(shape, properties->friction);
    cpShapeSetElasticity(shape, properties->elasticity);
    cpShapeSetCollisionType(shape, properties->type);
    cpShapeSetSensor(shape, properties->is_sensor);
    cpShapeSetFilter(shape, builder->ground->desc.filter);
    cw_world_add_shape(builder->world, builder->ground->desc.owner, shape);
    builder->ground->filter = cpShapeGetFilter(shape);
    builder->shape_count++;
    if (builder->shape_count % 64 == 0 && !cw_world_check_memory(builder->world, builder->error)) {
        cw_error_context(builder->error, "%s: collision of tiles",
                         cw_map_path(builder->ground->map));
        builder->failed = true;
    }
}

static cpBody *static_body(const Builder *builder)
{
    return cpSpaceGetStaticBody(cw_world_space(builder->world));
}

static void add_sensor(Builder *builder, const TileForm *form, OutlinePoint at)
{
    cpVect corners[TILE_CORNERS_MAX];
    for (int i = 0; i < form->count; i++) {
        corners[i] = world_place(builder, sum(form->corners[i], at));
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
        cpShape *shape = cpSegmentShapeNew(static_body(builder), world_place(builder, segment->a),
                                           world_place(builder, segment->b), 0.0);
        cpSegmentShapeSetNeighbors(shape, world_place(builder, segment->before),
                                   world_place(builder, segment->after));
        add_shape(builder, shape, segment->material);
    }
}

/* ---- cells ---- */

static void add_edges(Builder *builder, const TileForm *form, OutlinePoint at)
{
    int count = form->kind == OUTLINE_LINE ? form->count - 1 : form->count;
    if (builder->outline.edge_count > EDGES_MAX) {
        fail(builder, "its shapes have too many edges: simplify them, or split the level");
    }
    for (int i = 0; i < count; i++) {
        outline_add(&builder->outline, form->kind, form->material, sum(form->corners[i], at),
                    sum(form->corners[(i + 1) % form->count], at));
    }
}

/* Marks the cell if the form fills a cell of the map's own grid; adds other forms at once. */
static void add_form(Builder *builder, const GroundLayer *layer, const TileForm *form,
                     TileCell cell)
{
    Marks *marks = &builder->marks;
    OutlinePoint foot = ground_cell_foot(builder->ground->map, layer, cell.column, cell.row);
    if (ground_is_marked(layer, form)) {
        size_t at = (size_t)(cell.row - marks->row) * (size_t)marks->column_count +
                    (size_t)(cell.column - marks->column);
        bool has_sensor =
            marks->cells[at] != 0 && builder->ground->materials[marks->cells[at] - 1].is_sensor;
        if (marks->cells[at] == 0 || (has_sensor && !form->is_sensor)) {
            marks->cells[at] = (uint8_t)(form->material + 1);
        }
    } else if (form->is_sensor) {
        add_sensor(builder, form, foot);
    } else {
        add_edges(builder, form, foot);
    }
}

static void add_cell(Builder *builder, GroundLayer *layer, uint32_t gid, TileCell cell)
{
    const TileKind *kind = ground_kind(builder->ground, layer, gid);
    if (builder->ground->material_count > MATERIALS_MAX) {
        fail(builder, "more than 250 kinds of friction, elasticity and so on: use fewer");
    }
    for (int i = 0; i < kind->form_count && !builder->failed; i++) {
        add_form(builder, layer, &kind->forms[i], cell);
    }
}

static void add_layer(Builder *builder, GroundLayer *layer)
{
    const CwMapLayer *about = cw_map_layer(builder->ground->map, layer->index);
    const uint32_t *cells = builder->ground->map->layers[layer->index].cells;
    for (int row = 0; row < about->row_count; row++) {
        for (int column = 0; column < about->column_count && !builder->failed; column++) {
            uint32_t gid = *cells++;
            if (gid != 0) {
                add_cell(builder, layer, gid, (TileCell){about->column + column, about->row + row});
            }
        }
    }
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
    return mark != 0 && !builder->ground->materials[mark - 1].is_sensor ? mark : 0;
}

static OutlinePoint grid_point(const Builder *builder, int column, int row)
{
    const MapGrid *grid = &builder->ground->map->grid;
    const Marks *marks = &builder->marks;
    return (OutlinePoint){outline_units((marks->column + column) * grid->tile_width_px),
                          outline_units(-(marks->row + row) * grid->tile_height_px)};
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
    cpVect low = world_place(builder, grid_point(builder, column, bottom + 1));
    cpVect high = world_place(builder, grid_point(builder, right + 1, row));
    cpBB box = cpBBNew(low.x, low.y, high.x, high.y);
    add_shape(builder, cpBoxShapeNew2(static_body(builder), box, 0.0), mark - 1);
}

static void add_sensor_boxes(Builder *builder)
{
    const Marks *marks = &builder->marks;
    for (int row = 0; row < marks->row_count; row++) {
        for (int column = 0; column < marks->column_count && !builder->failed; column++) {
            int mark = mark_at(marks, column, row);
            if (mark != 0 && builder->ground->materials[mark - 1].is_sensor) {
                add_sensor_box(builder, column, row);
            }
        }
    }
}

/* ---- the map ---- */

static bool collides(const CwMap *map, int index, int wanted)
{
    const CwMapLayer *layer = cw_map_layer(map, index);
    return layer->kind == CW_MAP_TILE_LAYER && layer->column_count > 0 &&
           layer->parallax.x == 1.0 && layer->parallax.y == 1.0 &&
           (wanted < 0 || wanted == index) &&
           cw_property_bool(layer->properties, "collision", true);
}

static GroundLayer layer_of(const CwMap *map, int index)
{
    double units_per_m = (double)OUTLINE_UNITS_PER_PX * map->pixels_per_metre;
    const MapLayerData *data = &map->layers[index];
    cpVect offset_m = data->about.offset_m;
    GroundLayer layer = {.index = index,
                         .data = data,
                         .origin = {(int64_t)floor(offset_m.x * units_per_m + 0.5),
                                    (int64_t)floor(offset_m.y * units_per_m + 0.5)},
                         .cells_per_m = {map->pixels_per_metre / map->grid.tile_width_px,
                                         map->pixels_per_metre / map->grid.tile_height_px},
                         .cell_count = {data->about.column_count, data->about.row_count}};
    OutlinePoint corner = ground_cell_foot(map, &layer, data->about.column, data->about.row - 1);
    layer.corner_m = ground_to_world(map, corner);
    return layer;
}

/* Lists the layers that collide. */
static void list_layers(TileGround *ground)
{
    int capacity = 0;
    for (int i = 0; i < ground->map->layer_count; i++) {
        if (collides(ground->map, i, ground->desc.layer)) {
            ground->layers = arena_grow_array(ground->layers, ground->layer_count, &capacity,
                                              sizeof *ground->layers);
            ground->layers[ground->layer_count++] = layer_of(ground->map, i);
        }
    }
}

static bool open_marks(Builder *builder)
{
    int64_t right = INT32_MIN, bottom = INT32_MIN, left = INT32_MAX, top = INT32_MAX;
    for (int i = 0; i < builder->ground->layer_count; i++) {
        const CwMapLayer *layer =
            cw_map_layer(builder->ground->map, builder->ground->layers[i].index);
        left = layer->column < left ? layer->column : left;
        top = layer->row < top ? layer->row : top;
        int64_t its_right = (int64_t)layer->column + layer->column_count;
        int64_t its_bottom = (int64_t)layer->row + layer->row_count;
        right = its_right > right ? its_right : right;
        bottom = its_bottom > bottom ? its_bottom : bottom;
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
    for (int i = 0; i < builder->ground->layer_count && !builder->failed; i++) {
        add_layer(builder, &builder->ground->layers[i]);
    }
    if (builder->failed) {
        return;
    }
    add_borders(builder, false);
    add_borders(builder, true);
    add_segments(builder);
    add_sensor_boxes(builder);
}

static Builder begin_building(CwWorld *world, TileGround *ground, CwError *error)
{
    const cpShapeFilter *filter = &ground->desc.filter;
    CW_ASSERT(filter->categories != 0 || filter->mask != 0,
              "start from cw_map_collision_default(): zeros collide with nothing");
    return (Builder){.world = world, .ground = ground, .error = error};
}

/* Returns the number of shapes; -1: failed. */
static int end_building(Builder *builder)
{
    bool ok = !builder->failed && cw_world_check_memory(builder->world, builder->error);
    outline_free(&builder->outline);
    free(builder->marks.cells);
    return ok ? builder->shape_count : -1;
}

int cw_map_build_collision(CwWorld *world, const CwMap *map, const CwMapCollision *collision,
                           CwError *error)
{
    ASSERT_GIVEN(map);
    ASSERT_GIVEN(collision);
    ASSERT_NUMBER(collision->layer, collision->layer < map->layer_count,
                  "name a layer of the map, or -1 for all");
    TileGround *ground = arena_calloc(1, sizeof *ground);
    *ground = (TileGround){.map = map, .desc = *collision, .next = world->grounds};
    Builder builder = begin_building(world, ground, error);
    world->grounds = ground;
    list_layers(ground);
    if (open_marks(&builder)) {
        build_layers(&builder);
    }
    return end_building(&builder);
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
    cpVect round[TILE_CORNERS_MAX];
    bool is_round = object->shape == CW_MAP_ELLIPSE;
    int count = is_round ? ground_corners(object, round) : object->corner_count;
    const cpVect *corners_m = is_round ? round : object->corners_m;
    if (cw_world_check_polygon(corners_m, count, builder->error)) {
        cw_polygon_split(corners_m, count, add_piece, builder);
        return;
    }
    cw_error_context(builder->error, "%s: object %d", cw_map_path(builder->ground->map),
                     object->id);
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
    ASSERT_GIVEN(object);
    TileGround ground = {.map = map, .desc = *collision};
    Builder builder = begin_building(world, &ground, error);
    ground_material(&ground, object->layer_index, object->properties);
    if (object->shape == CW_MAP_POLYLINE) {
        add_polyline(&builder, object);
    } else if (object->shape == CW_MAP_RECT || object->shape == CW_MAP_ELLIPSE ||
               object->shape == CW_MAP_POLYGON) {
        add_polygon(&builder, object);
    }
    arena_free(ground.materials);
    return end_building(&builder);
}
