/* Movers among static, kinematic and dynamic shapes. */
#include "clockwork/mover.h"
#include "support/sim_world.h"

#include <chipmunk/chipmunk_structs.h>

enum { WALKER, GHOST };
enum { PRESS = 1, HOLD = 2, DROP = 4 };

typedef struct Walker {
    CwMover mover;
} Walker;

static CwMoverDesc limits;
static CwMoverWish wish;
static CwMover *hero; /* the walker that was added last */

static void walker_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    cw_mover_add(world, self, data, &limits, *(const cpVect *)args);
}

static void walker_drive(CwWorld *world, CwEntity self, void *data)
{
    cw_mover_move(world, data, &limits, &wish);
}

static const CwField FIELDS[] = {CW_MOVER_FIELDS(Walker, mover)};
static const CwKind KINDS[] = {[WALKER] = {"walker", sizeof(Walker), FIELDS,
                                           CW_ARRAY_LENGTH(FIELDS), walker_spawn,
                                           .drive = walker_drive},
                               [GHOST] = {.name = "ghost", .collision_class = 1}};

static void open_world(int slot, int substeps)
{
    static const uint32_t COLLISIONS[] = {CW_COLLIDES(0), 0};
    WorldDesc desc = sim_desc();
    desc.slot = slot;
    desc.kinds = KINDS;
    desc.kind_count = desc.collision_count = 2;
    desc.collisions = COLLISIONS;
    desc.settings.substeps = substeps;
    desc.settings.gravity_mps2 = -30;
    sim_begin(&desc);
}

SET_UP(.tear_down = sim_tear_down)
{
    limits = cw_mover_desc_default();
    open_world(0, 1);
}

static cpShape *add(cpBody *body, cpBB box)
{
    return cw_world_add_shape(sim.world, (CwEntity){0}, cpBoxShapeNew2(body, box, 0));
}

static cpShape *block(double left_m, double bottom_m, double right_m, double top_m)
{
    return add(sim.world->space->staticBody, cpBBNew(left_m, bottom_m, right_m, top_m));
}

static cpShape *line(double ax_m, double ay_m, double bx_m, double by_m, cpCollisionType type)
{
    cpShape *shape =
        cpSegmentShapeNew(sim.world->space->staticBody, cpv(ax_m, ay_m), cpv(bx_m, by_m), 0);
    cpShapeSetCollisionType(shape, type);
    return cw_world_add_shape(sim.world, (CwEntity){0}, shape);
}

static cpBody *platform(double x_m, double top_m, cpVect velocity_mps)
{
    cpBody *body = cw_world_add_body(sim.world, (CwEntity){0}, cpBodyNewKinematic());
    cpBodySetPosition(body, cpv(x_m, top_m));
    cpBodySetVelocity(body, velocity_mps);
    add(body, cpBBNew(-4, -0.5, 4, 0));
    return body;
}

static CwMover *walker(double x_m, double feet_m)
{
    cpVect at_m = cpv(x_m, feet_m + limits.height_m / 2);
    CwEntity self = cw_world_spawn(sim.world, WALKER, &at_m, sizeof at_m);
    return hero = cw_world_data(sim.world, self);
}

static void act(int ticks, double way_mps, int buttons)
{
    for (int i = 0; i < ticks; i++) {
        wish = (CwMoverWish){way_mps, i == 0 && buttons & PRESS, buttons & HOLD, buttons & DROP};
        sim_run(&sim, 1);
    }
}

/* Adds the ground at y = 0, too. */
static void begin(double x_m, double feet_m)
{
    line(-9, 0, 30, 0, 0);
    walker(x_m, feet_m);
    world_finish_building(sim.world);
    act(2, 0, 0);
}

static double feet(void)
{
    return hero->body->p.y - limits.height_m / 2;
}

static void expect_at(double x_m, double feet_m)
{
    EXPECT_WITHIN(hero->body->p.x, x_m - 1e-3, x_m + 1e-3);
    EXPECT_WITHIN(feet(), feet_m - 1e-3, feet_m + 1e-3);
}

TEST(seams_of_a_floor_do_not_slow_it, .rounds = 3)
{
    limits.radius_m = (double[]){0, 0.1, 0.3}[_i];
    for (int i = -2; i < 40; i++) {
        i % 2 == 0 ? line(i, 3, i + 1, 3, 0) : block(i, 2, i + 1, 3);
    }
    begin(0, 3.01);
    act(30, 7, 0);
    double from_m = hero->body->p.x;
    for (int i = 1; i <= 240; i++) {
        act(1, 7, 0);
        ck_assert(hero->velocity_mps.x == 7 && hero->on_floor && !hero->on_wall);
        ck_assert_double_eq_tol(hero->body->p.x - from_m, i * 7 / 60.0, 1e-9);
    }
}

TEST(it_stops_at_a_wall_and_slides_down_it_onto_another_mover)
{
    block(2, 0, 3, 3);
    block(2, 3, 3, 9);
    const CwMover *other = walker(-2, 0.01);
    begin(0, 6);
    act(28, 8, 0);
    ck_assert(hero->on_wall && !hero->on_floor && hero->wall_normal.x == -1);
    act(60, 8, 0);
    ck_assert(hero->on_wall && hero->on_floor && hero->velocity_mps.x == 0);
    expect_at(1.69, 1.22); /* on the head of the other */
    EXPECT_WITHIN(other->body->p.x, 1.68, 1.7);
}

TEST(it_walks_over_crests_on_the_floor_and_stands_still_on_slopes)
{
    line(2, 0, 6, 3, 0);
    line(6, 3, 10, 0, 0);
    begin(0, 0.01);
    for (int i = 0; i < 120; i++) {
        cpVect at_m = hero->body->p;
        act(i % 40 == 39 ? 60 : 1, i % 40 > 30 ? 0 : 7, 0);
        ck_assert(hero->on_floor);
        ck_assert(i % 40 < 39 || cpvdist(at_m, hero->body->p) < 1e-9);
        ck_assert(i % 40 < 7 || i % 40 > 30 || cpvlength(hero->velocity_mps) > 6.99);
    }
    ck_assert_double_gt(hero->body->p.x, 9);
}

TEST(a_slope_that_is_too_steep_is_a_wall)
{
    line(2, 0, 6, 6, 0);
    begin(0, 0.01);
    act(120, 7, 0);
    ck_assert(hero->on_floor && hero->on_wall && feet() < 0.1);
    cpBodySetPosition(hero->body, cpv(4, 5));
    act(120, 0, 0);
    ck_assert(hero->on_floor && feet() < 0.1);
}

TEST(it_climbs_steps_up_to_its_limit, .rounds = 4)
{
    double speed_mps = _i % 2 == 0 ? 7 : 1;
    limits.radius_m = _i < 2 ? 0.1 : 0.3;
    block(2, 0, 20, 0.28);
    block(6, 0, 20, 0.7);
    begin(1, 0.01);
    act((int)(360 / speed_mps), speed_mps, 0);
    ck_assert(hero->on_floor && hero->on_wall);
    expect_at(5.69, 0.29);
    act((int)(360 / speed_mps), -speed_mps, 0);
    ck_assert(hero->on_floor && feet() < 0.02);
}

TEST(a_platform_carries_it_and_a_jump_keeps_the_speed)
{
    platform(0, 1, cpv(3, 1));
    begin(0.5, 1.01);
    act(20, 0, 0); /* it lands and slips a little */
    double x_m = hero->body->p.x;
    act(60, 0, 0);
    expect_at(x_m + 3, 1.01 + 82 / 60.0);
    act(1, 0, PRESS | HOLD);
    ck_assert_double_eq_tol(hero->body->v.y, 1 + limits.jump_mps - 30 / 60.0, 1e-9);
    act(9, 0, HOLD);
    ck_assert_double_eq_tol(hero->body->p.x, x_m + 3.5, 1e-9);
}

TEST(a_turning_platform_carries_it_at_the_point_of_contact)
{
    cpBodySetAngularVelocity(platform(0, 5, cpvzero), 0.5);
    begin(2, 5.01);
    for (int i = 0; i < 60; i++) {
        act(1, 0, 0);
        ck_assert(hero->on_floor && !hero->crushed);
        ck_assert_double_eq_tol(cpvlength(hero->carried_mps), 1, 0.2);
    }
}

TEST(a_platform_that_presses_crushes_it_but_not_through_the_ground, .rounds = 2)
{
    line(-9, 3, 9, 3, 0);
    platform(0, _i == 0 ? 2.5 : 0.5, cpv(0, _i == 0 ? -1 : 1));
    begin(0, _i == 0 ? 0.01 : 0.52);
    int safe_ticks = 0;
    for (int i = 0; i < 120; i++) {
        safe_ticks += !hero->crushed;
        act(1, 0, 0);
        EXPECT_WITHIN(feet(), 0, 3 - limits.height_m);
    }
    EXPECT_WITHIN(safe_ticks, 40, 90);
}

TEST(it_passes_sensors_and_other_classes_and_one_way_shapes_from_below)
{
    line(-9, 1, 9, 1, CW_ONE_WAY);
    cpShapeSetSensor(block(2, 0, 3, 3), true);
    CwEntity ghost = cw_world_spawn(sim.world, GHOST, NULL, 0);
    cw_world_add_shape(sim.world, ghost,
                       cpCircleShapeNew(sim.world->space->staticBody, 1, cpv(6, 1)));
    cpBody *ball = sim_ball(&sim, (CwEntity){0}, -5, 0.5);
    limits.jump_mps = 9;
    begin(0, 0.01);
    cpShape *sight = cpCircleShapeNew(hero->body, 2, cpvzero);
    cpShapeSetSensor(cw_world_add_shape(sim.world, (CwEntity){0}, sight), true);
    act(60, 0, PRESS | HOLD);
    ck_assert(hero->on_floor);
    expect_at(0, 1.01);
    act(60, 7, 0);
    EXPECT_WITHIN(feet(), 1, 1.02);
    act(1, 0, DROP);
    act(60, 0, 0);
    ck_assert(hero->on_floor && feet() < 0.02);
    cpBodySetPosition(hero->body, cpv(-5, 1.8));
    act(9, 0, DROP);
    ck_assert(hero->on_floor);
    EXPECT_WITHIN(feet(), ball->p.y + 0.5, ball->p.y + 0.52);
}

TEST(a_ceiling_ends_a_jump)
{
    line(-9, 1.5, 9, 1.5, 0);
    begin(0, 0.01);
    act(4, 0, PRESS | HOLD);
    ck_assert(hero->on_ceiling && !hero->rising);
    act(10, 0, HOLD);
    ck_assert(hero->on_floor && !hero->on_ceiling);
}

TEST(it_jumps_a_moment_after_an_edge_and_after_a_press_before_landing)
{
    for (int late = 0; late < 9; late++) {
        open_world(0, 1);
        block(-9, 0, 1, 3);
        begin(0.5, 3.01);
        while (hero->on_floor) {
            act(1, 7, 0);
        }
        act(late, 7, 0);
        act(1, 7, PRESS);
        ck_assert_int_eq(hero->jumped, late < 5);
    }
    open_world(0, 1);
    begin(0, 0.35);
    act(3, 0, 0);
    act(3, 0, PRESS);
    ck_assert(!hero->on_floor && hero->velocity_mps.y < 0);
    act(4, 0, 0);
    ck_assert_double_gt(hero->velocity_mps.y, 0);
}

TEST(it_pushes_a_crate_with_its_force_and_no_more, .rounds = 2)
{
    limits.push_N = _i == 0 ? 4 : 200;
    cpBody *crate = sim_box(&sim, (CwEntity){0}, 2, 0.5);
    begin(0, 0.01);
    act(60, 3, 0);
    EXPECT_WITHIN(crate->v.x, _i == 0 ? 1 : 2.9, _i == 0 ? 2.5 : 3.001);
    ck_assert_double_lt(hero->body->p.x, crate->p.x - 0.79);
}

TEST(it_stands_on_a_body_with_its_weight, .rounds = 2)
{
    limits.mass_kg = _i * 8;
    cpBody *beam = sim_box(&sim, (CwEntity){0}, 0, 2);
    add(beam, cpBBNew(-3, 0.3, 3, 0.5));
    cw_world_add_constraint(sim.world, (CwEntity){0},
                            cpPivotJointNew(beam, sim.world->space->staticBody, cpv(0, 2)));
    cpBodySetMoment(beam, 60);
    begin(2, 2.51);
    act(12, 0, 0);
    ck_assert(hero->on_floor);
    EXPECT_WITHIN(beam->a, _i == 0 ? -1e-9 : -0.4, _i == 0 ? 1e-9 : -0.03);
}

TEST(a_falling_crate_comes_to_rest_on_its_head_and_does_not_crush_it)
{
    cpBody *crate = sim_box(&sim, (CwEntity){0}, 0, 3);
    begin(0, 0.01);
    act(120, 0, 0);
    ck_assert(!hero->crushed && hero->on_floor && feet() >= 0);
    EXPECT_WITHIN(crate->p.y, 1.68, 1.73);
}

/* ---- exactness, in yards full of shapes ---- */

enum { YARDS = 12, ROUNDS = 40 };

static double any(double low, double high)
{
    return cw_rng_range(cw_world_rng(sim.world), low, high);
}

static void open_yard(int slot, int substeps, int number)
{
    static const double WALLS[][2] = {{-9, 0}, {9, 0}, {9, 9}, {-9, 9}, {-9, 0}};
    open_world(slot, substeps);
    cw_rng_seed(cw_world_rng(sim.world), (uint64_t)number, 0);
    limits.radius_m = any(0, 0.3);
    for (int i = 0; i < 4; i++) {
        line(WALLS[i][0], WALLS[i][1], WALLS[i + 1][0], WALLS[i + 1][1], 0);
    }
    for (int i = 0; i < 40; i++) {
        double x_m = any(-6, 8), y_m = any(0, 9), size_m = any(0.05, 0.8);
        cpBody *ground = sim.world->space->staticBody;
        cpShape *circle = cpCircleShapeNew(ground, size_m, cpv(x_m, y_m));
        i % 3 == 0   ? block(x_m, y_m, x_m + size_m, y_m + any(0.05, 0.8))
        : i % 3 == 1 ? cw_world_add_shape(sim.world, (CwEntity){0}, circle)
                     : line(x_m, y_m, x_m + any(-1, 1), y_m + size_m, i % 2 == 0 ? CW_ONE_WAY : 0);
    }
    walker(-8.3, 0.01);
    walker(-7.5, 0.01);
}

static void expect_free(cpShape *shape, cpVect point, double distance, cpVect gradient, void *data)
{
    ck_assert(cpBodyGetType(shape->body) != CP_BODY_TYPE_STATIC || shape->type == CW_ONE_WAY);
}

static void play(int rounds)
{
    for (int i = 0; i < 9 * rounds; i++) {
        act(1, i % 9 == 0 ? any(-8, 8) : wish.velocity_mps, i % 9 == 0 ? (int)any(0, 8) : HOLD);
        for (int k = 0; k < 8; k++) {
            cpVect half_m =
                cpvmult(cpv(limits.width_m, limits.height_m), 0.5 - 0.35 * limits.radius_m);
            cpVect corner_m = cpv(k & 1 ? half_m.x : -half_m.x, k & 2 ? half_m.y : -half_m.y);
            cpSpacePointQuery(sim.world->space, cpvadd(sim_body(k / 4)->p, corner_m), 0,
                              CP_SHAPE_FILTER_ALL, expect_free, NULL);
        }
    }
}

TEST(it_enters_no_ground_and_is_equal_after_a_rewind_and_at_another_address, .rounds = YARDS)
{
    CwSnapshot snapshot = {0};
    uint64_t hashes[3];
    for (int k = 0; k < 3; k++) {
        if (k == 1) {
            cw_world_restore(sim.world, &snapshot);
        } else {
            open_yard(k / 2, 1, _i);
            cpBodySetAngularVelocity(platform(-3, 1, cpv(0.3, 0.2)), 0.1);
            sim_box(&sim, (CwEntity){0}, 2, 4);
            world_finish_building(sim.world);
            play(9);
        }
        ck_assert(k > 0 || cw_world_snapshot(sim.world, &snapshot));
        play(ROUNDS);
        hashes[k] = cw_world_hash(sim.world);
    }
    ck_assert(hashes[0] == hashes[1] && hashes[0] == hashes[2]);
    cw_snapshot_free(&snapshot);
}

TEST(it_is_equal_at_1_and_8_substeps_and_without_sleep, .rounds = YARDS)
{
    cpVect seen_m[2][ROUNDS];
    for (int k = 0; k < 2; k++) {
        open_yard(0, k == 0 ? 1 : 8, _i);
        sim.world->space->sleepTimeThreshold = k == 0 ? 0.5 : INFINITY;
        world_finish_building(sim.world);
        for (int i = 0; i < ROUNDS; i++) {
            play(1);
            seen_m[k][i] = sim_body(i % 2)->p;
        }
    }
    ck_assert_mem_eq(seen_m[0], seen_m[1], sizeof seen_m[0]);
}
