/* Tricks, which have a sign and a sound. */
#include "support/drive.h"

static void open_track(const char *more_objects)
{
    drive_open_track(more_objects);
    drive_hold(0, 30);
}

FIXTURE(.tear_down = drive_close);

static double pitch_rad(void)
{
    return cpBodyGetAngle(drive_buggy()->chassis);
}

static void expect_trick(TrickKind kind)
{
    ck_assert_uint_gt(drive_buggy()->tricks.last.tick, 0);
    ck_assert_int_eq(drive_buggy()->tricks.last.kind, kind);
}

TEST(a_wheelie_is_done_when_it_is_let_down)
{
    open_track("");
    drive_hold(ACCELERATE | LEAN_FORWARD, 40);
    for (int i = 0; i < 600 && drive_place().x < TRACK_START_M + 40.0; i++) {
        double spin_radps = cpBodyGetAngularVelocity(drive_buggy()->chassis);
        bool rises = 0.45 - pitch_rad() - 0.35 * spin_radps > 0.0;
        drive_hold(rises ? LEAN_BACK | ACCELERATE : LEAN_FORWARD, 1);
    }
    drive_hold(LEAN_FORWARD, 60);
    expect_trick(TRICK_WHEELIE);
}

TEST(a_flip_is_done_when_it_lands)
{
    open_track("");
    drive_throw(cpv(6.0, 9.0));
    drive_hold(0, 4);
    for (int i = 0; i < 200 && !buggy_grounded(drive_buggy()); i++) {
        drive_hold(pitch_rad() < 5.4 ? LEAN_BACK : pitch_rad() > 6.2 ? LEAN_FORWARD : 0u, 1);
    }
    drive_hold(0, 1);
    expect_trick(TRICK_FLIP);
}

TEST(a_near_miss_counts_once_at_a_place)
{
    open_track(OBJECT(9, "rotor", 1856, 832, 128, 16, PROPERTIES(VALUE("speed", "4"))));
    drive_hold(ACCELERATE, 60);
    expect_trick(TRICK_MISS);
    uint64_t tick = drive_buggy()->tricks.last.tick;
    drive_hold(RESPAWN, 1);
    drive_hold(ACCELERATE, 60);
    ck_assert_uint_eq(drive_buggy()->tricks.last.tick, tick);
}
