#include "things/kinds.h"

#include "common/sprites.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>

enum { TEETH_MIN = 6, TEETH_MAX = 200 };

static const double RADIUS_MIN_M = 0.3;
static const double TOOTH_M = 0.36;                         /* approximate distance of the teeth */
static const double TOOTH_UP_M = 0.10, TOOTH_DOWN_M = 0.10; /* from the circle in Tiled */
static const double RIM_UP_M = 0.06;                        /* the rim that things touch */
static const double MESH_M = 0.12; /* gap or overlap at which circles mesh */
static const double RIM_FRICTION = 1.6;
static const double MASS_KGPM2 = 12.0;
static const double AXLE_NMPKG = 0.15; /* friction of a free gear */

static double radius_m(const CwMapObject *object)
{
    return fmin(object->width_m, object->height_m) / 2.0;
}

static bool is_meshing(const CwMapObject *a, const CwMapObject *b)
{
    return fabs(cpvdist(a->centre_m, b->centre_m) - radius_m(a) - radius_m(b)) <= MESH_M;
}

static bool check_gear(const CwMapObject *object, CwError *error)
{
    return radius_m(object) >= RADIUS_MIN_M ||
           cw_error_set(error, "it is %g m wide: make a gear %g m or wider", 2.0 * radius_m(object),
                        2.0 * RADIUS_MIN_M);
}

const ThingClass gear_class = {
    .shape = CW_MAP_ELLIPSE,
    .other_shape = CW_MAP_RECT,
    .most = 200,
    .properties = {MACHINE_PROPERTIES(Gear), PROPERTY(Gear, speed_radps, "speed", 1.0, -20.0, 20.0),
                   PROPERTY(Gear, free, "free", 0.0, 0.0, 1.0)},
    .check = check_gear};

/* Counts the work that a driven gear, b, did on a free one in this step. */
static void count_work(cpConstraint *joint, cpSpace *space)
{
    const cpGearJoint *gears = (const cpGearJoint *)joint;
    machine_did_work(cw_space_world(space), -gears->jAcc * cpBodyGetAngularVelocity(joint->b));
}

/* Joins two gears, of which `a` is free. */
static void join_gears(CwWorld *world, const Gear *a, const Gear *b)
{
    double ratio = -(double)b->tooth_count / a->tooth_count;
    double phase_rad = cpBodyGetAngle(b->body) * ratio - cpBodyGetAngle(a->body);
    cpConstraint *joint = cpGearJointNew(a->body, b->body, phase_rad, ratio);
    if (!b->free) {
        cpConstraintSetPostSolveFunc(joint, count_work);
    }
    thing_join(world, joint);
}

/* The angle at which a tooth of the gear stands in a gap of its neighbour. */
static double fitting_angle_rad(const Gear *gear, const Gear *neighbour)
{
    double towards_rad =
        cpvtoangle(cpvsub(gear->machine.object->centre_m, neighbour->machine.object->centre_m));
    double teeth = neighbour->tooth_count * (towards_rad - neighbour->start_rad) / (2.0 * CP_PI);
    return towards_rad + CP_PI - 2.0 * CP_PI * (0.5 - teeth) / gear->tooth_count;
}

static const Gear *next_neighbour(CwWorld *world, const Gear *gear, CwEntity *at)
{
    while ((*at = cw_world_next_of(world, KIND_GEAR, *at)).index1 != 0) {
        const Gear *other = cw_world_data(world, *at);
        if (other != gear && other->body != NULL &&
            is_meshing(gear->machine.object, other->machine.object)) {
            return other;
        }
    }
    return NULL;
}

void gear_spawn(CwWorld *world, CwEntity self, Gear *gear, const CwMapObject *object)
{
    gear->radius_m = radius_m(object);
    gear->tooth_count =
        (int)cpfclamp(floor(2.0 * CP_PI * gear->radius_m / TOOTH_M + 0.5), TEETH_MIN, TEETH_MAX);
    gear->start_rad = object->angle_rad;
    CwEntity at = {0};
    const Gear *neighbour = next_neighbour(world, gear, &at);
    if (neighbour != NULL) {
        gear->start_rad = fitting_angle_rad(gear, neighbour);
    }
    double mass_kg = MASS_KGPM2 * CP_PI * gear->radius_m * gear->radius_m;
    double inertia = cpMomentForCircle(mass_kg, 0.0, gear->radius_m, cpvzero);
    Axle axle = {.body = !gear->free ? NULL
                                     : thing_add_body(world, self, cpBodyNew(mass_kg, inertia),
                                                      object->centre_m, gear->start_rad),
                 .pivot_m = object->centre_m,
                 .start_rad = gear->start_rad,
                 .speed_radps = gear->speed_radps,
                 .friction_Nm = AXLE_NMPKG * mass_kg * gear->radius_m};
    gear->body = axle_add(world, self, &axle);
    machine_add_shape(world, self, cpCircleShapeNew(gear->body, gear->radius_m + RIM_UP_M, cpvzero),
                      RIM_FRICTION);
    at = (CwEntity){0};
    while ((neighbour = next_neighbour(world, gear, &at)) != NULL) {
        if (gear->free || neighbour->free) {
            join_gears(world, gear->free ? gear : neighbour, gear->free ? neighbour : gear);
        }
    }
}

typedef struct Look {
    CwColour face, rim, light;
} Look;

typedef struct Picture {
    CwDrawList *list;
    const Gear *gear;
    double angle_rad;
} Picture;

static CwPoint2 on_gear(const Picture *picture, double angle, double radius_m)
{
    cpVect out_m = cpvmult(cpvforangle(picture->angle_rad + angle), radius_m);
    return to_point(cpvadd(picture->gear->machine.object->centre_m, out_m));
}

static void draw_teeth(const Picture *picture, double wider_m, CwColour colour)
{
    const Gear *gear = picture->gear;
    double tooth_rad = 2.0 * CP_PI / gear->tooth_count;
    double wider_rad = wider_m / gear->radius_m;
    double foot_rad = 0.30 * tooth_rad + wider_rad, tip_rad = 0.16 * tooth_rad + wider_rad;
    double low_m = gear->radius_m - TOOTH_DOWN_M - 0.05;
    double high_m = gear->radius_m + TOOTH_UP_M + wider_m - 0.04;
    for (int i = 0; i < gear->tooth_count; i++) {
        double middle = i * tooth_rad;
        CwPoint2 corners[] = {
            on_gear(picture, middle - foot_rad, low_m), on_gear(picture, middle + foot_rad, low_m),
            on_gear(picture, middle + tip_rad, high_m), on_gear(picture, middle - tip_rad, high_m)};
        cw_draw_polygon(picture->list, corners, 4, colour);
    }
}

static void draw_ring(const Picture *picture, double radius_m, CwColour colour)
{
    cw_draw_circle(picture->list, on_gear(picture, 0.0, 0.0), fmax(0.02, radius_m), colour);
}

/* Draws windows between spokes, a hub, a ring of light. */
static void draw_face(const Picture *picture, const Look *look)
{
    double r_m = picture->gear->radius_m;
    draw_ring(picture, r_m - TOOTH_DOWN_M - 0.05, look->face);
    draw_ring(picture, r_m - TOOTH_DOWN_M - 0.12, look->light);
    draw_ring(picture, r_m - TOOTH_DOWN_M - 0.15, look->face);
    int windows = r_m > 0.9 ? 6 : r_m > 0.5 ? 5 : 0;
    for (int i = 0; i < windows; i++) {
        double turn = (i + 0.5) * 2.0 * CP_PI / windows;
        CwPoint2 at = on_gear(picture, turn, 0.54 * r_m);
        draw_disc(picture->list, at, 0.19 * r_m + 0.025, look->rim);
    }
    draw_disc(picture->list, on_gear(picture, 0.0, 0.0), 0.22 * r_m + 0.03, look->light);
    draw_ring(picture, 0.11 * r_m, OUTLINE);
    draw_line(picture->list, on_gear(picture, 0.0, 0.05), on_gear(picture, 0.0, 0.19 * r_m), 0.04,
              OUTLINE);
}

void gear_draw(const CwWorld *world, const Gear *gear, CwFrame *frame)
{
    if (!object_is_seen(frame, gear->machine.object, gear->radius_m + 0.3)) {
        return;
    }
    const Look brass = {{0xb9, 0x87, 0x40, 255}, {0x5c, 0x40, 0x24, 255}, {0xe8, 0xc0, 0x7a, 255}};
    const Look teal = {TEAL, {0x12, 0x3b, 0x41, 255}, TEAL_LIGHT};
    const Look *look = gear->free ? &teal : &brass;
    Picture picture = {frame->draw, gear, cw_world_pose(world, gear->body, frame->alpha).angle_rad};
    draw_teeth(&picture, 0.03, OUTLINE);
    draw_ring(&picture, gear->radius_m - TOOTH_DOWN_M + 0.03, OUTLINE);
    draw_teeth(&picture, 0.0, look->face);
    draw_face(&picture, look);
}
