/* Machines: where their time says to the last bit, and what they do to what is on them. */
#include "support/drive.h"
#include "things/kinds.h"

FIXTURE(.tear_down = drive_close);

/* The first input, so that machines run, which does next to nothing. */
static void wait_ticks(int ticks)
{
    drive_hold(LEAN_BACK, 1);
    drive_hold(0, ticks - 1);
}

static cpVect lift_at(void)
{
    const Platform *lift = drive_first(KIND_LIFT);
    return cpBodyGetPosition(lift->body);
}

#define LIFT(properties) OBJECT(4, "lift", 1856, 960, 128, 16, NAME("lift") PROPERTIES(properties))

TEST(machines_wait_for_the_first_input)
{
    drive_open_track(LIFT(VALUE("wait", "0")));
    double y_m = lift_at().y;
    drive_hold(0, 60);
    ck_assert_double_eq(lift_at().y, y_m);
    wait_ticks(61);
    ck_assert_double_gt(lift_at().y, y_m + 0.2);
}

TEST(a_lift_carries_the_buggy_and_is_where_its_time_says)
{
    drive_open_track(LIFT(VALUE("wait", "2") "," VALUE("rise", "2")));
    double y_m = lift_at().y;
    wait_ticks(60 * 4);
    ck_assert_double_eq_tol(lift_at().y, y_m + 2.0, 1e-9);
    drive_hold(0, 100);
    ck_assert_double_eq_tol(drive_place().y, y_m + 2.25 + STAND_HEIGHT_M, 0.05);
    drive_hold(0, 60 * 8 * 40 - 100); /* forty rounds later, up again */
    ck_assert_double_eq_tol(lift_at().y, y_m + 2.0, 1e-9);
}

TEST(a_called_lift_goes_to_its_other_end_and_stops)
{
    drive_open_track(LIFT(VALUE("called", "true") "," VALUE("rise", "1")));
    Platform *lift = drive_first(KIND_LIFT);
    double y_m = lift_at().y;
    drive_hold(LEAN_BACK, 60);
    ck_assert_double_eq(lift_at().y, y_m);
    for (int trip = 1; trip <= 4; trip++) {
        machine_act(&lift->machine, MACHINE_START);
        drive_hold(0, 90);
        ck_assert(!lift->machine.running);
        ck_assert_double_eq_tol(lift_at().y, y_m + trip % 2, 1e-9);
    }
}

#define TRIGGER(targets, action, more)                                                             \
    OBJECT(5, "trigger", 2080, 896, 64, 64,                                                        \
           PROPERTIES(VALUE("targets", "\"" targets "\"") "," VALUE("action", "\"" action "\"")    \
                          more))
#define FAR_LIFT(name, running)                                                                    \
    OBJECT(6, "lift", 3200, 800, 128, 16, NAME(name) PROPERTIES(VALUE("running", running)))

/* Forwards through the trigger, back and forwards again. */
static const Machine *drive_through(const char *objects, int times)
{
    drive_open_track(objects);
    for (int i = 0; i < times; i++) {
        buggy_place(drive_world(), drive_buggy(), cpv(TRACK_START_M, TRACK_GROUND_M));
        drive_hold(0, 2);
        drive_hold(ACCELERATE, 150);
    }
    return &((Platform *)drive_first(KIND_LIFT))->machine;
}

TEST(a_trigger_acts_once_each_time_the_buggy_drives_in)
{
    const Machine *machine =
        drive_through(FAR_LIFT("a", "false") TRIGGER("b a", "toggle", "") FAR_LIFT("b", "true"), 1);
    ck_assert(machine->running);
    machine = drive_through(FAR_LIFT("a", "false") TRIGGER("a", "toggle", ""), 2);
    ck_assert(!machine->running);
    ck_assert_int_eq(drive_count_cues(CUE_TRIGGER), 2);
    machine =
        drive_through(FAR_LIFT("a", "false") TRIGGER("a", "toggle", "," VALUE("once", "true")), 2);
    ck_assert(machine->running);
    machine = drive_through(FAR_LIFT("a", "true") TRIGGER("a", "reverse", ""), 1);
    ck_assert_int_eq(machine->way, -1);
    ck_assert(!drive_through(FAR_LIFT("a", "true") TRIGGER("a", "stop", ""), 1)->running);
}

#define PATH(id, name, line) POLYLINE(id, "path", 3200, 800, line, NAME(name))
#define FREE VALUE("free", "true")
#define SPEED(value) VALUE("speed", value)

TEST(a_platform_follows_its_loop_and_carries_a_crate)
{
    drive_open_track(OBJECT(4, "platform", 3200, 800, 128, 16,
                            PROPERTIES(VALUE("path", "\"p\"") "," VALUE("loop", "true") "," VALUE(
                                "wait", "0") "," VALUE("ease", "false")))
                         PATH(5, "p", AT(0, 0) "," AT(96, 0) "," AT(96, -128))
                             OBJECT(6, "crate", 3184, 760, 32, 32, ""));
    const Platform *platform = drive_first(KIND_PLATFORM);
    const Crate *crate = drive_first(KIND_CRATE);
    wait_ticks(90);
    ck_assert_double_eq_tol(cpBodyGetPosition(platform->body).x, 101.5, 1e-9);
    wait_ticks(60 * 3);
    ck_assert_double_eq_tol(cpBodyGetPosition(platform->body).y, 16.5, 1e-9);
    cpVect apart = cpvsub(cpBodyGetPosition(crate->body), cpBodyGetPosition(platform->body));
    ck_assert_double_eq_tol(apart.x, 0.0, 0.1);
    ck_assert_double_eq_tol(apart.y, 0.75, 0.02);
    wait_ticks(60 * 12 - 90 - 180);
    ck_assert_double_eq_tol(cpBodyGetPosition(platform->body).x, 100.0, 1e-9);
}

TEST(gears_turn_each_other_in_the_ratio_of_their_teeth)
{
    drive_open_track(OBJECT(4, "gear", 3200, 700, 128, 128, ELLIPSE PROPERTIES(SPEED("2")))
                         OBJECT(5, "gear", 3328, 732, 64, 64, ELLIPSE PROPERTIES(FREE)));
    CwWorld *world = drive_world();
    CwEntity at = cw_world_next_of(world, KIND_GEAR, (CwEntity){0});
    const Gear *driven = cw_world_data(world, at);
    const Gear *turned = cw_world_data(world, cw_world_next_of(world, KIND_GEAR, at));
    double start_rad = cpBodyGetAngle(turned->body);
    wait_ticks(600);
    double ratio = (double)driven->tooth_count / turned->tooth_count;
    ck_assert_double_eq_tol(cpBodyGetAngle(driven->body), 20.0, 1e-9);
    ck_assert_double_eq_tol(cpBodyGetAngle(turned->body) - start_rad, -20.0 * ratio, 0.05);
    ck_assert_double_gt(race_of(world)->machine_J, 10.0);
}

TEST(the_buggy_turns_a_free_gear_and_a_stopped_one_locks)
{
    drive_open_track(OBJECT(4, "gear", 2112, 940, 256, 256, ELLIPSE PROPERTIES(FREE)));
    Gear *gear = drive_first(KIND_GEAR);
    while (cpBodyGetAngularVelocity(gear->body) < 0.5) {
        ck_assert_uint_lt(cw_world_tick(drive_world()), 600);
        drive_deflect(ACTION_ACCELERATE, drive_place().x < 69.0 ? 26 : 127, 1);
    }
    machine_act(&gear->machine, MACHINE_STOP);
    drive_hold(ACCELERATE, 5);
    ck_assert_double_eq_tol(cpBodyGetAngularVelocity(gear->body), 0.0, 0.01);
}

TEST(a_pendulum_swings_in_time_and_a_free_one_is_pushed)
{
    drive_open_track(OBJECT(4, "pendulum", 3200, 600, 32, 160,
                            PROPERTIES(VALUE("swing", "0.5") "," VALUE("period", "4"))));
    const Pendulum *pendulum = drive_first(KIND_PENDULUM);
    wait_ticks(60);
    ck_assert_double_eq_tol(cpBodyGetAngle(pendulum->body), 0.5, 1e-9);
    wait_ticks(60 * 42);
    ck_assert_double_eq_tol(cpBodyGetAngle(pendulum->body), -0.5, 1e-9);
    drive_open_track(OBJECT(4, "pendulum", 2200, 768, 48, 180, PROPERTIES(FREE)));
    pendulum = drive_first(KIND_PENDULUM);
    double angle_rad = 0.0;
    for (int i = 0; i < 180; i++) {
        drive_hold(ACCELERATE, 1);
        angle_rad = fmax(angle_rad, cpBodyGetAngle(pendulum->body));
    }
    ck_assert_double_gt(angle_rad, 0.3);
}

static double speed_on_belt(const char *properties)
{
    drive_open_track(textf(OBJECT(4, "conveyor", 2560, 800, 640, 32, PROPERTIES("%s"))
                               OBJECT(5, "crate", 2880, 768, 32, 32, ""),
                           properties));
    wait_ticks(120);
    const Crate *crate = drive_first(KIND_CRATE);
    return cpBodyGetVelocity(crate->body).x;
}

TEST(a_belt_carries_a_crate_along)
{
    ck_assert_double_eq_tol(speed_on_belt(SPEED("3")), 3.0, 0.05);
    ck_assert_double_eq_tol(speed_on_belt(SPEED("-2")), -2.0, 0.05);
    ck_assert_double_eq_tol(speed_on_belt(VALUE("running", "false")), 0.0, 0.01);
    double work_J = drive_run()->machine_J;
    Conveyor *belt = drive_first(KIND_CONVEYOR);
    machine_act(&belt->machine, MACHINE_TOGGLE);
    drive_hold(0, 120); /* what slept on it wakes */
    ck_assert_double_eq_tol(cpBodyGetVelocity(((Crate *)drive_first(KIND_CRATE))->body).x, 1.0,
                            0.05);
    ck_assert_double_gt(drive_run()->machine_J, work_J + 4.0);
}

static double thrown_m(int fall_px)
{
    drive_open_track(textf(OBJECT(4, "pad", 2880, 950, 64, 10, PROPERTIES(SPEED("6")))
                               OBJECT(5, "crate", 2896, % d, 32, 32, ""),
                           918 - fall_px));
    const Crate *crate = drive_first(KIND_CRATE);
    drive_hold(LEAN_BACK, 1);
    while (drive_count_cues(CUE_PAD) == 0) {
        ck_assert_uint_lt(cw_world_tick(drive_world()), 200);
        drive_hold(0, 1);
    }
    double highest_m = 0.0;
    for (int i = 0; i < 60; i++) {
        drive_hold(0, 1);
        highest_m = fmax(highest_m, cpBodyGetPosition(crate->body).y - 10.8125);
    }
    return highest_m;
}

TEST(a_pad_sets_a_speed_instead_of_adding_one)
{
    EXPECT_BETWEEN(thrown_m(0), 1.7, 1.9); /* 6 m/s squared over 2 g: 1.83 m */
    EXPECT_BETWEEN(thrown_m(96), 1.7, 1.9);
}

TEST(a_pad_throws_the_buggy_without_turning_it)
{
    drive_open_track(OBJECT(4, "pad", 2240, 955, 64, 8, ""));
    double highest_m = 0.0, tilt = 0.0;
    for (int i = 0; i < 150; i++) {
        drive_hold(drive_place().x < 72.0 ? ACCELERATE : 0, 1);
        highest_m = fmax(highest_m, drive_place().y - TRACK_GROUND_M);
        tilt = fmax(tilt, fabs(cpBodyGetRotation(drive_buggy()->chassis).y));
    }
    EXPECT_BETWEEN(highest_m, 4.0, 5.5);
    ck_assert_double_lt(tilt, 0.7);
}

TEST(a_sleeping_crate_wakes_when_a_platform_comes)
{
    drive_open_track(OBJECT(4, "platform", 3200, 800, 64, 32, PROPERTIES(VALUE("path", "\"p\"")))
                         PATH(5, "p", AT(0, 144) "," AT(192, 144))
                             OBJECT(6, "crate", 3264, 928, 32, 32, ""));
    const Crate *crate = drive_first(KIND_CRATE);
    drive_hold(0, 120);
    ck_assert(cpBodyIsSleeping(crate->body));
    double x_m = cpBodyGetPosition(crate->body).x;
    wait_ticks(360);
    ck_assert_double_gt(cpBodyGetPosition(crate->body).x, x_m + 2.0);
}

/* A lift that comes down, or goes up, on the buggy's place. */
static uint32_t trouble_under(int y_px, const char *rise, const char *more)
{
    drive_open_track(
        textf(OBJECT(4, "lift", 1824, % d, 192, 16, PROPERTIES(VALUE("rise", "%s"))) "%s", y_px,
              rise, more));
    for (int i = 0; i < 360 && drive_run()->trouble == TROUBLE_NONE; i++) {
        wait_ticks(1);
    }
    return drive_run()->trouble;
}

TEST(a_machine_that_presses_it_against_something_crushes_it)
{
    const char *ceiling =
        POLYGON(7, "ground", 1760, 800, AT(0, 0) "," AT(320, 0) "," AT(320, 32) "," AT(0, 32));
    ck_assert_uint_eq(trouble_under(830, "-4", ""), TROUBLE_CRUSHED);
    ck_assert_uint_eq(trouble_under(960, "4", ceiling), TROUBLE_CRUSHED);
    ck_assert_uint_eq(trouble_under(960, "1", ceiling), TROUBLE_NONE);
    ck_assert_uint_eq(trouble_under(700, "-4", ""), TROUBLE_NONE);
}

TEST(a_hard_landing_on_a_machine_crushes_nothing)
{
    drive_open_track(LIFT(SPEED("6")));
    drive_hold(LEAN_BACK, 1);
    cpBodySetVelocity(drive_buggy()->chassis, cpv(0.0, 12.0));
    for (int i = 0; i < 400; i++) {
        drive_hold(0, 1);
        ck_assert_uint_eq(drive_run()->trouble, TROUBLE_NONE);
    }
}

#define ZOO                                                                                        \
    LIFT(VALUE("phase", "0.5"))                                                                    \
    OBJECT(6, "gear", 2240, 940, 128, 128, NAME("gear6") ELLIPSE PROPERTIES(SPEED("1.5")))         \
    OBJECT(7, "gear", 2368, 940, 128, 128, ELLIPSE PROPERTIES(FREE))                               \
    OBJECT(8, "conveyor", 2560, 944, 200, 24, NAME("conveyor8") PROPERTIES(SPEED("3")))            \
    OBJECT(9, "pad", 2820, 950, 64, 12, "")                                                        \
    OBJECT(10, "pendulum", 3000, 768, 48, 170, "") TRIGGER("lift gear6 conveyor8", "reverse", "")

TEST(rewinding_replays_machines_exactly)
{
    drive_open_track(ZOO);
    drive_expect_repeats(5, true);
    ck_assert_int_ge(drive_count_cues(CUE_TRIGGER), 1);
}

/* ---- machines and a buggy in their way: they crush it and stop, throw it nowhere, and press it
 * through nothing ---- */

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
        crushed += drive_run()->respawn_count > 0;
    }
    ck_assert_int_ge(crushed, 5);
}

TEST(a_crushed_buggy_stays_above_the_ground_and_its_machine_stops, .rounds = 3)
{
    open_press(_i + 1, -4, 3200, 0);
    const Platform *lift = drive_first(KIND_LIFT);
    const Race *race = drive_run();
    for (int i = 0; race->trouble == TROUBLE_NONE; i++) {
        ck_assert_int_lt(i, 600);
        drive_hold(0, 1);
    }
    double phase_s = lift->machine.phase_s;
    while (race->trouble == TROUBLE_CRUSHED) {
        for (int i = 0; i < BUGGY_PARTS; i++) {
            ck_assert_double_gt(cpBodyGetPosition(buggy_part(drive_buggy(), i)).y, TRACK_GROUND_M);
        }
        ck_assert_double_eq_tol(lift->machine.phase_s, phase_s, 0.5); /* it settles */
        drive_hold(0, 1);
    }
    drive_hold(0, 1);
    ck_assert_double_gt(lift->machine.phase_s, phase_s);
}
