/* The buggy's picture: driver, chassis, key, springs and wheels at their interpolated places. */
#include "game/buggy.h"

#include <math.h>

/* A point of the chassis picture (x right, y up from its middle) in the world. */
static Point2 on_chassis(Transform2 pose, double x_m, double y_m)
{
    cpVect turned = cpvrotate(cpv(x_m, y_m + SPRITE_RAISE_M), cpvforangle(pose.angle_rad));
    return (Point2){pose.x_m + turned.x, pose.y_m + turned.y};
}

static void draw_part(DrawList *list, int sprite, Point2 at, double angle_rad)
{
    draw_sprite(list,
                &(SpriteDraw){.sprite = sprite, .x = at.x, .y = at.y, .angle_rad = angle_rad});
}

/* From the chassis to the axle, as long as the spring is just now. */
static void draw_spring(DrawList *list, Transform2 chassis, Transform2 wheel, double x_m)
{
    Point2 top = on_chassis(chassis, x_m, SPRING_TOP_M - SPRITE_RAISE_M + 0.06);
    cpVect along = cpv(top.x - wheel.x_m, top.y - wheel.y_m);
    draw_sprite(list, &(SpriteDraw){.sprite = SPRITE_SPRING,
                                    .x = (top.x + wheel.x_m) / 2.0,
                                    .y = (top.y + wheel.y_m) / 2.0,
                                    .width = 0.24,
                                    .height = fmax(0.1, cpvlength(along)),
                                    .angle_rad = atan2(along.y, along.x) - CP_PI / 2.0});
}

void buggy_draw(const World *world, Entity self, const void *data, Frame *frame)
{
    (void)self;
    const Buggy *buggy = data;
    DrawList *list = frame->draw;
    Transform2 chassis = world_pose(world, buggy->chassis, frame->alpha);
    Transform2 wheels[WHEEL_COUNT];
    draw_set_world(list, 1.0);
    draw_set_layer(list, LAYER_BUGGY);
    draw_part(list, SPRITE_DRIVER, on_chassis(chassis, -0.12, 0.40), chassis.angle_rad);
    draw_part(list, SPRITE_CHASSIS, on_chassis(chassis, 0.0, 0.0), chassis.angle_rad);
    double key_rad =
        buggy->key_angle_rad + (frame->alpha - 1.0) * world_dt_s(world) * buggy->key_spin_radps;
    draw_part(list, SPRITE_KEY, on_chassis(chassis, -0.79, 0.33), chassis.angle_rad + key_rad);
    for (int wheel = 0; wheel < WHEEL_COUNT; wheel++) {
        double x_m = wheel == WHEEL_REAR ? -WHEEL_REACH_M : WHEEL_REACH_M;
        wheels[wheel] = world_pose(world, buggy->wheels[wheel], frame->alpha);
        draw_spring(list, chassis, wheels[wheel], x_m);
    }
    for (int wheel = 0; wheel < WHEEL_COUNT; wheel++) {
        Point2 at = {wheels[wheel].x_m, wheels[wheel].y_m};
        draw_part(list, SPRITE_WHEEL, at, wheels[wheel].angle_rad);
    }
}
