/* Fast bodies: a step moves them only up to the first obstacle.
 *
 * Before the move, a core of each shape, half as large as its inscribed circle, is swept along the
 * way. If the core would hit, the body stops where the full circle touches, and that step's contact
 * does the rest. A pair that the game or a one-way shape lets pass is no obstacle. The nearest hit
 * counts, so the order of a query doesn't matter. */
#include "base/report.h"
#include "sim/world.h"

#include <chipmunk/chipmunk_private.h>
#include <math.h>

static const double TOUCH_M = 0.005; /* overlap with the obstacle after a stop, the space's slop */
static const double STEEP_MIN = 0.01;

typedef struct Sweep {
    cpShape *shape;
    cpVect from, to;
    double radius_m, core_m; /* the inscribed circle; the swept circle */
    double free_m;           /* free distance along the way, found so far */
} Sweep;

/* Whether a collision handler rejected the pair in an earlier step. */
static bool is_refused(const Sweep *sweep, const cpShape *other)
{
    const cpShape *pair[] = {sweep->shape, other};
    cpHashValue hash = CP_HASH_PAIR((cpHashValue)sweep->shape, (cpHashValue)other);
    const cpArbiter *arbiter =
        cpHashSetFind(cpShapeGetSpace(other)->cachedArbiters, hash, (const void *)pair);
    return arbiter != NULL && (arbiter->state == CP_ARBITER_STATE_IGNORE ||
                               (arbiter->state == CP_ARBITER_STATE_NORMAL && arbiter->count == 0));
}

/* A cpSpaceBBQueryFunc. */
static void meet_shape(cpShape *other, void *context)
{
    Sweep *sweep = context;
    cpSegmentQueryInfo hit;
    cpVect way = cpvsub(sweep->to, sweep->from);
    if (cpShapeGetSensor(other) || cpShapeGetBody(other) == cpShapeGetBody(sweep->shape) ||
        !cpShapeSegmentQuery(other, sweep->from, sweep->to, sweep->core_m, &hit) ||
        !(hit.alpha > 0) || is_refused(sweep, other)) {
        return;
    }
    if (cpShapeGetCollisionType(other) == CW_ONE_WAY && one_way_passes(other, hit.normal)) {
        return;
    }
    double length_m = cpvlength(way);
    double steep = fmax(STEEP_MIN, -cpvdot(way, hit.normal) / length_m);
    double back_m = fmax(0, sweep->radius_m - sweep->core_m - TOUCH_M) / steep;
    sweep->free_m = fmin(sweep->free_m, fmax(0, hit.alpha * length_m - back_m));
}

/* The part of the way that is free for the shape. */
static double free_part(cpShape *shape, cpVect way)
{
    const cpBody *body = cpShapeGetBody(shape);
    cpVect from = cpBodyLocalToWorld(body, cpShapeGetCenterOfGravity(shape));
    cpShapeCacheBB(shape); /* the body may have been teleported */
    double radius_m = -cpShapePointQuery(shape, from, NULL), length_m = cpvlength(way);
    if (cpShapeGetSensor(shape) || length_m <= radius_m / 4) {
        return 1;
    }
    Sweep sweep = {shape, from, cpvadd(from, way), radius_m, radius_m / 2, length_m};
    cpBB box = cpBBMerge(cpBBNewForCircle(sweep.from, sweep.core_m),
                         cpBBNewForCircle(sweep.to, sweep.core_m));
    cpSpaceBBQuery(cpBodyGetSpace(body), box, cpShapeGetFilter(shape), meet_shape, &sweep);
    return sweep.free_m / length_m;
}

/* A cpBodyPositionFunc for fast bodies. */
static void update_position_fast(cpBody *body, cpFloat dt_s)
{
    cpVect speed = body->v, way = cpvmult(cpvadd(body->v, body->v_bias), dt_s);
    double part = 1;
    CP_BODY_FOREACH_SHAPE(body, shape)
    {
        part = fmin(part, free_part(shape, way));
    }
    if (part < 1) {
        body->v = cpvmult(body->v, part);
        body->v_bias = cpvmult(body->v_bias, part);
    }
    body_update_position(body, dt_s);
    body->v = speed;
}

void cw_body_set_fast(cpBody *body, bool fast)
{
    ASSERT_GIVEN(body);
    cpBodySetPositionUpdateFunc(body, fast ? update_position_fast : body_update_position);
}
