/* An entity's death ends its bodies, their joints, and its shapes on bodies of others. */
#include "support/sim_world.h"

#include <chipmunk/chipmunk_structs.h>

static const CwKind kind = {.name = "plain"};

static CwWorld *world;

SET_UP(.tear_down = sim_tear_down)
{
    world = sim_begin_kinds(&kind, 1);
}

static CwEntity spawn(void)
{
    return cw_world_spawn(world, 0, NULL, 0);
}

TEST(bodies_shapes_and_joints_die_with_their_entity)
{
    CwEntity a = spawn(), b = spawn();
    cpBody *body_a = sim_ball(&sim, a, 0, 0), *body_b = sim_ball(&sim, b, 2, 0);
    cpBody *third = sim_ball(&sim, (CwEntity){0}, 4, 0);
    cw_world_add_constraint(world, (CwEntity){0}, cpPinJointNew(body_a, body_b, cpvzero, cpvzero));
    cw_world_add_constraint(world, (CwEntity){0}, cpPinJointNew(body_b, third, cpvzero, cpvzero));
    cpBody *fixed = cpSpaceGetStaticBody(world->space);
    cw_world_add_constraint(world, (CwEntity){0}, cpPivotJointNew(fixed, body_a, cpvzero));
    world_finish_building(world);
    sim_destroy(a);
    ck_assert_int_eq(world->space->constraints->num, 1);
    ck_assert_int_eq(world->body_count, 2);
    ck_assert(!cpSpaceContainsBody(world->space, body_a) && fixed->constraintList == NULL);
    sim_destroy(b);
    ck_assert_int_eq(world->space->constraints->num, 0);
    ck_assert_ptr_eq(sim_body(0), third);
    sim_run(&sim, 5);
}

static bool something_at(cpVect point)
{
    return cpSpacePointQueryNearest(world->space, point, 0, CP_SHAPE_FILTER_ALL, NULL) != NULL;
}

/* A body of one entity has a shape of another, its rider, at its side. */
TEST(a_shape_on_a_body_of_another_dies_with_the_first_of_both, .rounds = 2)
{
    CwEntity owner = spawn(), rider = spawn();
    cpBody *body = sim_ball(&sim, owner, 0, 0);
    cw_world_add_shape(world, rider, cpCircleShapeNew(body, 1, cpv(5, 0)));
    world_finish_building(world);
    sim_destroy(_i == 0 ? rider : owner);
    ck_assert(!something_at(cpv(5, 0)));
    ck_assert(something_at(cpv(0, 0)) == (_i == 0));
    sim_destroy(_i == 0 ? owner : rider); /* must not free the shape again */
    ck_assert(!something_at(cpv(0, 0)));
    ck_assert_int_eq(world->body_count, 0);
}
