/* Ropes and chains: links on pivots along the line they were drawn with. They hang from its first
 * point, with a load if they have one, or from both ends; too much pull snaps them.
 *
 * Under a heavy load light links stretch apart, so a joint from anchor to load, slack as long as
 * the rope is, takes what they can't. It bears no load of its own: what it pulls counts as the
 * rope's. */
#include "common/numbers.h"
#include "common/palette.h"
#include "common/sprites.h"
#include "things/mend.h"
#include "things/seen.h"
#include "things/things.h"

#include <math.h>

static const double LINK_M = 0.4; /* unless its map says how many */
static const double LINK_KGPM = 3.0;
static const double LINK_LOAD_SHARE = 0.04; /* of the load: a link is no lighter */
static const double LINK_RADIUS_M = 0.05;
static const double CALM_PER_S = 0.5;  /* how soon a swing dies */
static const double LOAD_KGPM2 = 60.0; /* so large a crate it looks */
static const double LOAD_SIZE_MIN_M = 0.4;
static const double LOAD_SIZE_MAX_M = 1.6;

const CwField rope_fields[ROPE_FIELD_COUNT] = {
    CW_FIELD(Rope, mend.broken),
    CW_FIELD(Rope, mend.respawn_count),
};

static double path_length_m(const CwMapObject *object)
{
    double length_m = 0.0;
    for (int i = 0; i + 1 < object->corner_count; i++) {
        length_m += cpvdist(object->corners_m[i], object->corners_m[i + 1]);
    }
    return length_m;
}

static cpVect path_point(const CwMapObject *object, double along_m)
{
    for (int i = 0; i + 1 < object->corner_count; i++) {
        double edge_m = cpvdist(object->corners_m[i], object->corners_m[i + 1]);
        if (along_m <= edge_m && edge_m > 0.0) {
            return cpvlerp(object->corners_m[i], object->corners_m[i + 1], along_m / edge_m);
        }
        along_m -= edge_m;
    }
    return object->corners_m[object->corner_count - 1];
}

/* cpBodyVelocityFunc: as Chipmunk's own, with air that calms swings and lets them fall asleep. */
static void swing(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt)
{
    cpBodyUpdateVelocity(body, gravity, damping * fmax(0.0, 1.0 - CALM_PER_S * dt), dt);
}

static cpBody *add_body(CwWorld *world, CwEntity self, cpBody *body, cpShape *shape)
{
    cw_world_add_body(world, self, body);
    cpBodySetVelocityUpdateFunc(body, swing);
    cpShapeSetFriction(shape, 0.5);
    cw_world_add_shape(world, self, shape);
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
    cpShapeSetFilter(shape, cpShapeFilterNew(self.index1, CATEGORY_THING, CATEGORY_THING));
    cpShapeSetCollisionType(shape, rope->both_ends ? TOUCH_OTHER : TOUCH_DANGLING);
    return add_body(world, self, link, shape);
}

static cpBody *add_load(CwWorld *world, CwEntity self, Rope *rope, cpVect below_m)
{
    double size_m = cpfclamp(sqrt(rope->load_kg / LOAD_KGPM2), LOAD_SIZE_MIN_M, LOAD_SIZE_MAX_M);
    rope->load_m = size_m;
    cpBody *load = cpBodyNew(rope->load_kg, cpMomentForBox(rope->load_kg, size_m, size_m));
    cpBodySetPosition(load, cpvsub(below_m, cpv(0.0, size_m / 2.0)));
    cpShape *shape = cpBoxShapeNew(load, size_m - 0.08, size_m - 0.08, 0.04);
    cpShapeSetFilter(shape, cpShapeFilterNew(self.index1, CATEGORY_THING, CP_ALL_CATEGORIES));
    return add_body(world, self, load, shape);
}

static void hang(CwWorld *world, Rope *rope, cpBody *a, cpBody *b, cpVect at_m)
{
    rope->joints[rope->joint_count++] =
        cw_world_add_constraint(world, (CwEntity){0}, cpPivotJointNew(a, b, at_m));
}

static void add_links(CwWorld *world, CwEntity self, Rope *rope, double length_m, int wanted)
{
    const CwMapObject *object = rope->mend.from.object;
    cpBody *last = cpSpaceGetStaticBody(cw_world_space(world));
    cpVect end_m = object->corners_m[0];
    for (int i = 0; i < wanted; i++) {
        cpVect begin_m = end_m;
        end_m = path_point(object, length_m * (i + 1) / wanted);
        cpBody *link = add_link(world, self, rope, begin_m, end_m);
        rope->links[rope->link_count++] = link;
        hang(world, rope, last, link, begin_m);
        last = link;
    }
}

void rope_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    Rope *rope = data;
    const FromMap *from = args;
    const CwMapObject *object = from->object;
    cpBody *rock = cpSpaceGetStaticBody(cw_world_space(world));
    double length_m = path_length_m(object);
    double wanted = cw_map_number(from->map, object, "links", ceil(length_m / LINK_M));
    rope->mend.from = *from;
    rope->is_chain = cw_map_number(from->map, object, "chain", 0.0) != 0.0;
    rope->load_kg = cpfclamp(cw_map_number(from->map, object, "load", 0.0), 0.0, 10000.0);
    rope->breaks_N = fmax(0.0, cw_map_number(from->map, object, "breaks_N", 0.0));
    rope->both_ends = cw_map_number(from->map, object, "both_ends", 0.0) != 0.0;
    rope->reach_m = length_m + LOAD_SIZE_MAX_M;
    add_links(world, self, rope, length_m, (int)cpfclamp(wanted, 1.0, ROPE_LINKS_MAX));

    cpBody *last = rope->links[rope->link_count - 1];
    cpVect end_m = object->corners_m[object->corner_count - 1];
    if (rope->both_ends) {
        hang(world, rope, last, rock, end_m);
        return;
    }
    if (rope->load_kg > 0.0) {
        rope->load = add_load(world, self, rope, end_m);
        hang(world, rope, last, rope->load, end_m);
        last = rope->load;
    }
    rope->limit =
        cw_world_add_constraint(world, (CwEntity){0},
                                cpSlideJointNew(rock, last, object->corners_m[0],
                                                cpBodyWorldToLocal(last, end_m), 0.0, length_m));
}

/* Where a joint is now: a link's end. */
static cpVect joint_place_m(const Rope *rope, int joint)
{
    int link = joint < rope->link_count ? joint : rope->link_count - 1;
    double side = joint < rope->link_count ? -1.0 : 1.0;
    return cpBodyLocalToWorld(rope->links[link], cpv(side * rope->half_m[link], 0.0));
}

/* Lets go where the pull is strongest, once. */
static void snap_if_overloaded(CwWorld *world, CwEntity self, Rope *rope)
{
    double step_s = cw_world_dt_s(world) / cw_sim_desc_of(world).settings.substeps;
    double shared_N = rope->limit == NULL ? 0.0 : cpConstraintGetImpulse(rope->limit) / step_s;
    int worst = 0;
    double worst_N = 0.0;
    for (int i = 0; i < rope->joint_count; i++) {
        double pull_N = shared_N + cpConstraintGetImpulse(rope->joints[i]) / step_s;
        if (pull_N > worst_N) {
            worst = i;
            worst_N = pull_N;
        }
    }
    if (worst_N <= rope->breaks_N) {
        return;
    }
    cw_world_remove_constraint(world, rope->joints[worst]);
    if (rope->limit != NULL) {
        cw_world_remove_constraint(world, rope->limit);
    }
    rope->broken_joint = worst;
    mend_note_break(world, &rope->mend);
    cw_world_emit(world, CUE_SNAP, self, joint_place_m(rope, worst), LINK_M);
}

void rope_tick(CwWorld *world, CwEntity self, void *data)
{
    Rope *rope = data;
    if (!mend_tick(world, self, &rope->mend) && !rope->mend.broken && rope->breaks_N > 0.0) {
        snap_if_overloaded(world, self, rope);
    }
}

static void draw_strand(CwDrawList *list, const CwPoint2 *points, int count)
{
    cw_draw_polyline(list, points, count, 0.13, OUTLINE);
    cw_draw_polyline(list, points, count, 0.08, TAN);
    cw_draw_polyline(list, points, count, 0.03, (CwColour){0xd6, 0xa2, 0x67, 255});
}

/* The ends of the links from `first` up to before `end`, as they are drawn now. */
static int strand(const CwWorld *world, const Rope *rope, int first, int end, double alpha,
                  CwPoint2 *points)
{
    int count = 0;
    for (int i = first; i < end; i++) {
        CwTransform2 pose = cw_world_pose(world, rope->links[i], alpha);
        cpVect reach = cpvmult(cpvforangle(pose.angle_rad), rope->half_m[i]);
        if (i == first) {
            points[count++] = (CwPoint2){pose.x_m - reach.x, pose.y_m - reach.y};
        }
        points[count++] = (CwPoint2){pose.x_m + reach.x, pose.y_m + reach.y};
    }
    return count;
}

static void draw_chain(CwDrawList *list, const CwPoint2 *points, int count)
{
    for (int i = 0; i + 1 < count; i++) {
        double dx = points[i + 1].x - points[i].x, dy = points[i + 1].y - points[i].y;
        double length_m = sqrt(dx * dx + dy * dy);
        int eyes = (int)fmax(1.0, floor(length_m / 0.2 + 0.5));
        for (int k = 0; k < eyes; k++) {
            double share = (k + 0.5) / eyes;
            cw_draw_sprite(list, &(CwSpriteDraw){.sprite = SPRITE_CHAIN,
                                                 .x = points[i].x + dx * share,
                                                 .y = points[i].y + dy * share,
                                                 .width = length_m / eyes + 0.07,
                                                 .height = 0.15,
                                                 .angle_rad = atan2(dy, dx)});
        }
    }
}

static void draw_links(const CwWorld *world, const Rope *rope, CwFrame *frame)
{
    int cut = rope->mend.broken ? rope->broken_joint : rope->link_count;
    int ends[] = {0, cut, rope->link_count};
    for (int part = 0; part < 2; part++) {
        CwPoint2 points[ROPE_LINKS_MAX + 1];
        int count = strand(world, rope, ends[part], ends[part + 1], frame->alpha, points);
        if (count > 1) {
            (rope->is_chain ? draw_chain : draw_strand)(frame->draw, points, count);
        }
    }
}

static void draw_anchor(CwDrawList *list, cpVect at_m)
{
    CwPoint2 at = {at_m.x, at_m.y};
    cw_draw_circle(list, at, 0.17, OUTLINE);
    cw_draw_circle(list, at, 0.13, BRASS);
    cw_draw_circle(list, at, 0.05, BRASS_SHADE);
}

void rope_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    const Rope *rope = data;
    const CwMapObject *object = rope->mend.from.object;
    if (!object_is_seen(frame, object, rope->reach_m)) {
        return;
    }
    cw_draw_set_world(frame->draw, 1.0);
    cw_draw_set_layer(frame->draw, LAYER_THINGS);
    draw_links(world, rope, frame);
    draw_anchor(frame->draw, object->corners_m[0]);
    if (rope->load != NULL) {
        CwTransform2 pose = cw_world_pose(world, rope->load, frame->alpha);
        cw_draw_sprite(frame->draw, &(CwSpriteDraw){.sprite = SPRITE_CRATE,
                                                    .x = pose.x_m,
                                                    .y = pose.y_m,
                                                    .width = rope->load_m,
                                                    .angle_rad = pose.angle_rad});
    } else if (rope->both_ends) {
        draw_anchor(frame->draw, object->corners_m[object->corner_count - 1]);
    }
}
