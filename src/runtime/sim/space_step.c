/* A step of the space, with the same bits as Chipmunk's cpSpaceStep in less time.
 *
 * Most of a step solves contacts. Here two numbers are computed at once: x and y of a vector, or a
 * number of the velocities and the same number of the bias velocities, which push overlapping
 * bodies apart. Each number comes from the operations of cpArbiterApplyImpulse in their order. */
#include "sim/tile_ground.h"

#include <chipmunk/chipmunk_private.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* cpBodyUpdatePosition without two checks that were made before. Saves a thirtieth of a tick. */
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

typedef double Two __attribute__((vector_size(16)));
typedef int64_t TwoMasks __attribute__((vector_size(16)));

/* A body's velocities while its contacts are solved. */
typedef struct Motion {
    Two speed, bias; /* velocity, and bias velocity */
    Two spin;        /* angular velocity, and angular bias velocity */
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

/* Moves bodies, then finds the pairs that touch. */
static void find_contacts(cpSpace *space, double dt_s)
{
    TileGround *grounds = cw_space_world(space)->grounds;
    cpSpaceLock(space);
    for (int i = 0; i < space->dynamicBodies->num; i++) {
        cpBody *body = space->dynamicBodies->arr[i];
        cpVect old_m = body->p;
        body->position_func(body, dt_s);
        grounds_expel(grounds, body, old_m, dt_s);
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
