#include "things/kinds.h"

#include "common/sprites.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>
#include <string.h>

enum { TEETH_MIN = 6, TEETH_MAX = 200, GEARS_MAX = 200 };

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

static int tooth_count(const CwMapObject *object)
{
    double count = floor(2.0 * CP_PI * radius_m(object) / TOOTH_M + 0.5);
    return (int)cpfclamp(count, TEETH_MIN, TEETH_MAX);
}

typedef enum GearMeeting { GEARS_APART, GEARS_MESH, GEARS_OVERLAP } GearMeeting;

static GearMeeting meeting_of(const CwMapObject *a, const CwMapObject *b)
{
    double apart_m = cpvdist(a->centre_m, b->centre_m) - radius_m(a) - radius_m(b);
    return apart_m > MESH_M ? GEARS_APART : apart_m < -MESH_M ? GEARS_OVERLAP : GEARS_MESH;
}

static bool is_free(const CwMap *map, const CwMapObject *gear)
{
    return cw_map_number(map, gear, "free", 0.0) != 0.0;
}

/* The gears that teeth join to the first, with their directions. */
typedef struct Train {
    const bool *left_out;
    const CwMapObject *gears[GEARS_MAX];
    int ways[GEARS_MAX];
    int count;
} Train;

static int find_in(const Train *train, const CwMapObject *gear)
{
    for (int i = 0; i < train->count; i++) {
        if (train->gears[i] == gear) {
            return i;
        }
    }
    return -1;
}

/* Adds a gear's neighbours; false: one overlaps it, or a ring can't turn. */
static bool add_neighbours(Train *train, const CwMap *map, int from, CwError *error)
{
    const CwMapObject *gear = train->gears[from];
    for (int i = 0; i < cw_map_object_count(map); i++) {
        const CwMapObject *other = cw_map_object(map, i);
        GearMeeting meeting = meeting_of(gear, other);
        if (train->left_out[i] || other == gear || strcmp(other->type, "gear") != 0 ||
            meeting == GEARS_APART) {
            continue;
        }
        int known = find_in(train, other);
        if (meeting == GEARS_OVERLAP && from == 0) {
            return cw_error_set(error,
                                "it overlaps gear %d: move one so that the circles just touch and "
                                "mesh, or are clearly apart",
                                other->id);
        } else if (meeting == GEARS_OVERLAP) {
            continue;
        } else if (known < 0 && train->count < GEARS_MAX) {
            train->gears[train->count] = other;
            train->ways[train->count++] = -train->ways[from];
        } else if (known >= 0 && train->ways[known] == train->ways[from]) {
            return cw_error_set(error,
                                "gears %d and %d mesh in a ring and would have to turn the same "
                                "way, so the ring jams: move one of its gears away",
                                gear->id, other->id);
        }
    }
    return true;
}

/* Checks that no gears overlap, and that a train has one driven gear and no odd ring. */
static bool check_train(const FromMap *from, const bool *left_out, CwError *error)
{
    Train train = {.left_out = left_out, .gears = {from->object}, .ways = {1}, .count = 1};
    for (int i = 0; i < train.count; i++) {
        if (!add_neighbours(&train, from->map, i, error)) {
            return false;
        }
        if (i > 0 && !is_free(from->map, from->object) && !is_free(from->map, train.gears[i])) {
            return cw_error_set(error,
                                "it and gear %d are joined by teeth and both driven: set \"free\" "
                                "of one of them, then it turns with the other",
                                train.gears[i]->id);
        }
    }
    return true;
}

static bool check(const FromMap *from, CwError *error)
{
    return radius_m(from->object) >= RADIUS_MIN_M ||
           cw_error_set(error, "it is %g m wide: make a gear %g m or wider",
                        2.0 * radius_m(from->object), 2.0 * RADIUS_MIN_M);
}

const ThingClass gear_class = {
    .shape = CW_MAP_ELLIPSE,
    .other_shape = CW_MAP_RECT,
    .most = GEARS_MAX,
    .properties = {MACHINE_PROPERTIES(Gear), PROPERTY(Gear, speed_radps, "speed", 1.0, -20.0, 20.0),
                   PROPERTY(Gear, free, "free", 0.0, 0.0, 1.0)},
    .check = check,
    .check_others = check_train};

/* Counts the work that a driven gear, b, did on a free one in this step. */
static void count_work(cpConstraint *joint, cpSpace *space)
{
    const cpGearJoint *gears = (const cpGearJoint *)joint;
    machine_did_work(cw_space_world(space), -gears->jAcc * cpBodyGetAngularVelocity(joint->b));
}

static void join(CwWorld *world, const Gear *a, const Gear *b)
{
    if (!a->free && !b->free) {
        return;
    }
    if (!a->free) {
        join(world, b, a);
        return;
    }
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

/* The gear's next neighbour in the world. */
static const Gear *next_neighbour(CwWorld *world, const Gear *gear, CwEntity *at)
{
    while ((*at = cw_world_next_of(world, KIND_GEAR, *at)).index1 != 0) {
        const Gear *other = cw_world_data(world, *at);
        if (other != gear && other->body != NULL &&
            meeting_of(gear->machine.object, other->machine.object) == GEARS_MESH) {
            return other;
        }
    }
    return NULL;
}

void gear_spawn(CwWorld *world, CwEntity self, Gear *gear, const FromMap *from)
{
    const CwMapObject *object = from->object;
    gear->radius_m = radius_m(object);
    gear->tooth_count = tooth_count(object);
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
        join(world, gear, neighbour);
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
    cpVect at = cpvadd(picture->gear->machine.object->centre_m,
                       cpvmult(cpvforangle(picture->angle_rad + angle), radius_m));
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

/* Draws windows between spokes, a hub, a ring of light. */
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

void gear_draw(const CwWorld *world, const Gear *gear, CwFrame *frame)
{
    if (!span_is_seen(frame, gear->machine.object->centre_m.x, gear->radius_m + 0.3)) {
        return;
    }
    const Look brass = {{0xb9, 0x87, 0x40, 255}, {0x5c, 0x40, 0x24, 255}, {0xe8, 0xc0, 0x7a, 255}};
    const Look teal = {TEAL, {0x12, 0x3b, 0x41, 255}, TEAL_LIGHT};
    const Look *look = gear->free ? &teal : &brass;
    Picture picture = {frame->draw, gear, cw_world_pose(world, gear->body, frame->alpha).angle_rad};
    draw_teeth(&picture, 0.03, OUTLINE);
    draw_disc(&picture, gear->radius_m - TOOTH_DOWN_M + 0.03, OUTLINE);
    draw_teeth(&picture, 0.0, look->face);
    draw_face(&picture, look);
}
