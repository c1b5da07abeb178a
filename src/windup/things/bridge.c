#include "things/kinds.h"

#include "common/sprites.h"

#include <math.h>

static const double PLANK_HEIGHT_M = 0.2;
static const double PLANK_MASS_KGPM = 26.0; /* lighter planks stretch apart under the buggy */
static const double BEND_MAX_RAD = 0.30;
static const double BEND_STIFFNESS_NMPRAD = 900.0;
static const double BEND_DAMPING_NMSPRAD = 120.0;

const CwField bridge_fields[] = {
    CW_FIELD(Bridge, breakage.broken),
    CW_FIELD(Bridge, breakage.respawn_count),
    CW_FIELD(Bridge, load_N),
    CW_FIELD_OBJECT(Bridge, breakage.object),
};

static cpBody *add_plank(CwWorld *world, CwEntity self, const Bridge *bridge, cpVect centre_m)
{
    double mass_kg = PLANK_MASS_KGPM * bridge->plank_m;
    double moment = cpMomentForBox(mass_kg, bridge->plank_m, PLANK_HEIGHT_M);
    cpBody *plank = cpBodyNew(mass_kg, moment);
    thing_add_body(world, self, plank, centre_m, bridge->breakage.object->angle_rad);
    cpVect reach = cpv(bridge->plank_m / 2.0, 0.0);
    cpShape *shape = cpSegmentShapeNew(plank, cpvneg(reach), reach, PLANK_HEIGHT_M / 2.0);
    thing_add_shape(world, self, shape, 1.0, FILTER_HANGING); /* touches no plank and no bank */
    return plank;
}

/* Bodies a and b meet at a point; between planks the joint resists bending. */
static void hang(CwWorld *world, cpConstraint **hinge, cpBody *a, cpBody *b, cpVect at_m)
{
    hinge[0] = cpPivotJointNew(a, b, at_m);
    hinge[1] = cpDampedRotarySpringNew(a, b, 0.0, BEND_STIFFNESS_NMPRAD, BEND_DAMPING_NMSPRAD);
    hinge[2] = cpRotaryLimitJointNew(a, b, -BEND_MAX_RAD, BEND_MAX_RAD);
    for (int i = 0; i < HINGE_JOINTS; i++) {
        thing_join(world, hinge[i]);
    }
}

const ThingClass bridge_class = {
    .shape = CW_MAP_RECT,
    .most = 100,
    .properties = {LIMITS("planks", 2.0, PLANKS_MAX),
                   PROPERTY(Bridge, breaks_N, "breaks_N", 0.0, 0.0, 1e6)}};

void bridge_spawn(CwWorld *world, CwEntity self, Bridge *bridge, const CwMapObject *object)
{
    double wanted = cw_property_number(object->properties, "planks", floor(object->width_m + 0.5));
    bridge->breakage.object = object;
    bridge->plank_count = (int)cpfclamp(wanted, 2.0, PLANKS_MAX);
    bridge->plank_m = object->width_m / bridge->plank_count;
    bridge->left_m = cpvlerp(object->corners_m[0], object->corners_m[3], 0.5);
    bridge->right_m = cpvlerp(object->corners_m[1], object->corners_m[2], 0.5);

    cpBody *banks = cpSpaceGetStaticBody(cw_world_space(world));
    cpBody *last = banks;
    for (int i = 0; i < bridge->plank_count; i++) {
        double begin = i / (double)bridge->plank_count;
        double middle = (i + 0.5) / bridge->plank_count;
        bridge->planks[i] =
            add_plank(world, self, bridge, cpvlerp(bridge->left_m, bridge->right_m, middle));
        hang(world, bridge->hinges[i], last, bridge->planks[i],
             cpvlerp(bridge->left_m, bridge->right_m, begin));
        last = bridge->planks[i];
    }
    hang(world, bridge->hinges[bridge->plank_count], last, banks, bridge->right_m);
}

/* Tears the bridge at a plank's left end; the rest hangs limp, or it would jam fallen things. */
static void tear(CwWorld *world, CwEntity self, Bridge *bridge, const cpBody *plank)
{
    for (int i = 0; i <= bridge->plank_count; i++) {
        bool here = i < bridge->plank_count && bridge->planks[i] == plank;
        for (int joint = here ? 0 : 1; joint < HINGE_JOINTS; joint++) {
            cw_world_remove_constraint(world, bridge->hinges[i][joint]);
        }
    }
    breakage_note(world, &bridge->breakage);
    cw_world_emit(world, CUE_SNAP, self, cpBodyGetPosition(plank), bridge->plank_m);
}

void bridge_tick(CwWorld *world, CwEntity self, void *data)
{
    Bridge *bridge = data;
    if (breakage_replace(world, self, &bridge->breakage) || bridge->breakage.broken ||
        bridge->breaks_N == 0.0) {
        return;
    }
    const cpBody *pressed = pressure_tick(world, self, &bridge->load_N);
    if (pressed != NULL && bridge->load_N > bridge->breaks_N) {
        tear(world, self, bridge, pressed);
    }
}

static void draw_post(CwDrawList *list, cpVect foot_m)
{
    draw_bar(list, (CwPoint2){foot_m.x, foot_m.y - 0.5}, (CwPoint2){foot_m.x, foot_m.y + 0.9}, 0.12,
             WOOD_DARK);
    draw_disc(list, (CwPoint2){foot_m.x, foot_m.y + 0.95}, 0.16, BRASS);
}

/* Draws a rope from post to post that follows the planks. */
static void draw_hand_rope(const CwWorld *world, const Bridge *bridge, const CwFrame *frame)
{
    CwPoint2 points[PLANKS_MAX + 2] = {{bridge->left_m.x, bridge->left_m.y + 0.85}};
    for (int i = 0; i < bridge->plank_count; i++) {
        CwTransform2 pose = cw_world_pose(world, bridge->planks[i], frame->alpha);
        double across = (i + 0.5) / bridge->plank_count;
        double sag_m = 0.9 * across * (1.0 - across);
        points[i + 1] = (CwPoint2){pose.x_m, pose.y_m + 0.85 - sag_m};
        if (i % 2 == 0) {
            draw_line(frame->draw, points[i + 1], (CwPoint2){pose.x_m, pose.y_m}, 0.04, TAN);
        }
    }
    points[bridge->plank_count + 1] = (CwPoint2){bridge->right_m.x, bridge->right_m.y + 0.85};
    cw_draw_polyline(frame->draw, points, bridge->plank_count + 2, 0.06, TAN);
}

void bridge_draw(const CwWorld *world, const Bridge *bridge, CwFrame *frame)
{
    const CwMapObject *object = bridge->breakage.object;
    if (!span_is_seen(frame, object->centre_m.x, object->width_m / 2.0 + 2.0)) {
        return;
    }
    draw_post(frame->draw, bridge->left_m);
    draw_post(frame->draw, bridge->right_m);
    if (!bridge->breakage.broken) {
        draw_hand_rope(world, bridge, frame);
    }
    for (int i = 0; i < bridge->plank_count; i++) {
        CwTransform2 pose = cw_world_pose(world, bridge->planks[i], frame->alpha);
        sprite_draw(frame->draw, SPRITE_PLANK, pose,
                    (CwPoint2){bridge->plank_m + 0.04, PLANK_HEIGHT_M + 0.06});
        if (bridge->breaks_N > 0.0) {
            sprite_draw(frame->draw, SPRITE_CRACK, pose,
                        (CwPoint2){i % 2 == 0 ? 0.4 : -0.4, PLANK_HEIGHT_M});
        }
    }
}
