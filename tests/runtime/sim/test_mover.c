/* Movers among static, kinematic and dynamic shapes. */
#include "clockwork/mover.h"
#include "support/sim_world.h"

#include <chipmunk/chipmunk_structs.h>

enum { WALKER, GHOST };

typedef struct Walker {
    CwMover mover;
} Walker;

static CwMoverDesc limits;
static CwMoverWish wish;

static void walker_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    cw_mover_add(world, self, data, &limits, *(const cpVect *)args);
}

static void walker_drive(CwWorld *world, CwEntity self, void *data)
{
    cw_mover_move(world, data, &limits, &wish);
}

static const CwField walker_fields[] = {CW_MOVER_FIELDS(Walker, mover)};
static const CwKind kinds[] = {[WALKER] = {"walker", sizeof(Walker), walker_fields,
                                           CW_ARRAY_LENGTH(walker_fields), walker_spawn,
                                           walker_drive},
                               [GHOST] = {"ghost", .collision_class = 1}};

static void open_world(int slot, int substeps)
{
    static const uint32_t collisions[] = {CW_COLLIDES(0), 0};
    WorldDesc desc = sim_desc();
    desc.slot = slot;
    desc.kinds = kinds;
    desc.collisions = collisions;
    desc.collision_count = CW_ARRAY_LENGTH(collisions);
    desc.kind_count = CW_ARRAY_LENGTH(kinds);
    desc.settings.substeps = substeps;
    desc.settings.gravity_mps2 = -30;
    sim_begin(&desc);
}

SET_UP(.tear_down = sim_tear_down)
{
    limits = cw_mover_desc_default();
    wish = (CwMoverWish){0};
    open_world(0, 1);
}

static cpShape *add_static(cpShape *shape)
{
    return cw_world_add_shape(sim.world, (CwEntity){0}, shape);
}

static cpBody *ground(void)
{
    return cpSpaceGetStaticBody(sim.world->space);
}

static cpShape *line(double ax_m, double ay_m, double bx_m, double by_m)
{
    return add_static(cpSegmentShapeNew(ground(), cpv(ax_m, ay_m), cpv(bx_m, by_m), 0));
}

static cpShape *block(double left_m, double bottom_m, double right_m, double top_m)
{
    cpBB box = cpBBNew(left_m, bottom_m, right_m, top_m);
    return add_static(cpBoxShapeNew2(ground(), box, 0));
}

/* A mover whose feet are at (x, y). */
static CwMover *walker(double x_m, double y_m)
{
    cpVect at_m = cpv(x_m, y_m + limits.height_m / 2);
    CwEntity self = cw_world_spawn(sim.world, WALKER, &at_m, sizeof at_m);
    return cw_world_data(sim.world, self);
}

static double x_of(const CwMover *mover)
{
    return cpBodyGetPosition(mover->body).x;
}

static double feet_of(const CwMover *mover)
{
    return cpBodyGetPosition(mover->body).y - limits.height_m / 2;
}

/* A kinematic box. */
static cpBody *platform(double x_m, double y_m, double width_m, cpVect velocity_mps)
{
    cpBody *body = cw_world_add_body(sim.world, (CwEntity){0}, cpBodyNewKinematic());
    cpBodySetPosition(body, cpv(x_m, y_m));
    cpBodySetVelocity(body, velocity_mps);
    cw_world_add_shape(sim.world, (CwEntity){0}, cpBoxShapeNew(body, width_m, 0.5, 0));
    return body;
}

static void run(double way_mps, int ticks)
{
    wish.velocity_mps = way_mps;
    sim_run(&sim, ticks);
}

TEST(it_falls_to_the_floor_and_stands_there)
{
    line(-9, 0, 9, 0);
    CwMover *mover = walker(0, 1);
    sim_start(1);
    ck_assert(!mover->on_floor);
    sim_run(&sim, 60);
    ck_assert(mover->on_floor && !mover->on_wall && !mover->crushed);
    ck_assert_double_eq_tol(feet_of(mover), 0.01, 1e-9);
    ck_assert_double_eq(mover->velocity_mps.y, 0);
}

TEST(seams_of_a_floor_do_not_slow_it, .rounds = 3)
{
    limits.radius_m = (double[]){0.001, 0.1, 0.29}[_i];
    for (int i = -2; i < 40; i++) {
        i % 2 == 0 ? line(i, 0, i + 1, 0) : block(i, -1, i + 1, 0);
    }
    CwMover *mover = walker(0, 0.01);
    sim_start(2);
    run(7, 30);
    double from_m = x_of(mover);
    for (int i = 1; i <= 240; i++) {
        sim_run(&sim, 1);
        ck_assert_double_eq(mover->velocity_mps.x, 7);
        ck_assert_double_eq_tol(x_of(mover) - from_m, i * 7 / 60.0, 1e-9);
        ck_assert(mover->on_floor && !mover->on_wall);
    }
}

TEST(it_stops_at_a_wall_and_slides_down_it)
{
    line(-9, 0, 9, 0);
    for (int i = 0; i < 9; i++) {
        block(2, i, 3, i + 1);
    }
    CwMover *mover = walker(0, 6);
    sim_start(0);
    run(8, 30);
    ck_assert(mover->on_wall && !mover->on_floor);
    ck_assert_double_eq(mover->wall_normal.x, -1);
    ck_assert_double_eq_tol(x_of(mover), 1.69, 1e-3);
    run(8, 60);
    ck_assert(mover->on_wall && mover->on_floor);
    ck_assert_double_eq(mover->velocity_mps.x, 0);
}

TEST(it_stands_still_on_a_slope, .rounds = 2)
{
    double sign = _i == 0 ? 1 : -1;
    line(-9, -9 * sign * 0.9, 9, 9 * sign * 0.9);
    CwMover *mover = walker(0, 1);
    sim_start(60);
    cpVect at_m = cpBodyGetPosition(mover->body);
    ck_assert(mover->on_floor);
    sim_run(&sim, 600);
    ck_assert_double_lt(cpvdist(at_m, cpBodyGetPosition(mover->body)), 1e-9);
}

TEST(it_walks_up_and_down_slopes_and_over_crests_on_the_floor)
{
    line(-9, 0, 2, 0);
    line(2, 0, 6, 3);
    line(6, 3, 10, 0);
    line(10, 0, 30, 0);
    CwMover *mover = walker(0, 0.01);
    sim_start(2);
    for (int i = 0; i < 150; i++) {
        run(7, 1);
        ck_assert_msg(mover->on_floor, "tick %d at %g %g", i, x_of(mover), feet_of(mover));
        ck_assert_double_ge(cpvlength(mover->velocity_mps), i < 7 ? 0 : 6.99);
    }
    ck_assert_double_gt(x_of(mover), 13);
}

TEST(a_slope_that_is_too_steep_is_a_wall)
{
    line(-9, 0, 2, 0);
    line(2, 0, 6, 6);
    CwMover *mover = walker(0, 0.01);
    sim_start(2);
    run(7, 120);
    ck_assert(mover->on_floor && mover->on_wall);
    ck_assert_double_lt(feet_of(mover), 0.1);
    cpBodySetPosition(mover->body, cpv(4, 5));
    run(0, 120);
    ck_assert_double_lt(feet_of(mover), 0.1);
}

TEST(it_climbs_steps_up_to_its_limit, .rounds = 4)
{
    double speed_mps = _i % 2 == 0 ? 7 : 1;
    limits.radius_m = _i < 2 ? 0.1 : 0.29;
    line(-9, 0, 19, 0);
    block(2, 0, 20, 0.28);
    block(6, 0, 20, 0.7);
    CwMover *mover = walker(1, 0.01);
    sim_start(2);
    run(speed_mps, (int)(60 * 6 / speed_mps));
    ck_assert(mover->on_floor && mover->on_wall);
    ck_assert_double_eq_tol(feet_of(mover), 0.29, 1e-3);
    ck_assert_double_eq_tol(x_of(mover), 5.69, 1e-3);
    run(-speed_mps, (int)(60 * 6 / speed_mps));
    ck_assert_double_lt(x_of(mover), 1);
    ck_assert_double_eq_tol(feet_of(mover), 0.01, 1e-3);
}

TEST(a_platform_carries_it_and_a_jump_keeps_the_speed)
{
    platform(0, 0, 4, cpv(3, 1));
    CwMover *mover = walker(0.5, 0.26);
    sim_start(20); /* it lands and slips a little */
    double x_m = x_of(mover);
    sim_run(&sim, 60);
    ck_assert(mover->on_floor);
    ck_assert_double_eq_tol(x_of(mover), x_m + 3, 1e-9);
    ck_assert_double_eq_tol(feet_of(mover), 0.26 + 80 / 60.0, 1e-6);
    wish = (CwMoverWish){.jump_pressed = true, .jump_held = true};
    run(0, 1);
    ck_assert_double_eq_tol(cpBodyGetVelocity(mover->body).y, 7 - 0.5, 1e-9);
    wish.jump_pressed = false;
    run(0, 9);
    ck_assert_double_eq_tol(x_of(mover), x_m + 3.5, 1e-9);
}

TEST(a_turning_platform_carries_it_at_the_point_of_contact)
{
    cpBody *body = platform(0, 0, 8, cpvzero);
    cpBodySetAngularVelocity(body, 0.5);
    CwMover *mover = walker(2, 0.26);
    sim_start(2);
    for (int i = 0; i < 60; i++) {
        sim_run(&sim, 1);
        ck_assert(mover->on_floor && !mover->crushed);
        ck_assert_double_eq_tol(cpvlength(mover->carried_mps), 1, 0.2);
    }
    ck_assert_double_gt(feet_of(mover), 1);
}

TEST(a_platform_that_presses_crushes_it_but_not_through_the_floor, .rounds = 2)
{
    line(-9, 0, 9, 0);
    line(-9, 3, 9, 3);
    bool above = _i == 0;
    platform(0, above ? 2 : 0.3, 2, cpv(0, above ? -1 : 1));
    CwMover *mover = walker(0, above ? 0.01 : 0.56);
    sim_start(1);
    ck_assert(!mover->crushed);
    int ticks = 0;
    while (!mover->crushed && ticks++ < 120) {
        sim_run(&sim, 1);
    }
    EXPECT_WITHIN(ticks, 20, 80);
    for (int i = 0; i < 60; i++) {
        sim_run(&sim, 1);
        EXPECT_WITHIN(feet_of(mover), 0, 3 - limits.height_m);
    }
}

TEST(it_jumps_up_through_one_way_shapes_and_lands_and_drops)
{
    line(-9, 0, 9, 0);
    cpShapeSetCollisionType(line(-9, 1, 9, 1), CW_ONE_WAY); /* too late: see below */
    CwMover *mover = walker(0, 0.01);
    limits.jump_mps = 9;
    sim_start(2);
    wish = (CwMoverWish){.jump_pressed = true, .jump_held = true};
    sim_run(&sim, 1);
    wish.jump_pressed = false;
    sim_run(&sim, 60);
    ck_assert(mover->on_floor);
    ck_assert_double_eq_tol(feet_of(mover), 1.01, 1e-6);
    run(7, 60);
    ck_assert_double_eq_tol(feet_of(mover), 1.01, 1e-6);
    wish.drop = true;
    run(0, 1);
    wish.drop = false;
    run(0, 60);
    ck_assert_double_eq_tol(feet_of(mover), 0.01, 1e-6);
}

static double jump_height(int held_ticks)
{
    open_world(0, 1);
    line(-9, 0, 9, 0);
    CwMover *mover = walker(0, 0.01);
    sim_start(2);
    double most_m = 0;
    for (int i = 0; i < 60; i++) {
        wish = (CwMoverWish){.jump_pressed = i == 0, .jump_held = i < held_ticks};
        sim_run(&sim, 1);
        most_m = fmax(most_m, feet_of(mover) - 0.01);
    }
    ck_assert(mover->on_floor);
    return most_m;
}

TEST(a_jump_is_as_high_as_its_button_is_held_and_exactly_a_parabola)
{
    limits.jump_mps = 9;
    ck_assert_double_eq_tol(jump_height(60), 9 * 9 / 60.0, 1e-9);
    ck_assert_double_lt(jump_height(6), 1);
    ck_assert_double_lt(jump_height(1), jump_height(6));
}

TEST(a_ceiling_ends_a_jump)
{
    line(-9, 0, 9, 0);
    line(-9, 1.5, 9, 1.5);
    CwMover *mover = walker(0, 0.01);
    sim_start(2);
    wish = (CwMoverWish){.jump_pressed = true, .jump_held = true};
    sim_run(&sim, 1);
    wish.jump_pressed = false;
    bool met = false;
    for (int i = 0; i < 20; i++) {
        sim_run(&sim, 1);
        met = met || mover->on_ceiling;
        ck_assert_double_lt(feet_of(mover), 0.3);
    }
    ck_assert(met && mover->on_floor && !mover->rising);
}

/* Ticks after leaving an edge, at which a press still jumps. */
static int last_late_jump(void)
{
    int last = -1;
    for (int late = 0; late < 12; late++) {
        open_world(0, 1);
        line(-9, 0, 1, 0);
        CwMover *mover = walker(0.9, 0.01);
        sim_start(2);
        run(7, 1);
        while (mover->on_floor) {
            run(7, 1);
        }
        run(7, late);
        wish.jump_pressed = true;
        run(7, 1);
        wish.jump_pressed = false;
        last = mover->jumped ? late : last;
    }
    return last;
}

TEST(it_may_jump_a_moment_after_the_edge)
{
    limits.coyote_s = 0.1;
    ck_assert_int_eq(last_late_jump(), 4);
    limits.coyote_s = 0;
    ck_assert_int_eq(last_late_jump(), -1);
}

TEST(a_press_before_landing_jumps_then)
{
    line(-9, 0, 9, 0);
    CwMover *mover = walker(0, 1);
    world_finish_building(sim.world);
    int jumps = 0;
    for (int i = 0; i < 60; i++) {
        wish.jump_pressed = i == 12;
        sim_run(&sim, 1);
        jumps += mover->jumped;
    }
    ck_assert_int_eq(jumps, 1);
}

TEST(it_pushes_a_crate_with_its_force_and_no_more, .rounds = 2)
{
    limits.push_N = _i == 0 ? 4 : 200;
    limits.step_m = 0;
    sim_floor(&sim);
    cpBody *crate = sim_box(&sim, (CwEntity){0}, 2, 0.5);
    CwMover *mover = walker(0, 0.01);
    sim_start(2);
    run(3, 120);
    ck_assert_double_gt(cpBodyGetPosition(crate).x, 2.5);
    if (_i == 0) { /* from a stand with at most 4 m/s2 */
        ck_assert_double_lt(cpBodyGetPosition(crate).x, 2 + 4 * 1.7 * 1.7 / 2);
    }
    ck_assert_double_le(cpBodyGetVelocity(crate).x, 3 + 1e-6);
    ck_assert_double_lt(x_of(mover), cpBodyGetPosition(crate).x - 0.79);
}

TEST(it_stands_on_a_body_with_its_weight, .rounds = 2)
{
    limits.mass_kg = _i * 8;
    cpBody *beam =
        cw_world_add_body(sim.world, (CwEntity){0}, cpBodyNew(20, cpMomentForBox(20, 6, 0.2)));
    cpBodySetPosition(beam, cpv(0, 2));
    cw_world_add_shape(sim.world, (CwEntity){0}, cpBoxShapeNew(beam, 6, 0.2, 0));
    cw_world_add_constraint(sim.world, (CwEntity){0}, cpPivotJointNew(beam, ground(), cpv(0, 2)));
    CwMover *mover = walker(2, 2.11);
    sim_start(12);
    ck_assert(mover->on_floor);
    EXPECT_WITHIN(cpBodyGetAngle(beam), _i == 0 ? -1e-9 : -0.3, _i == 0 ? 1e-9 : -0.03);
}

TEST(a_falling_crate_lies_on_its_head_and_does_not_crush_it)
{
    sim_floor(&sim);
    CwMover *mover = walker(0, 0.01);
    cpBody *crate = sim_box(&sim, (CwEntity){0}, 0, 3);
    sim_start(120);
    ck_assert(!mover->crushed && mover->on_floor);
    ck_assert_double_eq_tol(cpBodyGetPosition(crate).y, 1.71, 0.02);
    ck_assert_double_ge(feet_of(mover), 0);
}

TEST(two_movers_are_in_each_others_way)
{
    line(-9, 0, 9, 0);
    CwMover *left = walker(-2, 0.01), *right = walker(2, 0.01);
    world_finish_building(sim.world);
    for (int i = 0; i < 60; i++) {
        left->velocity_mps.x = 4;
        right->velocity_mps.x = -4;
        sim_run(&sim, 1);
    }
    ck_assert_double_ge(x_of(right) - x_of(left), 0.6);
    ck_assert_double_le(x_of(right) - x_of(left), 0.63);
}

TEST(it_passes_sensors_and_shapes_of_other_classes)
{
    line(-9, 0, 30, 0);
    cpShapeSetSensor(block(2, 0, 3, 3), true);
    CwEntity ghost = cw_world_spawn(sim.world, GHOST, NULL, 0);
    cw_world_add_shape(sim.world, ghost, cpCircleShapeNew(ground(), 1, cpv(6, 1)));
    CwMover *mover = walker(0, 0.01);
    sim_start(0);
    run(7, 120);
    ck_assert_double_gt(x_of(mover), 10);
}

/* ---- exactness ---- */

static void play(int ticks)
{
    for (int i = 0; i < ticks; i++) {
        uint64_t tick = cw_world_tick(sim.world);
        wish = (CwMoverWish){.velocity_mps = tick % 160 < 90 ? 6 : -5,
                             .jump_pressed = tick % 23 == 0,
                             .jump_held = tick % 23 < 9,
                             .drop = tick % 71 < 5};
        sim_run(&sim, 1);
    }
}

/* A yard with slopes, steps and a one-way shape; crates and a platform on request. */
static void open_yard(int slot, int substeps, bool crates)
{
    open_world(slot, substeps);
    line(-4, 0, 4, 0);
    line(4, 0, 7, 2);
    line(7, 2, 7, 9);
    block(-5, 0, -4, 9);
    block(1, 0, 2, 0.25);
    cpShape *board = cpSegmentShapeNew(ground(), cpv(-3, 1.2), cpv(3, 1.2), 0);
    cpShapeSetCollisionType(board, CW_ONE_WAY);
    add_static(board);
    for (int i = 0; i < 3; i++) {
        walker(-2 + i, 0.01 + i);
    }
    for (int i = 0; i < 4 && crates; i++) {
        sim_box(&sim, (CwEntity){0}, i - 2.2, 4);
    }
    if (crates) {
        platform(0, 6, 2, cpv(0.3, -0.5));
    }
    world_finish_building(sim.world);
}

TEST(it_is_equal_after_a_rewind_and_at_another_address)
{
    CwSnapshot snapshot = {0};
    open_yard(0, 1, true);
    play(100);
    ck_assert(cw_world_snapshot(sim.world, &snapshot));
    play(500);
    uint64_t hash = cw_world_hash(sim.world);
    cw_world_restore(sim.world, &snapshot);
    play(500);
    ck_assert_uint_eq(cw_world_hash(sim.world), hash);
    open_yard(1, 1, true);
    play(600);
    ck_assert_uint_eq(cw_world_hash(sim.world), hash);
    cw_snapshot_free(&snapshot);
}

TEST(it_is_equal_at_1_and_8_substeps_and_without_sleep)
{
    cpVect seen_m[2][600];
    for (int k = 0; k < 2; k++) {
        open_yard(0, k == 0 ? 1 : 8, false);
        sim_box(&sim, (CwEntity){0}, 20, 1);
        sim.world->space->sleepTimeThreshold = k == 0 ? 0.5 : INFINITY;
        for (int i = 0; i < 600; i++) {
            play(1);
            seen_m[k][i] = sim_body(i % 3)->p;
        }
    }
    ck_assert_mem_eq(seen_m[0], seen_m[1], sizeof seen_m[0]);
}
