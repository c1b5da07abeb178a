#include "lab/lab.h"

#include "clockwork/body.h"
#include "panel/debug_shapes.h"

#include <math.h>
#include <string.h>

enum { BALL_COUNT = 12 };

static const double ROOM_X_M = 7.4, ROOM_Y_M = 3.9, OUTER_WALL_M = 1.0, THIN_WALL_M = 0.05;
static const double BALL_M = 0.2; /* radius */
static const double BALL_MPS = 12;

static void add_wall(CwWorld *world, cpVect from_m, cpVect to_m, double radius_m)
{
    cpShape *shape =
        cpSegmentShapeNew(cpSpaceGetStaticBody(cw_world_space(world)), from_m, to_m, radius_m);
    cpShapeSetElasticity(shape, 1);
    cw_world_add_shape(world, (CwEntity){0}, shape);
}

/* Balls don't collide with each other, so they keep their speed. */
static void add_ball(CwWorld *world, int index)
{
    double lane_m = ROOM_Y_M * ((2 * index + 1) / (double)BALL_COUNT - 1) * 0.93;
    double speed_mps = BALL_MPS * (0.8 + 0.2 * index / (BALL_COUNT - 1));
    cpBody *body = cpBodyNew(1, cpMomentForCircle(1, 0, BALL_M, cpvzero));
    cpBodySetPosition(body, cpv(-6.8 + 0.5 * ((index * 7) % BALL_COUNT), lane_m));
    cpBodySetVelocity(body, cpvmult(cpvforangle(0.03 * (index - 5.5)), speed_mps));
    cw_world_add_body(world, (CwEntity){0}, body);
    cpShape *shape = cpCircleShapeNew(body, BALL_M, cpvzero);
    cpShapeSetElasticity(shape, 1);
    cpShapeSetFilter(shape, cpShapeFilterNew(1, CP_ALL_CATEGORIES, CP_ALL_CATEGORIES));
    cw_world_add_shape(world, (CwEntity){0}, shape);
}

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
        add_ball(world, i);
    }
    return true;
}

static void draw_wall(const CwWorld *world, CwFrame *frame)
{
    cw_draw_set_world(frame->draw, 1);
    debug_shapes_draw(world, frame->alpha, NULL, (CwColour){0}, frame->draw);
}

static const CwSystem SYSTEM = {.name = "lab.draw", .phase = CW_PHASE_RENDER, .frame = draw_wall};

static const CwGame WALL = {.id = "wall",
                            .title = "Wall",
                            .content = {.systems = &SYSTEM, .system_count = 1},
                            .looks = {.camera_height_m = 9},
                            .start = start_wall};

const LabScene lab_scenes[LAB_SCENE_COUNT] = {
    {.name = "bridge",
     .about = "The same driver on both sides. Springs and joints feel every uneven step.",
     .home_m = {-INFINITY, 0, INFINITY, INFINITY}},
    {.name = "wall",
     .about = "The balls should stay on the left. A long step carries them through the wall.",
     .game = &WALL,
     .home_m = {-7.7, -4.2, 0, 4.2}},
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
