/* The buggy's picture: driver, chassis, key, springs and wheels at their interpolated places. */
#include "game/buggy.h"
#include "game/numbers.h"
#include "game/sprites.h"

#include <math.h>

/* A point of the chassis picture (x right, y up from its middle) in the world. */
static CwPoint2 on_chassis(CwTransform2 pose, double x_m, double y_m)
{
    cpVect turned = cpvrotate(cpv(x_m, y_m + SPRITE_RAISE_M), cpvforangle(pose.angle_rad));
    return (CwPoint2){pose.x_m + turned.x, pose.y_m + turned.y};
}

static void draw_part(CwDrawList *list, int sprite, CwPoint2 at, double angle_rad)
{
    cw_draw_sprite(list,
                   &(CwSpriteDraw){.sprite = sprite, .x = at.x, .y = at.y, .angle_rad = angle_rad});
}

/* From the chassis to the axle, as long as the spring is just now. */
static void draw_spring(CwDrawList *list, CwTransform2 chassis, CwTransform2 wheel, double x_m)
{
    CwPoint2 top = on_chassis(chassis, x_m, SPRING_TOP_M - SPRITE_RAISE_M + 0.06);
    cpVect along = cpv(top.x - wheel.x_m, top.y - wheel.y_m);
    cw_draw_sprite(list, &(CwSpriteDraw){.sprite = SPRITE_SPRING,
                                         .x = (top.x + wheel.x_m) / 2.0,
                                         .y = (top.y + wheel.y_m) / 2.0,
                                         .width = 0.24,
                                         .height = fmax(0.1, cpvlength(along)),
                                         .angle_rad = atan2(along.y, along.x) - CP_PI / 2.0});
}

void buggy_draw_at(CwDrawList *list, const BuggyPose *pose)
{
    CwTransform2 chassis = pose->chassis;
    cw_draw_set_layer(list, LAYER_BUGGY);
    draw_part(list, SPRITE_DRIVER, on_chassis(chassis, -0.12, 0.40), chassis.angle_rad);
    draw_part(list, SPRITE_CHASSIS, on_chassis(chassis, 0.0, 0.0), chassis.angle_rad);
    draw_part(list, SPRITE_KEY, on_chassis(chassis, -0.79, 0.33),
              chassis.angle_rad + pose->key_rad);
    for (int wheel = 0; wheel < WHEEL_COUNT; wheel++) {
        double x_m = wheel == WHEEL_REAR ? -WHEEL_REACH_M : WHEEL_REACH_M;
        draw_spring(list, chassis, pose->wheels[wheel], x_m);
    }
    for (int wheel = 0; wheel < WHEEL_COUNT; wheel++) {
        CwPoint2 at = {pose->wheels[wheel].x_m, pose->wheels[wheel].y_m};
        draw_part(list, SPRITE_WHEEL, at, pose->wheels[wheel].angle_rad);
    }
}

void buggy_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    const Buggy *buggy = data;
    BuggyPose pose = {.chassis = cw_world_pose(world, buggy->chassis, frame->alpha)};
    pose.key_rad =
        buggy->key_angle_rad + (frame->alpha - 1.0) * cw_world_dt_s(world) * buggy->key_spin_radps;
    for (int wheel = 0; wheel < WHEEL_COUNT; wheel++) {
        pose.wheels[wheel] = cw_world_pose(world, buggy->wheels[wheel], frame->alpha);
    }
    cw_draw_set_world(frame->draw, 1.0);
    buggy_draw_at(frame->draw, &pose);
}
