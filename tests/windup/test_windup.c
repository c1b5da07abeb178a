/* How the buggy drives, between bounds; when it hops, to the tick; its tricks. */
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

static double spin_after_leaning(unsigned lean)
{
    drive_hold(HOP, 1);
    drive_hold(0, 5);
    ck_assert(!buggy_grounded(drive_buggy()));
    drive_hold(lean, 15);
    return cpBodyGetAngularVelocity(drive_buggy()->chassis);
}

TEST(lean_turns_it_in_the_air_and_without_lean_the_turn_dies)
{
    double spin_radps = spin_after_leaning(LEAN_BACK);
    ck_assert_double_gt(spin_radps, 3.0);
    drive_hold(0, 15);
    ck_assert_double_lt(cpBodyGetAngularVelocity(drive_buggy()->chassis), 0.75 * spin_radps);
    drive_set_up();
    ck_assert_double_lt(spin_after_leaning(LEAN_FORWARD), -3.0);
    drive_set_up();
    ck_assert_double_eq_tol(spin_after_leaning(LEAN_BACK | LEAN_FORWARD), 0.0, 0.6);
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

TEST(the_respawn_key_ends_a_fall_at_once)
{
    buggy_place(drive_world(), drive_buggy(), cpv(TRACK_END_M + 20.0, FALL_LIMIT_M - 1.0));
    drive_hold(0, 1);
    ck_assert_uint_eq(drive_run()->trouble, TROUBLE_FELL);
    drive_hold(RESPAWN, 1);
    ck_assert_uint_eq(drive_run()->trouble, TROUBLE_NONE);
    assert_at_rest_at(TRACK_START_M);
}

TEST(a_respawn_gives_back_the_mainspring)
{
    drive_buggy()->spring.left_J = 0.0;
    drive_hold(RESPAWN, 1);
    ck_assert_double_eq(drive_buggy()->spring.left_J, SPRING_FULL_J);
    drive_buggy()->spring.kept_J = 0.0; /* run down at a checkpoint */
    drive_hold(0, 1);
    drive_hold(RESPAWN, 1);
    ck_assert_double_eq(drive_buggy()->spring.left_J, WIND_BACK_J);
}

static double wheel_distance_m(void)
{
    return cpvdist(drive_place(), cpBodyGetPosition(drive_buggy()->wheels[WHEEL_REAR]));
}

TEST(a_wreck_loses_its_wheels_and_is_back_after_42_ticks, .rounds = TROUBLE_COUNT - 1)
{
    drive_hold(ACCELERATE, 60);
    race_cause_trouble(drive_world(), (Trouble)(TROUBLE_NONE + 1 + _i));
    drive_expect_repeats(1, false); /* rewinds through all of it */
    reopen("");
    race_cause_trouble(drive_world(), (Trouble)(TROUBLE_NONE + 1 + _i));
    drive_hold(0, 25);
    ck_assert_double_gt(wheel_distance_m(), 0.95);
    drive_hold(0, 16);
    ck_assert_uint_eq(drive_run()->respawn_count, 0);
    drive_hold(0, 1);
    ck_assert_uint_eq(drive_run()->respawn_count, 1);
    assert_at_rest_at(TRACK_START_M);
    drive_hold(0, 30);
    ck_assert_double_eq_tol(wheel_distance_m(), hypot(WHEEL_REACH_M, WHEEL_DROP_M), 0.05);
}

TEST(after_a_wreck_a_held_throttle_drives_after_18_ticks_and_all_else_at_once)
{
    drive_hold(ACCELERATE, 60);
    race_cause_trouble(drive_world(), TROUBLE_CRUSHED);
    drive_hold(ACCELERATE, 42 + 17);
    ck_assert_uint_eq(drive_run()->respawn_count, 1);
    ck_assert_double_lt(fabs(drive_speed().x), 0.1);
    drive_hold(ACCELERATE, 20);
    ck_assert_double_gt(drive_speed().x, 1.0);
    race_cause_trouble(drive_world(), TROUBLE_CRUSHED);
    drive_hold(ACCELERATE, 42 + 2);
    drive_hold(ACCELERATE | HOP, 3);
    ck_assert_double_gt(drive_speed().y, 3.0);
}

TEST(full_throttle_without_energy_at_a_wall_ends_the_drive_and_waiting_there_does_not)
{
    for (int throttle = 0; throttle < 2; throttle++) {
        reopen(
            POLYGON(4, "ground", 1980, 800, AT(0, 0) "," AT(32, 0) "," AT(32, 160) "," AT(0, 160)));
        drive_buggy()->spring.left_J = 0.0;
        for (int i = 0; i < 300 && drive_run()->trouble == TROUBLE_NONE; i++) {
            drive_hold(throttle == 1 ? ACCELERATE : 0, 1);
        }
        ck_assert_uint_eq(drive_run()->trouble, throttle == 1 ? TROUBLE_RUN_DOWN : TROUBLE_NONE);
    }
}

TEST(flying_over_a_checkpoint_counts)
{
    reopen(OBJECT(4, "checkpoint", 2240, 880, 32, 80, ""));
    buggy_place(drive_world(), drive_buggy(), cpv(66.0, TRACK_GROUND_M + 8.0));
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

/* ---- feel ---- */

static double pitch_deg(void)
{
    cpVect heading = cpBodyGetRotation(drive_buggy()->chassis);
    return atan2(heading.y, heading.x) * 180.0 / CP_PI;
}

static int ticks_to(double speed_mps, unsigned actions)
{
    int ticks = 0;
    while (drive_speed().x < speed_mps && ticks < 600) {
        drive_hold(actions, 1);
        ticks++;
    }
    return ticks;
}

TEST(a_key_moves_it_by_a_pixel_within_five_ticks)
{
    const double pixel_m = 9.6 / 720.0;
    double x_m = drive_place().x;
    drive_hold(ACCELERATE, 5);
    ck_assert_double_gt(drive_place().x, x_m + pixel_m);
}

TEST(punch_off_the_line_and_a_good_driver_gets_more)
{
    int plain = ticks_to(10.0, ACCELERATE);
    drive_set_up();
    int leaning = ticks_to(10.0, ACCELERATE | LEAN_FORWARD);
    EXPECT_WITHIN(plain, 60, 80);
    EXPECT_WITHIN(leaning, 55, plain - 4);
}

TEST(lean_on_the_ground_shows)
{
    drive_hold(LEAN_BACK, 90);
    EXPECT_WITHIN(pitch_deg(), 10.0, 18.0);
    drive_set_up();
    drive_hold(LEAN_FORWARD, 90);
    EXPECT_WITHIN(-pitch_deg(), 10.0, 18.0);
}

TEST(throttle_and_lean_hold_a_wheelie_that_does_not_fall_over)
{
    drive_hold(ACCELERATE | LEAN_BACK, 30);
    for (int i = 0; i < 150; i++) {
        drive_hold(ACCELERATE | LEAN_BACK, 1);
        EXPECT_WITHIN(pitch_deg(), 5.0, 35.0);
        ck_assert_uint_eq(drive_buggy()->wheel_contacts[WHEEL_FRONT], 0);
    }
    ck_assert_double_gt(drive_speed().x, 6.0);
}

TEST(brake_and_lean_hold_a_stoppie_that_does_not_fall_over)
{
    ticks_to(11.0, ACCELERATE);
    double lowest_deg = 0.0;
    while (drive_speed().x > 1.0) {
        drive_hold(BRAKE | LEAN_FORWARD, 1);
        lowest_deg = fmin(lowest_deg, pitch_deg());
    }
    EXPECT_WITHIN(lowest_deg, -35.0, -12.0);
}

static double squat_m(double fall_m)
{
    drive_set_up();
    double stand_m = drive_place().y, lowest_m = stand_m;
    drive_throw(cpv(0.0, sqrt(2.0 * 9.81 * fall_m)));
    for (int i = 0; i < 120; i++) {
        drive_hold(0, 1);
        lowest_m = fmin(lowest_m, drive_place().y);
    }
    return stand_m - lowest_m;
}

TEST(a_landing_squats)
{
    EXPECT_WITHIN(squat_m(1.0), 0.10, 0.15);
    EXPECT_WITHIN(squat_m(3.0), 0.15, 0.35);
}

TEST(a_hop_is_a_good_metre_high)
{
    double stand_m = drive_place().y, highest_m = 0.0;
    drive_hold(HOP, 1);
    for (int i = 0; i < 60; i++) {
        drive_hold(0, 1);
        highest_m = fmax(highest_m, drive_place().y - stand_m);
    }
    EXPECT_WITHIN(highest_m, 1.1, 1.4);
}

static double metres_mashing(int ticks_held, int ticks_free)
{
    drive_set_up();
    double x_m = drive_place().x;
    for (int i = 0; i < 240; i++) {
        bool held = i % (ticks_held + ticks_free) < ticks_held;
        drive_hold(ACCELERATE | (held ? HOP : 0), 1);
    }
    return drive_place().x - x_m;
}

TEST(mashing_hop_neither_speeds_it_up_nor_throws_it_back)
{
    double plain_m = metres_mashing(0, 1);
    for (int ticks = 4; ticks <= 16; ticks += 4) {
        EXPECT_WITHIN(metres_mashing(ticks, ticks), 4.0, plain_m);
    }
}

TEST(lean_turns_it_over_in_the_air_within_a_second_and_a_half)
{
    drive_throw(cpv(0.0, 14.0));
    drive_hold(0, 8);
    double turned_rad = 0.0;
    int ticks = 0;
    while (turned_rad < 2.0 * CP_PI && ticks < 150) {
        drive_hold(LEAN_BACK, 1);
        turned_rad += cpBodyGetAngularVelocity(drive_buggy()->chassis) / 60.0;
        ticks++;
    }
    EXPECT_WITHIN(ticks, 66, 90);
}

static void put_on_its_roof(void)
{
    Buggy *buggy = drive_buggy();
    cpVect at_m = drive_place();
    cpBody *parts[] = {buggy->chassis, buggy->wheels[0], buggy->wheels[1]};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(parts); i++) {
        cpVect offset = cpvsub(cpBodyGetPosition(parts[i]), at_m);
        cpBodySetPosition(parts[i], cpvadd(at_m, cpvadd(cpvneg(offset), cpv(0.0, 0.9))));
        cpBodySetAngle(parts[i], CP_PI);
    }
    drive_hold(0, 60);
    ck_assert_double_lt(cpBodyGetRotation(buggy->chassis).x, -0.9);
}

static const unsigned ways[] = {ACCELERATE, BRAKE, LEAN_BACK, LEAN_FORWARD};

TEST(throttle_and_lean_roll_it_off_its_roof, .rounds = CW_ARRAY_LENGTH(ways))
{
    drive_set_up();
    put_on_its_roof();
    drive_hold(ways[_i], 120);
    ck_assert_double_gt(cpBodyGetRotation(drive_buggy()->chassis).x, 0.5);
}

/* ---- hops: on the ground, a little before landing, a little after leaving it ---- */

static int hops(void)
{
    return drive_count_cues(CUE_HOP);
}

TEST(one_press_is_one_hop)
{
    double y_m = drive_place().y;
    drive_hold(HOP, 20);
    ck_assert_int_eq(hops(), 1);
    ck_assert_double_gt(drive_place().y, y_m + 0.8);
    drive_hold(HOP, 200);
    ck_assert_int_eq(hops(), 1);
}

/* The rule alone: ground from ground_begin to before ground_end, one press at `press`; the tick of
 * the hop or -1. At 60 Hz buffer and coyote time are 6 ticks, 5 in the air or 48 on the ground arm
 * the next hop. */
static int hop_at(int ground_begin, int ground_end, int press)
{
    Hop hop = {0};
    for (int i = 0; i < 40; i++) {
        if (hop_tick(drive_world(), &hop, i == press, i >= ground_begin && i < ground_end)) {
            return i;
        }
    }
    return -1;
}

TEST(a_hop_happens_at_the_exact_tick)
{
    ck_assert_int_eq(hop_at(0, 40, 7), 7);
    ck_assert_int_eq(hop_at(20, 40, 14), 20);
    ck_assert_int_eq(hop_at(20, 40, 13), -1);
    ck_assert_int_eq(hop_at(0, 10, 15), 15);
    ck_assert_int_eq(hop_at(0, 10, 16), -1);
    ck_assert_int_eq(hop_at(0, 0, 5), -1);
}

/* The rule alone: hops once, presses on and on, and counts the ticks to the second hop when the
 * ground goes away after `left` of them and comes back after `landed`. */
static int second_hop_at(int left, int landed)
{
    Hop hop = {0};
    ck_assert(hop_tick(drive_world(), &hop, true, true));
    for (int i = 1; i < 80; i++) {
        if (hop_tick(drive_world(), &hop, true, i < left || i >= landed)) {
            return i;
        }
    }
    return -1;
}

TEST(only_a_landing_or_a_rest_arms_the_next_hop)
{
    ck_assert_int_eq(second_hop_at(1, 6), 6);
    ck_assert_int_eq(second_hop_at(1, 5), 52); /* bounced: rested from then on */
    ck_assert_int_eq(second_hop_at(80, 80), 48);
}

TEST(a_hop_is_square_to_the_ground_at_any_angle_of_the_chassis)
{
    drive_hold(ACCELERATE, 40);
    drive_hold(LEAN_FORWARD, 20);
    ck_assert_double_lt(cpBodyGetAngle(drive_buggy()->chassis), -0.08);
    cpVect before = drive_speed();
    drive_hold(HOP, 1);
    ck_assert_double_eq_tol(drive_speed().x, before.x, 0.15);
    ck_assert_double_eq_tol(drive_speed().y, HOP_MPS, 0.4);
}

TEST(a_hop_sets_the_speed_off_the_ground)
{
    drive_throw(cpv(0.0, HOP_MPS + 3.0));
    drive_hold(HOP, 1);
    ck_assert_double_lt(drive_speed().y, HOP_MPS + 3.0);
    ck_assert_int_eq(hops(), 1);
}

TEST(times_are_in_ms_whatever_the_tick_rate)
{
    drive_open("assets/levels/first-wind.tmj", 120);
    ck_assert_int_eq(hop_at(20, 40, 8), 20);
    ck_assert_int_eq(hop_at(20, 40, 7), -1);
    ck_assert_int_eq(hop_at(0, 10, 21), 21);
    ck_assert_int_eq(hop_at(0, 10, 22), -1);
}

/* ---- tricks, which have a sign and a sound ---- */

static void expect_trick(TrickKind kind)
{
    ck_assert_uint_gt(drive_buggy()->tricks.last.tick, 0);
    ck_assert_int_eq(drive_buggy()->tricks.last.kind, kind);
}

TEST(a_wheelie_is_done_when_it_is_let_down)
{
    drive_hold(ACCELERATE | LEAN_FORWARD, 40);
    for (int i = 0; i < 600 && drive_place().x < TRACK_START_M + 40.0; i++) {
        double spin_radps = cpBodyGetAngularVelocity(drive_buggy()->chassis);
        bool rises = 0.45 - cpBodyGetAngle(drive_buggy()->chassis) - 0.35 * spin_radps > 0.0;
        drive_hold(rises ? LEAN_BACK | ACCELERATE : LEAN_FORWARD, 1);
    }
    drive_hold(LEAN_FORWARD, 60);
    expect_trick(TRICK_WHEELIE);
}

TEST(a_flip_is_done_when_it_lands)
{
    drive_throw(cpv(6.0, 9.0));
    drive_hold(0, 4);
    for (int i = 0; i < 200 && !buggy_grounded(drive_buggy()); i++) {
        drive_hold(cpBodyGetAngle(drive_buggy()->chassis) < 5.4   ? LEAN_BACK
                   : cpBodyGetAngle(drive_buggy()->chassis) > 6.2 ? LEAN_FORWARD
                                                                  : 0u,
                   1);
    }
    drive_hold(0, 1);
    expect_trick(TRICK_FLIP);
}
