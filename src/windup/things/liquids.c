/* Oil and water: wheels slip in oil, and things float in water. */
#include "things/kinds.h"

#include "buggy/buggy.h"
#include "common/sprites.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>
#include <string.h>

/* ---- oil ---- */

static const double OIL_REACH_M = 0.02; /* reach beyond the tread: a film on the ground counts */

const ThingClass oil_class = {.shape = CW_MAP_RECT,
                              .other_shape = CW_MAP_POLYGON,
                              .most = 100,
                              .properties = {PROPERTY(Oil, grip, "grip", 0.15, 0.0, 1.0)}};

void oil_spawn(CwWorld *world, CwEntity self, Oil *oil, const CwMapObject *object)
{
    (void)self;
    oil->object = object;
    oil->corners_m = polygon_copy(world, object);
}

/* True if a place is inside, or nearer to an edge than `reach_m`. */
static bool oil_reaches(const Oil *oil, cpVect place_m, double reach_m)
{
    int count = oil->object->corner_count;
    for (int i = 0; i < count; i++) {
        cpVect a = oil->corners_m[i], b = oil->corners_m[(i + 1) % count];
        if (cpvdist(place_m, cpClosetPointOnSegment(place_m, a, b)) < reach_m) {
            return true;
        }
    }
    return polygon_contains(oil->corners_m, count, place_m);
}

void oil_drive(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    const Oil *oil = data;
    Buggy *buggy = buggy_of(world);
    for (int wheel = 0; wheel < WHEEL_COUNT; wheel++) {
        cpVect axle_m = cpBodyGetPosition(buggy->wheels[wheel]);
        if (oil_reaches(oil, axle_m, WHEEL_RADIUS_M + OIL_REACH_M)) {
            buggy->grip[wheel] = fmin(buggy->grip[wheel], oil->grip);
        }
    }
}

/* Draws the sky's light on the oil, in dashes that wander. */
static void draw_sheen(CwDrawList *list, cpVect left, cpVect right, double time_s)
{
    double length_m = cpvdist(left, right);
    draw_line(list, to_point(left), to_point(right), 0.07, (CwColour){0x5a, 0x4a, 0x86, 255});
    for (double at_m = 0.0; at_m < length_m; at_m += 0.9) {
        double shine = 0.5 + 0.5 * sin(1.3 * (left.x + at_m) - 2.0 * time_s);
        cpVect from = cpvlerp(left, right, at_m / length_m);
        cpVect to = cpvlerp(left, right, fmin(1.0, (at_m + 0.8 * shine) / length_m));
        CwColour light = {0x8f, 0xb8, 0xff, (uint8_t)(90.0 + 165.0 * shine)};
        draw_line(list, to_point(from), to_point(to), 0.05, light);
        draw_line(list, (CwPoint2){from.x, from.y - 0.13}, (CwPoint2){to.x, to.y - 0.13}, 0.05,
                  (CwColour){0xb4, 0x6a, 0xc8, (uint8_t)(130.0 * shine)});
    }
}

void oil_draw(const CwWorld *world, const Oil *oil, CwFrame *frame)
{
    const CwColour film = {0x17, 0x10, 0x1c, 255};
    int count = oil->object->corner_count;
    (void)world;
    if (!object_is_seen(frame, oil->object, 0.4)) {
        return;
    }
    cw_draw_set_layer(frame->draw, LAYER_OIL);
    polygon_draw(frame->draw, oil->corners_m, count, film);
    for (int i = 0; i < 2 * count; i++) { /* the pool, then its surface */
        cpVect a = oil->corners_m[i % count], b = oil->corners_m[(i + 1) % count];
        if (i < count) {
            draw_line(frame->draw, (CwPoint2){a.x, a.y - 0.16}, (CwPoint2){b.x, b.y - 0.16}, 0.38,
                      film);
        } else if (a.x - b.x > 0.5 * cpvdist(a, b)) {
            draw_sheen(frame->draw, b, a, frame->sim_s);
        }
    }
}

/* ---- water ---- */

static const double DENSITY_KGPM2 = 88.0; /* the buggy has about 60, a crate 8 */
static const double DRAG_PER_S = 0.8;     /* drag of displaced water */
static const double DRAG_PER_M = 0.45;    /* growth of the drag with speed */
static const double SPIN_DRAG_PER_S = 6.0;
static const double PADDLE_NSPM = 400.0; /* push of a wheel's lower half */
static const double PADDLE_M = 0.25;     /* depth of the push below the axle */
static const double SPLASH_MPS = 2.0;

enum { ROUND_CORNERS = 12, OUTLINE_MAX = 32 }; /* each clipping adds a corner at most */

const CwField water_fields[] = {CW_FIELD(Water, holds_buggy)};

static bool check_water(const CwMapObject *object, CwError *error)
{
    return object->angle_rad == 0.0 ||
           cw_error_set(
               error, "water must be level, but it is rotated by %g degrees: set its rotation to 0",
               -object->angle_rad * 180.0 / CP_PI);
}

const ThingClass water_class = {.shape = CW_MAP_RECT, .most = 20, .check = check_water};

void water_spawn(CwWorld *world, CwEntity self, Water *water, const CwMapObject *object)
{
    (void)world, (void)self;
    water->box = cpBBNewForExtents(object->centre_m, object->width_m / 2.0, object->height_m / 2.0);
}

/* A closed outline, counter-clockwise, metres in the world. */
typedef struct ShapeOutline {
    cpVect corners_m[OUTLINE_MAX];
    int count;
} ShapeOutline;

static void read_outline(const cpShape *shape, const cpBody *body, ShapeOutline *outline)
{
    outline->count = 0;
    if (shape->klass->type == CP_CIRCLE_SHAPE) {
        cpVect centre_m = cpBodyLocalToWorld(body, cpCircleShapeGetOffset(shape));
        for (int i = 0; i < ROUND_CORNERS; i++) {
            cpVect way = cpvforangle(TURN_RAD * i / (double)ROUND_CORNERS);
            outline->corners_m[outline->count++] =
                cpvadd(centre_m, cpvmult(way, cpCircleShapeGetRadius(shape)));
        }
    } else if (shape->klass->type == CP_SEGMENT_SHAPE) {
        cpVect a = cpBodyLocalToWorld(body, cpSegmentShapeGetA(shape));
        cpVect b = cpBodyLocalToWorld(body, cpSegmentShapeGetB(shape));
        cpVect side = cpvmult(cpvperp(cpvnormalize(cpvsub(b, a))), cpSegmentShapeGetRadius(shape));
        outline->corners_m[outline->count++] = cpvsub(a, side);
        outline->corners_m[outline->count++] = cpvsub(b, side);
        outline->corners_m[outline->count++] = cpvadd(b, side);
        outline->corners_m[outline->count++] = cpvadd(a, side);
    } else {
        for (int i = 0; i < cpPolyShapeGetCount(shape); i++) {
            outline->corners_m[outline->count++] =
                cpBodyLocalToWorld(body, cpPolyShapeGetVert(shape, i));
        }
    }
}

/* Clips an outline at a line: points p with n . p <= limit remain. */
static void clip_outline(ShapeOutline *outline, cpVect n, double limit)
{
    double outs[OUTLINE_MAX], furthest = -INFINITY;
    for (int i = 0; i < outline->count; i++) {
        outs[i] = cpvdot(n, outline->corners_m[i]) - limit;
        furthest = fmax(furthest, outs[i]);
    }
    if (furthest <= 0.0) {
        return;
    }
    cpVect inside_m[OUTLINE_MAX];
    int count = 0;
    for (int i = 0; i < outline->count; i++) {
        int next = (i + 1) % outline->count;
        cpVect a = outline->corners_m[i], b = outline->corners_m[next];
        if (outs[i] <= 0.0) {
            inside_m[count++] = a;
        }
        if ((outs[i] < 0.0 && outs[next] > 0.0) || (outs[i] > 0.0 && outs[next] < 0.0)) {
            inside_m[count++] = cpvlerp(a, b, outs[i] / (outs[i] - outs[next]));
        }
    }
    memcpy(outline->corners_m, inside_m, (size_t)count * sizeof inside_m[0]);
    outline->count = count;
}

typedef struct Immersion {
    const Water *water;
    double area_m2, total_m2; /* area in the water; area of all shapes that touch it */
    cpVect moment_m3;         /* area times place */
} Immersion;

static double outline_area_m2(const ShapeOutline *outline)
{
    return outline->count < 3 ? 0.0 : fabs(cpAreaForPoly(outline->count, outline->corners_m, 0.0));
}

/* A cpBodyShapeIteratorFunc. */
static void add_immersed_shape(cpBody *body, cpShape *shape, void *context)
{
    Immersion *dip = context;
    if (cpShapeGetSensor(shape) || !cpBBIntersects(cpShapeGetBB(shape), dip->water->box)) {
        return;
    }
    ShapeOutline outline;
    read_outline(shape, body, &outline);
    dip->total_m2 += outline_area_m2(&outline);
    clip_outline(&outline, cpv(0.0, 1.0), dip->water->box.t);
    clip_outline(&outline, cpv(0.0, -1.0), -dip->water->box.b);
    clip_outline(&outline, cpv(1.0, 0.0), dip->water->box.r);
    clip_outline(&outline, cpv(-1.0, 0.0), -dip->water->box.l);
    double under_m2 = outline_area_m2(&outline);
    if (under_m2 > 1e-6) {
        cpVect centre_m = cpCentroidForPoly(outline.count, outline.corners_m);
        dip->area_m2 += under_m2;
        dip->moment_m3 = cpvadd(dip->moment_m3, cpvmult(centre_m, under_m2));
    }
}

/* Applies the impulse of a drag (its Ns/m times the tick's length) at a place of a body. */
static void apply_drag(cpBody *body, cpVect place_m, cpVect speed_mps, double drag_kg)
{
    double speed = cpvlength(speed_mps);
    if (speed < 1e-9) {
        return;
    }
    cpVect way = cpvmult(speed_mps, 1.0 / speed);
    double lever_m =
        cpvcross(cpvsub(place_m, cpBodyLocalToWorld(body, cpBodyGetCenterOfGravity(body))), way);
    double ease = 1.0 / cpBodyGetMass(body) + lever_m * lever_m / cpBodyGetMoment(body);
    double impulse_Ns = speed * drag_kg / (1.0 + drag_kg * ease);
    cpBodyApplyImpulseAtWorldPoint(body, cpvmult(way, -impulse_Ns), place_m);
}

/* A wheel's lower half pushes the water back: that drives the buggy, and slows its treads. */
static void paddle(cpBody *wheel, double share, double dt_s)
{
    cpVect blade_m = cpvsub(cpBodyGetPosition(wheel), cpv(0.0, PADDLE_M));
    cpVect speed_mps = cpBodyGetVelocityAtWorldPoint(wheel, blade_m);
    apply_drag(wheel, blade_m, cpv(speed_mps.x, 0.0), PADDLE_NSPM * share * dt_s);
}

/* A cpSpaceBodyIteratorFunc. */
static void apply_water(cpBody *body, void *context)
{
    Immersion dip = {.water = context};
    if (cpBodyGetType(body) != CP_BODY_TYPE_DYNAMIC) {
        return;
    }
    cpBodyEachShape(body, add_immersed_shape, &dip);
    if (dip.area_m2 <= 0.0) {
        return;
    }
    CwWorld *world = cw_space_world(cpBodyGetSpace(body));
    double dt_s = cw_world_dt_s(world), share = dip.area_m2 / dip.total_m2;
    cpVect centre_m = cpvmult(dip.moment_m3, 1.0 / dip.area_m2);
    double pushed_kg = DENSITY_KGPM2 * dip.area_m2;
    cpVect lift_mps2 = cpvneg(cpSpaceGetGravity(cpBodyGetSpace(body)));
    double before_J = cpBodyKineticEnergy(body) / 2.0; /* Chipmunk leaves out the half */
    cpBodyApplyImpulseAtWorldPoint(body, cpvmult(lift_mps2, pushed_kg * dt_s), centre_m);
    race_of(world)->machine_J += cpBodyKineticEnergy(body) / 2.0 - before_J;
    cpVect speed_mps = cpBodyGetVelocityAtWorldPoint(body, centre_m);
    double drag_per_s = DRAG_PER_S + DRAG_PER_M * cpvlength(speed_mps);
    apply_drag(body, centre_m, speed_mps, pushed_kg * drag_per_s * dt_s);
    Buggy *buggy = buggy_of(world);
    bool is_wheel = body == buggy->wheels[WHEEL_REAR] || body == buggy->wheels[WHEEL_FRONT];
    if (is_wheel) {
        paddle(body, share, dt_s);
    } else {
        cpBodySetAngularVelocity(body, cpBodyGetAngularVelocity(body) /
                                           (1.0 + SPIN_DRAG_PER_S * share * dt_s));
    }
    if (is_wheel || body == buggy->chassis) {
        buggy->wet = fmax(buggy->wet, share);
    }
}

void water_drive(CwWorld *world, CwEntity self, void *data)
{
    Water *water = data;
    Buggy *buggy = buggy_of(world);
    cpSpaceEachBody(cw_world_space(world), apply_water, water);
    bool was_wet = water->holds_buggy;
    cpVect speed_mps = cpBodyGetVelocity(buggy->chassis), at_m = cpBodyGetPosition(buggy->chassis);
    at_m.y -= STAND_HEIGHT_M;
    water->holds_buggy = cpBBContainsVect(water->box, at_m);
    if (water->holds_buggy && !was_wet && speed_mps.y < -SPLASH_MPS) {
        cw_world_emit(world, CUE_SPLASH, self, cpv(at_m.x, water->box.t), -speed_mps.y);
    }
}

static double wave_height_m(double x_m, double time_s)
{
    return 0.05 * sin(1.1 * x_m + 1.7 * time_s) + 0.03 * sin(2.3 * x_m - 2.4 * time_s);
}

/* Draws a stroke along the waves, `lower_m` below the surface. */
static void draw_crest(CwDrawList *list, cpBB box, double time_s, double lower_m, double width_m,
                       CwColour colour)
{
    enum { STEPS = 112 };
    CwPoint2 points[STEPS + 1];
    CwWorldRect seen = cw_draw_visible_world(list);
    double left_m = fmax(box.l, floor(seen.left_m) - 1.0);
    double right_m = fmin(box.r, ceil(seen.right_m) + 1.0);
    for (int i = 0; i <= STEPS; i++) {
        double x_m = cpflerp(left_m, right_m, (double)i / STEPS);
        points[i] = (CwPoint2){x_m, box.t + wave_height_m(x_m, time_s) - lower_m};
    }
    if (right_m > left_m) {
        cw_draw_polyline(list, points, STEPS + 1, width_m, colour);
    }
}

void water_draw(const CwWorld *world, const Water *water, CwFrame *frame)
{
    cpBB box = water->box;
    (void)world;
    cw_draw_set_layer(frame->draw, LAYER_WATER);
    const CwColour shallow = {0x3f, 0x9d, 0x98, 120}, deep = {0x12, 0x3b, 0x41, 225};
    double top_m = box.t - 0.055;
    cw_draw_rect(frame->draw,
                 &(CwRectDraw){box.l, top_m, box.r - box.l, top_m - box.b, shallow, deep});
    draw_crest(frame->draw, box, frame->sim_s, 0.06, 0.16, (CwColour){0x3f, 0x9d, 0x98, 255});
    draw_crest(frame->draw, box, frame->sim_s, 0.0, 0.06, (CwColour){0xbf, 0xea, 0xe2, 255});
}
