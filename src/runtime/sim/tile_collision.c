/* Makes collision shapes from tiles (full solid ones by a grid, others by edges) and objects. */
#include "base/array.h"
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

typedef struct TileCell {
    int column, row;
} TileCell;

typedef struct Box {
    OutlinePoint low, high;
} Box;

/* A shape of the part that is updated. */
typedef struct Old {
    cpShape *shape;
    bool is_kept;
} Old;

typedef struct Builder {
    CwWorld *world;
    TileGround *ground;
    CwError *error;
    TileOutline outline;
    Marks marks;
    int shape_count;
    bool failed;
    bool is_update; /* builds only inside `part`, in place of the shapes in `olds` */
    Box part;
    cpBB cells_m; /* the cells that changed, a little smaller */
    Old *olds;
    size_t old_count;
} Builder;

static cpVect world_place(const Builder *builder, OutlinePoint at)
{
    return ground_to_world(builder->ground->map, at);
}

static bool is_same(OutlinePoint a, OutlinePoint b)
{
    return a.x == b.x && a.y == b.y;
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

/* Keeps an old segment that is the same, with the new one's neighbours. */
static bool keep_old(Builder *builder, const cpShape *shape)
{
    const cpSegmentShape *wanted = (const cpSegmentShape *)shape;
    for (size_t i = 0; i < builder->old_count; i++) {
        Old *old = &builder->olds[i];
        cpSegmentShape *segment = (cpSegmentShape *)old->shape;
        if (!old->is_kept && !shape->sensor && !old->shape->sensor &&
            cpveql(segment->a, wanted->a) && cpveql(segment->b, wanted->b) &&
            old->shape->u == shape->u && old->shape->e == shape->e &&
            old->shape->type == shape->type) {
            segment->a_tangent = wanted->a_tangent;
            segment->b_tangent = wanted->b_tangent;
            return old->is_kept = true;
        }
    }
    return false;
}

static void add_shape(Builder *builder, cpShape *shape, int material, OutlineKind kind)
{
    TileGround *ground = builder->ground;
    const TileMaterial *properties = &ground->materials[material];
    cpShapeSetFriction(shape, properties->friction);
    cpShapeSetElasticity(shape, properties->elasticity);
    cpShapeSetCollisionType(shape, properties->type);
    cpShapeSetSensor(shape, properties->is_sensor);
    cpShapeSetFilter(shape, ground->desc.filter);
    if (keep_old(builder, shape)) {
        cpShapeFree(shape);
        return;
    }
    cw_world_add_shape(builder->world, ground->desc.owner, shape);
    uintptr_t mark = ground->number < 0 ? 0 : ground_mark(ground, kind);
    shape->userData = (cpDataPointer)((uintptr_t)shape->userData | mark);
    ground->filter = cpShapeGetFilter(shape);
    builder->shape_count++;
    if (builder->shape_count % 64 == 0 && !cw_world_check_memory(builder->world, builder->error)) {
        cw_error_context(builder->error, "%s: collision of tiles", cw_map_path(ground->map));
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
    cpBB box = cpBBNewForExtents(corners[0], 0.0, 0.0);
    for (int i = 1; i < count; i++) {
        box = cpBBExpand(box, corners[i]);
    }
    if (count >= 3 && cpAreaForPoly(count, corners, 0.0) > 1e-9 &&
        (!builder->is_update || cpBBIntersects(builder->cells_m, box))) {
        add_shape(builder, cpPolyShapeNewRaw(static_body(builder), count, corners, 0.0),
                  form->material, OUTLINE_SOLID);
    }
}

/* Whether a point is outside of the part that is updated, and an end of an old segment. */
static bool is_old_end(const Builder *builder, OutlinePoint at, cpVect end)
{
    const Box *part = &builder->part;
    bool is_inside =
        at.x >= part->low.x && at.x <= part->high.x && at.y >= part->low.y && at.y <= part->high.y;
    return !is_inside && is_same(at, ground_from_world(builder->ground->map, end));
}

/* Gives ends outside of the part, where nothing has changed, their old neighbours. */
static void link_to_olds(Builder *builder)
{
    const CwMap *map = builder->ground->map;
    for (size_t i = 0; i < builder->outline.segment_count * builder->old_count; i++) {
        OutlineSegment *segment = &builder->outline.segments[i / builder->old_count];
        const cpShape *shape = builder->olds[i % builder->old_count].shape;
        const cpSegmentShape *old = (const cpSegmentShape *)shape;
        if (!ground_has_shape(builder->ground, segment->kind, shape) || shape->sensor) {
            continue;
        }
        if (is_old_end(builder, segment->a, old->a)) {
            segment->before = ground_from_world(map, cpvadd(old->a, old->a_tangent));
        }
        if (is_old_end(builder, segment->b, old->b)) {
            segment->after = ground_from_world(map, cpvadd(old->b, old->b_tangent));
        }
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
    link_to_olds(builder);
    const uint64_t leap = 2654435761; /* a prime: no segment is left out */
    size_t count = builder->outline.segment_count;
    for (size_t i = 0; i < count && !builder->failed; i++) {
        const OutlineSegment *segment = &builder->outline.segments[i * leap % count];
        cpShape *shape = cpSegmentShapeNew(static_body(builder), world_place(builder, segment->a),
                                           world_place(builder, segment->b), 0.0);
        cpSegmentShapeSetNeighbors(shape, world_place(builder, segment->before),
                                   world_place(builder, segment->after));
        add_shape(builder, shape, segment->material, segment->kind);
    }
}

/* ---- cells ---- */

static int64_t at_part(int64_t from, int64_t to, double part)
{
    return from + (int64_t)floor((double)(to - from) * part + 0.5);
}

/* Cuts the edge from a to b at the sides of a box. False: it is outside. */
static bool cut(const Box *box, OutlinePoint *a, OutlinePoint *b)
{
    const int64_t from[] = {a->x, a->y}, to[] = {b->x, b->y};
    const int64_t low[] = {box->low.x, box->low.y}, high[] = {box->high.x, box->high.y};
    double begin = 0, end = 1;
    for (int i = 0; i < 2; i++) {
        double way = (double)(to[i] - from[i]);
        if (way == 0 && (from[i] < low[i] || from[i] > high[i])) {
            return false;
        }
        if (way != 0) {
            double one = (double)(low[i] - from[i]) / way,
                   other = (double)(high[i] - from[i]) / way;
            begin = fmax(begin, fmin(one, other));
            end = fmin(end, fmax(one, other));
        }
    }
    *a = (OutlinePoint){at_part(from[0], to[0], begin), at_part(from[1], to[1], begin)};
    *b = (OutlinePoint){at_part(from[0], to[0], end), at_part(from[1], to[1], end)};
    return begin <= end;
}

static void add_edge(Builder *builder, OutlineKind kind, int material, OutlinePoint a,
                     OutlinePoint b)
{
    if (builder->outline.edge_count > EDGES_MAX) {
        fail(builder, "its shapes have too many edges: simplify them, or split the level");
    } else if (!builder->is_update || cut(&builder->part, &a, &b)) {
        outline_add(&builder->outline, kind, material, a, b);
    }
}

static void add_edges(Builder *builder, const TileForm *form, OutlinePoint at)
{
    int count = form->kind == OUTLINE_LINE ? form->count - 1 : form->count;
    for (int i = 0; i < count && !builder->failed; i++) {
        add_edge(builder, form->kind, form->material, sum(form->corners[i], at),
                 sum(form->corners[(i + 1) % form->count], at));
    }
}

/* Marks the cell if the form fills a cell of the map's own grid; adds other forms at once. */
static void add_form(Builder *builder, const GroundLayer *layer, const TileForm *form,
                     TileCell cell)
{
    Marks *marks = &builder->marks;
    OutlinePoint foot = ground_cell_foot(builder->ground->map, layer, cell.column, cell.row);
    bool is_on_grid = layer->origin.x == 0 && layer->origin.y == 0;
    if (form->is_full && form->kind == OUTLINE_SOLID && is_on_grid) {
        cpVect inside = world_place(builder, sum(foot, (OutlinePoint){2, 2}));
        if (form->is_sensor && builder->is_update && !cpBBContainsVect(builder->cells_m, inside)) {
            return;
        }
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

/* The cells whose forms can touch the part that is updated. */
static Marks cells_around(const Builder *builder, OutlinePoint origin)
{
    const MapGrid *grid = &builder->ground->map->grid;
    double width = (double)outline_units(grid->tile_width_px);
    double height = (double)outline_units(grid->tile_height_px);
    int64_t reach = builder->ground->reach;
    OutlinePoint low = builder->part.low, high = builder->part.high;
    int left = (int)floor((double)(low.x - reach - origin.x) / width) - 1;
    int right = (int)floor((double)(high.x + reach - origin.x) / width) + 1;
    int top = (int)floor((double)(origin.y - high.y - reach) / height) - 1;
    int bottom = (int)floor((double)(origin.y - low.y + reach) / height) + 1;
    return (Marks){NULL, left, top, right - left + 1, bottom - top + 1};
}

static void add_layer(Builder *builder, GroundLayer *layer)
{
    const CwMapLayer *about = &layer->data->about;
    bool is_on_grid = layer->origin.x == 0 && layer->origin.y == 0;
    Marks in =
        is_on_grid || !builder->is_update ? builder->marks : cells_around(builder, layer->origin);
    int left = in.column > about->column ? in.column : about->column;
    int top = in.row > about->row ? in.row : about->row;
    int right = about->column + about->column_count, bottom = about->row + about->row_count;
    right = in.column + in.column_count < right ? in.column + in.column_count : right;
    bottom = in.row + in.row_count < bottom ? in.row + in.row_count : bottom;
    for (int row = top; row < bottom; row++) {
        for (int column = left; column < right && !builder->failed; column++) {
            uint32_t gid = map_cell(layer->data, column - about->column, row - about->row);
            if (gid != 0) {
                add_cell(builder, layer, gid, (TileCell){column, row});
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

/* Adds the sides of a solid cell that have no solid cell behind them. */
static void add_borders(Builder *builder, int column, int row)
{
    static const TileCell beside[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    int mark = solid_at(builder, column, row);
    for (int i = 0; mark != 0 && i < 4; i++) {
        if (solid_at(builder, column + beside[i].column, row + beside[i].row) == 0) {
            int next = (i + 1) % 4; /* corners are counted from the bottom left */
            add_edge(builder, OUTLINE_SOLID, mark - 1,
                     grid_point(builder, column + (i == 1 || i == 2), row + (i < 2)),
                     grid_point(builder, column + (next == 1 || next == 2), row + (next < 2)));
        }
    }
}

static void add_sensor_shape(Builder *builder, cpBB box, int material)
{
    add_shape(builder, cpBoxShapeNew2(static_body(builder), box, 0.0), material, OUTLINE_LINE);
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
    add_sensor_shape(builder, cpBBNew(low.x, low.y, high.x, high.y), mark - 1);
}

static void add_sensor_boxes(Builder *builder)
{
    const Marks *marks = &builder->marks;
    for (int row = 0; row < marks->row_count; row++) {
        for (int column = 0; column < marks->column_count && !builder->failed; column++) {
            if (mark_at(marks, column, row) != solid_at(builder, column, row)) {
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

/* The cells of all layers; in an update, those around the part. */
static bool open_marks(Builder *builder)
{
    const TileGround *ground = builder->ground;
    int64_t right = INT32_MIN, bottom = INT32_MIN, left = INT32_MAX, top = INT32_MAX;
    for (int i = 0; i < ground->layer_count; i++) {
        const CwMapLayer *layer = &ground->layers[i].data->about;
        int64_t end_column = (int64_t)layer->column + layer->column_count;
        int64_t end_row = (int64_t)layer->row + layer->row_count;
        left = layer->column < left ? layer->column : left;
        top = layer->row < top ? layer->row : top;
        right = end_column > right ? end_column : right;
        bottom = end_row > bottom ? end_row : bottom;
    }
    Marks *marks = &builder->marks;
    *marks = builder->is_update ? cells_around(builder, (OutlinePoint){0, 0})
             : ground->layer_count == 0
                 ? (Marks){0}
                 : (Marks){NULL, (int)left, (int)top, (int)(right - left), (int)(bottom - top)};
    int64_t count = (int64_t)marks->column_count * marks->row_count;
    if (count == 0) {
        return true;
    }
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
    const Marks *marks = &builder->marks;
    for (int row = 0; row < marks->row_count; row++) {
        for (int column = 0; column < marks->column_count && !builder->failed; column++) {
            add_borders(builder, column, row);
        }
    }
    if (!builder->failed) {
        add_segments(builder);
        add_sensor_boxes(builder);
    }
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
    bool is_changed = world->tiles != NULL && world->tiles->map.loaded == map;
    *ground = (TileGround){
        .map = is_changed ? &world->tiles->map : map, .desc = *collision, .next = world->grounds};
    ground->number = world->grounds == NULL ? 0 : world->grounds->number + 1;
    Builder builder = begin_building(world, ground, error);
    world->grounds = ground;
    list_layers(ground);
    if (ground->number >= GROUNDS_MAX) {
        fail(&builder, "made more than 80 times in a world: name layer -1 for all");
    } else if (open_marks(&builder)) {
        build_layers(&builder);
    }
    return end_building(&builder);
}

/* ---- changed tiles ---- */

/* The material of a shape. */
static int find_material(const TileGround *ground, const cpShape *shape)
{
    int i = 0;
    for (; i < ground->material_count - 1; i++) {
        const TileMaterial *material = &ground->materials[i];
        if (material->friction == shape->u && material->elasticity == shape->e &&
            material->type == shape->type && material->is_sensor == (bool)shape->sensor) {
            break;
        }
    }
    return i;
}

/* Adds what is left of a box of sensors around the cells that changed. */
static void add_rest(Builder *builder, const cpShape *old)
{
    double unit_m = 1.0 / (OUTLINE_UNITS_PER_PX * builder->ground->map->pixels_per_metre);
    cpBB all = old->bb, in = builder->cells_m;
    in = (cpBB){fmax(all.l, in.l - unit_m), fmax(all.b, in.b - unit_m), fmin(all.r, in.r + unit_m),
                fmin(all.t, in.t + unit_m)};
    const cpBB rests[] = {{all.l, in.t, all.r, all.t},
                          {all.l, all.b, all.r, in.b},
                          {all.l, in.b, in.l, in.t},
                          {in.r, in.b, all.r, in.t}};
    for (int i = 0; i < 4; i++) {
        if (rests[i].r - rests[i].l > unit_m && rests[i].t - rests[i].b > unit_m) {
            add_sensor_shape(builder, rests[i], find_material(builder->ground, old));
        }
    }
}

/* Collects a shape of the part, and keeps the ends of a segment that are outside of it. A
 * cpSpatialIndexQueryFunc. */
static cpCollisionID collect_old(void *context, void *shape, cpCollisionID id, void *unused)
{
    Builder *builder = context;
    const cpSegmentShape *segment = shape;
    (void)unused;
    OutlineKind kind = 0;
    while (kind < OUTLINE_KIND_COUNT && !ground_has_shape(builder->ground, kind, shape)) {
        kind++;
    }
    if (kind == OUTLINE_KIND_COUNT) {
        return id;
    }
    if (!cpShapeGetSensor(shape)) {
        OutlinePoint a = ground_from_world(builder->ground->map, segment->a), inner_a = a;
        OutlinePoint b = ground_from_world(builder->ground->map, segment->b), inner_b = b;
        if (!cut(&builder->part, &inner_a, &inner_b)) {
            return id;
        }
        int material = find_material(builder->ground, shape);
        outline_add(&builder->outline, kind, material, a, inner_a);
        outline_add(&builder->outline, kind, material, inner_b, b);
    } else if (!cpBBIntersects(builder->cells_m, cpShapeGetBB(shape))) {
        return id;
    }
    Old *olds = grow_for_one(builder->olds, builder->old_count, sizeof *olds);
    builder->outline.failed = builder->outline.failed || olds == NULL;
    if (olds != NULL) {
        builder->olds = olds;
        olds[builder->old_count++] = (Old){shape, false};
    }
    return id;
}

static int by_number(const void *x, const void *y)
{
    const Old *a = x, *b = y;
    return (a->shape->hashid > b->shape->hashid) - (a->shape->hashid < b->shape->hashid);
}

/* Builds the part again, and replaces the shapes that differ. */
static void update_part(Builder *builder)
{
    const CwMap *map = builder->ground->map;
    cpVect low = ground_to_world(map, builder->part.low);
    cpVect high = ground_to_world(map, builder->part.high);
    double unit_m = 1.0 / (OUTLINE_UNITS_PER_PX * map->pixels_per_metre);
    cpBB around = {low.x - unit_m, low.y - unit_m, high.x + unit_m, high.y + unit_m};
    double in_m = (double)(builder->ground->reach + 1) * unit_m;
    builder->cells_m = (cpBB){low.x + in_m, low.y + in_m, high.x - in_m, high.y - in_m};
    cpSpatialIndexQuery(builder->world->space->staticShapes, builder, around, collect_old, NULL);
    sort_in_place(builder->olds, builder->old_count, sizeof *builder->olds, by_number);
    if (open_marks(builder)) {
        build_layers(builder);
    }
    for (size_t i = 0; i < builder->old_count && !builder->failed; i++) {
        cpShape *old = builder->olds[i].shape;
        if (old->sensor && ground_has_shape(builder->ground, OUTLINE_LINE, old)) {
            add_rest(builder, old);
        }
        if (!builder->olds[i].is_kept) {
            remove_now(builder->world, OBJECT_SHAPE, old);
        }
    }
    if (builder->failed) {
        report("%s", builder->error->text);
    }
    free(builder->olds);
}

/* The layer of a ground; NULL: it doesn't collide. */
static GroundLayer *find_layer(const TileGround *ground, int index)
{
    for (int i = 0; i < ground->layer_count; i++) {
        if (ground->layers[i].index == index) {
            return &ground->layers[i];
        }
    }
    return NULL;
}

/* Whether a change adds or removes a form. */
static bool has_forms(TileGround *ground, GroundLayer *layer, const TileChange *change)
{
    uint32_t gid = map_cell(layer->data, change->column, change->row);
    const TileKind *now = gid == 0 ? NULL : ground_kind(ground, layer, gid);
    const TileKind *before = ground_find_kind(layer, change->before);
    return (now != NULL && now->form_count > 0) || (before != NULL && before->form_count > 0);
}

void ground_update(CwWorld *world, TileGround *ground, const TileChange *changes, int count)
{
    CwEntity owner = ground->desc.owner;
    bool has_ended = owner.index1 != 0 && !cw_world_alive(world, owner);
    GroundLayer *layer = has_ended ? NULL : find_layer(ground, changes->layer);
    CwError error = {0};
    Builder builder = {.world = world, .ground = ground, .error = &error, .is_update = true};
    bool is_needed = false;
    for (int i = 0; layer != NULL && i < count; i++) {
        is_needed = has_forms(ground, layer, &changes[i]) || is_needed;
    }
    if (!is_needed) {
        return;
    }
    const CwMapLayer *about = &layer->data->about;
    OutlinePoint reach = {ground->reach, ground->reach}, back = {-reach.x, -reach.y};
    int left = about->column + changes->column, end = about->column + changes[count - 1].column + 1;
    int top = about->row + changes->row, bottom = about->row + changes[count - 1].row;
    builder.part.low = sum(ground_cell_foot(ground->map, layer, left, bottom), back);
    builder.part.high = sum(ground_cell_foot(ground->map, layer, end, top - 1), reach);
    update_part(&builder);
    end_building(&builder);
}

/* ---- objects ---- */

static void add_piece(const cpVect *corners_m, int count, void *context)
{
    if (cpAreaForPoly(count, corners_m, 0.0) > 1e-6) {
        add_shape(context, cpPolyShapeNewRaw(static_body(context), count, corners_m, 0.0), 0,
                  OUTLINE_SOLID);
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
        add_shape(builder, shape, 0, OUTLINE_LINE);
    }
}

int cw_map_build_object(CwWorld *world, const CwMap *map, const CwMapObject *object,
                        const CwMapCollision *collision, CwError *error)
{
    ASSERT_GIVEN(object);
    TileGround ground = {.map = map, .desc = *collision, .number = -1};
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
