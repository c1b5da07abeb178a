#include "things/kinds.h"

#include "common/sprites.h"

#include <math.h>

static const double LINK_M = 0.4;      /* default length of a link */
static const double CALM_PER_S = 0.5;  /* damping of a swing */
static const double LOAD_KGPM2 = 60.0; /* a crate's size shows its mass */
static const double LOAD_SIZE_MIN_M = 0.4, LOAD_SIZE_MAX_M = 1.6;

const CwField rope_fields[] = {CW_FIELD(Rope, broken), CW_FIELD(Rope, respawn_count),
                               CW_FIELD_BODY(Rope, load, "load"), CW_FIELD_OBJECT(Rope, object)};

/* A cpBodyVelocityFunc: Chipmunk's own, with air that calms swings and lets them fall asleep. */
static void damp_swing(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt)
{
    cpBodyUpdateVelocity(body, gravity, damping * fmax(0.0, 1.0 - CALM_PER_S * dt), dt);
}

static cpBody *add_load(CwWorld *world, CwEntity self, Rope *rope, cpVect below_m)
{
    double size_m = cpfclamp(sqrt(rope->load_kg / LOAD_KGPM2), LOAD_SIZE_MIN_M, LOAD_SIZE_MAX_M);
    rope->load_m = size_m;
    cpBody *load = cpBodyNew(rope->load_kg, cpMomentForBox(rope->load_kg, size_m, size_m));
    cpShape *shape = thing_box(load, size_m, size_m, 0.04);
    thing_add_body(world, self, load, cpvsub(below_m, cpv(0.0, size_m / 2.0)), 0.0);
    cpBodySetVelocityUpdateFunc(load, damp_swing);
    thing_add_shape(world, self, shape, 0.5,
                    cpShapeFilterNew(self.index1, CATEGORY_THING, CP_ALL_CATEGORIES));
    return load;
}

/* Links touch loose things, but not their support. */
static void add_links(CwWorld *world, CwEntity self, Rope *rope)
{
    CwRopeDesc desc = cw_rope_desc_default();
    desc.points_m = rope->object->corners_m;
    desc.point_count = rope->object->corner_count;
    desc.link_count = rope->link_count;
    desc.load_kg = rope->load_kg;
    desc.type = TOUCH_DANGLING;
    desc.filter = cpShapeFilterNew(self.index1, CATEGORY_THING, CATEGORY_THING);
    desc.stretches = true; /* the joint below reaches to the load */
    cw_world_add_rope(world, self, &desc, rope->links);
    for (int i = 0; i < rope->link_count; i++) {
        cpBodySetVelocityUpdateFunc(rope->links[i], damp_swing);
    }
}

const ThingClass rope_class = {.shape = CW_MAP_POLYLINE,
                               .most = 100,
                               .properties = {LIMITS("links", 1.0, ROPE_LINKS_MAX),
                                              PROPERTY(Rope, load_kg, "load", 0.0, 0.0, 10000.0),
                                              PROPERTY(Rope, is_chain, "chain", 0.0, 0.0, 1.0)}};

void rope_spawn(CwWorld *world, CwEntity self, Rope *rope, const CwMapObject *object)
{
    cpBody *rock = cpSpaceGetStaticBody(cw_world_space(world));
    double length_m = line_length_m(object->corners_m, object->corner_count);
    double wanted = cw_property_number(object->properties, "links", ceil(length_m / LINK_M));
    rope->object = object;
    rope->reach_m = length_m + LOAD_SIZE_MAX_M;
    rope->link_count = (int)fmin(wanted, ROPE_LINKS_MAX);
    add_links(world, self, rope);
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

/* Draws a curve that begins and ends with the points, through the middles between them. */
static void draw_strand(CwDrawList *list, const CwPoint2 *points, int count)
{
    enum { STEPS = 4 };
    CwPoint2 curve[STEPS * (ROPE_LINKS_MAX + 1)];
    for (int i = 0; i < STEPS * count; i++) {
        double share = (double)(i % STEPS) / (STEPS - 1);
        double back = 0.5 * (1.0 - share) * (1.0 - share), ahead = 0.5 * share * share;
        const CwPoint2 *b = points + i / STEPS, *a = b > points ? b - 1 : b;
        const CwPoint2 *c = b < points + count - 1 ? b + 1 : b;
        curve[i] = (CwPoint2){b->x + back * (a->x - b->x) + ahead * (c->x - b->x),
                              b->y + back * (a->y - b->y) + ahead * (c->y - b->y)};
    }
    cw_draw_polyline(list, curve, STEPS * count, 0.11, OUTLINE);
    cw_draw_polyline(list, curve, STEPS * count, 0.055, (CwColour){0xd6, 0xa2, 0x67, 255});
}

static void draw_chain(CwDrawList *list, const CwPoint2 *points, int count)
{
    for (int i = 0; i + 1 < count; i++) {
        double dx = points[i + 1].x - points[i].x, dy = points[i + 1].y - points[i].y;
        double length_m = sqrt(dx * dx + dy * dy);
        int eyes = (int)fmax(1.0, floor(length_m / 0.2 + 0.5));
        for (int k = 0; k < eyes; k++) {
            double share = (k + 0.5) / eyes;
            CwTransform2 pose = {points[i].x + dx * share, points[i].y + dy * share, atan2(dy, dx)};
            sprite_draw(list, SPRITE_CHAIN, pose, (CwPoint2){length_m / eyes + 0.07, 0.15});
        }
    }
}

void rope_draw(const CwWorld *world, const Rope *rope, CwFrame *frame)
{
    const CwMapObject *object = rope->object;
    if (!object_is_seen(frame, object, rope->reach_m)) {
        return;
    }
    CwPoint2 points[ROPE_LINKS_MAX + 1];
    cw_rope_points(world, rope->links, rope->link_count, frame->alpha, points);
    (rope->is_chain ? draw_chain : draw_strand)(frame->draw, points, rope->link_count + 1);
    draw_disc(frame->draw, to_point(object->corners_m[0]), 0.17, BRASS);
    if (rope->load != NULL) {
        sprite_draw(frame->draw, SPRITE_CRATE, cw_world_pose(world, rope->load, frame->alpha),
                    (CwPoint2){rope->load_m, 0.0});
        draw_disc(frame->draw, points[rope->link_count], 0.12, BRASS); /* the shackle */
    }
}
