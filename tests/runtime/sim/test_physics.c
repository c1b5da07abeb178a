/* The physics step: substeps change accuracy alone, and no number makes Chipmunk abort. */
#include "sim/body_check.h"
#include "support/sim_world.h"

FIXTURE(.tear_down = sim_tear_down);

static void push(CwWorld *world)
{
    cpBody *body = world->bodies[0];
    cpBodyApplyForceAtWorldPoint(body, cpv(6, -3), cpBodyGetPosition(body));
    cpBodySetTorque(body, 0.5);
}

static const CwSystem push_system = {.name = "push", .phase = CW_PHASE_PRE_PHYSICS, .tick = push};

static cpBody pushed_ball(int substeps)
{
    sim_begin_physics(substeps, 0);
    sim_add_system(&sim, &push_system);
    cpBody *ball = sim_ball(&sim, (CwEntity){0}, 0, 0);
    sim_start(60);
    return *ball;
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
    sim_begin_physics(4, 0);
    cpBody *ball = sim_ball(&sim, (CwEntity){0}, 0, 0);
    world_finish_building(sim.world);
    cpBodySetForce(ball, cpv(60, 0));
    sim_run(&sim, 1);
    ck_assert_double_eq_tol(ball->v.x, 1, 1e-9);
    sim_run(&sim, 10);
    ck_assert_double_eq_tol(ball->v.x, 1, 1e-9);
}

TEST(bodies_fall_asleep_and_wake_in_substeps)
{
    sim_begin_physics(8, -10);
    sim_floor(&sim);
    cpBody *box = sim_box(&sim, (CwEntity){0}, 0, 0.5);
    sim_start(120);
    ck_assert(cpBodyIsSleeping(box));
    cpBodyApplyForceAtWorldPoint(box, cpv(0, 600), box->p);
    sim_run(&sim, 1);
    ck_assert(!cpBodyIsSleeping(box));
    ck_assert_double_eq_tol(box->v.y, 590.0 / 60, 0.01);
}

TEST(unusable_gravity_is_refused)
{
    static const double mad[] = {1e308, -1e308, 10001, INFINITY, NAN};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(mad); i++) {
        WorldDesc desc = sim_desc();
        desc.settings.gravity_mps2 = mad[i];
        EXPECT_REFUSED(world_open(&desc, &error), "gravity");
    }
}

TEST(the_strongest_gravity_still_runs)
{
    cpSpaceSetGravity(sim_begin_physics(1, 0)->space, cpv(0, -10000));
    sim_floor(&sim);
    sim_ball(&sim, (CwEntity){0}, 0, 5);
    sim_start(300);
}

TEST(gravity_made_mad_in_a_tick_stops_the_world_with_a_message)
{
    sim_begin_physics(1, 0);
    sim_ball(&sim, (CwEntity){0}, 0, 5);
    world_finish_building(sim.world);
    sim.world->space->gravity = cpv(0, NAN);
    EXPECT_REFUSED(sim_try_tick(&sim, &error), "tick 1:");
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
    sim_begin_physics(substeps, -10);
    sim_floor(&sim);
    sim_box(&sim, (CwEntity){0}, 0, 0.5);
    cpBody *box = sim_box(&sim, (CwEntity){0}, 0.2, 1.5);
    cpBody *bob = sim_ball(&sim, (CwEntity){0}, 2, 2);
    cw_world_add_constraint(sim.world, (CwEntity){0},
                            cpDampedSpringNew(box, bob, cpvzero, cpvzero, 1, 1e3, 1));
    world_finish_building(sim.world);
    bool sound = true;
    for (int i = 0; i < 60 && sound; i++) {
        box->v = i % 9 == 0 ? mad->velocity : box->v;
        box->w = i % 9 == 0 ? mad->spin : box->w;
        box->f = mad->force;
        box->t = mad->torque;
        sound = sim_try_tick(&sim, NULL);
    }
    for (int i = 0; sound && i < sim.world->body_count; i++) {
        ck_assert(body_is_finite(sim.world->bodies[i]));
    }
}

TEST(mad_numbers_end_in_a_limit_the_fence_or_a_message, .rounds = CW_ARRAY_LENGTH(mad_writes))
{
    run_mad(&mad_writes[_i], 1);
    run_mad(&mad_writes[_i], 4);
}

TEST(speed_is_limited_along_its_direction)
{
    sim_begin_physics(1, 0);
    cpBody *ball = sim_ball(&sim, (CwEntity){0}, 0, 0);
    world_finish_building(sim.world);
    ball->v = cpv(30000, 40000);
    sim_run(&sim, 1);
    ck_assert_double_eq_tol(cpvlength(ball->v), 10000, 20);
    ck_assert_double_gt(ball->v.x, 0);
    ck_assert_double_gt(ball->v.y, 0);
}

/* Chipmunk asserts what each number is before and after; the world has looked at them by then. */
TEST(bodies_move_to_the_last_bit_as_chipmunk_moves_them)
{
    CwRng rng = seeded_rng(1, 1);
    for (int i = 0; i < 2000; i++) {
        double reach = i % 2 == 0 ? 10 : 1e-9 * i;
        cpBody ours = {0};
        cpBodyInit(&ours, 1, 1);
        double *numbers[] = {&ours.p.x, &ours.p.y,      &ours.v.x,      &ours.v.y,
                             &ours.a,   &ours.w,        &ours.cog.x,    &ours.cog.y,
                             &ours.t,   &ours.v_bias.x, &ours.v_bias.y, &ours.w_bias};
        for (size_t n = 0; n < CW_ARRAY_LENGTH(numbers); n++) {
            *numbers[n] = cw_rng_range(&rng, -reach, reach);
        }
        cpBody theirs = ours;
        body_update_position(&ours, 1.0 / 120);
        cpBodyUpdatePosition(&theirs, 1.0 / 120);
        ck_assert_mem_eq(&ours, &theirs, sizeof ours);
    }
}

static void stay(cpBody *body, cpFloat dt_s)
{
}

TEST(a_body_moves_by_the_function_that_a_game_gave_it, .rounds = 2)
{
    sim_begin_physics(1, 0);
    cpBody *body = cpBodyNew(1, 1);
    cpBodySetVelocity(body, cpv(1, 0));
    if (_i == 0) {
        cpBodySetPositionUpdateFunc(body, stay);
    }
    cw_world_add_body(sim.world, (CwEntity){0}, body);
    if (_i == 1) {
        cpBodySetPositionUpdateFunc(body, stay);
    }
    sim_start(10);
    ck_assert_double_eq(body->p.x, 0);
}

TEST(any_number_that_is_not_finite_is_found, .rounds = 12)
{
    static const size_t offsets[] = {
        offsetof(cpBody, p.x),      offsetof(cpBody, p.y),      offsetof(cpBody, a),
        offsetof(cpBody, v.x),      offsetof(cpBody, v.y),      offsetof(cpBody, w),
        offsetof(cpBody, f.x),      offsetof(cpBody, f.y),      offsetof(cpBody, t),
        offsetof(cpBody, v_bias.x), offsetof(cpBody, v_bias.y), offsetof(cpBody, w_bias)};
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(bad); i++) {
        cpBody body = {0};
        cpBodyInit(&body, 1, 1);
        ck_assert(body_is_calm(&body, 1));
        memcpy((char *)&body + offsets[_i], &bad[i], sizeof bad[i]);
        ck_assert(!body_is_calm(&body, 1e300) && !body_is_finite(&body));
    }
}

TEST(a_nan_stops_the_world_with_a_message, .rounds = 2)
{
    sim_begin_physics(_i == 0 ? 1 : 8, 0);
    cpBody *ball = sim_ball(&sim, (CwEntity){0}, 0, 0);
    sim_start(4);
    ball->f.y = NAN;
    EXPECT_REFUSED(sim_try_tick(&sim, &error), "tick 5:");
    ck_assert(!sim_try_tick(&sim, NULL)); /* and it stays so */
}

TEST(an_explosive_spring_never_aborts, .rounds = 2)
{
    sim_begin_physics(_i == 0 ? 1 : 8, -10);
    cpBody *a = sim_ball(&sim, (CwEntity){0}, 0, 0), *b = sim_ball(&sim, (CwEntity){0}, 3, 0);
    cw_world_add_constraint(sim.world, (CwEntity){0},
                            cpDampedSpringNew(a, b, cpvzero, cpvzero, 1, 1e300, 0));
    world_finish_building(sim.world);
    for (int i = 0; i < 100 && sim_try_tick(&sim, NULL); i++) {
    }
}

static Sim other; /* but the last opened is the one that Chipmunk allocates in */
static const CwEntity NOBODY = {0};

static CwWorld *open_two(void)
{
    WorldDesc desc = sim_desc();
    desc.slot = 1;
    sim_open(&other, &desc);
    return sim_begin_physics(1, 0);
}

static void add_joint_that_nothing_moves(CwWorld *world)
{
    cpBody *lift = cw_world_add_body(world, NOBODY, cpBodyNewKinematic());
    cw_world_add_constraint(world, NOBODY,
                            cpPivotJointNew(cpSpaceGetStaticBody(world->space), lift, cpvzero));
}

ABORTS(a_joint_that_nothing_moves_is_refused, add_joint_that_nothing_moves(open_two()))
ABORTS(a_body_without_mass_is_refused, cw_world_add_body(open_two(), NOBODY, cpBodyNew(0, 0)))
ABORTS(a_body_of_another_world_is_refused, open_two();
       cw_world_add_body(other.world, NOBODY, cpBodyNew(1, 1)))
ABORTS(a_shape_of_another_world_is_refused, open_two();
       cw_world_add_shape(other.world, NOBODY,
                          cpCircleShapeNew(other.world->space->staticBody, 1, cpvzero)))
ABORTS(a_joint_of_another_world_is_refused, open_two();
       cw_world_add_constraint(other.world, NOBODY,
                               cpPivotJointNew(cpBodyNew(1, 1), cpBodyNew(1, 1), cpvzero)))

TEST(a_body_at_no_finite_place_is_refused, .signal = SIGABRT)
{
    CwWorld *world = open_two();
    cpBody *body = cpBodyNew(1, 1);
    body->p.x = NAN;
    cw_world_add_body(world, NOBODY, body);
}

TEST(a_body_outside_of_any_world_is_refused, .signal = SIGABRT)
{
    cpBody body;
    cpBodyInit(&body, 1, 1);
    cw_world_add_body(open_two(), NOBODY, &body);
}
