/* Poses between ticks: on the line of motion, and never in the middle of a jump. */
#include "support/sim_world.h"

static CwWorld *world;

enum { KIND_BALL };

static void ball_spawn(CwWorld *into, CwEntity self, void *data, const void *args)
{
    cpBody *body = cpBodyNew(1, 1);
    cw_world_add_body(into, self, body);
    cpBodySetPosition(body, *(const cpVect *)args); /* after it was added, on purpose */
    *(cpBody **)data = body;
}

static const CwKind kinds[] = {
    [KIND_BALL] = {.name = "ball", .size = sizeof(cpBody *), .spawn = ball_spawn},
};

SET_UP(.tear_down = sim_tear_down)
{
    world = sim_begin_kinds(kinds, 1);
}

static cpBody *moving_ball(double vx_mps, double w_radps)
{
    cpBody *body = sim_ball(&sim, (CwEntity){0}, 0, 0);
    cpBodySetVelocity(body, cpv(vx_mps, 0));
    cpBodySetAngularVelocity(body, w_radps);
    world_finish_building(world);
    return body;
}

TEST(alpha_zero_is_exactly_the_previous_tick)
{
    cpBody *body = moving_ball(0.1, 0.3);
    for (int i = 0; i < 50; i++) {
        cpVect at = cpBodyGetPosition(body);
        double angle_rad = cpBodyGetAngle(body);
        sim_run(&sim, 1);
        CwTransform2 drawn = cw_world_pose(world, body, 0);
        ck_assert(drawn.x_m == at.x && drawn.y_m == at.y && drawn.angle_rad == angle_rad);
    }
}

TEST(angles_take_the_short_way, .rounds = 2)
{
    static const double cases[][3] = {
        /* from, to, drawn at one half */
        {3.0, -3.0, 3.0 + (2 * CP_PI - 6) / 2},
        {-3.0, 3.0, -3.0 - (2 * CP_PI - 6) / 2},
        {0, 1, 0.5},
        {0, 2 * CP_PI, 0},
        {0, 20 * CP_PI + 1, 0.5},
        {0, -3.2, (2 * CP_PI - 3.2) / 2},
        {50, 50.5, 50.25},
    };
    cpBody *body = moving_ball(0, 0);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(cases); i++) {
        double from_rad = cases[i][0], to_rad = cases[i][1];
        cw_world_teleport(world, body, (CwTransform2){.angle_rad = from_rad}, CW_TELEPORT_SNAP);
        cpBodySetAngle(body, to_rad); /* as a game does it that knows no teleport */
        if (_i == 0) {
            sim_run(&sim, 1);
        } else {
            cw_world_teleport(world, body, (CwTransform2){.angle_rad = to_rad},
                              CW_TELEPORT_KEEP_MOTION);
        }
        double half_rad = cw_world_pose(world, body, 0.5).angle_rad;
        ck_assert_double_le(fabs(remainder(half_rad - cases[i][2], 2 * CP_PI)), 1e-9);
        ck_assert(cw_world_pose(world, body, 1).angle_rad == to_rad);
    }
}

static bool drawn_near(const cpBody *body, double x_m, double tolerance_m)
{
    for (double alpha = 0; alpha < 1; alpha += 0.1) {
        if (!(fabs(cw_world_pose(world, body, alpha).x_m - x_m) <= tolerance_m)) {
            return false;
        }
    }
    return true;
}

TEST(nothing_is_drawn_between_the_ends_of_a_teleport)
{
    cpBody *body = moving_ball(0, 0);
    sim_run(&sim, 3);
    ck_assert(drawn_near(body, 0, 0));
    cw_world_teleport(world, body, (CwTransform2){100, 5, 1}, CW_TELEPORT_SNAP);
    ck_assert(drawn_near(body, 100, 0));
    sim_run(&sim, 1);
    ck_assert(drawn_near(body, 100, 0));
    ck_assert_double_eq(cw_world_pose(world, body, 0.5).y_m, 5);
    ck_assert_double_eq(cw_world_pose(world, body, 0.5).angle_rad, 1);
}

static void teleport_now(CwWorld *to)
{
    if (cw_world_tick(to) == 5) {
        cw_world_teleport(to, to->bodies[0], (CwTransform2){100, 0, 0}, CW_TELEPORT_SNAP);
    }
}

TEST(a_teleport_snaps_in_every_phase_of_a_tick, .rounds = 7)
{
    static const CwPhase phases[] = {
        CW_PHASE_INPUT,      CW_PHASE_PRE_PHYSICS, CW_PHASE_PHYSICS, CW_PHASE_POST_PHYSICS,
        CW_PHASE_GAME_LOGIC, CW_PHASE_ANIMATION,   CW_PHASE_FLUSH};
    CwSystem system = {.name = "teleport", .phase = phases[_i], .tick = teleport_now};
    sim_add_system(&sim, &system);
    cpBody *body = moving_ball(3, 0);
    sim_run(&sim, 5);
    ck_assert(drawn_near(body, 100, 0.051)); /* 3 m/s: 0.05 m in that tick */
    sim_run(&sim, 1);
    ck_assert(drawn_near(body, 100, 0.101));
}

TEST(a_teleport_that_keeps_motion_goes_on_at_the_new_place)
{
    cpBody *body = moving_ball(6, 0);
    sim_run(&sim, 1);
    cpVect at = cpBodyGetPosition(body);
    CwTransform2 to = {at.x - 50, at.y, 0};
    cw_world_teleport(world, body, to, CW_TELEPORT_KEEP_MOTION);
    for (double alpha = 0; alpha < 1; alpha += 0.25) {
        double ideal_m = -50 + alpha * 0.1;
        ck_assert_double_eq_tol(cw_world_pose(world, body, alpha).x_m, ideal_m, 1e-9);
    }
    sim_run(&sim, 1);
    ck_assert_double_eq_tol(cw_world_pose(world, body, 0.5).x_m, -50 + 0.15, 1e-9);
    ck_assert_double_eq_tol(cpBodyGetVelocity(body).x, 6, 1e-9);
}

TEST(a_teleport_names_the_centre_of_gravity)
{
    cpBody *body = moving_ball(0, 0);
    cpBodySetCenterOfGravity(body, cpv(2, 0));
    CwTransform2 to = {7, 1, 0.5};
    cw_world_teleport(world, body, to, CW_TELEPORT_SNAP);
    sim_run(&sim, 1);
    CwTransform2 drawn = cw_world_pose(world, body, 0.5);
    ck_assert_double_eq_tol(drawn.x_m, to.x_m, 1e-9);
    ck_assert_double_eq_tol(drawn.y_m, to.y_m, 1e-9);
}

TEST(a_teleport_wakes_and_moves_the_shapes)
{
    cpBody *body = moving_ball(0, 0);
    cpBodySleep(body);
    cw_world_teleport(world, body, (CwTransform2){30, 0, 0}, CW_TELEPORT_SNAP);
    cpShapeFilter all = CP_SHAPE_FILTER_ALL;
    ck_assert(!cpBodyIsSleeping(body));
    ck_assert_ptr_nonnull(cpSpacePointQueryNearest(world->space, cpv(30, 0), 0, all, NULL));
    ck_assert_ptr_null(cpSpacePointQueryNearest(world->space, cpv(0, 0), 0, all, NULL));
}

TEST(a_spawn_in_a_tick_draws_no_streak)
{
    world_finish_building(world);
    cpVect at = cpv(40, 2);
    CwEntity ball = cw_world_spawn(world, KIND_BALL, &at, sizeof at);
    for (int i = 0; i < 3; i++) {
        sim_run(&sim, 1);
        ck_assert(drawn_near(*(cpBody **)cw_world_data(world, ball), 40, 0));
    }
}

static void make_body_late(CwWorld *to)
{
    if (cw_world_tick(to) == 2) {
        cpBody *body = cw_world_add_body(to, (CwEntity){0}, cpBodyNew(1, 1));
        cpBodySetPosition(body, cpv(70, 0));
    }
}

TEST(a_body_made_and_placed_inside_a_tick_draws_no_streak)
{
    CwSystem system = {.name = "make", .phase = CW_PHASE_GAME_LOGIC, .tick = make_body_late};
    sim_add_system(&sim, &system);
    sim_start(2);
    ck_assert(drawn_near(sim_body(0), 70, 0));
    sim_run(&sim, 1);
    ck_assert(drawn_near(sim_body(0), 70, 0));
}

/* The last pose takes the place of the one removed: whoever moved must keep its own motion. */
TEST(poses_follow_their_bodies_when_others_die)
{
    CwEntity balls[5];
    for (int i = 0; i < 5; i++) {
        balls[i] = cw_world_spawn(world, KIND_BALL, &(cpVect){i * 10.0, 0}, sizeof(cpVect));
        cpBodySetVelocity(*(cpBody **)cw_world_data(world, balls[i]), cpv(6, 0));
    }
    sim_start(1);
    cw_world_destroy(world, balls[1]);
    cw_world_destroy(world, balls[3]);
    sim_run(&sim, 1);
    for (int i = 0; i < 5; i += 2) {
        cpBody *body = *(cpBody **)cw_world_data(world, balls[i]);
        ck_assert_double_eq_tol(cw_world_pose(world, body, 0).x_m, i * 10 + 0.1, 1e-9);
        ck_assert_double_eq_tol(cw_world_pose(world, body, 0.5).x_m, i * 10 + 0.15, 1e-9);
    }
}

TEST(static_and_foreign_bodies_are_where_they_are)
{
    cpBody *wall = cpBodyNewStatic();
    cpBodySetPosition(wall, cpv(3, 4));
    cw_world_add_body(world, (CwEntity){0}, wall);
    cpBody *foreign = cpBodyNew(1, 1);
    cpBodySetPosition(foreign, cpv(5, 6));
    sim_start(2);
    ck_assert(drawn_near(wall, 3, 0));
    ck_assert(drawn_near(foreign, 5, 0));
    ck_assert(drawn_near(cpSpaceGetStaticBody(world->space), 0, 0));
}

TEST(a_body_at_the_fence_is_drawn_inside)
{
    cpBody *body = moving_ball(9000, 0);
    cw_world_teleport(world, body, (CwTransform2){19990, 0, 0}, CW_TELEPORT_SNAP);
    sim_run(&sim, 1);
    ck_assert(drawn_near(body, 20000, 0));
    ck_assert_double_eq(cpBodyGetVelocity(body).x, 0);
}
