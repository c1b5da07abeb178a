/* The feel of the buggy that results from buggy/tuning.h, between bounds. */
#include "support/drive.h"

#include <math.h>

FIXTURE(.set_up = drive_set_up, .tear_down = drive_close);

static double pitch_deg(void)
{
    cpVect heading = cpBodyGetRotation(drive_buggy()->chassis);
    return atan2(heading.y, heading.x) * 180.0 / CP_PI;
}

/* Ticks of holding actions until it goes so fast. */
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

/* How far it sinks below its stand after a fall, m. */
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

/* How far it gets in four seconds. */
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

TEST(throttle_and_lean_roll_it_off_its_roof)
{
    const unsigned ways[] = {ACCELERATE, BRAKE, LEAN_BACK, LEAN_FORWARD};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(ways); i++) {
        drive_set_up();
        put_on_its_roof();
        drive_hold(ways[i], 120);
        ck_assert_double_gt(cpBodyGetRotation(drive_buggy()->chassis).x, 0.5);
    }
}
