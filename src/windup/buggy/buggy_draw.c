/* The buggy's picture: driver, chassis, key, springs and wheels at their interpolated places. */
#include "buggy/buggy.h"
#include "common/numbers.h"
#include "common/palette.h"
#include "common/sprites.h"

#include <math.h>

CwPoint2 buggy_place_m(const BuggyPose *pose, double x_m, double y_m)
{
    cpVect way = cpvforangle(pose->chassis.angle_rad);
    cpVect turned = cpvrotate(cpv(x_m, y_m + SPRITE_RAISE_M), way);
    return (CwPoint2){pose->chassis.x_m + turned.x, pose->chassis.y_m + turned.y};
}

/* From the chassis to the axle, as long as the spring is just now. */
static void draw_spring(CwDrawList *list, const BuggyPose *pose, CwTransform2 wheel, double x_m)
{
    CwPoint2 top = buggy_place_m(pose, x_m, SPRING_TOP_M - SPRITE_RAISE_M + 0.06);
    cpVect along = cpv(top.x - wheel.x_m, top.y - wheel.y_m);
    CwTransform2 middle = {(top.x + wheel.x_m) / 2.0, (top.y + wheel.y_m) / 2.0,
                           atan2(along.y, along.x) - CP_PI / 2.0};
    sprite_draw(list, SPRITE_SPRING, middle, (CwPoint2){0.24, fmax(0.1, cpvlength(along))});
}

static void draw_scarf(CwDrawList *list, const BuggyPose *pose)
{
    const CwColour cloth = {0xb4, 0x48, 0x34, 255};
    if (pose->scarf_m[0].x != 0.0 || pose->scarf_m[0].y != 0.0) {
        cw_draw_polyline(list, pose->scarf_m, 4, 0.13, OUTLINE);
        cw_draw_polyline(list, pose->scarf_m, 4, 0.08, cloth);
    }
}

/* He turns about where he sits; his head about his neck. */
static void draw_driver(CwDrawList *list, const BuggyPose *pose)
{
    const double seat_y_m = 0.05, middle_m = 0.35, neck_x_m = 0.03, neck_y_m = 0.20;
    double body_rad = pose->chassis.angle_rad + pose->lean_rad;
    CwPoint2 seat = buggy_place_m(pose, -0.12, seat_y_m - pose->crouch_m);
    cpVect body = cpvrotate(cpv(0.0, middle_m), cpvforangle(body_rad));
    cpVect neck = cpvrotate(cpv(neck_x_m, neck_y_m), cpvforangle(body_rad));
    double head_rad = body_rad + pose->look_rad;
    cpVect head = cpvrotate(cpv(-neck_x_m, middle_m - neck_y_m), cpvforangle(head_rad));
    draw_scarf(list, pose);
    sprite_draw(list, SPRITE_DRIVER, (CwTransform2){seat.x + body.x, seat.y + body.y, body_rad},
                NATURAL);
    sprite_draw(list, SPRITE_HEAD,
                (CwTransform2){seat.x + neck.x + head.x, seat.y + neck.y + head.y, head_rad},
                NATURAL);
}

void buggy_draw_at(CwDrawList *list, const BuggyPose *pose)
{
    double angle_rad = pose->chassis.angle_rad;
    draw_driver(list, pose);
    CwPoint2 chassis = buggy_place_m(pose, 0.0, 0.0), key = buggy_place_m(pose, -0.79, 0.33);
    sprite_draw(list, SPRITE_CHASSIS, (CwTransform2){chassis.x, chassis.y, angle_rad}, NATURAL);
    sprite_draw(list, SPRITE_KEY, (CwTransform2){key.x, key.y, angle_rad + pose->key_rad}, NATURAL);
    for (int wheel = 0; wheel < WHEEL_COUNT; wheel++) {
        double x_m = wheel == WHEEL_REAR ? -WHEEL_REACH_M : WHEEL_REACH_M;
        draw_spring(list, pose, pose->wheels[wheel], x_m);
    }
    for (int wheel = 0; wheel < WHEEL_COUNT; wheel++) {
        tyre_draw(list, pose->wheels[wheel], pose->squash[wheel]);
    }
}
