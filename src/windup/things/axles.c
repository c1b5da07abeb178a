/* Machines that turn on a fixed pivot: rotors, gears and pendulums. */
#include "things/ground.h"

#include "common/landscape.h"
#include "common/sprites.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>

/* The axle of machines that turn on a fixed pivot. A driven body follows the machine's time; a free
 * one is turned by others, and locks when the machine is stopped. */
typedef struct Axle {
    cpBody *body;
    cpVect pivot_m;
    double start_rad, speed_radps; /* driven: start and speed, counter-clockwise */
    double swing_rad, period_s;    /* swinging: angle to either side of the start, period */
    cpConstraint *lock; /* free: a motor that holds the axle still with the force it is given */
    double friction_Nm; /* friction of a free axle */
} Axle;

static double axle_angle_rad(const Axle *axle, double phase_s)
{
    double swing = axle->swing_rad == 0.0 ? 0.0 : sin(TURN_RAD * phase_s / axle->period_s);
    return axle->start_rad + axle->speed_radps * phase_s + axle->swing_rad * swing;
}

static void axle_drive(CwWorld *world, CwEntity self, void *data)
{
    const Axle *axle = data;
    Machine *machine = cw_world_data(world, self);
    if (axle->lock != NULL) {
        cpConstraintSetMaxForce(axle->lock, machine->running ? axle->friction_Nm : INFINITY);
        return;
    }
    machine_advance(world, machine);
    machine_move(world, axle->body, axle->pivot_m, axle_angle_rad(axle, machine->phase_s));
}

const CwKind axle_part = {"axle", sizeof(Axle), .drive = axle_drive};

/* Gives the machine this axle and returns its body: a new one for a driven axle. A free axle gets
 * its lock. */
static cpBody *axle_add(CwWorld *world, CwEntity self, const Axle *axle)
{
    const Machine *machine = cw_world_data(world, self);
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
    Axle *own = cw_world_part(world, self, &axle_part);
    *own = *axle;
    if (axle->body == NULL) {
        double angle_rad = axle_angle_rad(axle, machine->phase_s);
        return own->body =
                   thing_add_body(world, self, cpBodyNewKinematic(), axle->pivot_m, angle_rad);
    }
    thing_join(world, cpPivotJointNew(ground, axle->body, axle->pivot_m));
    own->lock = thing_join(world, cpSimpleMotorNew(ground, axle->body, 0.0));
    return axle->body;
}

/* ---- rotors ---- */

static const double ROTOR_FRICTION = 0.6;
static const CwColour DEADLY = {0xff, 0x80, 0x66, 255}, SAW_BEHIND = {0xb0, 0x58, 0x4c, 255};
static const double HAMMER_HEAD = 0.3; /* share of the length */
static const double HAMMER_ARM = 0.3;  /* share of the height */
static const double SAIL_MIN_M = 8.0;  /* longer beams are sails, and have a trestle in the map */
static const double HANG_M = 6.0;      /* longest post up to a ceiling */

const CwField rotor_fields[] = {MACHINE_FIELDS(Rotor), CW_FIELD(Rotor, deadly)};

static const char *const LOOKS[ROTOR_LOOK_COUNT] = {
    [ROTOR_BEAM] = "beam", [ROTOR_SAW] = "saw", [ROTOR_HAMMER] = "hammer"};

/* Adds a box to the rotor's body, from `left_m` to `right_m` of the pivot. */
static void add_box(CwWorld *world, CwEntity self, const Rotor *rotor, double left_m,
                    double right_m, double height_m)
{
    double rounding_m = fmin(0.05, fmin(right_m - left_m, height_m) / 4.0);
    cpBB box = {left_m + rounding_m, rounding_m - height_m / 2.0, right_m - rounding_m,
                height_m / 2.0 - rounding_m};
    machine_add_shape(world, self, cpBoxShapeNew2(rotor->body, box, rounding_m), ROTOR_FRICTION);
}

static void add_rotor_shapes(CwWorld *world, CwEntity self, const Rotor *rotor)
{
    double width_m = rotor->machine.object->width_m, height_m = rotor->machine.object->height_m;
    double left_m = -rotor->pivot * width_m, right_m = left_m + width_m;
    if (rotor->look == ROTOR_SAW) {
        cpVect middle = cpv((left_m + right_m) / 2.0, 0.0);
        machine_add_shape(world, self,
                          cpCircleShapeNew(rotor->body, fmin(width_m, height_m) / 2.0, middle),
                          ROTOR_FRICTION);
    } else if (rotor->look == ROTOR_HAMMER) {
        add_box(world, self, rotor, left_m, right_m, HAMMER_ARM * height_m);
        add_box(world, self, rotor, right_m - HAMMER_HEAD * width_m, right_m, height_m);
    } else {
        add_box(world, self, rotor, left_m, right_m, height_m);
    }
}

static bool check_rotor(const CwMapObject *object, CwError *error)
{
    const char *look = cw_property_text(object->properties, "look", "beam");
    return word_index(LOOKS, ROTOR_LOOK_COUNT, look) >= 0 ||
           cw_error_set(error, "its look \"%.40s\" is unknown: choose beam, saw or hammer", look);
}

const ThingClass rotor_class = {
    .shape = CW_MAP_RECT,
    .most = 200,
    .properties = {MACHINE_PROPERTIES(Rotor),
                   PROPERTY(Rotor, speed_radps, "speed", 2.0, -20.0, 20.0),
                   PROPERTY(Rotor, deadly, "deadly", 0.0, 0.0, 1.0), TEXT("look")},
    .check = check_rotor};

void rotor_spawn(CwWorld *world, CwEntity self, Rotor *rotor, const CwMapObject *object)
{
    rotor->look = (RotorLook)word_index(LOOKS, ROTOR_LOOK_COUNT,
                                        cw_property_text(object->properties, "look", "beam"));
    rotor->pivot = rotor->look == ROTOR_HAMMER ? 0.0 : 0.5;
    cpVect along_m =
        cpvmult(cpvforangle(object->angle_rad), (rotor->pivot - 0.5) * object->width_m);
    rotor->pivot_m = cpvadd(object->centre_m, along_m);
    rotor->body = axle_add(world, self,
                           &(Axle){.pivot_m = rotor->pivot_m,
                                   .start_rad = object->angle_rad,
                                   .speed_radps = rotor->speed_radps});
    add_rotor_shapes(world, self, rotor);
}

void rotor_tick(CwWorld *world, CwEntity self, void *data)
{
    const Rotor *rotor = data;
    if (!rotor->deadly || !machine_is_on(world, &rotor->machine)) {
        return;
    }
    CwContact contacts[CONTACTS_MAX];
    int count = race_contacts(world, self, contacts);
    for (int i = 0; i < count; i++) {
        if (cpShapeGetCollisionType(contacts[i].other_shape) == TOUCH_CHASSIS) {
            race_cause_trouble(world, rotor->look == ROTOR_SAW ? TROUBLE_SAWN : TROUBLE_CRUSHED);
        }
    }
}

/* Draws the dark back of a pit around a saw: the sky does not show through the ground. */
static void draw_pit(const CwWorld *world, const Rotor *rotor, CwFrame *frame)
{
    const Soil *soil = race_of_const(world)->soil;
    double x_m = rotor->pivot_m.x, reach_m = rotor->machine.object->width_m / 2.0 + 0.5;
    double top_m = fmin(soil_lowest_m(soil, 0, x_m - reach_m, x_m - reach_m),
                        soil_lowest_m(soil, 0, x_m + reach_m, x_m + reach_m));
    if (top_m > soil_lowest_m(soil, 0, x_m, x_m) + 1.0) {
        CwColour deep = colour_mix(landscape_seen(world, frame)->soil[2], BLACK, 0.4);
        cw_draw_set_layer(frame->draw, LAYER_DECOR);
        cw_draw_rect(frame->draw,
                     &(CwRectDraw){x_m - reach_m, top_m, 2.0 * reach_m, 4.0, deep, BLACK});
    }
}

/* Draws a beam of panels between two caps; a long one has more panels. */
static void draw_beam(CwDrawList *list, CwTransform2 pose, CwPoint2 size_m, CwColour metal)
{
    const double room_m = size_m.x - 1.2 * size_m.y;
    const int count = (int)fmax(1.0, floor(room_m / fmax(1.2, 2.5 * size_m.y)));
    draw_box(list, pose, size_m, -0.02, OUTLINE);
    draw_box(list, pose, size_m, 0.05, WARNING);
    draw_box(list, pose, (CwPoint2){room_m, size_m.y}, 0.05, metal);
    for (int i = 0; i < count; i++) {
        double along_m = room_m * ((i + 0.5) / count - 0.5);
        CwPoint2 at = point_along((CwPoint2){pose.x_m, pose.y_m}, pose.angle_rad, along_m);
        sprite_draw(list, SPRITE_SAIL, (CwTransform2){at.x, at.y, pose.angle_rad},
                    (CwPoint2){room_m / count, size_m.y});
    }
}

void rotor_draw(const CwWorld *world, const Rotor *rotor, CwFrame *frame)
{
    const CwMapObject *object = rotor->machine.object;
    if (!object_is_seen(frame, object, object->width_m)) {
        return;
    }
    CwTransform2 pose = cw_world_pose(world, rotor->body, frame->alpha);
    CwPoint2 hub = {pose.x_m, pose.y_m}, size_m = {object->width_m, object->height_m};
    if (rotor->look == ROTOR_SAW) { /* teeth stand out */
        draw_pit(world, rotor, frame);
        size_m = (CwPoint2){1.06 * fmin(size_m.x, size_m.y), 0.0};
    }
    cpVect middle = cpvmult(cpvforangle(pose.angle_rad), (0.5 - rotor->pivot) * object->width_m);
    if (rotor->look != ROTOR_SAW && object->width_m < SAIL_MIN_M) {
        post_draw(world, frame, hub, HANG_M);
    }
    bool is_behind = rotor->look == ROTOR_SAW && object->id % 2 == 0; /* of the saws in a row */
    const CwColour red = is_behind ? SAW_BEHIND : DEADLY;
    cw_draw_set_layer(frame->draw, is_behind ? LAYER_DECOR : LAYER_THINGS);
    if (rotor->look == ROTOR_BEAM) {
        draw_beam(frame->draw, pose, size_m, rotor->deadly ? red : BRASS_LIGHT);
    } else {
        sprite_tint(frame->draw, rotor->look == ROTOR_SAW ? SPRITE_SAW : SPRITE_HAMMER,
                    (CwTransform2){hub.x + middle.x, hub.y + middle.y, pose.angle_rad}, size_m,
                    rotor->deadly ? &red : NULL);
    }
    if (rotor->deadly && (frame->comfort.colour_safe || frame->comfort.high_contrast)) {
        double sign_m = cpfclamp(0.6 * object->height_m, 0.6, 1.2); /* not by colour alone */
        CwTransform2 upright = {hub.x, hub.y + 0.145 * sign_m, 0.0};
        sprite_draw(frame->draw, SPRITE_WARNING, upright, (CwPoint2){sign_m, 0.0});
        return;
    }
    double hub_m = rotor->look == ROTOR_BEAM ? 0.75 * object->height_m : 0.2;
    draw_disc(frame->draw, hub, hub_m, BRASS);
    draw_disc(frame->draw, hub, 0.4 * hub_m, BRASS_SHADE);
}

/* ---- gears ---- */

enum { TEETH_MIN = 6, TEETH_MAX = 200 };

static const double RADIUS_MIN_M = 0.3;
static const double TOOTH_M = 0.36;                         /* approximate distance of the teeth */
static const double TOOTH_UP_M = 0.10, TOOTH_DOWN_M = 0.10; /* from the circle in Tiled */
static const double RIM_UP_M = 0.06;                        /* the rim that things touch */
static const double MESH_M = 0.12; /* gap or overlap at which circles mesh */
static const double RIM_FRICTION = 1.6, GEAR_KGPM2 = 12.0;
static const double AXLE_NMPKG = 0.15; /* friction of a free gear */

static double gear_radius_m(const CwMapObject *object)
{
    return fmin(object->width_m, object->height_m) / 2.0;
}

static bool is_meshing(const CwMapObject *a, const CwMapObject *b)
{
    return fabs(cpvdist(a->centre_m, b->centre_m) - gear_radius_m(a) - gear_radius_m(b)) <= MESH_M;
}

static bool check_gear(const CwMapObject *object, CwError *error)
{
    return gear_radius_m(object) >= RADIUS_MIN_M ||
           cw_error_set(error, "it is %g m wide: make a gear %g m or wider",
                        2.0 * gear_radius_m(object), 2.0 * RADIUS_MIN_M);
}

const ThingClass gear_class = {
    .shape = CW_MAP_ELLIPSE,
    .other_shape = CW_MAP_RECT,
    .most = 200,
    .properties = {MACHINE_PROPERTIES(Gear), PROPERTY(Gear, speed_radps, "speed", 1.0, -20.0, 20.0),
                   PROPERTY(Gear, free, "free", 0.0, 0.0, 1.0)},
    .check = check_gear};

/* Counts the work that a driven gear, b, did on a free one in this step. */
static void count_gear_work(cpConstraint *joint, cpSpace *space)
{
    const cpGearJoint *gears = (const cpGearJoint *)joint;
    double work_J = -gears->jAcc * cpBodyGetAngularVelocity(joint->b);
    race_of(cw_space_world(space))->machine_J += work_J;
}

/* Joins two gears, of which `a` is free. */
static void join_gears(CwWorld *world, const Gear *a, const Gear *b)
{
    double ratio = -(double)b->tooth_count / a->tooth_count;
    double phase_rad = cpBodyGetAngle(b->body) * ratio - cpBodyGetAngle(a->body);
    cpConstraint *joint = cpGearJointNew(a->body, b->body, phase_rad, ratio);
    if (!b->free) {
        cpConstraintSetPostSolveFunc(joint, count_gear_work);
    }
    thing_join(world, joint);
}

/* The angle at which a tooth of the gear stands in a gap of its neighbour. */
static double fitting_angle_rad(const Gear *gear, const Gear *neighbour)
{
    double towards_rad =
        cpvtoangle(cpvsub(gear->machine.object->centre_m, neighbour->machine.object->centre_m));
    double teeth = neighbour->tooth_count * (towards_rad - neighbour->start_rad) / TURN_RAD;
    return towards_rad + CP_PI - TURN_RAD * (0.5 - teeth) / gear->tooth_count;
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
    gear->radius_m = gear_radius_m(object);
    gear->tooth_count =
        (int)cpfclamp(floor(TURN_RAD * gear->radius_m / TOOTH_M + 0.5), TEETH_MIN, TEETH_MAX);
    gear->start_rad = object->angle_rad;
    CwEntity at = {0};
    const Gear *neighbour = next_neighbour(world, gear, &at);
    if (neighbour != NULL) {
        gear->start_rad = fitting_angle_rad(gear, neighbour);
    }
    double mass_kg = GEAR_KGPM2 * CP_PI * gear->radius_m * gear->radius_m;
    double inertia = cpMomentForCircle(mass_kg, 0.0, gear->radius_m, cpvzero);
    Axle axle = {.pivot_m = object->centre_m,
                 .start_rad = gear->start_rad,
                 .speed_radps = gear->speed_radps,
                 .friction_Nm = AXLE_NMPKG * mass_kg * gear->radius_m};
    if (gear->free) {
        axle.body = cpBodyNew(mass_kg, inertia);
        thing_add_body(world, self, axle.body, object->centre_m, gear->start_rad);
    }
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

typedef struct GearPicture {
    CwDrawList *list;
    const Gear *gear;
    double angle_rad;
} GearPicture;

static CwPoint2 on_gear(const GearPicture *picture, double angle, double radius_m)
{
    CwPoint2 middle = to_point(picture->gear->machine.object->centre_m);
    return point_along(middle, picture->angle_rad + angle, radius_m);
}

static void draw_teeth(const GearPicture *picture, double wider_m, CwColour colour)
{
    const Gear *gear = picture->gear;
    double tooth_rad = TURN_RAD / gear->tooth_count, wider_rad = wider_m / gear->radius_m;
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

/* Draws a disc around the axle, moved to the light, upper left, which makes an edge on it. */
static void draw_ring(const GearPicture *picture, double radius_m, double to_light_m,
                      CwColour colour)
{
    cw_draw_circle(picture->list, point_along(on_gear(picture, 0.0, 0.0), 0.7 * CP_PI, to_light_m),
                   fmax(0.02, radius_m), colour);
}

/* Draws a lit rim with bolts, a sunk plate with windows between spokes, and a hub. */
static void draw_face(const GearPicture *picture, const Look *look)
{
    double r_m = picture->gear->radius_m, rim_m = r_m - TOOTH_DOWN_M - 0.05;
    double edge_m = fmin(0.07, 0.06 * r_m);
    draw_ring(picture, rim_m, 0.0, colour_mix(look->face, look->rim, 0.45));
    draw_ring(picture, rim_m - edge_m, edge_m, look->light);
    draw_ring(picture, rim_m - edge_m, 0.0, look->face);
    int windows = r_m > 0.9 ? 6 : r_m > 0.5 ? 5 : 0;
    if (windows > 0) {
        draw_ring(picture, 0.81 * r_m, 0.0, look->rim);
        draw_ring(picture, 0.81 * r_m - edge_m, -edge_m, colour_mix(look->face, look->rim, 0.22));
    }
    for (int i = 0; i < windows; i++) {
        double turn = (i + 0.5) * TURN_RAD / windows;
        CwPoint2 at = on_gear(picture, turn, 0.54 * r_m);
        cw_draw_circle(picture->list, point_along(at, -0.3 * CP_PI, 0.6 * edge_m),
                       0.19 * r_m + 0.025, look->light);
        draw_disc(picture->list, at, 0.19 * r_m + 0.025, look->rim);
        draw_disc(picture->list, on_gear(picture, turn, 0.87 * r_m), 0.05 * r_m, look->light);
    }
    draw_disc(picture->list, on_gear(picture, 0.0, 0.0), 0.22 * r_m + 0.03, look->light);
    draw_ring(picture, 0.11 * r_m, 0.0, OUTLINE);
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
    cw_draw_set_layer(frame->draw, LAYER_TUFTS); /* whole, in front of the ground beside it */
    GearPicture picture = {frame->draw, gear,
                           cw_world_pose(world, gear->body, frame->alpha).angle_rad};
    draw_teeth(&picture, 0.03, OUTLINE);
    draw_ring(&picture, gear->radius_m - TOOTH_DOWN_M + 0.03, 0.0, OUTLINE);
    draw_teeth(&picture, 0.0, look->face);
    draw_face(&picture, look);
}

/* ---- pendulums ---- */

static const double ROD_RADIUS_M = 0.08, GRAVITY_MPS2 = 9.81, BOB_KGPM2 = 60.0, BOB_FRICTION = 0.3;

/* The body of a driven pendulum is at the pivot, a free one's at the middle of the bob. */
static void add_pendulum_shapes(CwWorld *world, CwEntity self, const Pendulum *pendulum)
{
    cpVect pivot = cpv(0.0, pendulum->free ? pendulum->length_m : 0.0);
    cpVect bob = cpv(0.0, pivot.y - pendulum->length_m);
    machine_add_shape(world, self, cpCircleShapeNew(pendulum->body, pendulum->bob_m, bob),
                      BOB_FRICTION);
    machine_add_shape(world, self, cpSegmentShapeNew(pendulum->body, pivot, bob, ROD_RADIUS_M),
                      BOB_FRICTION);
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
    double free_s = TURN_RAD * sqrt(pendulum->length_m / GRAVITY_MPS2);
    pendulum->period_s = cw_property_number(object->properties, "period", free_s);
    double usual_kg = BOB_KGPM2 * CP_PI * pendulum->bob_m * pendulum->bob_m;
    double mass_kg = cw_property_number(object->properties, "mass_kg", usual_kg);
    double inertia = cpMomentForCircle(mass_kg, 0.0, pendulum->bob_m, cpvzero);
    cpVect down = cpvrotate(cpvforangle(object->angle_rad), cpv(0.0, -pendulum->length_m));
    Axle axle = {.pivot_m = pendulum->pivot_m,
                 .start_rad = object->angle_rad,
                 .swing_rad = pendulum->swing_rad,
                 .period_s = pendulum->period_s};
    if (pendulum->free) {
        axle.body = cpBodyNew(mass_kg, inertia);
        thing_add_body(world, self, axle.body, cpvadd(axle.pivot_m, down), object->angle_rad);
    }
    pendulum->body = axle_add(world, self, &axle);
    add_pendulum_shapes(world, self, pendulum);
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
    post_draw(world, frame, top, HANG_M);
    cw_draw_set_layer(frame->draw, LAYER_THINGS);
    draw_bar(frame->draw, top, end, 2.0 * ROD_RADIUS_M - 0.07, steel);
    draw_disc(frame->draw, top, 0.22, metal);
    draw_disc(frame->draw, top, 0.09, BRASS_LIGHT);
    draw_disc(frame->draw, end, r_m, metal);
    draw_disc(frame->draw, end, 0.62 * r_m, BRASS_LIGHT);
    draw_disc(frame->draw, end, 0.62 * r_m - 0.03, metal);
    draw_disc(frame->draw, end, fmax(0.06, 0.2 * r_m), BRASS_LIGHT);
}
