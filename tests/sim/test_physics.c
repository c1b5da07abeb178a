/* The physics step: substeps change accuracy and nothing else, and no number that a game can
 * write makes Chipmunk abort. */
#include "support/sim_fixture.h"
#include "support/test.h"

#include <chipmunk/chipmunk_structs.h>

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static void open_with(Sim *sim, int substeps, double gravity_mps2)
{
    WorldDesc desc = sim_desc();
    desc.settings.substeps = substeps;
    desc.settings.gravity_mps2 = gravity_mps2;
    sim_open(sim, &desc);
}

static void push(CwWorld *world)
{
    cpBody *body = world->poses[0].body;
    cpBodyApplyForceAtWorldPoint(body, cpv(6, -3), cpBodyGetPosition(body));
    cpBodySetTorque(body, 0.5);
}

static const CwSystem push_system = {.name = "push", .phase = CW_PHASE_PRE_PHYSICS, .tick = push};

/* The state of a ball after a second of a constant force. */
static cpBody pushed_ball(int substeps)
{
    Sim sim;
    open_with(&sim, substeps, 0);
    sim_add_system(&sim, &push_system);
    cpBody *ball = sim_ball(&sim, (CwEntity){0}, 0, 0);
    world_finish_building(sim.world);
    sim_run(&sim, 60);
    cpBody result = *ball;
    sim_close(&sim);
    return result;
}

TEST(a_constant_force_gives_the_same_velocity_at_any_substeps)
{
    cpBody one = pushed_ball(1), two = pushed_ball(2), eight = pushed_ball(8);
    ck_assert_double_eq_tol(one.v.x, 6, 1e-9);
    ck_assert_double_eq_tol(one.v.y, -3, 1e-9);
    ck_assert_double_eq_tol(two.v.x, one.v.x, 1e-9);
    ck_assert_double_eq_tol(eight.v.x, one.v.x, 1e-9);
    ck_assert_double_eq_tol(eight.v.y, one.v.y, 1e-9);
    ck_assert_double_eq_tol(eight.w, one.w, 1e-9);
    ck_assert_double_gt(one.w, 0.1);
}

TEST(a_force_lasts_one_tick)
{
    Sim sim;
    open_with(&sim, 4, 0);
    cpBody *ball = sim_ball(&sim, (CwEntity){0}, 0, 0);
    world_finish_building(sim.world);
    cpBodySetForce(ball, cpv(60, 0));
    sim_run(&sim, 1);
    ck_assert_double_eq_tol(ball->v.x, 1, 1e-9);
    sim_run(&sim, 10);
    ck_assert_double_eq_tol(ball->v.x, 1, 1e-9);
    sim_close(&sim);
}

TEST(bodies_fall_asleep_and_wake_in_substeps)
{
    Sim sim;
    open_with(&sim, 8, -10);
    sim_floor(&sim);
    cpBody *box = sim_box(&sim, (CwEntity){0}, 0, 0.5);
    world_finish_building(sim.world);
    sim_run(&sim, 120);
    ck_assert(cpBodyIsSleeping(box));
    cpBodyApplyForceAtWorldPoint(box, cpv(0, 600), box->p);
    sim_run(&sim, 1);
    ck_assert(!cpBodyIsSleeping(box));
    ck_assert_double_eq_tol(box->v.y, 590.0 / 60, 0.01);
    sim_close(&sim);
}

TEST(gravity_that_is_no_number_to_work_with_is_refused)
{
    static const double mad[] = {1e308, -1e308, 10001, INFINITY, NAN};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(mad); i++) {
        WorldDesc desc = sim_desc();
        desc.settings.gravity_mps2 = mad[i];
        CwError error = {0};
        ck_assert_ptr_null(world_open(&desc, &error));
        ck_assert_ptr_nonnull(strstr(error.text, "gravity"));
    }
}

TEST(the_strongest_gravity_still_runs)
{
    Sim sim;
    open_with(&sim, 1, -10000);
    sim_floor(&sim);
    sim_ball(&sim, (CwEntity){0}, 0, 5);
    world_finish_building(sim.world);
    sim_run(&sim, 300);
    sim_close(&sim);
}

TEST(gravity_made_mad_in_a_tick_stops_the_world_with_a_message)
{
    Sim sim;
    open_with(&sim, 1, 0);
    sim_ball(&sim, (CwEntity){0}, 0, 5);
    world_finish_building(sim.world);
    sim.world->space->gravity = cpv(0, NAN);
    CwError error = {0};
    ck_assert(!sim_try_tick(&sim, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "tick 1:"));
    sim_close(&sim);
}

/* Numbers that a game may write into bodies, and the worst that may come of it. */
typedef struct MadWrite {
    cpVect velocity, force;
    double spin, torque;
} MadWrite;

static const MadWrite mad_writes[] = {
    {.velocity = {1e300, -1e300}},
    {.velocity = {1e308, 1e308}},
    {.force = {1e300, 1e300}},
    {.force = {-1e308, 1e308}},
    {.spin = 1e300},
    {.spin = -1e308},
    {.torque = 1e308},
    {.force = {1e306, 0}, .spin = 1e306},
};

static void run_mad(const MadWrite *mad, int substeps)
{
    Sim sim;
    open_with(&sim, substeps, -10);
    sim_floor(&sim);
    sim_box(&sim, (CwEntity){0}, 0, 0.5);
    cpBody *box = sim_box(&sim, (CwEntity){0}, 0.2, 1.5);
    cpBody *bob = sim_ball(&sim, (CwEntity){0}, 2, 2);
    cw_world_add_constraint(sim.world, cpDampedSpringNew(box, bob, cpvzero, cpvzero, 1, 1e3, 1));
    world_finish_building(sim.world);
    bool sound = true;
    for (int i = 0; i < 60 && sound; i++) {
        box->v = i % 9 == 0 ? mad->velocity : box->v;
        box->w = i % 9 == 0 ? mad->spin : box->w;
        box->f = mad->force;
        box->t = mad->torque;
        sound = sim_try_tick(&sim, NULL);
    }
    for (int i = 0; sound && i < sim.world->pose_count; i++) {
        ck_assert(body_is_finite(sim.world->poses[i].body));
    }
    sim_close(&sim);
}

TEST(mad_numbers_end_in_a_limit_the_fence_or_a_message, .rounds = CW_ARRAY_LENGTH(mad_writes))
{
    run_mad(&mad_writes[_i], 1);
    run_mad(&mad_writes[_i], 4);
}

TEST(speed_is_limited_along_its_direction)
{
    Sim sim;
    open_with(&sim, 1, 0);
    cpBody *ball = sim_ball(&sim, (CwEntity){0}, 0, 0);
    world_finish_building(sim.world);
    ball->v = cpv(30000, 40000);
    sim_run(&sim, 1);
    ck_assert_double_eq_tol(cpvlength(ball->v), 10000, 20);
    ck_assert_double_gt(ball->v.x, 0);
    ck_assert_double_gt(ball->v.y, 0);
    sim_close(&sim);
}

TEST(what_is_no_number_stops_the_world_with_a_message, .rounds = 2)
{
    Sim sim;
    open_with(&sim, _i == 0 ? 1 : 8, 0);
    cpBody *ball = sim_ball(&sim, (CwEntity){0}, 0, 0);
    world_finish_building(sim.world);
    sim_run(&sim, 4);
    ball->f.y = NAN;
    CwError error = {0};
    ck_assert(!sim_try_tick(&sim, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "tick 5:"));
    ck_assert(!sim_try_tick(&sim, NULL)); /* and it stays so */
    sim_close(&sim);
}

TEST(an_explosive_spring_never_aborts, .rounds = 2)
{
    Sim sim;
    open_with(&sim, _i == 0 ? 1 : 8, -10);
    cpBody *a = sim_ball(&sim, (CwEntity){0}, 0, 0), *b = sim_ball(&sim, (CwEntity){0}, 3, 0);
    cw_world_add_constraint(sim.world, cpDampedSpringNew(a, b, cpvzero, cpvzero, 1, 1e300, 0));
    world_finish_building(sim.world);
    for (int i = 0; i < 100 && sim_try_tick(&sim, NULL); i++) {
    }
    sim_close(&sim);
}

TEST(a_joint_of_two_bodies_that_nothing_moves_is_refused, .signal = SIGABRT)
{
    Sim sim;
    open_with(&sim, 1, 0);
    cpBody *fixed = cpSpaceGetStaticBody(sim.world->space);
    cpBody *lift = cw_world_add_body(sim.world, (CwEntity){0}, cpBodyNewKinematic());
    cw_world_add_constraint(sim.world, cpPivotJointNew(fixed, lift, cpvzero));
}

TEST(a_body_without_mass_is_refused, .signal = SIGABRT)
{
    Sim sim;
    open_with(&sim, 1, 0);
    cw_world_add_body(sim.world, (CwEntity){0}, cpBodyNew(0, 0));
}

TEST(a_body_at_no_finite_place_is_refused, .signal = SIGABRT)
{
    Sim sim;
    open_with(&sim, 1, 0);
    cpBody *body = cpBodyNew(1, 1);
    body->p.x = NAN;
    cw_world_add_body(sim.world, (CwEntity){0}, body);
}

static Sim two_worlds[2];

/* Opens both; the second is the one that Chipmunk allocates in. */
static CwWorld *open_two(void)
{
    for (int slot = 0; slot < 2; slot++) {
        WorldDesc desc = sim_desc();
        desc.slot = slot;
        sim_open(&two_worlds[slot], &desc);
    }
    return two_worlds[0].world;
}

TEST(a_body_of_another_world_is_refused, .signal = SIGABRT)
{
    CwWorld *other = open_two();
    cw_world_add_body(other, (CwEntity){0}, cpBodyNew(1, 1));
}

TEST(a_shape_of_another_world_is_refused, .signal = SIGABRT)
{
    CwWorld *other = open_two();
    cpBody *ground = cpSpaceGetStaticBody(other->space);
    cw_world_add_shape(other, (CwEntity){0}, cpCircleShapeNew(ground, 1, cpvzero));
}

TEST(a_joint_of_another_world_is_refused, .signal = SIGABRT)
{
    CwWorld *other = open_two();
    cpBody *a = cpBodyNew(1, 1), *b = cpBodyNew(1, 1);
    cw_world_add_constraint(other, cpPivotJointNew(a, b, cpvzero));
}

TEST(a_body_outside_of_any_world_is_refused, .signal = SIGABRT)
{
    cpBody body;
    cpBodyInit(&body, 1, 1);
    cw_world_add_body(open_two(), (CwEntity){0}, &body);
}
