/* Makes collision shapes from objects of a map. */
#include "base/report.h"
#include "clockwork/body.h"
#include "clockwork/map_world.h"
#include "sim/tile_ground.h"
#include "sim/world.h"

typedef struct ObjectShapes {
    CwWorld *world;
    TileGround ground; /* with the object's material */
    int count;
} ObjectShapes;

static void add_shape(ObjectShapes *shapes, cpShape *shape)
{
    ground_set_surface(&shapes->ground, shape, 0);
    cw_world_add_shape(shapes->world, shapes->ground.desc.owner, shape);
    shapes->count++;
}

static void add_piece(const cpVect *corners_m, int count, void *context)
{
    ObjectShapes *shapes = context;
    cpBody *body = shapes->world->space->staticBody;
    if (cpAreaForPoly(count, corners_m, 0.0) > 1e-6) {
        add_shape(shapes, cpPolyShapeNewRaw(body, count, corners_m, 0.0));
    }
}

static bool add_polygon(ObjectShapes *shapes, const CwMapObject *object, CwError *error)
{
    cpVect round[TILE_CORNERS_MAX];
    bool is_round = object->shape == CW_MAP_ELLIPSE;
    int count = is_round ? ground_corners(object, round) : object->corner_count;
    const cpVect *corners_m = is_round ? round : object->corners_m;
    if (!cw_world_check_polygon(corners_m, count, error)) {
        return cw_error_context(error, "%s: object %d", cw_map_path(shapes->ground.map),
                                object->id);
    }
    cw_polygon_split(corners_m, count, add_piece, shapes);
    return true;
}

static void add_polyline(ObjectShapes *shapes, const CwMapObject *object)
{
    const cpVect *at = object->corners_m;
    cpBody *body = shapes->world->space->staticBody;
    for (int i = 0, last = object->corner_count - 1; i < last; i++) {
        cpShape *shape = cpSegmentShapeNew(body, at[i], at[i + 1], 0.0);
        cpSegmentShapeSetNeighbors(shape, at[i > 0 ? i - 1 : 0], at[i + 2 <= last ? i + 2 : last]);
        add_shape(shapes, shape);
    }
}

int cw_map_build_object(CwWorld *world, const CwMap *map, const CwMapObject *object,
                        const CwMapCollision *collision, CwError *error)
{
    ASSERT_GIVEN(object);
    ObjectShapes shapes = {world, {.map = map, .desc = *collision}, 0};
    bool ok = true;
    ground_material(&shapes.ground, object->layer_index, object->properties);
    if (object->shape == CW_MAP_POLYLINE) {
        add_polyline(&shapes, object);
    } else if (object->shape == CW_MAP_RECT || object->shape == CW_MAP_ELLIPSE ||
               object->shape == CW_MAP_POLYGON) {
        ok = add_polygon(&shapes, object, error);
    }
    arena_free(shapes.ground.materials);
    return ok && cw_world_check_memory(world, error) ? shapes.count : -1;
}
