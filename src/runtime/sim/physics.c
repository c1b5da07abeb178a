#include "sim/body_check.h"
#include "sim/world.h"

#include <chipmunk/chipmunk_private.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* Far above what games need; the limits keep extreme forces from overflowing the solver. */
static const double SPEED_LIMIT_MPS = 10000.0;
static const double SPIN_LIMIT_RADPS = 10000.0;
static const double GRAVITY_LIMIT_MPS2 = 10000.0;

/* Limits both coordinates first, because the length of a huge vector overflows. */
static cpVect limited(cpVect v, double limit)
{
    return cpvclamp(cpv(cpfclamp(v.x, -limit, limit), cpfclamp(v.y, -limit, limit)), limit);
}

bool gravity_is_sane(cpVect gravity_mps2)
{
    return fabs(gravity_mps2.x) <= GRAVITY_LIMIT_MPS2 && fabs(gravity_mps2.y) <= GRAVITY_LIMIT_MPS2;
}

/* cpBodyUpdatePosition without two checks that were already made: saves a thirtieth of a tick. */
void body_update_position(cpBody *body, cpFloat dt_s)
{
    cpTransform *to = &body->transform;
    cpVect cog = body->cog;
    cpVect p = body->p = cpvadd(body->p, cpvmult(cpvadd(body->v, body->v_bias), dt_s));
    body->a += (body->w + body->w_bias) * dt_s;
    sincos(body->a, &to->b, &to->a);
    to->c = -to->b;
    to->d = to->a;
    to->tx = p.x - (cog.x * to->a - cog.y * to->b);
    to->ty = p.y - (cog.x * to->b + cog.y * to->a);
    body->v_bias = cpvzero;
    body->w_bias = 0;
}

/* Limits motion and forces of a body. False: Chipmunk would abort on it. */
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

/* Prepares all bodies. False: Chipmunk would abort on one. */
static bool prepare_bodies(const CwWorld *world)
{
    const cpArray *bodies = world->space->dynamicBodies;
    for (int i = 0; i < bodies->num; i++) {
        cpBody *body = bodies->arr[i];
        if (!body_is_calm(body, fmin(SPEED_LIMIT_MPS, SPIN_LIMIT_RADPS)) &&
            !prepare_body(body, world->dt_s)) {
            return false;
        }
    }
    return gravity_is_sane(world->space->gravity);
}

/* ---- a step of the space ----
 *
 * It has the results of Chipmunk's cpSpaceStep, bit by bit, in less time. Most of a step solves
 * contacts. Here two numbers are computed at once: x and y of a vector, or the same number of a
 * contact's velocity and of its bias velocity, which pushes bodies apart that overlap. Each number
 * comes from the operations of cpArbiterApplyImpulse in their order. */

typedef double Two __attribute__((vector_size(16)));
typedef int64_t TwoMasks __attribute__((vector_size(16)));

/* How a body moves while its contacts are solved. */
typedef struct Motion {
    Two speed, bias;
    Two spin; /* angular velocity, and the bias's */
} Motion;

static inline Two two(cpVect v)
{
    return (Two){v.x, v.y};
}

static inline Motion motion_of(const cpBody *body)
{
    return (Motion){two(body->v), two(body->v_bias), {body->w, body->w_bias}};
}

static inline void set_motion(cpBody *body, const Motion *motion)
{
    memcpy(&body->v, &motion->speed, sizeof body->v);
    memcpy(&body->v_bias, &motion->bias, sizeof body->v_bias);
    body->w = motion->spin[0];
    body->w_bias = motion->spin[1];
}

/* Replaces numbers that are not above 0 with 0. */
static inline Two at_least_zero(Two numbers)
{
    return (Two)((TwoMasks)numbers & (TwoMasks)(numbers > 0));
}

/* The sum of the first two numbers, and of the second two. */
static inline Two sums(Two first, Two second)
{
    return (Two){first[0], second[0]} + (Two){first[1], second[1]};
}

static inline void solve_contact(const cpArbiter *arbiter, struct cpContact *contact, Motion *a,
                                 Motion *b)
{
    const cpBody *body_a = arbiter->body_a, *body_b = arbiter->body_b;
    Two n = two(arbiter->n), tangent = {-n[1], n[0]};
    /* Arms turned by a quarter: a's clockwise, b's counter-clockwise. */
    Two arm_a = {contact->r1.y, -contact->r1.x}, arm_b = {-contact->r2.y, contact->r2.x};
    Two speed = (b->speed + arm_b * b->spin[0]) - (a->speed - arm_a * a->spin[0]) +
                two(arbiter->surface_vr);
    Two bias = (b->bias + arm_b * b->spin[1]) - (a->bias - arm_a * a->spin[1]);

    Two wanted = {-contact->bounce, contact->bias}, old = {contact->jnAcc, contact->jBias};
    Two normal = (wanted - sums(speed * n, bias * n)) * contact->nMass;
    Two total = at_least_zero(old + normal), change = total - old;
    contact->jnAcc = total[0];
    contact->jBias = total[1];

    Two slip = speed * tangent;
    double limit = arbiter->u * total[0], old_friction = contact->jtAcc;
    double friction = old_friction - (slip[0] + slip[1]) * contact->tMass;
    contact->jtAcc = cpfclamp(friction, -limit, limit);

    Two impulse = n * change[0] + tangent * (contact->jtAcc - old_friction);
    Two bias_impulse = n * change[1];
    a->speed -= impulse * body_a->m_inv;
    a->bias -= bias_impulse * body_a->m_inv;
    a->spin += sums(arm_a * impulse, arm_a * bias_impulse) * body_a->i_inv;
    b->speed += impulse * body_b->m_inv;
    b->bias += bias_impulse * body_b->m_inv;
    b->spin += sums(arm_b * impulse, arm_b * bias_impulse) * body_b->i_inv;
}

static void solve_contacts(const cpArray *arbiters)
{
    for (int i = 0; i < arbiters->num; i++) {
        const cpArbiter *arbiter = arbiters->arr[i];
        Motion a = motion_of(arbiter->body_a), b = motion_of(arbiter->body_b);
        for (int k = 0; k < arbiter->count; k++) {
            solve_contact(arbiter, &arbiter->contacts[k], &a, &b);
        }
        set_motion(arbiter->body_a, &a);
        set_motion(arbiter->body_b, &b);
    }
}

static void drop_contacts(cpArray *arbiters)
{
    for (int i = 0; i < arbiters->num; i++) {
        cpArbiter *arbiter = arbiters->arr[i];
        arbiter->state = CP_ARBITER_STATE_NORMAL;
        if (!cpBodyIsSleeping(arbiter->body_a) && !cpBodyIsSleeping(arbiter->body_b)) {
            cpArbiterUnthread(arbiter);
        }
    }
    arbiters->num = 0;
}

/* Moves bodies, and finds the pairs that touch. */
static void find_contacts(cpSpace *space, double dt_s)
{
    cpSpaceLock(space);
    for (int i = 0; i < space->dynamicBodies->num; i++) {
        cpBody *body = space->dynamicBodies->arr[i];
        body->position_func(body, dt_s);
    }
    cpSpacePushFreshContactBuffer(space);
    cpSpatialIndexEach(space->dynamicShapes, (cpSpatialIndexIteratorFunc)cpShapeUpdateFunc, NULL);
    cpSpatialIndexReindexQuery(space->dynamicShapes, (cpSpatialIndexQueryFunc)cpSpaceCollideShapes,
                               space);
    cpSpaceUnlock(space, cpFalse);
}

static void update_velocities(const cpSpace *space, double dt_s)
{
    const double damping = cpfpow(space->damping, dt_s);
    const cpVect gravity = space->gravity;
    for (int i = 0; i < space->dynamicBodies->num; i++) {
        cpBody *body = space->dynamicBodies->arr[i];
        if (body->velocity_func != cpBodyUpdateVelocity || body->m == INFINITY) {
            body->velocity_func(body, gravity, damping, dt_s); /* ignores kinematic bodies */
            continue;
        }
        cpVect pull = cpvadd(gravity, cpvmult(body->f, body->m_inv));
        body->v = cpvadd(cpvmult(body->v, damping), cpvmult(pull, dt_s));
        body->w = body->w * damping + body->t * body->i_inv * dt_s;
        body->f = cpvzero;
        body->t = 0;
    }
}

/* Prepares contacts and joints, and changes velocities by forces and the last step's impulses. */
static void begin_solving(cpSpace *space, double dt_s, double old_dt_s)
{
    const cpArray *arbiters = space->arbiters, *joints = space->constraints;
    double bias = 1 - cpfpow(space->collisionBias, dt_s);
    for (int i = 0; i < arbiters->num; i++) {
        cpArbiterPreStep(arbiters->arr[i], dt_s, space->collisionSlop, bias);
    }
    for (int i = 0; i < joints->num; i++) {
        cpConstraint *joint = joints->arr[i];
        if (joint->preSolve != NULL) {
            joint->preSolve(joint, space);
        }
        joint->klass->preStep(joint, dt_s);
    }
    update_velocities(space, dt_s);
    double part = old_dt_s == 0 ? 0 : dt_s / old_dt_s;
    for (int i = 0; i < arbiters->num; i++) {
        cpArbiterApplyCachedImpulse(arbiters->arr[i], part);
    }
    for (int i = 0; i < joints->num; i++) {
        cpConstraint *joint = joints->arr[i];
        joint->klass->applyCachedImpulse(joint, part);
    }
}

static void call_post_solve(cpSpace *space)
{
    for (int i = 0; i < space->constraints->num; i++) {
        cpConstraint *joint = space->constraints->arr[i];
        if (joint->postSolve != NULL) {
            joint->postSolve(joint, space);
        }
    }
    for (int i = 0; i < space->arbiters->num; i++) {
        cpArbiter *arbiter = space->arbiters->arr[i];
        cpCollisionHandler *handler = arbiter->handler;
        if (handler->postSolveFunc != cpCollisionHandlerDoNothing.postSolveFunc) {
            handler->postSolveFunc(arbiter, space, handler->userData);
        }
    }
}

void space_step(cpSpace *space, double dt_s)
{
    const cpArray *joints = space->constraints;
    double old_dt_s = space->curr_dt;
    space->stamp++;
    space->curr_dt = dt_s;
    drop_contacts(space->arbiters);
    find_contacts(space, dt_s);
    cpSpaceProcessComponents(space, dt_s);
    cpSpaceLock(space);
    cpHashSetFilter(space->cachedArbiters, (cpHashSetFilterFunc)cpSpaceArbiterSetFilter, space);
    begin_solving(space, dt_s, old_dt_s);
    for (int i = 0; i < space->iterations; i++) {
        solve_contacts(space->arbiters);
        for (int k = 0; k < joints->num; k++) {
            cpConstraint *joint = joints->arr[k];
            joint->klass->applyImpulse(joint, dt_s);
        }
    }
    call_post_solve(space);
    cpSpaceUnlock(space, cpTrue);
}

/* ---- a tick ---- */

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

/* cpSpaceStep clears forces, so each substep gets the tick's again. */
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
        if (world->broken || !prepare_bodies(world)) {
            world->broken = true;
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
 * Before the move, a core of each shape, half as large as its inscribed circle, is swept along the
 * way. If the core would hit, the body stops where the full circle touches, and that step's contact
 * does the rest. A pair that the game or a one-way shape lets pass is no obstacle. The nearest hit
 * counts, so the order of a query doesn't matter. */

static const double TOUCH_M = 0.005; /* overlap with the obstacle after a stop, the space's slop */
static const double STEEP_MIN = 0.01;

typedef struct Sweep {
    cpShape *shape;
    cpVect from, to;
    double radius_m, core_m; /* the inscribed circle; the swept circle */
    double free_m;           /* free distance along the way, found so far */
} Sweep;

static cpVect middle_of(const cpShape *shape)
{
    if (shape->klass->type == CP_CIRCLE_SHAPE) {
        return cpCircleShapeGetOffset(shape);
    }
    if (shape->klass->type == CP_SEGMENT_SHAPE) {
        return cpvlerp(cpSegmentShapeGetA(shape), cpSegmentShapeGetB(shape), 0.5);
    }
    cpVect sum = cpvzero;
    int count = cpPolyShapeGetCount(shape);
    for (int i = 0; i < count; i++) {
        sum = cpvadd(sum, cpPolyShapeGetVert(shape, i));
    }
    return cpvmult(sum, 1.0 / count);
}

static double radius_around(const cpShape *shape, cpVect middle)
{
    if (shape->klass->type == CP_CIRCLE_SHAPE) {
        return cpCircleShapeGetRadius(shape);
    }
    if (shape->klass->type == CP_SEGMENT_SHAPE) {
        return cpSegmentShapeGetRadius(shape);
    }
    double least = INFINITY;
    int count = cpPolyShapeGetCount(shape);
    for (int i = 0; i < count; i++) {
        cpVect a = cpPolyShapeGetVert(shape, i), b = cpPolyShapeGetVert(shape, (i + 1) % count);
        least = fmin(least, cpvdist(middle, cpClosetPointOnSegment(middle, a, b)));
    }
    return least + cpPolyShapeGetRadius(shape);
}

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
    cpVect middle = middle_of(shape);
    double radius_m = radius_around(shape, middle), length_m = cpvlength(way);
    if (cpShapeGetSensor(shape) || length_m <= radius_m / 4) {
        return 1;
    }
    cpVect from = cpBodyLocalToWorld(body, middle);
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
    cpBodySetPositionUpdateFunc(body, fast ? update_position_fast : body_update_position);
}
