/* The contacts of an entity, and their strength. */
#include "support/sim_world.h"

static const CwKind kinds[] = {{.name = "crate"}};

static CwEntity lower, upper;
static CwContact found[4];

/* Two boxes of 1 kg on a floor, one on the other. */
static void pile_up(int substeps)
{
    sim_begin_kinds(kinds, 1)->desc.settings.substeps = substeps;
    cpSpaceSetGravity(sim.world->space, cpv(0, -10));
    sim_floor(&sim);
    lower = cw_world_spawn(sim.world, 0, NULL, 0);
    upper = cw_world_spawn(sim.world, 0, NULL, 0);
    sim_box(&sim, lower, 0, 0.5);
    sim_box(&sim, upper, 0, 1.5);
    sim_start(25);
}

FIXTURE(.tear_down = sim_tear_down);

static void expect_weights(void)
{
    double dt_s = cw_world_dt_s(sim.world);
    ck_assert_int_eq(cw_world_contacts(sim.world, lower, found, 4), 2);
    ck_assert_double_eq_tol(found[0].impulse_Ns / dt_s, 20, 0.5);
    ck_assert_double_eq_tol(found[0].normal.y, -1, 1e-4);
    ck_assert_double_eq_tol(found[0].point.y, 0, 0.02);
    ck_assert_uint_eq(found[0].other.index1, 0); /* the floor has no owner */
    ck_assert_double_eq_tol(found[1].impulse_Ns / dt_s, 10, 0.5);
    ck_assert_double_eq_tol(found[1].normal.y, 1, 1e-4);
    ck_assert(cw_entity_equal(found[1].other, upper));
    ck_assert(cw_entity_equal(cw_shape_owner(found[1].shape), lower));
}

TEST(a_pile_presses_with_its_weight_at_any_substeps, .rounds = 2)
{
    pile_up(_i == 0 ? 1 : 4);
    expect_weights();
}

TEST(sleeping_bodies_still_touch)
{
    pile_up(1);
    sim_run(&sim, 60);
    ck_assert(cpBodyIsSleeping(sim_body(0)));
    expect_weights();
}

TEST(too_many_contacts_are_counted)
{
    pile_up(1);
    found[1].impulse_Ns = -1;
    ck_assert_int_eq(cw_world_contacts(sim.world, lower, found, 1), 2);
    ck_assert_uint_eq(found[0].other.index1, 0);
    ck_assert_double_eq(found[1].impulse_Ns, -1);
    ck_assert_int_eq(cw_world_contacts(sim.world, lower, NULL, 0), 2);
    ck_assert_int_eq(cw_world_contacts(sim.world, (CwEntity){0}, found, 4), 0);
}

TEST(a_shape_on_the_ground_has_contacts_of_its_own)
{
    pile_up(1);
    CwEntity plate = cw_world_spawn(sim.world, 0, NULL, 0);
    cpBody *ground = cpSpaceGetStaticBody(sim.world->space);
    cw_world_add_shape(sim.world, plate, cpCircleShapeNew(ground, 0.5, cpv(20, 1)));
    sim_box(&sim, lower, 20, 2);
    sim_run(&sim, 10);
    ck_assert_int_eq(cw_world_contacts(sim.world, plate, found, 4), 1);
    ck_assert(cw_entity_equal(found[0].other, lower));
    ck_assert_double_gt(found[0].normal.y, 0.9);
}
