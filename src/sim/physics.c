#include "sim/world.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>

/* Faster than this nothing sensible happens in a tick; it keeps a mad force from overflowing the
 * solver. */
static const double SPEED_LIMIT_MPS = 10000.0;
static const double SPIN_LIMIT_RADPS = 10000.0;

static cpBody *dynamic_body(const World *world, int index)
{
    return world->space->dynamicBodies->arr[index];
}

static void limit_speed(cpBody *body)
{
    double speed = cpvlength(body->v);
    if (speed > SPEED_LIMIT_MPS) {
        body->v = cpvmult(body->v, SPEED_LIMIT_MPS / speed);
    }
    body->w = cpfclamp(body->w, -SPIN_LIMIT_RADPS, SPIN_LIMIT_RADPS);
}

static void save_forces(World *world, int body_count)
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

static void apply_forces(const World *world, int body_count)
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
void physics_step(World *world)
{
    int substeps = world->desc.settings.substeps;
    int body_count = world->space->dynamicBodies->num;
    for (int i = 0; i < body_count; i++) {
        limit_speed(dynamic_body(world, i));
    }
    if (substeps > 1) {
        save_forces(world, body_count);
    }
    for (world->substep = 0; world->substep < substeps; world->substep++) {
        if (world->substep > 0) {
            apply_forces(world, body_count);
        }
        cpSpaceStep(world->space, world->dt_s / substeps);
    }
}
