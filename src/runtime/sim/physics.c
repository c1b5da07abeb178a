#include "sim/body_check.h"
#include "sim/world.h"

#include <chipmunk/chipmunk_private.h>
#include <math.h>

/* Far above what games need; the limits keep extreme forces from overflowing the solver. */
static const double SPEED_LIMIT_MPS = 10000.0;
static const double SPIN_LIMIT_RADPS = 10000.0;
static const double GRAVITY_LIMIT_MPS2 = 10000.0;

/* Limits both coordinates first, because the length of a huge vector overflows. */
static cpVect limited(cpVect v, double limit)
{
    return cpvclamp(cpv(cpfclamp(v.x, -limit, limit), cpfclamp(v.y, -limit, limit)), limit);
}

static bool gravity_is_sane(cpVect gravity_mps2)
{
    return fabs(gravity_mps2.x) <= GRAVITY_LIMIT_MPS2 && fabs(gravity_mps2.y) <= GRAVITY_LIMIT_MPS2;
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
