/* How the buggy drives: throttle, brake, reverse, lean, respawn, crates and gates. */
#include "support/drive.h"
#include "things/kinds.h"
#include "windup/windup.h"

FIXTURE(.set_up = drive_set_up, .tear_down = drive_close);

static void reopen(const char *more_objects)
{
    drive_open_track(more_objects);
    drive_hold(0, 30);
}

TEST(it_stands_still_on_both_wheels)
{
    double x_m = drive_place().x;
    drive_hold(0, 300);
    ck_assert_double_eq_tol(drive_place().x, x_m, 0.01);
    ck_assert_double_eq_tol(drive_place().y, TRACK_GROUND_M + STAND_HEIGHT_M, 0.05);
    ck_assert_uint_ge(drive_buggy()->wheel_contacts[WHEEL_REAR], 1);
    ck_assert_uint_ge(drive_buggy()->wheel_contacts[WHEEL_FRONT], 1);
    ck_assert_uint_eq(drive_buggy()->chassis_contacts, 0);
}

TEST(top_speed_is_14_to_16_mps)
{
    double top_mps = 0.0;
    while (drive_place().x < TRACK_END_M - 3.0) {
        drive_hold(ACCELERATE, 1);
        top_mps = fmax(top_mps, drive_speed().x);
    }
    EXPECT_WITHIN(top_mps, 14.0, 16.0);
}

TEST(half_a_trigger_gives_half_the_speed)
{
    drive_deflect(ACTION_ACCELERATE, 64, 360);
    ck_assert_double_eq_tol(drive_speed().x, TOP_SPEED_MPS / 2.0, 0.8);
}

TEST(full_throttle_does_not_flip_it)
{
    for (int i = 0; i < 150; i++) {
        drive_hold(ACCELERATE, 1);
        ck_assert_double_gt(cpBodyGetRotation(drive_buggy()->chassis).x, 0.9);
    }
}

TEST(brake_stops_it_and_then_reverses)
{
    drive_hold(ACCELERATE, 150);
    double fast_mps = drive_speed().x;
    int ticks = 0;
    while (drive_speed().x > 0.6 && ticks < 120) {
        ck_assert(!drive_buggy()->reversing);
        drive_hold(BRAKE, 1);
        ticks++;
    }
    ck_assert_double_gt(fast_mps / (ticks / 60.0), 6.0); /* deceleration, m/s2 */
    drive_hold(BRAKE, 120);
    ck_assert(drive_buggy()->reversing);
    EXPECT_BETWEEN(drive_speed().x, -7.0, -4.0);
}

TEST(throttle_brakes_a_buggy_that_rolls_back)
{
    drive_hold(BRAKE, 120);
    drive_hold(ACCELERATE, 60);
    ck_assert(!drive_buggy()->reversing);
    ck_assert_double_gt(drive_speed().x, 0.0);
}

/* The spin after leaning for a quarter of a second in a hop. */
static double spin_after_leaning(unsigned lean)
{
    drive_hold(HOP, 1);
    drive_hold(0, 5);
    ck_assert(!buggy_grounded(drive_buggy()));
    drive_hold(lean, 15);
    return cpBodyGetAngularVelocity(drive_buggy()->chassis);
}

TEST(lean_turns_it_in_the_air)
{
    ck_assert_double_gt(spin_after_leaning(LEAN_BACK), 3.0);
    drive_set_up();
    ck_assert_double_lt(spin_after_leaning(LEAN_FORWARD), -3.0);
    drive_set_up();
    ck_assert_double_eq_tol(spin_after_leaning(LEAN_BACK | LEAN_FORWARD), 0.0, 0.6);
}

TEST(a_turn_in_the_air_dies_without_lean)
{
    double spin_radps = spin_after_leaning(LEAN_BACK);
    drive_hold(0, 15);
    ck_assert_double_lt(cpBodyGetAngularVelocity(drive_buggy()->chassis), 0.75 * spin_radps);
}

static void assert_at_rest_at(double x_m)
{
    const Buggy *buggy = drive_buggy();
    CwTransform2 drawn = cw_world_pose(drive_world(), buggy->chassis, 0.0);
    ck_assert_double_eq_tol(drawn.x_m, x_m, 1e-9); /* a cut, no streak */
    ck_assert_double_eq_tol(drive_speed().x, 0.0, 0.05);
    ck_assert_double_eq_tol(drive_speed().y, 0.0, 0.5);
    ck_assert_double_eq_tol(cpBodyGetAngle(buggy->chassis), 0.0, 0.01);
}

TEST(respawn_key_puts_it_back_at_rest)
{
    drive_hold(ACCELERATE, 120);
    drive_hold(RESPAWN, 1);
    assert_at_rest_at(TRACK_START_M);
    ck_assert_uint_eq(drive_run()->respawn_count, 1);
    drive_hold(RESPAWN, 30);
    ck_assert_uint_eq(drive_run()->respawn_count, 1);
}

TEST(a_buggy_that_falls_out_waits_for_a_respawn)
{
    while (drive_place().x < TRACK_END_M + 1.0) {
        drive_hold(ACCELERATE, 1);
    }
    while (drive_run()->trouble == TROUBLE_NONE) {
        ck_assert_uint_lt(cw_world_tick(drive_world()), 1200);
        drive_hold(0, 1);
    }
    ck_assert_uint_eq(drive_run()->trouble, TROUBLE_FELL);
    drive_hold(RESPAWN, 1);
    ck_assert_uint_eq(drive_run()->trouble, TROUBLE_NONE);
    assert_at_rest_at(TRACK_START_M);
}

TEST(checkpoint_moves_the_respawn)
{
    reopen(OBJECT(4, "checkpoint", 2240, 880, 32, 80, ""));
    drive_hold(ACCELERATE, 150);
    ck_assert_int_eq(drive_count_cues(CUE_CHECKPOINT), 1);
    drive_hold(RESPAWN, 1);
    assert_at_rest_at(70.5);
}

TEST(flying_over_a_checkpoint_counts)
{
    reopen(OBJECT(4, "checkpoint", 2240, 880, 32, 80, ""));
    Buggy *buggy = drive_buggy();
    buggy_place(drive_world(), buggy, cpv(66.0, TRACK_GROUND_M + 8.0));
    drive_throw(cpv(20.0, 0.0));
    while (drive_place().x < 72.0) {
        drive_hold(0, 1);
    }
    ck_assert_double_gt(drive_place().y, TRACK_GROUND_M + 6.0);
    ck_assert_int_eq(drive_count_cues(CUE_CHECKPOINT), 1);
    drive_hold(RESPAWN, 1);
    assert_at_rest_at(70.5);
}

TEST(checkpoint_further_back_changes_nothing)
{
    reopen(OBJECT(4, "checkpoint", 1600, 880, 32, 80, ""));
    drive_hold(BRAKE, 240);
    ck_assert_double_lt(drive_place().x, 49.0);
    ck_assert_int_eq(drive_count_cues(CUE_CHECKPOINT), 0);
}

TEST(hard_hit_bursts_a_crate_and_a_soft_one_pushes_it)
{
    const char *crate = OBJECT(4, "crate", 2560, 928, 32, 32, "");
    reopen(crate);
    drive_hold(ACCELERATE, 200);
    ck_assert_int_eq(drive_count_cues(CUE_BURST), 1);
    ck_assert_double_gt(drive_speed().x, 9.0);
    reopen(crate);
    while (drive_buggy()->chassis_contacts == 0) {
        ck_assert_uint_lt(cw_world_tick(drive_world()), 1200);
        drive_deflect(ACTION_ACCELERATE, 20, 1);
    }
    ck_assert_int_eq(drive_count_cues(CUE_BURST), 0);
}

/* Kept at about 3 m/s until it is past x_m; the lowest it went. */
static double crawl_to(double x_m)
{
    double lowest_m = 1000.0;
    while (drive_place().x < x_m) {
        ck_assert_uint_lt(cw_world_tick(drive_world()), 3000);
        ck_assert_uint_eq(drive_run()->respawn_count, 0);
        drive_deflect(ACTION_ACCELERATE, 26, 1);
        lowest_m = fmin(lowest_m, drive_place().y);
    }
    return lowest_m;
}

static double beam_angle(void)
{
    const Seesaw *seesaw = drive_first(KIND_SEESAW);
    return cpBodyGetAngle(seesaw->beam);
}

TEST(seesaw_tips_under_the_buggy_and_comes_back)
{
    reopen(OBJECT(4, "seesaw", 2400, 950, 192, 9.6, ",\"rotation\":-16"));
    ck_assert_double_gt(beam_angle(), 0.2);
    crawl_to(80.3);
    ck_assert_double_lt(beam_angle(), -0.05);
    crawl_to(84.0);
    drive_hold(0, 240);
    ck_assert_double_gt(beam_angle(), 0.2);
}

TEST(bridge_sags_and_bears_the_buggy)
{
    reopen(OBJECT(4, "bridge", 4160, 960, 480, 6.4, "") POLYGON(
        5, "ground", 4640, 960, AT(0, 0) "," AT(640, 0) "," AT(640, 99) "," AT(0, 99)));
    double lowest_m = crawl_to(147.0);
    EXPECT_BETWEEN(lowest_m, TRACK_GROUND_M + STAND_HEIGHT_M - 1.5,
                   TRACK_GROUND_M + STAND_HEIGHT_M - 0.1);
}

TEST(finish_ends_the_run_and_brakes)
{
    reopen(OBJECT(4, "checkpoint", 1600, 880, 32, 80, ""));
    drive_run()->finished = true;
    drive_hold(ACCELERATE | HOP, 60);
    ck_assert_double_eq_tol(drive_speed().x, 0.0, 0.05);
    ck_assert_int_eq(drive_count_cues(CUE_HOP), 0);
    ck_assert_double_eq(race_probe(drive_world()).progress, 1.0);
}
