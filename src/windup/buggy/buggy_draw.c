/* Draws the buggy: driver, chassis, key, springs and wheels at their interpolated places. */
#include "buggy/buggy.h"
#include "common/numbers.h"
#include "common/race.h"
#include "common/sprites.h"

#include <math.h>

CwPoint2 buggy_place_m(const BuggyPose *pose, double x_m, double y_m)
{
    cpVect way = cpvforangle(pose->chassis.angle_rad);
    cpVect turned = cpvrotate(cpv(x_m, y_m + SPRITE_RAISE_M), way);
    return (CwPoint2){pose->chassis.x_m + turned.x, pose->chassis.y_m + turned.y};
}

static const struct {
    int chassis; /* sprite of the chassis */
    CwColour scarf;
} PAINTS[PAINT_COUNT] = {[PAINT_BRASS] = {SPRITE_CHASSIS, {0xb4, 0x48, 0x34, 255}},
                         [PAINT_CHERRY] = {SPRITE_CHERRY, {0x2f, 0x87, 0x85, 255}},
                         [PAINT_NICKEL] = {SPRITE_NICKEL, {0x3d, 0x62, 0x9c, 255}},
                         [PAINT_MIDNIGHT] = {SPRITE_MIDNIGHT, {0xe5, 0xb3, 0x43, 255}}};

static void draw_spring(CwDrawList *list, const BuggyPose *pose, CwTransform2 wheel, double x_m)
{
    CwPoint2 top = buggy_place_m(pose, x_m, SPRING_TOP_M - SPRITE_RAISE_M + 0.06);
    cpVect along = cpv(top.x - wheel.x_m, top.y - wheel.y_m);
    CwTransform2 middle = {(top.x + wheel.x_m) / 2.0, (top.y + wheel.y_m) / 2.0,
                           atan2(along.y, along.x) - CP_PI / 2.0};
    sprite_draw(list, SPRITE_SPRING, middle, (CwPoint2){0.24, fmax(0.1, cpvlength(along))});
}

/* ---- a wreck in pieces ---- */

static const double FLAT = 0.5, FLAT_S = 0.07; /* height of a crushed chassis; time it takes */
static const double APART_MPS = 0.9, APART_RADPS = 1.1; /* halves of a sawn one */

static const double SPRUNG_M = 1.15, SPRUNG_S = 0.8; /* the mainspring that bursts out */

static CwPoint2 flown_m(const BuggyPose *pose, CwPoint2 from)
{
    double s = pose->wreck_s;
    return (CwPoint2){from.x + pose->thrown_mps.x * s,
                      from.y + pose->thrown_mps.y * s - 4.9 * s * s};
}

/* Draws the mainspring and returns its loose end; run down it hangs out behind. */
static CwPoint2 draw_mainspring(CwDrawList *list, const BuggyPose *pose)
{
    bool hangs = pose->wreck == TROUBLE_RUN_DOWN;
    CwPoint2 foot = buggy_place_m(pose, hangs ? -0.95 : -0.25, -0.15);
    double length_m = SPRUNG_M * cw_ease(CW_EASE_OUT_ELASTIC, pose->wreck_s / SPRUNG_S);
    double tilt_rad = pose->chassis.angle_rad + (hangs ? 1.9 : 0.0) +
                      0.3 * sin(15.0 * pose->wreck_s) * exp(-3.0 * pose->wreck_s);
    cpVect up = cpvmult(cpvperp(cpvforangle(tilt_rad)), length_m);
    sprite_draw(list, SPRITE_SPRING,
                (CwTransform2){foot.x + up.x / 2.0, foot.y + up.y / 2.0, tilt_rad},
                (CwPoint2){0.4, fmax(0.1, length_m)});
    return (CwPoint2){foot.x + up.x, foot.y + up.y};
}

static void draw_halves(CwDrawList *list, const BuggyPose *pose, CwTransform2 at)
{
    for (int side = -1; side <= 1; side += 2) {
        double cut_m = at.x_m + side * (0.06 + APART_MPS * pose->wreck_s);
        cw_draw_clip_begin(list,
                           (CwViewRect){side < 0 ? cut_m - 3.0 : cut_m, at.y_m + 3.0, 3.0, 6.0});
        double turned_rad = at.angle_rad - side * APART_RADPS * pose->wreck_s;
        sprite_draw(list, PAINTS[pose->paint].chassis, (CwTransform2){cut_m, at.y_m, turned_rad},
                    NATURAL);
        cw_draw_clip_end(list);
    }
}

static void draw_chassis(CwDrawList *list, const BuggyPose *pose)
{
    CwPoint2 middle = buggy_place_m(pose, 0.0, 0.0);
    CwTransform2 at = {middle.x, middle.y, pose->chassis.angle_rad};
    const CwSpriteDef *whole = &windup_sprites[PAINTS[pose->paint].chassis];
    CwPoint2 size = NATURAL;
    if (pose->wreck == TROUBLE_SAWN) {
        draw_halves(list, pose, at);
        return;
    }
    if (pose->wreck == TROUBLE_CRUSHED) {
        double flat = cpflerp(1.0, FLAT, fmin(1.0, pose->wreck_s / FLAT_S));
        size = (CwPoint2){whole->width_m * (1.3 - 0.3 * flat), whole->height_m * flat};
        at.y_m -= (whole->height_m - size.y) / 2.0;
    }
    sprite_draw(list, PAINTS[pose->paint].chassis, at, size);
}

/* ---- the driver ---- */

/* Draws arms in the air, and a medal in the hand ahead. */
static void draw_cheer(CwDrawList *list, CwPoint2 seat, int medal)
{
    static const CwColour medals[] = {{0},
                                      {0xc0, 0x7a, 0x42, 255},
                                      {0xd8, 0xdd, 0xe2, 255},
                                      {0xf6, 0xc8, 0x4a, 255},
                                      {0x68, 0xd4, 0xc8, 255}};
    sprite_draw(list, SPRITE_ARMS, (CwTransform2){seat.x, seat.y + 0.38, 0.0}, NATURAL);
    if (medal > 0) {
        sprite_tint(list, SPRITE_MEDAL, (CwTransform2){seat.x + 0.42, seat.y + 0.66, -0.15},
                    NATURAL, &medals[medal]);
    }
}

/* The driver turns about his seat, and his head turns about his neck. */
static void draw_driver(CwDrawList *list, const BuggyPose *pose)
{
    const double seat_y_m = 0.05, middle_m = 0.35, neck_x_m = 0.03, neck_y_m = 0.20;
    double body_rad = pose->chassis.angle_rad + pose->lean_rad;
    CwPoint2 seat = buggy_place_m(pose, -0.12, seat_y_m - pose->crouch_m);
    if (pose->wreck != TROUBLE_NONE) {
        CwPoint2 end = draw_mainspring(list, pose);
        seat = pose->wreck == TROUBLE_CRUSHED ? end : flown_m(pose, seat);
        body_rad -= 0.5 * pose->thrown_mps.y * pose->wreck_s;
    }
    cpVect body = cpvrotate(cpv(0.0, middle_m), cpvforangle(body_rad));
    cpVect neck = cpvrotate(cpv(neck_x_m, neck_y_m), cpvforangle(body_rad));
    double head_rad = body_rad + pose->look_rad;
    cpVect head = cpvrotate(cpv(-neck_x_m, middle_m - neck_y_m), cpvforangle(head_rad));
    if (pose->scarf_m[0].x != 0.0 || pose->scarf_m[0].y != 0.0) { /* the ghost has none */
        cw_draw_polyline(list, pose->scarf_m, 4, 0.13, OUTLINE);
        cw_draw_polyline(list, pose->scarf_m, 4, 0.08, PAINTS[pose->paint].scarf);
    }
    if (pose->cheers) {
        draw_cheer(list, seat, pose->medal);
    }
    sprite_draw(list, SPRITE_DRIVER, (CwTransform2){seat.x + body.x, seat.y + body.y, body_rad},
                NATURAL);
    sprite_draw(list, SPRITE_HEAD,
                (CwTransform2){seat.x + neck.x + head.x, seat.y + neck.y + head.y, head_rad},
                NATURAL);
}

/* ---- tyres, with teeth, that give way where they press on something ---- */

enum { TEETH = 18, TOOTH_CORNERS = 4, TYRE_CORNERS = TEETH * TOOTH_CORNERS };

static const double ROOT_M = 0.385, HALF_OUTLINE_M = 0.0175;
static const double ASIDE = 0.73; /* a tooth widens to each side by this share of its growth */
static const CwColour RUBBER = {0x5a, 0x47, 0x41, 255};

typedef struct Tyre {
    CwTransform2 wheel;
    Squash squash;
    CwPoint2 towards; /* unit vector to the pressed side */
} Tyre;

/* A unit vector, relative to the pressed side. */
static cpVect direction(const Tyre *tyre, double turn_rad)
{
    return cpvforangle(tyre->wheel.angle_rad + turn_rad - tyre->squash.towards_rad);
}

/* A place outside of the tyre's middle line: flat on the pressed side, wider beside it. */
static CwPoint2 tread_point(const Tyre *tyre, cpVect direction, double radius_m, double outside_m)
{
    double depth_m = tyre->squash.depth_m, reach_m = radius_m + outside_m;
    double out_m = fmin(reach_m * direction.x, WHEEL_RADIUS_M - depth_m + outside_m);
    double side_m = reach_m * direction.y * (1.0 + 0.9 * depth_m * fmax(0.0, direction.x));
    double x = tyre->towards.x, y = tyre->towards.y;
    return (CwPoint2){tyre->wheel.x_m + out_m * x - side_m * y,
                      tyre->wheel.y_m + out_m * y + side_m * x};
}

/* Draws the tyre, grown by `outside_m`: one tooth, turned around the wheel. */
static void draw_tread(CwDrawList *list, const Tyre *tyre, double outside_m, CwColour colour)
{
    static const double shares[TOOTH_CORNERS] = {-0.32, -0.2, 0.2, 0.32};
    const double tip_m = WHEEL_RADIUS_M - HALF_OUTLINE_M, pitch_rad = TURN_RAD / (double)TEETH;
    cpVect pitch = cpvforangle(pitch_rad);
    CwPoint2 corners[TYRE_CORNERS];
    for (int corner = 0; corner < TOOTH_CORNERS; corner++) {
        double radius_m = corner == 1 || corner == 2 ? tip_m : ROOT_M;
        double aside_rad = ASIDE * outside_m / radius_m;
        cpVect at =
            direction(tyre, shares[corner] * pitch_rad + (corner < 2 ? -aside_rad : aside_rad));
        for (int i = corner; i < TYRE_CORNERS; i += TOOTH_CORNERS) {
            corners[i] = tread_point(tyre, at, radius_m, outside_m);
            at = cpvrotate(at, pitch);
        }
    }
    cw_draw_shape(list, corners, TYRE_CORNERS, &(CwPaint){.colour = colour});
}

static void draw_wheel(CwDrawList *list, CwTransform2 wheel, Squash squash)
{
    double x = cos(squash.towards_rad), y = sin(squash.towards_rad);
    const Tyre tyre = {wheel, squash, {x, y}};
    CwPoint2 chalk[3];
    for (int i = 0; i < 3; i++) {
        chalk[i] = tread_point(&tyre, direction(&tyre, 0.9 + 0.14 * i), 0.345, 0.0);
    }
    draw_tread(list, &tyre, HALF_OUTLINE_M, OUTLINE);
    draw_tread(list, &tyre, -HALF_OUTLINE_M, RUBBER);
    cw_draw_polyline(list, chalk, 3, 0.036, CREAM);
    double lift_m = 0.4 * squash.depth_m; /* the rim rides a little higher */
    sprite_draw(list, SPRITE_RIM,
                (CwTransform2){wheel.x_m - lift_m * x, wheel.y_m - lift_m * y, wheel.angle_rad},
                NATURAL);
}

void buggy_draw_at(CwDrawList *list, const BuggyPose *pose)
{
    double key_rad = pose->chassis.angle_rad + pose->key_rad + 14.0 * pose->wreck_s;
    draw_driver(list, pose);
    draw_chassis(list, pose);
    CwPoint2 key = flown_m(pose, buggy_place_m(pose, -0.79, 0.33));
    sprite_draw(list, SPRITE_KEY, (CwTransform2){key.x, key.y, key_rad}, NATURAL);
    for (int wheel = 0; wheel < WHEEL_COUNT && pose->wreck == TROUBLE_NONE; wheel++) {
        double x_m = wheel == WHEEL_REAR ? -WHEEL_REACH_M : WHEEL_REACH_M;
        draw_spring(list, pose, pose->wheels[wheel], x_m);
    }
    for (int wheel = 0; wheel < WHEEL_COUNT; wheel++) {
        draw_wheel(list, pose->wheels[wheel], pose->squash[wheel]);
    }
}
