#include "sim/world_pick.h"

#include "base/sort.h"
#include "sim/world_rows.h"

#include <math.h>

typedef struct Picking {
    double reach_m;
    Picked *items;
    int count;
} Picking;

/* Into the space of a body that is drawn at a pose. */
static cpVect to_body(CwPoint2 place, CwTransform2 pose)
{
    cpVect away = cpv(place.x - pose.x_m, place.y - pose.y_m);
    return cpvunrotate(away, cpvforangle(pose.angle_rad));
}

static double segment_distance(cpVect at, cpVect a, cpVect b)
{
    cpVect along = cpvsub(b, a);
    double length2 = cpvlengthsq(along);
    double share = length2 > 0 ? cpvdot(cpvsub(at, a), along) / length2 : 0;
    return cpvdist(at, cpvlerp(a, b, fmax(0, fmin(1, share))));
}

/* The distance from a convex polygon in its body's coordinates; 0 and less inside. */
static double polygon_distance(cpVect at, const struct cpPolyShape *poly)
{
    const struct cpSplittingPlane *planes = poly->planes + poly->count;
    double deepest = -INFINITY, nearest = INFINITY;
    for (int i = 0; i < poly->count; i++) {
        int next = (i + 1) % poly->count;
        deepest = fmax(deepest, cpvdot(planes[i].n, cpvsub(at, planes[i].v0)));
        nearest = fmin(nearest, segment_distance(at, planes[i].v0, planes[next].v0));
    }
    return (deepest <= 0 ? deepest : nearest) - poly->r;
}

static double distance_m(const cpShape *shape, cpVect at)
{
    const struct cpCircleShape *circle = (const struct cpCircleShape *)shape;
    const struct cpSegmentShape *segment = (const struct cpSegmentShape *)shape;
    switch (shape->klass->type) {
    case CP_CIRCLE_SHAPE:
        return cpvdist(at, circle->c) - circle->r;
    case CP_SEGMENT_SHAPE:
        return segment_distance(at, segment->a, segment->b) - segment->r;
    case CP_POLY_SHAPE:
        return polygon_distance(at, (const struct cpPolyShape *)shape);
    case CP_NUM_SHAPES:
        break;
    }
    return INFINITY;
}

static bool is_same(const Picked *a, const Picked *b)
{
    return a->owner.index1 == b->owner.index1 && (a->owner.index1 != 0 || a->shape == b->shape);
}

static bool is_better(const Picked *a, const Picked *b)
{
    return a->inside != b->inside ? a->inside : a->area_m2 < b->area_m2;
}

static void add(Picking *picking, const Picked *found)
{
    int at = 0;
    while (at < picking->count && !is_same(&picking->items[at], found)) {
        at++;
    }
    if (at == PICK_MAX || (at < picking->count && !is_better(found, &picking->items[at]))) {
        return;
    }
    picking->items[at] = *found;
    picking->count += at == picking->count;
}

static int by_area(const void *x, const void *y)
{
    const Picked *a = x, *b = y;
    return (a->area_m2 > b->area_m2) - (a->area_m2 < b->area_m2);
}

static void pick_shapes(Picking *picking, const cpBody *body, CwEntity owner, cpVect at)
{
    for (const cpShape *shape = body->shapeList; shape != NULL; shape = shape->next) {
        double away_m = distance_m(shape, at);
        if (away_m > picking->reach_m) {
            continue;
        }
        CwEntity own = cw_shape_owner(shape);
        add(picking, &(Picked){.owner = own.index1 != 0 ? own : owner,
                               .body = body_number(body),
                               .shape = shape->hashid,
                               .inside = away_m <= 0,
                               .area_m2 = cpBBArea(shape->bb)});
    }
}

int world_pick(const CwWorld *world, CwPoint2 place, double reach_m, double alpha,
               Picked items[PICK_MAX])
{
    Picking picking = {reach_m, items, 0};
    for (int i = 0; i < world->body_count; i++) {
        const cpBody *body = world->bodies[i];
        CwTransform2 pose = cw_world_pose(world, body, alpha);
        pick_shapes(&picking, body, world->body_owners[i], to_body(place, pose));
    }
    pick_shapes(&picking, world->space->staticBody, (CwEntity){0}, cpv(place.x, place.y));
    sort_in_place(items, (size_t)picking.count, sizeof *items, by_area);
    return picking.count;
}
