#include "things/kinds.h"

#include "common/sprites.h"

#include <math.h>

static const double ROD_M = 0.08; /* half the thickness */
static const double GRAVITY_MPS2 = 9.81;
static const double MASS_KGPM2 = 60.0;
static const double FRICTION = 0.3;

/* The body of a driven pendulum is at the pivot, a free one's at the middle of the bob. */
static void add_shapes(CwWorld *world, CwEntity self, const Pendulum *pendulum)
{
    cpVect pivot = cpv(0.0, pendulum->free ? pendulum->length_m : 0.0);
    cpVect bob = cpv(0.0, pivot.y - pendulum->length_m);
    machine_add_shape(world, self, cpCircleShapeNew(pendulum->body, pendulum->bob_m, bob),
                      FRICTION);
    machine_add_shape(world, self, cpSegmentShapeNew(pendulum->body, pivot, bob, ROD_M), FRICTION);
}

static cpBody *add_free_body(CwWorld *world, CwEntity self, const Pendulum *pendulum,
                             const CwMapObject *object)
{
    double usual_kg = MASS_KGPM2 * CP_PI * pendulum->bob_m * pendulum->bob_m;
    double mass_kg = cw_property_number(object->properties, "mass_kg", usual_kg);
    double angle_rad = object->angle_rad;
    cpBody *body = cpBodyNew(mass_kg, cpMomentForCircle(mass_kg, 0.0, pendulum->bob_m, cpvzero));
    cpVect down = cpvrotate(cpvforangle(angle_rad), cpv(0.0, -pendulum->length_m));
    return thing_add_body(world, self, body, cpvadd(pendulum->pivot_m, down), angle_rad);
}

/* A pendulum is longer than wide, with room for a rod. */
static bool check_pendulum(const CwMapObject *object, CwError *error)
{
    return object->height_m >= 0.75 * object->width_m ||
           cw_error_set(error, "it is %g m high and its bob %g m wide: make it higher",
                        object->height_m, object->width_m);
}

const ThingClass pendulum_class = {
    .shape = CW_MAP_RECT,
    .most = 200,
    .properties = {MACHINE_PROPERTIES(Pendulum), PROPERTY(Pendulum, free, "free", 0.0, 0.0, 1.0),
                   PROPERTY(Pendulum, swing_rad, "swing", 0.9, -CP_PI, CP_PI),
                   LIMITS("period", 0.2, 600.0), LIMITS("mass_kg", 0.1, 10000.0)},
    .check = check_pendulum};

void pendulum_spawn(CwWorld *world, CwEntity self, Pendulum *pendulum, const CwMapObject *object)
{
    pendulum->pivot_m = cpvlerp(object->corners_m[2], object->corners_m[3], 0.5);
    pendulum->bob_m = object->width_m / 2.0;
    pendulum->length_m = object->height_m - pendulum->bob_m;
    double free_s = 2.0 * CP_PI * sqrt(pendulum->length_m / GRAVITY_MPS2);
    pendulum->period_s = cw_property_number(object->properties, "period", free_s);
    Axle axle = {.body = pendulum->free ? add_free_body(world, self, pendulum, object) : NULL,
                 .pivot_m = pendulum->pivot_m,
                 .start_rad = object->angle_rad,
                 .swing_rad = pendulum->swing_rad,
                 .period_s = pendulum->period_s};
    pendulum->body = axle_add(world, self, &axle);
    add_shapes(world, self, pendulum);
}

void pendulum_draw(const CwWorld *world, const Pendulum *pendulum, CwFrame *frame)
{
    cpVect pivot = pendulum->pivot_m;
    if (!object_is_seen(frame, pendulum->machine.object, 2.0 * pendulum->length_m)) {
        return;
    }
    const CwColour steel = {0x93, 0xac, 0xaf, 255};
    CwColour metal = pendulum->free ? TEAL : BRASS;
    double turn = cw_world_pose(world, pendulum->body, frame->alpha).angle_rad;
    cpVect bob = cpvadd(pivot, cpvrotate(cpvforangle(turn), cpv(0.0, -pendulum->length_m)));
    CwPoint2 top = to_point(pivot), end = to_point(bob);
    double r_m = pendulum->bob_m;
    draw_bar(frame->draw, top, end, 2.0 * ROD_M - 0.07, steel);
    draw_disc(frame->draw, top, 0.22, metal);
    draw_disc(frame->draw, top, 0.09, BRASS_LIGHT);
    draw_disc(frame->draw, end, r_m, metal);
    draw_disc(frame->draw, end, 0.62 * r_m, BRASS_LIGHT);
    draw_disc(frame->draw, end, 0.62 * r_m - 0.03, metal);
    draw_disc(frame->draw, end, fmax(0.06, 0.2 * r_m), BRASS_LIGHT);
}
