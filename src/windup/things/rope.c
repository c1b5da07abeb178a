#include "things/kinds.h"

#include "common/sprites.h"

#include <math.h>

static const double LINK_M = 0.4; /* unless its map says how many */
static const double LINK_KGPM = 3.0;
static const double LINK_LOAD_SHARE = 0.04; /* of the load: a link is no lighter */
static const double LINK_RADIUS_M = 0.05;
static const double CALM_PER_S = 0.5;  /* how soon a swing dies */
static const double LOAD_KGPM2 = 60.0; /* so large a crate it looks */
static const double LOAD_SIZE_MIN_M = 0.4;
static const double LOAD_SIZE_MAX_M = 1.6;

const CwField rope_fields[] = {
    CW_FIELD(Rope, broken),
    CW_FIELD(Rope, respawn_count),
};

/* cpBodyVelocityFunc: as Chipmunk's own, with air that calms swings and lets them fall asleep. */
static void swing(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt)
{
    cpBodyUpdateVelocity(body, gravity, damping * fmax(0.0, 1.0 - CALM_PER_S * dt), dt);
}

static cpBody *add_body(CwWorld *world, CwEntity self, cpShape *shape, cpBitmask touches)
{
    cpBody *body = cw_world_add_body(world, self, cpShapeGetBody(shape));
    cpBodySetVelocityUpdateFunc(body, swing);
    thing_add_shape(world, self, shape, 0.5,
                    cpShapeFilterNew(self.index1, CATEGORY_THING, touches));
    return body;
}

/* Links touch what is loose, not what they hang along. */
static cpBody *add_link(CwWorld *world, CwEntity self, Rope *rope, cpVect from_m, cpVect to_m)
{
    cpVect along = cpvsub(to_m, from_m);
    double length_m = fmax(0.02, cpvlength(along));
    double mass_kg = fmax(LINK_KGPM * length_m, LINK_LOAD_SHARE * rope->load_kg);
    cpBody *link = cpBodyNew(mass_kg, cpMomentForBox(mass_kg, length_m, length_m));
    cpBodySetPosition(link, cpvlerp(from_m, to_m, 0.5));
    cpBodySetAngle(link, atan2(along.y, along.x));
    cpVect reach = cpv(length_m / 2.0, 0.0);
    rope->half_m[rope->link_count] = length_m / 2.0;
    cpShape *shape = cpSegmentShapeNew(link, cpvneg(reach), reach, LINK_RADIUS_M);
    cpShapeSetCollisionType(shape, TOUCH_DANGLING);
    return add_body(world, self, shape, CATEGORY_THING);
}

static cpBody *add_load(CwWorld *world, CwEntity self, Rope *rope, cpVect below_m)
{
    double size_m = cpfclamp(sqrt(rope->load_kg / LOAD_KGPM2), LOAD_SIZE_MIN_M, LOAD_SIZE_MAX_M);
    rope->load_m = size_m;
    cpBody *load = cpBodyNew(rope->load_kg, cpMomentForBox(rope->load_kg, size_m, size_m));
    cpBodySetPosition(load, cpvsub(below_m, cpv(0.0, size_m / 2.0)));
    cpShape *shape = cpBoxShapeNew(load, size_m - 0.08, size_m - 0.08, 0.04);
    return add_body(world, self, shape, CP_ALL_CATEGORIES);
}

static void add_links(CwWorld *world, CwEntity self, Rope *rope, double length_m, int wanted)
{
    const CwMapObject *object = rope->object;
    cpBody *last = cpSpaceGetStaticBody(cw_world_space(world));
    cpVect end_m = object->corners_m[0];
    for (int i = 0; i < wanted; i++) {
        cpVect begin_m = end_m;
        end_m = line_point(object->corners_m, object->corner_count, length_m * (i + 1) / wanted);
        cpBody *link = add_link(world, self, rope, begin_m, end_m);
        rope->links[rope->link_count++] = link;
        thing_join(world, cpPivotJointNew(last, link, begin_m));
        last = link;
    }
}

const ThingClass rope_class = {.shape = CW_MAP_POLYLINE,
                               .most = 100,
                               .properties = {LIMITS("links", 1.0, ROPE_LINKS_MAX),
                                              PROPERTY(Rope, load_kg, "load", 0.0, 0.0, 10000.0),
                                              PROPERTY(Rope, is_chain, "chain", 0.0, 0.0, 1.0)}};

void rope_spawn(CwWorld *world, CwEntity self, Rope *rope, const FromMap *from)
{
    const CwMapObject *object = from->object;
    cpBody *rock = cpSpaceGetStaticBody(cw_world_space(world));
    double length_m = line_length_m(object->corners_m, object->corner_count);
    double wanted = cw_map_number(from->map, object, "links", ceil(length_m / LINK_M));
    rope->object = object;
    rope->reach_m = length_m + LOAD_SIZE_MAX_M;
    add_links(world, self, rope, length_m, (int)fmin(wanted, ROPE_LINKS_MAX));

    cpBody *last = rope->links[rope->link_count - 1];
    cpVect end_m = object->corners_m[object->corner_count - 1];
    if (rope->load_kg > 0.0) {
        rope->load = add_load(world, self, rope, end_m);
        thing_join(world, cpPivotJointNew(last, rope->load, end_m));
        last = rope->load;
    }
    thing_join(world, cpSlideJointNew(rock, last, object->corners_m[0],
                                      cpBodyWorldToLocal(last, end_m), 0.0, length_m));
}

static void draw_strand(CwDrawList *list, const CwPoint2 *points, int count)
{
    cw_draw_polyline(list, points, count, 0.13, OUTLINE);
    cw_draw_polyline(list, points, count, 0.08, TAN);
    cw_draw_polyline(list, points, count, 0.03, (CwColour){0xd6, 0xa2, 0x67, 255});
}

static void draw_chain(CwDrawList *list, const CwPoint2 *points, int count)
{
    for (int i = 0; i + 1 < count; i++) {
        double dx = points[i + 1].x - points[i].x, dy = points[i + 1].y - points[i].y;
        double length_m = sqrt(dx * dx + dy * dy);
        int eyes = (int)fmax(1.0, floor(length_m / 0.2 + 0.5));
        for (int k = 0; k < eyes; k++) {
            double share = (k + 0.5) / eyes;
            sprite_draw(
                list, SPRITE_CHAIN,
                (CwTransform2){points[i].x + dx * share, points[i].y + dy * share, atan2(dy, dx)},
                (CwPoint2){length_m / eyes + 0.07, 0.15});
        }
    }
}

static void draw_links(const CwWorld *world, const Rope *rope, CwFrame *frame)
{
    CwPoint2 points[ROPE_LINKS_MAX + 1];
    for (int i = 0; i < rope->link_count; i++) {
        CwTransform2 pose = cw_world_pose(world, rope->links[i], frame->alpha);
        cpVect reach = cpvmult(cpvforangle(pose.angle_rad), rope->half_m[i]);
        if (i == 0) {
            points[0] = (CwPoint2){pose.x_m - reach.x, pose.y_m - reach.y};
        }
        points[i + 1] = (CwPoint2){pose.x_m + reach.x, pose.y_m + reach.y};
    }
    (rope->is_chain ? draw_chain : draw_strand)(frame->draw, points, rope->link_count + 1);
}

static void draw_anchor(CwDrawList *list, cpVect at_m)
{
    CwPoint2 at = {at_m.x, at_m.y};
    cw_draw_circle(list, at, 0.17, OUTLINE);
    cw_draw_circle(list, at, 0.13, BRASS);
    cw_draw_circle(list, at, 0.05, BRASS_SHADE);
}

void rope_draw(const CwWorld *world, const Rope *rope, CwFrame *frame)
{
    const CwMapObject *object = rope->object;
    if (!object_is_seen(frame, object, rope->reach_m)) {
        return;
    }
    draw_links(world, rope, frame);
    draw_anchor(frame->draw, object->corners_m[0]);
    if (rope->load != NULL) {
        sprite_draw(frame->draw, SPRITE_CRATE, cw_world_pose(world, rope->load, frame->alpha),
                    (CwPoint2){rope->load_m, 0.0});
    }
}
