#include "run/replay_header.h"
#include "sim/world.h"

#include <math.h>

enum { FINGERPRINT_TICKS = 60, STACK_HEIGHT = 8, CHAIN_LINKS = 8 };

static const CwEntity NOBODY = {0};

static cpBody *add_box(CwWorld *world, cpVect place, double size_m)
{
    cpBody *body = cpBodyNew(1, cpMomentForBox(1, size_m, size_m));
    cpBodySetPosition(body, place);
    cw_world_add_body(world, NOBODY, body);
    cpShapeSetFriction(cw_world_add_shape(world, NOBODY, cpBoxShapeNew(body, size_m, size_m, 0.01)),
                       0.7);
    return body;
}

static void add_stack(CwWorld *world)
{
    for (int i = 0; i < STACK_HEIGHT; i++) {
        add_box(world, cpv(0.02 * cw_rng_range(&world->rng, -1, 1), 0.5 + i), 1);
    }
}

static void add_chain(CwWorld *world)
{
    cpBody *last = cpSpaceGetStaticBody(world->space);
    for (int i = 0; i < CHAIN_LINKS; i++) {
        cpBody *link = add_box(world, cpv(4.5 + i, 8), 0.6);
        cw_world_add_constraint(world, NOBODY, cpPivotJointNew(last, link, cpv(4 + i, 8)));
        last = link;
    }
}

/* Adds a wheel on a groove and a spring, driven against the stack. */
static void add_wheel(CwWorld *world)
{
    cpBody *frame = add_box(world, cpv(-4, 1.5), 0.8);
    cpBody *wheel = cpBodyNew(0.5, cpMomentForCircle(0.5, 0, 0.4, cpvzero));
    cpBodySetPosition(wheel, cpv(-4, 0.6));
    cw_world_add_body(world, NOBODY, wheel);
    cpShapeSetFriction(cw_world_add_shape(world, NOBODY, cpCircleShapeNew(wheel, 0.4, cpvzero)),
                       1.2);
    cw_world_add_constraint(world, NOBODY,
                            cpGrooveJointNew(frame, wheel, cpv(0, -0.5), cpv(0, -1.5), cpvzero));
    cw_world_add_constraint(world, NOBODY,
                            cpDampedSpringNew(frame, wheel, cpvzero, cpvzero, 1, 80, 4));
    cw_world_add_constraint(world, NOBODY, cpSimpleMotorNew(frame, wheel, 20));
}

static void add_ground(CwWorld *world)
{
    cpBody *ground = cpSpaceGetStaticBody(world->space);
    for (int i = 0; i < 20; i++) {
        cpVect from = cpv(i - 10, 0.2 * sin(i * 0.7) - 0.2),
               to = cpv(i - 9, 0.2 * sin((i + 1) * 0.7) - 0.2);
        cpShape *shape =
            cw_world_add_shape(world, NOBODY, cpSegmentShapeNew(ground, from, to, 0.05));
        cpShapeSetFriction(shape, 0.9);
    }
}

uint64_t fingerprint_compute(int slot, CwError *error)
{
    WorldDesc desc = world_desc_default();
    desc.slot = slot;
    desc.arena_bytes = (size_t)8 << 20;
    desc.seed = 60;
    CwWorld *world = world_open(&desc, error);
    if (world == NULL) {
        return 0;
    }
    add_ground(world);
    add_stack(world);
    add_chain(world);
    add_wheel(world);
    world_finish_building(world);
    for (int i = 0; i < FINGERPRINT_TICKS; i++) {
        world_begin_tick(world, &(CwTickInput){0});
        poses_remember(world);
        physics_step(world);
        poses_read(world);
        events_dispatch(world);
    }
    uint64_t hash = cw_world_hash(world);
    world_close(world);
    return hash;
}
