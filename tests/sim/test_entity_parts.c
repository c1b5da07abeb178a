/* What dies with an entity: its bodies, their joints, and its shapes on bodies of others. */
#include "support/sim_fixture.h"
#include "support/test.h"

#include <chipmunk/chipmunk_structs.h>

#include <stdlib.h>

enum { KIND_PLAIN };

static const CwKind kinds[] = {[KIND_PLAIN] = {.name = "plain"}};

static Sim sim;
static CwWorld *world;

static void setup(void)
{
    WorldDesc desc = sim_desc();
    desc.kinds = kinds;
    desc.kind_count = 1;
    sim_open(&sim, &desc);
    world = sim.world;
}

static void teardown(void)
{
    sim_close(&sim);
}

FIXTURE(.set_up = setup, .tear_down = teardown);

TEST(bodies_shapes_and_joints_die_with_their_entity)
{
    CwEntity a = cw_world_spawn(world, KIND_PLAIN, NULL, 0),
             b = cw_world_spawn(world, KIND_PLAIN, NULL, 0);
    cpBody *body_a = sim_ball(&sim, a, 0, 0), *body_b = sim_ball(&sim, b, 2, 0);
    cpBody *third = sim_ball(&sim, (CwEntity){0}, 4, 0);
    cw_world_add_constraint(world, cpPinJointNew(body_a, body_b, cpvzero, cpvzero));
    cw_world_add_constraint(world, cpPinJointNew(body_b, third, cpvzero, cpvzero));
    cw_world_add_constraint(world, cpSimpleMotorNew(body_a, third, 1));
    world_finish_building(world);
    cw_world_destroy(world, a);
    sim_run(&sim, 1);
    ck_assert_int_eq(world->space->constraints->num, 1);
    ck_assert_int_eq(world->pose_count, 2);
    ck_assert(!cpSpaceContainsBody(world->space, body_a));
    cw_world_destroy(world, b);
    sim_run(&sim, 1);
    ck_assert_int_eq(world->space->constraints->num, 0);
    ck_assert_ptr_eq(world->poses[0].body, third);
    sim_run(&sim, 5);
}

TEST(a_joint_to_the_static_body_dies_with_the_other)
{
    CwEntity a = cw_world_spawn(world, KIND_PLAIN, NULL, 0);
    cpBody *fixed = cpSpaceGetStaticBody(world->space);
    cw_world_add_constraint(world, cpPivotJointNew(fixed, sim_ball(&sim, a, 0, 0), cpvzero));
    world_finish_building(world);
    cw_world_destroy(world, a);
    sim_run(&sim, 3);
    ck_assert_int_eq(world->space->constraints->num, 0);
    ck_assert_ptr_null(fixed->constraintList);
}

static bool something_at(cpVect point)
{
    return cpSpacePointQueryNearest(world->space, point, 0, CP_SHAPE_FILTER_ALL, NULL) != NULL;
}

TEST(a_shape_on_the_static_body_dies_with_its_owner)
{
    CwEntity wall = cw_world_spawn(world, KIND_PLAIN, NULL, 0);
    cpBody *fixed = cpSpaceGetStaticBody(world->space);
    cw_world_add_shape(world, wall, cpCircleShapeNew(fixed, 1, cpv(5, 5)));
    world_finish_building(world);
    ck_assert(something_at(cpv(5, 5)));
    cw_world_destroy(world, wall);
    sim_run(&sim, 1);
    ck_assert(!something_at(cpv(5, 5)));
}

TEST(a_shape_on_a_body_of_another_dies_with_its_owner)
{
    CwEntity body_owner = cw_world_spawn(world, KIND_PLAIN, NULL, 0);
    CwEntity rider = cw_world_spawn(world, KIND_PLAIN, NULL, 0);
    cpBody *body = sim_ball(&sim, body_owner, 0, 0);
    cw_world_add_shape(world, rider, cpCircleShapeNew(body, 1, cpv(5, 0)));
    world_finish_building(world);
    cw_world_destroy(world, rider);
    sim_run(&sim, 1);
    ck_assert(!something_at(cpv(5, 0)));
    ck_assert(something_at(cpv(0, 0)));
    cw_world_destroy(world, body_owner);
    sim_run(&sim, 1);
    ck_assert(!something_at(cpv(0, 0)));
}

TEST(a_shape_goes_with_a_body_that_dies_before_its_owner)
{
    CwEntity body_owner = cw_world_spawn(world, KIND_PLAIN, NULL, 0);
    CwEntity rider = cw_world_spawn(world, KIND_PLAIN, NULL, 0);
    cpBody *body = sim_ball(&sim, body_owner, 0, 0);
    cw_world_add_shape(world, rider, cpCircleShapeNew(body, 1, cpv(5, 0)));
    world_finish_building(world);
    cw_world_destroy(world, body_owner);
    sim_run(&sim, 1);
    ck_assert(!something_at(cpv(5, 0)));
    cw_world_destroy(world, rider); /* must not free the shape again */
    sim_run(&sim, 1);
    ck_assert_int_eq(world->pose_count, 0);
}
