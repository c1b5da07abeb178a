#include "base/report.h"
#include "sim/body_check.h"
#include "sim/world.h"

#include <chipmunk/chipmunk_private.h>
#include <math.h>

/* Far above what games need. They keep extreme forces from overflowing the solver. */
static const double SPEED_LIMIT_MPS = 10000.0;
static const double SPIN_LIMIT_RADPS = 10000.0;
static const double GRAVITY_LIMIT_MPS2 = 10000.0;

/* Limits both coordinates first, because the length of a huge vector overflows. */
static cpVect limited(cpVect v, double limit)
{
    return cpvclamp(cpv(cpfclamp(v.x, -limit, limit), cpfclamp(v.y, -limit, limit)), limit);
}

/* Limits a body's motion and forces. False: Chipmunk would abort on it. */
__attribute__((noinline)) static bool prepare_body(cpBody *body, double dt_s)
{
    double force_limit_N = SPEED_LIMIT_MPS / dt_s * body->m;
    double torque_limit_Nm = SPIN_LIMIT_RADPS / dt_s * body->i;
    if (!body_is_finite(body)) {
        return false;
    }
    body->v = limited(body->v, SPEED_LIMIT_MPS);
    body->w = cpfclamp(body->w, -SPIN_LIMIT_RADPS, SPIN_LIMIT_RADPS);
    body->f = limited(body->f, force_limit_N);
    body->t = cpfclamp(body->t, -torque_limit_Nm, torque_limit_Nm);
    return true;
}

/* Prepares all bodies. False: Chipmunk would abort on one, or gravity is out of range. */
static bool prepare_bodies(const CwWorld *world)
{
    const cpArray *bodies = world->space->dynamicBodies;
    cpVect gravity = world->space->gravity;
    for (int i = 0; i < bodies->num; i++) {
        cpBody *body = bodies->arr[i];
        if (!body_is_calm(body, fmin(SPEED_LIMIT_MPS, SPIN_LIMIT_RADPS)) &&
            !prepare_body(body, world->dt_s)) {
            return false;
        }
    }
    return fabs(gravity.x) <= GRAVITY_LIMIT_MPS2 && fabs(gravity.y) <= GRAVITY_LIMIT_MPS2;
}

static void save_forces(CwWorld *world, int body_count)
{
    if (body_count > world->saved_force_capacity) {
        world->saved_force_capacity = body_count * 2;
        world->saved_forces = arena_realloc(
            world->saved_forces, (size_t)world->saved_force_capacity * sizeof *world->saved_forces);
    }
    for (int i = 0; i < body_count; i++) {
        cpBody *body = world->space->dynamicBodies->arr[i];
        world->saved_forces[i] = (SavedForce){.body = body, .force = body->f, .torque = body->t};
    }
}

static void apply_forces(const CwWorld *world, int body_count)
{
    for (int i = 0; i < body_count; i++) {
        const SavedForce *saved = &world->saved_forces[i];
        if (!cpBodyIsSleeping(saved->body)) { /* asleep since an earlier substep */
            saved->body->f = saved->force;
            saved->body->t = saved->torque;
        }
    }
}

/* Each step clears forces, so each substep gets the tick's forces again. */
void physics_step(CwWorld *world)
{
    int substeps = world->substep_count = cw_world_substeps(world);
    int body_count = world->space->dynamicBodies->num;
    CW_ASSERT(world->space->stamp == world->stamp,
              "leave cpSpaceStep to the world: a tick steps it once");
    if (substeps > 1) {
        save_forces(world, body_count);
    }
    for (world->substep = 0; world->substep < substeps; world->substep++) {
        if (world->substep > 0) {
            apply_forces(world, body_count);
        }
        if (world->is_broken || !prepare_bodies(world)) {
            world->is_broken = true;
            break;
        }
        arena_check_limit(world->arena);
        handlers_watch(world);
        space_step(world->space, world->dt_s / substeps);
        handlers_release(world);
        events_add_impulses(world);
    }
    world->substep = -1;
    world->stamp = world->space->stamp;
}

/* ---- fast bodies: a step moves them only up to the first obstacle ----
 *
 * Before a body moves, the core of each of its shapes, a circle half as large as the inscribed one,
 * is swept along the way. If the core would hit an obstacle, the body stops where the inscribed
 * circle touches it, and the contact of that step does the rest. A shape that the game or a one-way
 * shape lets pass is no obstacle. Only the nearest hit counts, so the order of the query doesn't
 * matter. */

static const double TOUCH_M = 0.005; /* overlap with the obstacle after a stop, the space's slop */
static const double STEEP_MIN = 0.01;

typedef struct Sweep {
    cpShape *shape;
    cpVect from, to;
    double radius_m, core_m; /* radius of the inscribed circle, and of the swept one */
    double free_m;           /* distance to the nearest hit so far */
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

/* The part of the way that is free for the shape, 0..1. */
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
