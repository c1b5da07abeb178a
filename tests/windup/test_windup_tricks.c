/* Expert handling, in which only the player keeps the balance, and what tricks pay. */
#include "support/drive.h"

static void open_track(int mode, const char *more_objects)
{
    drive_open_track(more_objects);
    drive.session.desc.settings.mode = mode;
    EXPECT_OK(session_restart(&drive.session, &error));
    drive_hold(0, 30);
    drive_buggy()->spring.left_J = SPRING_FULL_J / 2.0; /* winding shows */
}

FIXTURE(.tear_down = drive_close);

static double pitch_rad(void)
{
    return cpBodyGetAngle(drive_buggy()->chassis);
}

static void expect_trick(TrickKind kind, double least_points)
{
    ck_assert_int_eq(drive_buggy()->tricks.last.kind, kind);
    ck_assert_double_ge(drive_run()->trick_points, least_points);
}

TEST(in_expert_handling_full_throttle_flips_it_over_unless_it_leans_forward)
{
    open_track(MODE_EXPERT, "");
    drive_hold(ACCELERATE | LEAN_FORWARD, 120);
    EXPECT_BETWEEN(pitch_rad(), -0.3, 0.3);
    ck_assert_double_gt(drive_speed().x, 8.0);
    open_track(MODE_EXPERT, "");
    for (int i = 0; i < 240 && pitch_rad() < 2.1; i++) {
        drive_hold(ACCELERATE, 1);
    }
    ck_assert_double_ge(pitch_rad(), 2.1);
    ck_assert_uint_eq(drive_run()->trick_points, 0);
}

TEST(a_wheelie_pays_by_the_metre_when_it_is_let_down, .rounds = MODE_COUNT)
{
    open_track(_i, "");
    drive_hold(ACCELERATE | LEAN_FORWARD, 40);
    for (int i = 0; i < 600 && drive_place().x < TRACK_START_M + 40.0; i++) {
        double spin_radps = cpBodyGetAngularVelocity(drive_buggy()->chassis);
        bool rises = 0.45 - pitch_rad() - 0.35 * spin_radps > 0.0;
        drive_hold(rises ? LEAN_BACK | ACCELERATE : LEAN_FORWARD, 1);
    }
    drive_hold(LEAN_FORWARD, 60);
    expect_trick(TRICK_WHEELIE, WHEELIE_M * WHEELIE_POINTS_PM);
}

TEST(a_flip_winds_the_mainspring_in_expert_handling_only, .rounds = MODE_COUNT)
{
    open_track(_i, "");
    drive_throw(cpv(6.0, 9.0));
    drive_hold(0, 4);
    for (int i = 0; i < 200 && !buggy_grounded(drive_buggy()); i++) {
        drive_hold(pitch_rad() < 5.4 ? LEAN_BACK : pitch_rad() > 6.2 ? LEAN_FORWARD : 0u, 1);
    }
    drive_hold(0, 1);
    expect_trick(TRICK_FLIP, FLIP_POINTS);
    double wound_J = drive_buggy()->spring.left_J - SPRING_FULL_J / 2.0;
    ck_assert((wound_J > 0.9 * WIND_FLIP_J) == (_i == MODE_EXPERT));
}

TEST(a_near_miss_pays_once_at_a_place)
{
    open_track(MODE_USUAL, OBJECT(9, "rotor", 1856, 832, 128, 16, PROPERTIES(VALUE("speed", "4"))));
    drive_hold(ACCELERATE, 60);
    expect_trick(TRICK_MISS, NEAR_MISS_POINTS);
    uint32_t points = drive_run()->trick_points;
    drive_hold(RESPAWN, 1);
    drive_hold(ACCELERATE, 60);
    ck_assert_uint_eq(drive_run()->trick_points, points);
}
