#include "lab/lab_side.h"

#include "clockwork/body.h"
#include "panel/debug_shapes.h"
#include "sim/world.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>
#include <string.h>

enum { TOWER_COUNT = 8, SIDE_TOWER_COUNT = 4, BALL_COUNT = 12, LINK_COUNT = 16 };

static const double FLOOR_M = -3.6;
static const double BOX_M = 0.8;
static const double ROOM_X_M = 7.4, ROOM_Y_M = 3.9;
static const double OUTER_WALL_M = 1.0;
static const double THIN_WALL_M = 0.05;
static const double BALL_M = 0.2; /* radius */
static const double BALL_MPS = 12;
static const double ROD_M = 4.2;
static const double PIVOT_M = 1.4;
static const double LINK_M = 0.4;
static const double HOOK_M = 4.0;

static cpBody *add_ball(CwWorld *world, cpVect at_m, double radius_m, double mass_kg)
{
    cpBody *body = cpBodyNew(mass_kg, cpMomentForCircle(mass_kg, 0, radius_m, cpvzero));
    cpBodySetPosition(body, at_m);
    cw_world_add_body(world, (CwEntity){0}, body);
    cpShape *shape = cpCircleShapeNew(body, radius_m, cpvzero);
    cpShapeSetElasticity(shape, 1);
    cpShapeSetFilter(shape, cpShapeFilterNew(1, CP_ALL_CATEGORIES, CP_ALL_CATEGORIES));
    cw_world_add_shape(world, (CwEntity){0}, shape);
    return body;
}

static void add_wall(CwWorld *world, cpVect from_m, cpVect to_m, double radius_m)
{
    cpShape *shape =
        cpSegmentShapeNew(cpSpaceGetStaticBody(cw_world_space(world)), from_m, to_m, radius_m);
    cpShapeSetFriction(shape, 0.8);
    cpShapeSetElasticity(shape, 1);
    cw_world_add_shape(world, (CwEntity){0}, shape);
}

/* ---- scenes ---- */

static void add_tower(CwWorld *world, double x_m, int count)
{
    for (int i = 0; i < count; i++) {
        double mass_kg = 4;
        cpBody *body = cpBodyNew(mass_kg, cpMomentForBox(mass_kg, BOX_M, BOX_M));
        cpBodySetPosition(body, cpv(x_m, FLOOR_M + (i + 0.5) * BOX_M));
        cw_world_add_body(world, (CwEntity){0}, body);
        cpShape *shape = cpBoxShapeNew(body, BOX_M, BOX_M, 0);
        cpShapeSetFriction(shape, 0.8);
        cw_world_add_shape(world, (CwEntity){0}, shape);
    }
}

static bool start_stack(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    cpSpaceSetSleepTimeThreshold(cw_world_space(world), INFINITY);
    add_wall(world, cpv(-20, FLOOR_M - 1), cpv(20, FLOOR_M - 1), 1);
    add_tower(world, 0, TOWER_COUNT);
    add_tower(world, -3.5, SIDE_TOWER_COUNT);
    add_tower(world, 3.5, SIDE_TOWER_COUNT);
    return true;
}

/* The balls belong left of a thin wall; they pass each other, so they keep their speed. */
static bool start_wall(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    cpSpaceSetSleepTimeThreshold(cw_world_space(world), INFINITY);
    cpSpaceSetGravity(cw_world_space(world), cpvzero);
    double x = ROOM_X_M + OUTER_WALL_M, y = ROOM_Y_M + OUTER_WALL_M;
    add_wall(world, cpv(-x, -y), cpv(x, -y), OUTER_WALL_M);
    add_wall(world, cpv(-x, y), cpv(x, y), OUTER_WALL_M);
    add_wall(world, cpv(-x, -y), cpv(-x, y), OUTER_WALL_M);
    add_wall(world, cpv(x, -y), cpv(x, y), OUTER_WALL_M);
    add_wall(world, cpv(0, -y), cpv(0, y), THIN_WALL_M);
    for (int i = 0; i < BALL_COUNT; i++) {
        double lane_m = ROOM_Y_M * ((2 * i + 1) / (double)BALL_COUNT - 1) * 0.93;
        cpVect at_m = cpv(-6.8 + 0.5 * ((i * 7) % BALL_COUNT), lane_m);
        cpBody *ball = add_ball(world, at_m, BALL_M, 1);
        double share = 0.8 + 0.2 * i / (BALL_COUNT - 1);
        cpBodySetVelocity(ball, cpvmult(cpvforangle(0.03 * (i - 5.5)), BALL_MPS * share));
    }
    return true;
}

static bool start_pendulum(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    cpSpaceSetSleepTimeThreshold(cw_world_space(world), INFINITY);
    cpVect pivot_m = cpv(0, PIVOT_M);
    cpBody *bob = add_ball(world, cpv(ROD_M, PIVOT_M), 0.45, 5);
    cpBody *fixed = cpSpaceGetStaticBody(cw_world_space(world));
    cw_world_add_constraint(world, (CwEntity){0}, cpPivotJointNew(fixed, bob, pivot_m));
    return true;
}

static bool start_chain(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    cpSpaceSetSleepTimeThreshold(cw_world_space(world), INFINITY);
    cpBody *above = cpSpaceGetStaticBody(cw_world_space(world));
    for (int i = 0; i < LINK_COUNT; i++) {
        bool last = i == LINK_COUNT - 1;
        cpVect at_m = cpv((i + (last ? 1.0 : 0.5)) * LINK_M, HOOK_M);
        cpBody *link = add_ball(world, at_m, last ? 0.4 : 0.13, last ? 1.5 : 1);
        cw_world_add_constraint(world, (CwEntity){0},
                                cpPivotJointNew(above, link, cpv(i * LINK_M, HOOK_M)));
        above = link;
    }
    return true;
}

/* ---- pictures ---- */

static void draw_scene(const CwWorld *world, CwFrame *frame)
{
    const cpArray *joints = world->space->constraints;
    cw_draw_set_world(frame->draw, 1);
    for (int i = 0; i < joints->num; i++) {
        const cpConstraint *joint = joints->arr[i];
        const cpVect anchor = cpPivotJointGetAnchorA(joint);
        CwTransform2 a = cw_world_pose(world, joint->a, frame->alpha);
        CwTransform2 b = cw_world_pose(world, joint->b, frame->alpha);
        cpVect turned = cpvrotate(anchor, cpvforangle(a.angle_rad));
        const CwPoint2 line[] = {{a.x_m + turned.x, a.y_m + turned.y}, {b.x_m, b.y_m}};
        cw_draw_polyline(frame->draw, line, 2, 0.09, (CwColour){0xa8, 0x70, 0x2b, 255});
    }
    debug_shapes_draw(world, frame->alpha, NULL, (CwColour){0}, frame->draw);
}

/* ---- the table ---- */

static const CwSystem SYSTEMS[] = {
    {.name = "lab.draw", .phase = CW_PHASE_RENDER, .frame = draw_scene},
};

#define LAB_GAME(scene_id, scene_start)                                                            \
    {                                                                                              \
        .id = (scene_id), .title = (scene_id), .systems = SYSTEMS,                                 \
        .system_count = (int)CW_ARRAY_LENGTH(SYSTEMS), .camera_height_m = 9,                       \
        .start = (scene_start)                                                                     \
    }

const LabScene lab_scenes[LAB_SCENE_COUNT] = {
    {.name = "wall",
     .about = "The balls should stay on the left. A long step carries them through the wall.",
     .game = LAB_GAME("wall", start_wall),
     .home_m = {-7.7, -4.2, 0, 4.2},
     .has_energy = true},
    {.name = "stack",
     .about = "Nothing pushes them, so nothing should move. A long step squashes them.",
     .game = LAB_GAME("stack", start_stack),
     .home_m = {-20, -3.65, 20, 100},
     .has_energy = true,
     .rest_m = -3.6},
    {.name = "pendulum",
     .about = "There is no friction: it should keep swinging to the same height.",
     .game = LAB_GAME("pendulum", start_pendulum),
     .home_m = {-INFINITY, -INFINITY, INFINITY, INFINITY},
     .has_energy = true,
     .rest_m = -2.8},
    {.name = "chain",
     .about = "Links are rigid. A long step tears them apart; the path is chaotic, yet repeatable.",
     .game = LAB_GAME("chain", start_chain),
     .home_m = {-INFINITY, -INFINITY, INFINITY, INFINITY}},
    {.name = "bridge",
     .about = "The same driver on both sides. Springs and joints feel every uneven step.",
     .home_m = {-INFINITY, 0, INFINITY, INFINITY}},
};

const LabScene *lab_scene_find(const char *name)
{
    for (int i = 0; i < LAB_SCENE_COUNT; i++) {
        if (strcmp(lab_scenes[i].name, name) == 0) {
            return &lab_scenes[i];
        }
    }
    return NULL;
}
