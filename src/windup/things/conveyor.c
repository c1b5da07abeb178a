#include "things/kinds.h"

#include "common/sprites.h"

#include <math.h>

static const double RIB_M = 0.5; /* approximate distance of the ribs */

/* The belt is longer than high, with room for two rollers. */
static bool check_conveyor(const CwMapObject *object, CwError *error)
{
    return object->width_m > object->height_m ||
           cw_error_set(error, "it is %g m long and its rollers %g m high: make it longer",
                        object->width_m, object->height_m);
}

const ThingClass conveyor_class = {
    .shape = CW_MAP_RECT,
    .most = 200,
    .properties = {MACHINE_PROPERTIES(Conveyor),
                   PROPERTY(Conveyor, speed_mps, "speed", 1.0, -30.0, 30.0)},
    .check = check_conveyor};

void conveyor_spawn(CwWorld *world, CwEntity self, Conveyor *belt, const CwMapObject *object)
{
    belt->roller_m = object->height_m / 2.0;
    belt->reach_m = object->width_m / 2.0 - belt->roller_m;
    cpBody *body =
        thing_add_body(world, self, cpBodyNewKinematic(), object->centre_m, object->angle_rad);
    belt->shape = machine_add_shape(
        world, self,
        cpSegmentShapeNew(body, cpv(-belt->reach_m, 0.0), cpv(belt->reach_m, 0.0), belt->roller_m),
        1.0);
}

void conveyor_drive(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    Conveyor *belt = data;
    machine_advance(world, &belt->machine);
    double speed_mps =
        machine_is_on(world, &belt->machine) ? belt->speed_mps * belt->machine.way : 0.0;
    cpShapeSetSurfaceVelocity(belt->shape, cpv(speed_mps, 0.0));
}

/* The place `in_m` inside the belt, `along_m` clockwise from the left end of its upper side. */
static CwPoint2 on_belt(const Conveyor *belt, double along_m, double in_m)
{
    double side_m = 2.0 * belt->reach_m, bend_m = CP_PI * belt->roller_m;
    bool is_lower = along_m >= side_m + bend_m;
    double rest_m = along_m - (is_lower ? side_m + bend_m : 0.0);
    cpVect outwards = cpv(0.0, 1.0);
    cpVect axle = cpv(fmin(rest_m, side_m) - belt->reach_m, 0.0);
    if (rest_m > side_m) {
        outwards = cpvforangle(CP_PI / 2.0 - (rest_m - side_m) / belt->roller_m);
    }
    cpVect edge = cpvadd(axle, cpvmult(outwards, belt->roller_m));
    cpVect at = cpvmult(cpvsub(edge, cpvmult(outwards, in_m)), is_lower ? -1.0 : 1.0);
    return object_point(belt->machine.object, at.x, at.y);
}

static void draw_loop(const Conveyor *belt, CwDrawList *list, double thinner_m, CwColour colour)
{
    draw_line(list, object_point(belt->machine.object, -belt->reach_m, 0.0),
              object_point(belt->machine.object, belt->reach_m, 0.0),
              2.0 * fmax(0.02, belt->roller_m - thinner_m), colour);
}

static void draw_ribs(const Conveyor *belt, CwDrawList *list, double shift_m)
{
    double round_m = 4.0 * belt->reach_m + TURN_RAD * belt->roller_m;
    int count = (int)fmax(4.0, floor(round_m / RIB_M));
    for (int i = 0; i < count; i++) {
        double along_m = round_m * i / count + shift_m;
        along_m -= round_m * floor(along_m / round_m);
        draw_line(list, on_belt(belt, along_m, 0.02), on_belt(belt, along_m, 0.07), 0.07, TAN);
    }
}

static void draw_roller(const Conveyor *belt, CwDrawList *list, double x_m, double turn_rad)
{
    double radius_m = fmax(0.04, belt->roller_m - 0.15);
    cpVect spoke = cpvmult(cpvforangle(turn_rad), 0.7 * radius_m);
    draw_disc(list, object_point(belt->machine.object, x_m, 0.0), radius_m, TEAL);
    draw_line(list, object_point(belt->machine.object, x_m + spoke.x, spoke.y),
              object_point(belt->machine.object, x_m - spoke.x, -spoke.y), 0.05, TEAL_LIGHT);
}

void conveyor_draw(const CwWorld *world, const Conveyor *belt, CwFrame *frame)
{
    if (!object_is_seen(frame, belt->machine.object, 0.0)) {
        return;
    }
    const CwColour inside = {0x3a, 0x28, 0x1c, 255};
    double still_s = (1.0 - frame->alpha) * cw_world_dt_s(world);
    double shift_m = belt->speed_mps * belt->machine.phase_s -
                     cpShapeGetSurfaceVelocity(belt->shape).x * still_s;
    draw_loop(belt, frame->draw, 0.0, OUTLINE);
    draw_loop(belt, frame->draw, 0.03, WOOD_DARK);
    draw_loop(belt, frame->draw, 0.11, inside);
    draw_ribs(belt, frame->draw, shift_m);
    int rollers = (int)fmax(2.0, floor(belt->reach_m / belt->roller_m / 1.5) + 1.0);
    for (int i = 0; i < rollers; i++) {
        double x_m = belt->reach_m * (2.0 * i / (rollers - 1) - 1.0);
        draw_roller(belt, frame->draw, x_m, -shift_m / belt->roller_m);
    }
}
