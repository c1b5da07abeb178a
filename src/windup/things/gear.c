/* Gears: driven ones turn by the clock, free ones by what drives on them and by the teeth of their
 * neighbours. Circles that touch in Tiled mesh. What drives on one feels a rough rim, not the
 * single teeth. */
#include "common/palette.h"
#include "things/contraptions.h"
#include "things/seen.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>
#include <string.h>

static const double TOOTH_M = 0.36; /* from tooth to tooth, unless the map counts them */
static const double TOOTH_UP_M = 0.10, TOOTH_DOWN_M = 0.10; /* from the circle drawn in Tiled */
static const double RIM_UP_M = 0.06;                        /* of what things touch */
static const double MESH_M = 0.12; /* circles so near to each other or so deep in mesh */
static const double RIM_FRICTION = 1.6;
static const double MASS_KGPM2 = 12.0;
static const double AXLE_NMPKG = 0.15; /* a free one comes to rest */

const CwField gear_fields[GEAR_FIELD_COUNT] = {MACHINE_FIELDS(Gear)};

double gear_radius_m(const CwMapObject *object)
{
    return fmin(object->width_m, object->height_m) / 2.0;
}

int gear_tooth_count(const CwMap *map, const CwMapObject *object)
{
    double usual = floor(2.0 * CP_PI * gear_radius_m(object) / TOOTH_M + 0.5);
    return (int)cpfclamp(cw_map_number(map, object, "teeth", fmax(usual, GEAR_TEETH_MIN)),
                         GEAR_TEETH_MIN, GEAR_TEETH_MAX);
}

GearMeeting gear_meeting(const CwMapObject *a, const CwMapObject *b)
{
    double apart_m = cpvdist(a->centre_m, b->centre_m) - gear_radius_m(a) - gear_radius_m(b);
    return apart_m > MESH_M ? GEARS_APART : apart_m < -MESH_M ? GEARS_OVERLAP : GEARS_MESH;
}

static bool is_driven(const Gear *gear)
{
    return !gear->free;
}

/* The work that a driven gear, b, did on a free one in this step. */
static void count_work(cpConstraint *joint, cpSpace *space)
{
    const cpGearJoint *gears = (const cpGearJoint *)joint;
    machine_did_work(cw_space_world(space), -gears->jAcc * cpBodyGetAngularVelocity(joint->b));
}

static void join(CwWorld *world, const Gear *a, const Gear *b)
{
    if (is_driven(a) && is_driven(b)) {
        return;
    }
    if (is_driven(a)) {
        join(world, b, a);
        return;
    }
    double ratio = -(double)b->tooth_count / a->tooth_count;
    double phase_rad = cpBodyGetAngle(b->body) * ratio - cpBodyGetAngle(a->body);
    cpConstraint *joint = cpGearJointNew(a->body, b->body, phase_rad, ratio);
    if (is_driven(b)) {
        cpConstraintSetPostSolveFunc(joint, count_work);
    }
    cw_world_add_constraint(world, (CwEntity){0}, joint);
}

/* The angle at which a tooth of it stands in a gap of its neighbour. */
static double fitting_angle_rad(const Gear *gear, const Gear *neighbour)
{
    double towards_rad = cpvtoangle(cpvsub(gear->centre_m, neighbour->centre_m));
    double teeth = neighbour->tooth_count * (towards_rad - neighbour->start_rad) / (2.0 * CP_PI);
    return towards_rad + CP_PI - 2.0 * CP_PI * (0.5 - teeth) / gear->tooth_count;
}

static bool meshes(const Gear *a, const Gear *b)
{
    return fabs(cpvdist(a->centre_m, b->centre_m) - a->radius_m - b->radius_m) <= MESH_M;
}

/* The next gear of the world that it meshes with. */
static const Gear *next_neighbour(CwWorld *world, const Gear *gear, CwEntity *at)
{
    while ((*at = cw_world_next_of(world, KIND_GEAR, *at)).index1 != 0) {
        const Gear *other = cw_world_data(world, *at);
        if (other != gear && other->body != NULL && meshes(gear, other)) {
            return other;
        }
    }
    return NULL;
}

static double angle_rad(const Gear *gear)
{
    return gear->start_rad + gear->speed_radps * gear->machine.phase_s;
}

static void add_free_body(CwWorld *world, CwEntity self, Gear *gear, double mass_kg)
{
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
    cpBody *body = cpBodyNew(mass_kg, cpMomentForCircle(mass_kg, 0.0, gear->radius_m, cpvzero));
    cpBodySetPosition(body, gear->centre_m);
    cpBodySetAngle(body, gear->start_rad);
    gear->body = cw_world_add_body(world, self, body);
    cw_world_add_constraint(world, (CwEntity){0}, cpPivotJointNew(ground, body, gear->centre_m));
    gear->axle_Nm = AXLE_NMPKG * mass_kg * gear->radius_m;
    gear->axle = cw_world_add_constraint(world, (CwEntity){0}, cpSimpleMotorNew(ground, body, 0.0));
    cpConstraintSetMaxForce(gear->axle, gear->axle_Nm);
}

void gear_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    Gear *gear = data;
    const FromMap *from = args;
    const CwMapObject *object = from->object;
    machine_spawn(world, &gear->machine, from);
    gear->speed_radps = gear->machine.rate;
    gear->machine.rate = 1.0;
    gear->free = cw_map_number(from->map, object, "free", 0.0) != 0.0;
    gear->centre_m = object->centre_m;
    gear->radius_m = gear_radius_m(object);
    gear->tooth_count = gear_tooth_count(from->map, object);
    gear->start_rad = object->angle_rad;
    CwEntity at = {0};
    const Gear *neighbour = next_neighbour(world, gear, &at);
    if (neighbour != NULL) {
        gear->start_rad = fitting_angle_rad(gear, neighbour);
    }
    double usual_kg = MASS_KGPM2 * CP_PI * gear->radius_m * gear->radius_m;
    if (gear->free) {
        add_free_body(world, self, gear, cw_map_number(from->map, object, "mass_kg", usual_kg));
    } else {
        gear->body = machine_add_body(world, self, gear->centre_m, angle_rad(gear));
    }
    machine_add_shape(world, self, cpCircleShapeNew(gear->body, gear->radius_m + RIM_UP_M, cpvzero),
                      RIM_FRICTION);
    at = (CwEntity){0};
    while ((neighbour = next_neighbour(world, gear, &at)) != NULL) {
        join(world, gear, neighbour);
    }
}

void gear_drive(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    Gear *gear = data;
    if (gear->free) {
        cpConstraintSetMaxForce(gear->axle, gear->machine.running ? gear->axle_Nm : INFINITY);
        return;
    }
    machine_advance(world, &gear->machine);
    machine_move(world, gear->body, gear->centre_m, angle_rad(gear));
}

typedef struct Look {
    CwColour face, rim, light;
} Look;

/* The drawn gear and where it is turned to. */
typedef struct Picture {
    CwDrawList *list;
    const Gear *gear;
    double angle_rad;
} Picture;

static CwPoint2 on_gear(const Picture *picture, double angle, double radius_m)
{
    cpVect at =
        cpvadd(picture->gear->centre_m, cpvmult(cpvforangle(picture->angle_rad + angle), radius_m));
    return (CwPoint2){at.x, at.y};
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

static void draw_disc(const Picture *picture, double radius_m, CwColour colour)
{
    cw_draw_circle(picture->list, on_gear(picture, 0.0, 0.0), fmax(0.02, radius_m), colour);
}

/* Windows between spokes, a hub, a ring of light. */
static void draw_face(const Picture *picture, const Look *look)
{
    double r_m = picture->gear->radius_m;
    draw_disc(picture, r_m - TOOTH_DOWN_M - 0.05, look->face);
    draw_disc(picture, r_m - TOOTH_DOWN_M - 0.12, look->light);
    draw_disc(picture, r_m - TOOTH_DOWN_M - 0.15, look->face);
    int windows = r_m > 0.9 ? 6 : r_m > 0.5 ? 5 : 0;
    for (int i = 0; i < windows; i++) {
        double turn = (i + 0.5) * 2.0 * CP_PI / windows;
        CwPoint2 at = on_gear(picture, turn, 0.54 * r_m);
        cw_draw_circle(picture->list, at, 0.19 * r_m + 0.025, OUTLINE);
        cw_draw_circle(picture->list, at, 0.19 * r_m, look->rim);
    }
    draw_disc(picture, 0.22 * r_m + 0.03, OUTLINE);
    draw_disc(picture, 0.22 * r_m, look->light);
    draw_disc(picture, 0.11 * r_m, OUTLINE);
    CwPoint2 spoke[] = {on_gear(picture, 0.0, 0.05), on_gear(picture, 0.0, 0.19 * r_m)};
    cw_draw_polyline(picture->list, spoke, 2, 0.04, OUTLINE);
}

void gear_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    const Gear *gear = data;
    if (!span_is_seen(frame, gear->centre_m.x, gear->radius_m + 0.3)) {
        return;
    }
    const Look brass = {{0xb9, 0x87, 0x40, 255}, {0x5c, 0x40, 0x24, 255}, {0xe8, 0xc0, 0x7a, 255}};
    const Look teal = {TEAL, {0x12, 0x3b, 0x41, 255}, TEAL_LIGHT};
    const Look *look = gear->free ? &teal : &brass;
    Picture picture = {frame->draw, gear, cw_world_pose(world, gear->body, frame->alpha).angle_rad};
    cw_draw_set_world(frame->draw, 1.0);
    cw_draw_set_layer(frame->draw, LAYER_THINGS);
    draw_teeth(&picture, 0.03, OUTLINE);
    draw_disc(&picture, gear->radius_m - TOOTH_DOWN_M + 0.03, OUTLINE);
    draw_teeth(&picture, 0.0, look->face);
    draw_face(&picture, look);
}
