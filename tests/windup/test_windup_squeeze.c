/* Machines and a buggy in their way: they crush it and stop, throw it nowhere, and press it through
 * nothing. */
#include "support/drive.h"
#include "things/kinds.h"

#include <math.h>

FIXTURE(.tear_down = drive_close);

/* Under the buggy a lift, above it ground from `left_px` on, whose corner it can be pressed round;
 * or, with a rise of less than 0, a lift above it that comes down. */
static void open_press(double speed_mps, int rise_m, int left_px, int gap_px)
{
    drive_open_track(textf(OBJECT(4, "lift", 1800, % d, 192, 16,
                                  PROPERTIES(VALUE("rise", "%d") "," VALUE("speed", "%g")))
                               POLYGON(5, "ground", % d, % d,
                                       AT(0, 0) "," AT(320, 0) "," AT(320, -320) "," AT(0, -320)),
                           rise_m < 0 ? 830 : 960, rise_m, speed_mps, left_px, 960 - gap_px));
    drive_hold(LEAN_BACK, 1); /* machines run from here */
}

static double fastest_mps(void)
{
    const Buggy *buggy = drive_buggy();
    double wheels_mps = fmax(cpvlength(cpBodyGetVelocity(buggy->wheels[WHEEL_REAR])),
                             cpvlength(cpBodyGetVelocity(buggy->wheels[WHEEL_FRONT])));
    return fmax(cpvlength(drive_speed()), wheels_mps);
}

/* Whole or crushed: what falls back from a lift so high does 11 m/s. */
TEST(a_squeezed_buggy_is_not_thrown, .rounds = 6)
{
    int crushed = 0;
    for (int left_px = 1904; left_px < 2030; left_px += 3) {
        open_press(_i + 1, 4, left_px, 82 + 16 * (_i % 3));
        for (int i = 0; i < 240; i++) {
            drive_hold(0, 1);
            ck_assert_msg(fastest_mps() < 12.0, "%g m/s at corner %d", fastest_mps(), left_px);
        }
        crushed += drive_run()->trouble == TROUBLE_CRUSHED;
    }
    ck_assert_int_ge(crushed, 5);
}

static double lowest_m(void)
{
    const Buggy *buggy = drive_buggy();
    return fmin(cpBodyGetPosition(buggy->wheels[WHEEL_REAR]).y,
                cpBodyGetPosition(buggy->wheels[WHEEL_FRONT]).y);
}

TEST(a_crushed_buggy_stays_above_the_ground_and_its_machine_stops, .rounds = 3)
{
    open_press(_i + 1, -4, 3200, 0);
    const Platform *lift = drive_first(KIND_LIFT);
    const Race *run = drive_run();
    for (int i = 0; run->trouble == TROUBLE_NONE; i++) {
        ck_assert_int_lt(i, 600);
        drive_hold(0, 1);
    }
    double phase_s = lift->machine.phase_s;
    drive_hold(0, 600);
    ck_assert_uint_eq(run->trouble, TROUBLE_CRUSHED);
    ck_assert_double_eq_tol(lift->machine.phase_s, phase_s, 0.5); /* it settles */
    ck_assert_double_gt(lowest_m(), TRACK_GROUND_M);
    cpVect at_m = drive_place();
    drive_hold(0, 60);
    ck_assert_double_lt(cpvdist(drive_place(), at_m), 0.01);
    drive_hold(RESPAWN, 1);
    drive_hold(0, 1);
    ck_assert_double_gt(lift->machine.phase_s, phase_s);
}
