#include "fuzz/support/plain_game.h"

enum { BODIES_MAX = 400 };

static const double SIZE_MAX_M = 50, PLACE_MAX_M = 1000;

static double within(double number, double low, double high)
{
    return fmin(fmax(number, low), high);
}

static cpBody *add_box(CwWorld *world, CwEntity owner, double width_m, double height_m)
{
    cpBody *body =
        cw_world_add_body(world, owner, cpBodyNew(1, cpMomentForBox(1, width_m, height_m)));
    cw_world_add_shape(world, owner, cpBoxShapeNew(body, width_m, height_m, 0));
    return body;
}

static cpBody *add_disc(CwWorld *world, double radius_m)
{
    cpBody *body = cw_world_add_body(world, (CwEntity){0},
                                     cpBodyNew(1, cpMomentForCircle(1, 0, radius_m, cpvzero)));
    cw_world_add_shape(world, (CwEntity){0}, cpCircleShapeNew(body, radius_m, cpvzero));
    return body;
}

static bool add_object(CwWorld *world, const CwMapObject *object, CwError *error)
{
    CwPolygonDesc desc = cw_polygon_desc_default();
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world)), *body = NULL;
    double width_m = within(object->width_m, 0.05, SIZE_MAX_M);
    double height_m = within(object->height_m, 0.05, SIZE_MAX_M);
    if (object->shape == CW_MAP_POLYGON) {
        return cw_world_add_polygon(world, (CwEntity){0}, ground, object->corners_m,
                                    object->corner_count, &desc, error) > 0;
    }
    if (object->shape == CW_MAP_POLYLINE) {
        for (int i = 1; i < object->corner_count; i++) {
            const cpVect *corner = &object->corners_m[i];
            cw_world_add_shape(world, (CwEntity){0},
                               cpSegmentShapeNew(ground, corner[-1], corner[0], 0.05));
        }
        return true;
    }
    if (object->shape == CW_MAP_ELLIPSE) {
        body = add_disc(world, width_m / 2);
    } else if (object->shape != CW_MAP_POINT) {
        body = add_box(world, (CwEntity){0}, width_m, height_m);
        cpBodySetAngle(body, object->angle_rad);
    }
    if (body != NULL) {
        cpBodySetPosition(body, cpv(within(object->centre_m.x, -PLACE_MAX_M, PLACE_MAX_M),
                                    within(object->centre_m.y, -PLACE_MAX_M, PLACE_MAX_M)));
    }
    return true;
}

typedef struct Pushed {
    cpBody *body;
} Pushed;

static void spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    ((Pushed *)data)->body = add_box(world, self, 1, 1);
}

static void drive(CwWorld *world, CwEntity self, void *data)
{
    const CwInputFrame *input = cw_world_input(world);
    cpVect force = cpv(40 * cw_input_value(input, 0) - 40 * cw_input_value(input, 1),
                       cw_input_pressed(input, 2) ? 600 : 0);
    cpBodyApplyForceAtWorldPoint(((Pushed *)data)->body, force,
                                 cpBodyGetPosition(((Pushed *)data)->body));
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    CwMapCollision collision = cw_map_collision_default();
    cw_world_spawn(world, 0, NULL, 0);
    for (int i = 0; i < cw_map_object_count(map) && i < BODIES_MAX; i++) {
        if (!add_object(world, cw_map_object(map, i), error)) {
            return false;
        }
    }
    return cw_map_build_collision(world, map, &collision, error) >= 0;
}

static void draw(const CwWorld *world, CwFrame *frame)
{
    const CwMap *map = cw_world_map(world);
    cw_draw_map(frame->draw, &(CwMapDraw){map, 0, cw_map_layer_count(map), frame->sim_s});
}

static const CwActionDef actions[] = {
    {"right", "right", "key:Right"}, {"left", "left", "key:Left"}, {"hop", "hop", "key:Space"}};
static const CwKind kinds[] = {
    {.name = "pushed", .size = sizeof(Pushed), .spawn = spawn, .drive = drive}};
static const CwSystem systems[] = {{.name = "map", .phase = CW_PHASE_RENDER, .frame = draw}};

const CwGame plain_game = {
    .id = "plain",
    .title = "Plain",
    .rules_version = 1,
    .input = {.actions = actions, .action_count = (int)CW_ARRAY_LENGTH(actions)},
    .content = {.kinds = kinds,
                .kind_count = (int)CW_ARRAY_LENGTH(kinds),
                .systems = systems,
                .system_count = (int)CW_ARRAY_LENGTH(systems)},
    .looks = {.camera_height_m = 9},
    .start = start};
