#include "sim/world.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>

/* Faster than this nothing sensible happens in a tick; it keeps a mad force from overflowing the
 * solver, which aborts on numbers that are not finite. */
static const double SPEED_LIMIT_MPS = 10000.0;
static const double SPIN_LIMIT_RADPS = 10000.0;
static const double GRAVITY_LIMIT_MPS2 = 10000.0;

static cpBody *dynamic_body(const CwWorld *world, int index)
{
    return world->space->dynamicBodies->arr[index];
}

/* Both of its numbers first, because the length of a mad vector overflows. */
static cpVect limited(cpVect v, double limit)
{
    return cpvclamp(cpv(cpfclamp(v.x, -limit, limit), cpfclamp(v.y, -limit, limit)), limit);
}

static void limit_motion(cpBody *body, double dt_s)
{
    if (!(cpvlengthsq(body->v) <= SPEED_LIMIT_MPS * SPEED_LIMIT_MPS)) {
        body->v = limited(body->v, SPEED_LIMIT_MPS);
    }
    body->w = cpfclamp(body->w, -SPIN_LIMIT_RADPS, SPIN_LIMIT_RADPS);
    double force_limit = SPEED_LIMIT_MPS / dt_s * body->m;
    if (!(cpvlengthsq(body->f) <= force_limit * force_limit)) {
        body->f = limited(body->f, force_limit);
    }
    double torque_limit = SPIN_LIMIT_RADPS / dt_s * body->i;
    body->t = cpfclamp(body->t, -torque_limit, torque_limit);
}

bool gravity_is_sane(cpVect gravity_mps2)
{
    return fabs(gravity_mps2.x) <= GRAVITY_LIMIT_MPS2 && fabs(gravity_mps2.y) <= GRAVITY_LIMIT_MPS2;
}

/* False when Chipmunk would abort on something. */
static bool prepare_bodies(const CwWorld *world)
{
    int body_count = world->space->dynamicBodies->num;
    for (int i = 0; i < body_count; i++) {
        cpBody *body = dynamic_body(world, i);
        if (!body_is_finite(body)) {
            return false;
        }
        limit_motion(body, world->dt_s);
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
        cpBody *body = dynamic_body(world, i);
        world->saved_forces[i] = (SavedForce){.body = body, .force = body->f, .torque = body->t};
    }
}

static void apply_forces(const CwWorld *world, int body_count)
{
    for (int i = 0; i < body_count; i++) {
        const SavedForce *saved = &world->saved_forces[i];
        if (!cpBodyIsSleeping(saved->body)) { /* it may have fallen asleep in an earlier substep */
            saved->body->f = saved->force;
            saved->body->t = saved->torque;
        }
    }
}

/* cpSpaceStep clears forces, so with substeps what the tick asked for is kept and given again to
 * each. */
void physics_step(CwWorld *world)
{
    int substeps = world->desc.settings.substeps;
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
        handlers_watch(world);
        cpSpaceStep(world->space, world->dt_s / substeps);
        handlers_release(world);
        events_add_impulses(world);
    }
    world->substep = -1;
    world->stamp = world->space->stamp;
}
