/* Makes collision shapes from tiles. A part of a map is built in place of the shapes that it had:
 * the whole map at first, later some cells that have changed. */
#include "base/array.h"
#include "base/report.h"
#include "sim/tile_ground.h"

#include <math.h>
#include <stdlib.h>

enum { ENDS_MAX = 1 << 23 }; /* limit on ends of edges, which take 512 MiB */

typedef struct TileCell {
    int column, row;
} TileCell;

/* A shape that the part had before. */
typedef struct OldShape {
    cpSegmentShape *shape; /* a sensor is a cpPolyShape */
    int kind;              /* OutlineKind; -1: a sensor */
    bool is_kept;
} OldShape;

typedef struct Builder {
    CwWorld *world;
    TileGround *ground;
    CwError *error;
    TileOutline outline;
    OutlineBox part; /* the part of the map that is built, in whole cells */
    cpBB part_m;
    OldShape *olds;
    size_t old_count, old_capacity;
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

static void fail(Builder *builder, const char *what)
{
    builder->failed = true;
    cw_error_set(builder->error, "%s: collision of tiles: %s", cw_map_path(builder->ground->map),
                 what);
}

/* ---- shapes ---- */

static void add_shape(Builder *builder, cpShape *shape, int material, OutlineKind kind)
{
    TileGround *ground = builder->ground;
    ground_set_surface(ground, shape, material);
    cw_world_add_shape(builder->world, ground->desc.owner, shape);
    uintptr_t mark = (uintptr_t)ground->number * OUTLINE_KIND_COUNT + (uintptr_t)kind;
    shape->userData = (cpDataPointer)((uintptr_t)shape->userData | mark << OWNER_BITS);
    ground->filter = cpShapeGetFilter(shape);
    builder->shape_count++;
    if (builder->shape_count % 64 == 0 && !cw_world_check_memory(builder->world, builder->error)) {
        cw_error_context(builder->error, "%s: collision of tiles", cw_map_path(ground->map));
        builder->failed = true;
    }
}

/* Whether a box overlaps the part, and doesn't only touch it. */
static bool is_in_part(const Builder *builder, cpBB box)
{
    cpBB part = builder->part_m;
    return box.l < part.r && part.l < box.r && box.b < part.t && part.b < box.t;
}

static void add_sensor(Builder *builder, const TileForm *form, OutlinePoint at)
{
    cpVect corners[TILE_CORNERS_MAX];
    for (int i = 0; i < form->count; i++) {
        corners[i] = world_place(builder, sum(form->corners[i], at));
    }
    int count = cpConvexHull(form->count, corners, corners, NULL, 0.0);
    if (count < 3 || cpAreaForPoly(count, corners, 0.0) <= 1e-9) {
        return;
    }
    cpShape *shape = cpPolyShapeNewRaw(builder->world->space->staticBody, count, corners, 0.0);
    if (is_in_part(builder, cpShapeCacheBB(shape))) {
        add_shape(builder, shape, form->material, OUTLINE_SOLID);
    } else {
        cpShapeFree(shape);
    }
}

static bool is_outside(const OutlineBox *box, OutlinePoint at)
{
    return at.x < box->low.x || at.x > box->high.x || at.y < box->low.y || at.y > box->high.y;
}

static bool has_surface(const cpShape *shape, const TileMaterial *surface)
{
    return shape->u == surface->friction && shape->e == surface->elasticity &&
           shape->type == surface->type;
}

/* Adds a segment, or keeps an equal old one. An end outside of the part keeps its old neighbour. */
static void add_segment(Builder *builder, const OutlineSegment *segment)
{
    cpVect a = world_place(builder, segment->a), b = world_place(builder, segment->b);
    cpVect before = cpvsub(world_place(builder, segment->before), a);
    cpVect after = cpvsub(world_place(builder, segment->after), b);
    const TileMaterial *surface = &builder->ground->materials[segment->material];
    cpSegmentShape *shape = NULL;
    for (size_t i = 0; i < builder->old_count; i++) {
        OldShape *old = &builder->olds[i];
        bool is_alike = old->kind == (int)segment->kind;
        bool has_a = is_alike && cpveql(old->shape->a, a);
        bool has_b = is_alike && cpveql(old->shape->b, b);
        before = has_a && is_outside(&builder->part, segment->a) ? old->shape->a_tangent : before;
        after = has_b && is_outside(&builder->part, segment->b) ? old->shape->b_tangent : after;
        if (has_a && has_b && has_surface(&old->shape->shape, surface)) {
            shape = old->shape;
            old->is_kept = true;
        }
    }
    if (shape == NULL) {
        cpBody *body = builder->world->space->staticBody;
        shape = (cpSegmentShape *)cpSegmentShapeNew(body, a, b, 0.0);
        add_shape(builder, &shape->shape, segment->material, segment->kind);
    }
    shape->a_tangent = before;
    shape->b_tangent = after;
}

/* Adds segments in a scattered order. Chipmunk's tree would grow deep, and slow to build, from
 * segments in the order of their places. */
static void add_segments(Builder *builder)
{
    outline_join(&builder->outline);
    if (builder->outline.failed) {
        fail(builder, "out of memory");
    }
    const uint64_t leap = 2654435761; /* a prime: no segment is left out */
    size_t count = builder->outline.segment_count;
    for (size_t i = 0; i < count && !builder->failed; i++) {
        add_segment(builder, &builder->outline.segments[i * leap % count]);
    }
}

/* ---- cells ---- */

static int64_t at_part(int64_t from, int64_t to, double part)
{
    return from + (int64_t)floor((double)(to - from) * part + 0.5);
}

/* Cuts the edge from a to b at the sides of a box. False: the edge is outside. */
static bool cut(const OutlineBox *box, OutlinePoint *a, OutlinePoint *b)
{
    if (!is_outside(box, *a) && !is_outside(box, *b)) {
        return true;
    }
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

static bool is_on_grid(const GroundLayer *layer)
{
    return layer->origin.x == 0 && layer->origin.y == 0;
}

/* The form that fills a cell of the map's own grid, solid ones before sensors; NULL: none. */
static const TileForm *full_form_at(TileGround *ground, TileCell cell)
{
    const TileForm *sensor = NULL;
    for (int i = 0; i < ground->layer_count; i++) {
        GroundLayer *layer = &ground->layers[i];
        const TileKind *kind =
            is_on_grid(layer) ? ground_kind_at(ground, layer, cell.column, cell.row) : NULL;
        for (int k = 0; kind != NULL && k < kind->form_count; k++) {
            const TileForm *form = &kind->forms[k];
            if (form->is_full && !form->is_sensor) {
                return form;
            }
            sensor = form->is_full && sensor == NULL ? form : sensor;
        }
    }
    return sensor;
}

static int sign_of(int64_t number)
{
    return (number > 0) - (number < 0);
}

/* Adds the edges of a form. `cell` is the cell that the form fills, or NULL. A full form's edges at
 * other full solid cells are left out. */
static void add_edges(Builder *builder, const TileForm *form, OutlinePoint foot,
                      const TileCell *cell)
{
    int count = form->kind == OUTLINE_LINE ? form->count - 1 : form->count;
    for (int i = 0; i < count && !builder->failed; i++) {
        OutlinePoint a = form->corners[i], b = form->corners[(i + 1) % form->count];
        const TileForm *behind = NULL;
        if (cell != NULL) { /* the inside is on the left */
            TileCell beside = {cell->column + sign_of(b.y - a.y), cell->row + sign_of(b.x - a.x)};
            behind = full_form_at(builder->ground, beside);
        }
        a = sum(a, foot);
        b = sum(b, foot);
        if (builder->outline.end_count > ENDS_MAX) {
            fail(builder, "its shapes have too many edges: simplify them, or split the level");
        } else if ((behind == NULL || behind->is_sensor) && cut(&builder->part, &a, &b)) {
            outline_add(&builder->outline, form->kind, form->material, a, b);
        }
    }
}

/* Whether a cell is in the part, and filled by a sensor of this material. */
static bool has_sensor(const Builder *builder, int material, int column, int row)
{
    const OutlineBox *part = &builder->part;
    OutlinePoint at = ground_corner(builder->ground->map, (OutlinePoint){0, 0}, column, row);
    if (at.x < part->low.x || at.x >= part->high.x || at.y <= part->low.y || at.y > part->high.y) {
        return false;
    }
    const TileForm *form = full_form_at(builder->ground, (TileCell){column, row});
    return form != NULL && form->is_sensor && form->material == material;
}

/* The end of the line of sensors that begins at `column`, or `column` if none begins there. */
static int sensors_end(const Builder *builder, int material, int column, int row)
{
    int end = column;
    while (has_sensor(builder, material, end, row)) {
        if (end++ == column && has_sensor(builder, material, column - 1, row)) {
            return column;
        }
    }
    return end;
}

/* Adds a box of full sensors, as wide and then as high as possible, if `cell` is its top left. */
static void add_sensor_box(Builder *builder, int material, TileCell cell)
{
    int column = cell.column, row = cell.row;
    int right = sensors_end(builder, material, column, row), bottom = row + 1;
    if (right == column || sensors_end(builder, material, column, row - 1) == right) {
        return;
    }
    while (sensors_end(builder, material, column, bottom) == right) {
        bottom++;
    }
    const CwMap *map = builder->ground->map;
    cpVect low = world_place(builder, ground_corner(map, (OutlinePoint){0, 0}, column, bottom));
    cpVect high = world_place(builder, ground_corner(map, (OutlinePoint){0, 0}, right, row));
    cpBB box = {low.x, low.y, high.x, high.y};
    cpBody *body = builder->world->space->staticBody;
    add_shape(builder, cpBoxShapeNew2(body, box, 0.0), material, OUTLINE_LINE);
}

/* Whether a cell has four neighbours with the same tile. If the tile is solid and full, the cell
 * has no edges. This check saves most of the time of a large map. */
static bool is_amid_equals(const MapLayerData *data, TileCell cell)
{
    int x = cell.column - data->about.column, y = cell.row - data->about.row;
    uint32_t gid = map_cell(data, x, y);
    return x > 0 && y > 0 && x + 1 < data->about.column_count && y + 1 < data->about.row_count &&
           map_cell(data, x - 1, y) == gid && map_cell(data, x + 1, y) == gid &&
           map_cell(data, x, y - 1) == gid && map_cell(data, x, y + 1) == gid;
}

static void add_form(Builder *builder, const GroundLayer *layer, const TileForm *form,
                     TileCell cell)
{
    const CwMap *map = builder->ground->map;
    bool is_cell = form->is_full && is_on_grid(layer);
    OutlinePoint foot = ground_corner(map, layer->origin, cell.column, cell.row + 1);
    bool is_hidden =
        is_cell && !form->is_sensor && is_amid_equals(&map->layers[layer->index], cell);
    if (is_hidden || (is_cell && full_form_at(builder->ground, cell) != form)) {
        return;
    }
    if (form->is_sensor && is_cell) {
        add_sensor_box(builder, form->material, cell);
    } else if (form->is_sensor) {
        add_sensor(builder, form, foot);
    } else {
        add_edges(builder, form, foot, is_cell ? &cell : NULL);
    }
}

static int clamp(int64_t number, int low, int high)
{
    return number < low ? low : number > high ? high : (int)number;
}

/* Adds the tiles of a layer whose forms can touch the part. */
static void add_layer(Builder *builder, GroundLayer *layer)
{
    TileGround *ground = builder->ground;
    const CwMapLayer *about = &ground->map->layers[layer->index].about;
    OutlineBox part = builder->part;
    part = (OutlineBox){{part.low.x - 1, part.low.y - 1}, {part.high.x + 1, part.high.y + 1}};
    OutlineBox cells = ground_cells(ground, layer->origin, &part);
    int right = about->column + about->column_count, bottom = about->row + about->row_count;
    int left = clamp(cells.low.x, about->column, right),
        top = clamp(cells.low.y, about->row, bottom);
    right = clamp(cells.high.x, left, right);
    bottom = clamp(cells.high.y, top, bottom);
    for (int row = top; row < bottom; row++) {
        for (int column = left; column < right && !builder->failed; column++) {
            const TileKind *kind = ground_kind_at(ground, layer, column, row);
            for (int i = 0; kind != NULL && i < kind->form_count && !builder->failed; i++) {
                add_form(builder, layer, &kind->forms[i], (TileCell){column, row});
            }
        }
    }
}

/* ---- a part ---- */

static int material_of(TileGround *ground, const cpShape *shape)
{
    return ground_add_material(ground,
                               &(TileMaterial){shape->u, shape->e, shape->type, shape->sensor});
}

/* Adds the rest of an old box of sensors, around the part. */
static void add_rest(Builder *builder, const cpShape *old)
{
    cpBB all = old->bb, in = builder->part_m;
    in = (cpBB){fmax(all.l, in.l), fmax(all.b, in.b), fmin(all.r, in.r), fmin(all.t, in.t)};
    const cpBB rests[] = {{all.l, in.t, all.r, all.t},
                          {all.l, all.b, all.r, in.b},
                          {all.l, in.b, in.l, in.t},
                          {in.r, in.b, all.r, in.t}};
    for (int i = 0; i < 4; i++) {
        if (rests[i].r > rests[i].l && rests[i].t > rests[i].b) {
            cpShape *box = cpBoxShapeNew2(builder->world->space->staticBody, rests[i], 0.0);
            add_shape(builder, box, material_of(builder->ground, old), OUTLINE_LINE);
        }
    }
}

/* A cpSpatialIndexQueryFunc: collects an old shape of the part. The ends of a segment that are
 * outside of the part stay in the outline. */
static cpCollisionID collect_old(void *context, void *found, cpCollisionID id, void *unused)
{
    Builder *builder = context;
    cpSegmentShape *segment = found;
    const cpShape *shape = found;
    const CwMap *map = builder->ground->map;
    int kind = ground_outline_kind(builder->ground, shape);
    (void)unused;
    if (kind < 0 || (shape->sensor && !is_in_part(builder, shape->bb))) {
        return id;
    }
    if (!shape->sensor) {
        OutlinePoint a = ground_from_world(map, segment->a), inner_a = a;
        OutlinePoint b = ground_from_world(map, segment->b), inner_b = b;
        if (!cut(&builder->part, &inner_a, &inner_b)) {
            return id;
        }
        int material = material_of(builder->ground, shape);
        outline_add(&builder->outline, (OutlineKind)kind, material, a, inner_a);
        outline_add(&builder->outline, (OutlineKind)kind, material, inner_b, b);
    }
    OldShape *olds =
        grow_array(builder->olds, builder->old_count, &builder->old_capacity, sizeof *olds);
    if (olds == NULL) {
        builder->outline.failed = true;
        return id;
    }
    builder->olds = olds;
    olds[builder->old_count++] = (OldShape){segment, shape->sensor ? -1 : kind, false};
    return id;
}

static int by_number(const void *x, const void *y)
{
    cpHashValue a = ((const OldShape *)x)->shape->shape.hashid;
    cpHashValue b = ((const OldShape *)y)->shape->shape.hashid;
    return (a > b) - (a < b);
}

/* Builds the shapes of a part, in place of those that it had. */
static void build_part(Builder *builder, OutlineBox part)
{
    CwWorld *world = builder->world;
    TileGround *ground = builder->ground;
    builder->part = part;
    builder->old_count = builder->outline.end_count = builder->outline.segment_count = 0;
    cpVect low = world_place(builder, part.low), high = world_place(builder, part.high);
    builder->part_m = (cpBB){low.x, low.y, high.x, high.y};
    cpSpatialIndexQuery(world->space->staticShapes, builder, builder->part_m, collect_old, NULL);
    sort_in_place(builder->olds, builder->old_count, sizeof *builder->olds, by_number);
    for (int i = 0; i < ground->layer_count && !builder->failed; i++) {
        add_layer(builder, &ground->layers[i]);
    }
    if (!builder->failed) {
        add_segments(builder);
    }
    for (size_t i = 0; i < builder->old_count && !builder->failed; i++) {
        cpShape *old = &builder->olds[i].shape->shape;
        if (old->sensor && ground_outline_kind(ground, old) == OUTLINE_LINE) {
            add_rest(builder, old);
        }
        if (!builder->olds[i].is_kept) {
            remove_now(world, OBJECT_SHAPE, old);
        }
    }
}

/* Returns the number of new shapes; -1 with an error. */
static int end_building(Builder *builder)
{
    bool ok = !builder->failed && cw_world_check_memory(builder->world, builder->error);
    outline_free(&builder->outline);
    free(builder->olds);
    return ok ? builder->shape_count : -1;
}

/* ---- tiles that changed ---- */

/* The cells of the map's own grid whose shapes may depend on changed cells of a layer. */
static OutlineBox reach_of(const TileGround *ground, const GroundLayer *layer,
                           const TileChange *change)
{
    const CwMap *map = ground->map;
    int column = map->layers[layer->index].about.column, row = map->layers[layer->index].about.row;
    OutlineBox box = {
        ground_corner(map, layer->origin, column + change->left, row + change->bottom),
        ground_corner(map, layer->origin, column + change->right, row + change->top)};
    OutlineBox cells = ground_cells(ground, (OutlinePoint){0, 0}, &box);
    return (OutlineBox){
        ground_corner(map, (OutlinePoint){0, 0}, (int)cells.low.x, (int)cells.high.y),
        ground_corner(map, (OutlinePoint){0, 0}, (int)cells.high.x, (int)cells.low.y)};
}

void tiles_flush(CwWorld *world)
{
    WorldTiles *tiles = world->tiles;
    TileGround *ground = tiles == NULL || tiles->count == 0 ? NULL : world->grounds;
    for (; ground != NULL; ground = ground->next) {
        CwError error = {0};
        Builder builder = {.world = world, .ground = ground, .error = &error};
        for (int i = 0; i < tiles->count; i++) {
            const TileChange *change = &tiles->changes[i];
            const GroundLayer *layer = ground_changing_layer(world, ground, change->layer);
            if (layer != NULL && !builder.failed) {
                build_part(&builder, reach_of(ground, layer, change));
            }
        }
        if (end_building(&builder) < 0) {
            report("%s", error.text);
        }
    }
    if (tiles != NULL) {
        tiles->count = 0;
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

static void list_layers(TileGround *ground)
{
    int capacity = 0;
    const CwMap *map = ground->map;
    for (int i = 0; i < map->layer_count; i++) {
        cpVect offset_px = cpvmult(map->layers[i].about.offset_m, map->pixels_per_metre);
        if (collides(map, i, ground->desc.layer)) {
            ground->layers = arena_grow_array(ground->layers, ground->layer_count, &capacity,
                                              sizeof *ground->layers);
            ground->layers[ground->layer_count++] = (GroundLayer){
                .index = i, .origin = {outline_units(offset_px.x), outline_units(offset_px.y)}};
        }
    }
}

CwMapCollision cw_map_collision_default(void)
{
    return (CwMapCollision){.layer = -1, .friction = 0.6, .filter = CP_SHAPE_FILTER_ALL};
}

/* Asserts that a layer gets no second set of equal shapes. */
static void check_once(CwWorld *world, const CwMap *map, const CwMapCollision *wanted)
{
    for (const TileGround *ground = world->grounds; ground != NULL; ground = ground->next) {
        const CwMapCollision *built = &ground->desc;
        CW_ASSERT(cw_map_path(ground->map) != cw_map_path(map) || built->layer != wanted->layer ||
                      built->owner.index1 != 0 || wanted->owner.index1 != 0 ||
                      built->type != wanted->type ||
                      built->filter.categories != wanted->filter.categories,
                  "call cw_map_build_collision once for a layer: changed tiles follow by "
                  "themselves");
    }
}

int cw_map_build_collision(CwWorld *world, const CwMap *map, const CwMapCollision *collision,
                           CwError *error)
{
    ASSERT_GIVEN(collision);
    CW_ASSERT((world->is_building || world->is_in_tick) && arena_is_current(world->arena),
              "make tiles solid in start, a spawn or a tick, not in a view");
    if (map == NULL) {
        cw_error_set(error, "this level has no map whose tiles could be solid: make "
                            "assets/levels/NAME.tmj with Tiled");
        return -1;
    }
    ASSERT_NUMBER(collision->layer, collision->layer < map->layer_count,
                  "name a layer of the map, or -1 for all");
    check_once(world, map, collision);
    TileGround *ground = arena_calloc(1, sizeof *ground);
    bool is_changed = world->tiles != NULL && world->tiles->map.loaded == map;
    *ground = (TileGround){
        .map = is_changed ? &world->tiles->map : map, .desc = *collision, .next = world->grounds};
    ground->number = world->grounds == NULL ? 1 : world->grounds->number + 1;
    if (ground->number > GROUNDS_MAX) {
        cw_error_set(error,
                     "%s: collision of tiles: made more than %d times in a world: name layer "
                     "-1 for all",
                     cw_map_path(map), GROUNDS_MAX);
        return -1;
    }
    world->grounds = ground;
    list_layers(ground);
    const int64_t far = (int64_t)1 << 39;
    Builder builder = {.world = world, .ground = ground, .error = error};
    build_part(&builder, (OutlineBox){{-far, -far}, {far, far}});
    return end_building(&builder);
}
