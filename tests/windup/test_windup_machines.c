/* Machines: they stand until the first input, are where their time says to the last bit, carry,
 * turn, swing and throw what is on them, crush, obey triggers, and are left out when wrong. */
#include "common/numbers.h"
#include "common/run.h"
#include "support/drive.h"
#include "things/kinds.h"

#include <math.h>

enum { ACCELERATE = 1 << ACTION_ACCELERATE, LEAN_BACK = 1 << ACTION_LEAN_BACK };

FIXTURE(.tear_down = drive_close);

static void *first_of(int kind)
{
    return cw_world_data(drive.session.world,
                         cw_world_next_of(drive.session.world, kind, (CwEntity){0}));
}

static cpVect lift_at(void)
{
    const Platform *lift = first_of(KIND_LIFT);
    return cpBodyGetPosition(lift->body);
}

#define LIFT(properties)                                                                           \
    ",{\"id\":4,\"name\":\"lift\",\"type\":\"lift\",\"x\":1856,\"y\":960,\"width\":128,"           \
    "\"height\":16,\"properties\":[" properties "]}"
#define VALUE(name, value) "{\"name\":\"" name "\",\"value\":" value "}"

TEST(test_machines_stand_until_the_first_input)
{
    drive_open_track(LIFT(VALUE("wait", "0")));
    double y_m = lift_at().y;
    drive_hold(0, 60);
    ck_assert_double_eq(lift_at().y, y_m);
    drive_hold(LEAN_BACK, 1);
    drive_hold(0, 60);
    ck_assert_double_gt(lift_at().y, y_m + 0.2);
}

TEST(test_a_lift_carries_the_buggy_and_is_where_its_time_says)
{
    drive_open_track(LIFT(VALUE("wait", "2") "," VALUE("rise", "2")));
    double y_m = lift_at().y;
    drive_hold(LEAN_BACK, 1);
    drive_hold(0, 60 * 4 - 1);
    ck_assert_double_eq_tol(lift_at().y, y_m + 2.0, 1e-9);
    drive_hold(0, 100);
    ck_assert_double_eq_tol(drive_place().y, y_m + 2.25 + STAND_HEIGHT_M, 0.05);
    drive_hold(0, 60 * 8 * 40 - 100); /* forty rounds later, up again */
    ck_assert_double_eq_tol(lift_at().y, y_m + 2.0, 1e-9);
}

TEST(test_a_called_lift_goes_to_its_other_end_and_stops)
{
    drive_open_track(LIFT(VALUE("called", "true") "," VALUE("rise", "1")));
    Platform *lift = first_of(KIND_LIFT);
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
    ",{\"id\":5,\"type\":\"trigger\",\"x\":2080,\"y\":896,\"width\":64,\"height\":64,"             \
    "\"properties\":[" VALUE("targets", "\"" targets "\"") "," VALUE("action", "\"" action "\"")   \
        more "]}"

#define FAR_LIFT(name, running)                                                                    \
    ",{\"id\":6,\"name\":\"" name "\",\"type\":\"lift\",\"x\":3200,\"y\":800,\"width\":128,"       \
    "\"height\":16,\"properties\":[" VALUE("running", running) "]}"

/* Forwards through the trigger, back and forwards again. */
static const Machine *drive_through(const char *objects, int times)
{
    drive_open_track(objects);
    for (int i = 0; i < times; i++) {
        buggy_place(drive.session.world, drive_buggy(), cpv(TRACK_START_M, TRACK_GROUND_M));
        drive_hold(0, 2);
        drive_hold(ACCELERATE, 150);
    }
    return &((Platform *)first_of(KIND_LIFT))->machine;
}

TEST(test_a_trigger_acts_once_each_time_the_buggy_drives_in)
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

#define OBJECT(id, type, x, y, width, height, more)                                                \
    ",{\"id\":" #id ",\"name\":\"" type #id "\",\"type\":\"" type "\",\"x\":" #x ",\"y\":" #y      \
    ",\"width\":" #width ",\"height\":" #height more "}"
#define PROPERTIES(list) ",\"properties\":[" list "]"
#define PATH(id, name, line)                                                                       \
    ",{\"id\":" #id ",\"name\":\"" name                                                            \
    "\",\"type\":\"path\",\"x\":3200,\"y\":800,\"polyline\":[" line "]}"
#define ELLIPSE ",\"ellipse\":true"
#define FREE VALUE("free", "true")
#define SPEED(value) VALUE("speed", value)

/* The first input, so that machines run, which does next to nothing. */
static void wait_ticks(int ticks)
{
    drive_hold(LEAN_BACK, 1);
    drive_hold(0, ticks - 1);
}

TEST(test_a_platform_goes_round_its_loop_and_carries_a_crate)
{
    drive_open_track(OBJECT(4, "platform", 3200, 800, 128, 16,
                            PROPERTIES(VALUE("path", "\"p\"") "," VALUE("loop", "true") "," VALUE(
                                "wait", "0") "," VALUE("ease", "false")))
                         PATH(5, "p", "{\"x\":0,\"y\":0},{\"x\":96,\"y\":0},{\"x\":96,\"y\":-128}")
                             OBJECT(6, "crate", 3184, 760, 32, 32, ""));
    const Platform *platform = first_of(KIND_PLATFORM);
    const Crate *crate = first_of(KIND_CRATE);
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

TEST(test_gears_turn_each_other_in_the_ratio_of_their_teeth)
{
    drive_open_track(OBJECT(4, "gear", 3200, 700, 128, 128, ELLIPSE PROPERTIES(SPEED("2")))
                         OBJECT(5, "gear", 3328, 732, 64, 64, ELLIPSE PROPERTIES(FREE)));
    CwWorld *world = drive.session.world;
    CwEntity at = cw_world_next_of(world, KIND_GEAR, (CwEntity){0});
    const Gear *driven = cw_world_data(world, at);
    const Gear *turned = cw_world_data(world, cw_world_next_of(world, KIND_GEAR, at));
    double start_rad = cpBodyGetAngle(turned->body);
    wait_ticks(600);
    double ratio = (double)driven->tooth_count / turned->tooth_count;
    ck_assert_double_eq_tol(cpBodyGetAngle(driven->body), 20.0, 1e-9);
    ck_assert_double_eq_tol(cpBodyGetAngle(turned->body) - start_rad, -20.0 * ratio, 0.05);
    ck_assert_double_gt(run_of(world)->machine_J, 10.0);
}

TEST(test_the_buggy_turns_a_free_gear_and_stopped_it_locks)
{
    drive_open_track(OBJECT(4, "gear", 2112, 940, 256, 256, ELLIPSE PROPERTIES(FREE)));
    Gear *gear = first_of(KIND_GEAR);
    while (cpBodyGetAngularVelocity(gear->body) < 0.5) {
        ck_assert_uint_lt(cw_world_tick(drive.session.world), 600);
        drive_deflect(ACTION_ACCELERATE, drive_place().x < 69.0 ? 26 : 127, 1);
    }
    machine_act(&gear->machine, MACHINE_STOP);
    drive_hold(ACCELERATE, 5);
    ck_assert_double_eq_tol(cpBodyGetAngularVelocity(gear->body), 0.0, 0.01);
}

TEST(test_a_pendulum_swings_in_time_and_a_free_one_is_pushed)
{
    drive_open_track(OBJECT(4, "pendulum", 3200, 600, 32, 160,
                            PROPERTIES(VALUE("swing", "0.5") "," VALUE("period", "4"))));
    const Pendulum *pendulum = first_of(KIND_PENDULUM);
    wait_ticks(60);
    ck_assert_double_eq_tol(cpBodyGetAngle(pendulum->body), 0.5, 1e-9);
    wait_ticks(60 * 42);
    ck_assert_double_eq_tol(cpBodyGetAngle(pendulum->body), -0.5, 1e-9);
    drive_open_track(OBJECT(4, "pendulum", 2200, 768, 48, 180, PROPERTIES(FREE)));
    pendulum = first_of(KIND_PENDULUM);
    double angle_rad = 0.0;
    for (int i = 0; i < 180; i++) {
        drive_hold(ACCELERATE, 1);
        angle_rad = fmax(angle_rad, cpBodyGetAngle(pendulum->body));
    }
    ck_assert_double_gt(angle_rad, 0.3);
}

/* Speed of a crate after two seconds on a belt that stands in the air. */
static double speed_on_belt(const char *properties)
{
    char objects[600];
    snprintf(objects, sizeof objects,
             OBJECT(4, "conveyor", 2560, 800, 640, 32, PROPERTIES("%s"))
                 OBJECT(5, "crate", 2880, 768, 32, 32, PROPERTIES(VALUE("friction", "1"))),
             properties);
    drive_open_track(objects);
    wait_ticks(120);
    const Crate *crate = first_of(KIND_CRATE);
    return cpBodyGetVelocity(crate->body).x;
}

TEST(test_a_belt_takes_along_what_lies_on_it)
{
    ck_assert_double_eq_tol(speed_on_belt(SPEED("3")), 3.0, 0.05);
    ck_assert_double_eq_tol(speed_on_belt(SPEED("-2")), -2.0, 0.05);
    ck_assert_double_eq_tol(speed_on_belt(VALUE("running", "false")), 0.0, 0.01);
    double work_J = run_of(drive.session.world)->machine_J;
    Conveyor *belt = first_of(KIND_CONVEYOR);
    machine_act(&belt->machine, MACHINE_TOGGLE);
    drive_hold(0, 120); /* what slept on it wakes */
    ck_assert_double_eq_tol(cpBodyGetVelocity(((Crate *)first_of(KIND_CRATE))->body).x, 1.0, 0.05);
    ck_assert_double_gt(run_of(drive.session.world)->machine_J, work_J + 4.0);
}

/* How high a crate that falls on a pad is thrown. */
static double thrown_m(int fall_px)
{
    char objects[600];
    snprintf(objects, sizeof objects,
             OBJECT(4, "pad", 2880, 950, 64, 10,
                    PROPERTIES(SPEED("6"))) ",{\"id\":5,\"type\":\"crate\",\"x\":2896,\"y\":%d,"
                                            "\"width\":32,\"height\":32}",
             918 - fall_px);
    drive_open_track(objects);
    const Crate *crate = first_of(KIND_CRATE);
    drive_hold(LEAN_BACK, 1);
    while (drive_count_cues(CUE_PAD) == 0) {
        ck_assert_uint_lt(cw_world_tick(drive.session.world), 200);
        drive_hold(0, 1);
    }
    double highest_m = 0.0;
    for (int i = 0; i < 60; i++) {
        drive_hold(0, 1);
        highest_m = fmax(highest_m, cpBodyGetPosition(crate->body).y - 10.8125);
    }
    return highest_m;
}

TEST(test_a_pad_throws_to_its_speed_and_not_by_it)
{
    EXPECT_BETWEEN(thrown_m(0), 1.7, 1.9); /* 6 m/s squared over 2 g: 1.83 m */
    EXPECT_BETWEEN(thrown_m(96), 1.7, 1.9);
}

TEST(test_a_pad_throws_the_buggy_without_turning_it)
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

TEST(test_a_sleeping_crate_wakes_when_a_platform_comes)
{
    drive_open_track(OBJECT(4, "platform", 3200, 800, 64, 32, PROPERTIES(VALUE("path", "\"p\"")))
                         PATH(5, "p", "{\"x\":0,\"y\":144},{\"x\":192,\"y\":144}")
                             OBJECT(6, "crate", 3264, 928, 32, 32, ""));
    const Crate *crate = first_of(KIND_CRATE);
    drive_hold(0, 120);
    ck_assert(cpBodyIsSleeping(crate->body));
    double x_m = cpBodyGetPosition(crate->body).x;
    wait_ticks(360);
    ck_assert_double_gt(cpBodyGetPosition(crate->body).x, x_m + 2.0);
}

/* A lift that comes down, or goes up, on the buggy's place. */
static uint32_t trouble_under(int y_px, const char *rise, const char *more)
{
    char objects[900];
    snprintf(objects, sizeof objects,
             ",{\"id\":4,\"type\":\"lift\",\"x\":1824,\"y\":%d,\"width\":192,\"height\":16,"
             "\"properties\":[{\"name\":\"rise\",\"value\":%s}]}%s",
             y_px, rise, more);
    drive_open_track(objects);
    wait_ticks(360);
    return run_of(drive.session.world)->trouble;
}

TEST(test_a_machine_that_presses_it_against_something_crushes_it)
{
    const char *ceiling =
        ",{\"id\":7,\"type\":\"ground\",\"x\":1760,\"y\":800,\"polygon\":[{\"x\":"
        "0,\"y\":0},{\"x\":320,\"y\":0},{\"x\":320,\"y\":32},{\"x\":0,\"y\":32}]}";
    ck_assert_uint_eq(trouble_under(830, "-4", ""), TROUBLE_CRUSHED);
    ck_assert_uint_eq(trouble_under(960, "4", ceiling), TROUBLE_CRUSHED);
    ck_assert_uint_eq(trouble_under(960, "1", ceiling), TROUBLE_NONE);
    ck_assert_uint_eq(trouble_under(700, "-4", ""), TROUBLE_NONE);
}

TEST(test_a_hard_landing_on_a_machine_crushes_nothing)
{
    drive_open_track(LIFT(SPEED("6")));
    drive_hold(LEAN_BACK, 1);
    cpBodySetVelocity(drive_buggy()->chassis, cpv(0.0, 12.0));
    for (int i = 0; i < 400; i++) {
        drive_hold(0, 1);
        ck_assert_uint_eq(run_of(drive.session.world)->trouble, TROUBLE_NONE);
    }
}

#define ZOO                                                                                        \
    LIFT(VALUE("phase", "0.5"))                                                                    \
    OBJECT(6, "gear", 2240, 940, 128, 128, ELLIPSE PROPERTIES(SPEED("1.5")))                       \
    OBJECT(7, "gear", 2368, 940, 128, 128, ELLIPSE PROPERTIES(FREE))                               \
    OBJECT(8, "conveyor", 2560, 944, 200, 24, PROPERTIES(SPEED("3")))                              \
    OBJECT(9, "pad", 2820, 950, 64, 12, "")                                                        \
    OBJECT(10, "pendulum", 3000, 768, 48, 170, "") TRIGGER("lift gear6 conveyor8", "reverse", "")

TEST(test_rewinding_replays_machines_exactly)
{
    CwSnapshot snapshot = {0};
    drive_open_track(ZOO);
    for (int second = 0; second < 10; second++) {
        CwInputFrame input = drive.input;
        ck_assert(cw_world_snapshot(drive.session.world, &snapshot));
        drive_bot(60);
        uint64_t first = cw_world_hash(drive.session.world);
        double machine_J = run_of(drive.session.world)->machine_J;
        cw_world_restore(drive.session.world, &snapshot);
        drive.input = input;
        drive_bot(60);
        ck_assert_uint_eq(cw_world_hash(drive.session.world), first);
        ck_assert_double_eq(run_of(drive.session.world)->machine_J, machine_J);
    }
    cw_snapshot_free(&snapshot);
    ck_assert_int_ge(drive_count_cues(CUE_TRIGGER), 1);
}

TEST(test_what_is_wrong_is_left_out_with_object_and_remedy)
{
    const struct {
        const char *objects, *why;
    } bad[] = {
        {OBJECT(4, "lift", 0, 0, 32, 32, PROPERTIES(VALUE("rise", "0"))), "rise is less"},
        {OBJECT(4, "lift", 0, 0, 32, 32, PROPERTIES(SPEED("-1"))), "\"speed\" is -1: make it 0.05"},
        {OBJECT(4, "lift", 0, 0, 32, 32, PROPERTIES(SPEED("\"fast\""))), "\"speed\" is a text"},
        {OBJECT(4, "lift", 0, 0, 32, 32, ELLIPSE),
         "a lift is a rectangle in Tiled, not an ellipse"},
        {OBJECT(4, "platform", 0, 0, 32, 32, ""), "draw a polyline of class path"},
        {OBJECT(4, "platform", 0, 0, 32, 32, PROPERTIES(VALUE("path", "\"p\"")))
             PATH(5, "p", "{\"x\":0,\"y\":0},{\"x\":0,\"y\":1}"),
         "object 5 \"p\": its corner 2 lies on the one before"},
        {OBJECT(4, "conveyor", 0, 0, 32, 64, ""), "make it longer"},
        {OBJECT(4, "pendulum", 0, 0, 64, 32, ""), "make it higher"},
        {OBJECT(4, "trigger", 0, 0, 32, 32, ""), "it has no targets"},
        {OBJECT(4, "trigger", 0, 0, 32, 32, PROPERTIES(VALUE("targets", "\"x y\"")))
             FAR_LIFT("x", "true"),
         "\"y\", but no machine is called so"},
        {OBJECT(4, "trigger", 0, 0, 32, 32, PROPERTIES(VALUE("action", "\"go\""))),
         "choose start, stop, reverse or toggle"},
        {OBJECT(4, "gear", 0, 0, 16, 96, ELLIPSE), "make a gear 0.6 m or wider"},
        {OBJECT(4, "gear", 0, 0, 96, 96, ELLIPSE) OBJECT(5, "gear", 40, 0, 96, 96, ELLIPSE),
         "it overlaps gear 5"},
        {OBJECT(4, "gear", 0, 0, 96, 96, ELLIPSE) OBJECT(5, "gear", 96, 0, 96, 96, ELLIPSE),
         "set \"free\" of one"},
        {OBJECT(4, "gear", 0, 0, 96, 96, ELLIPSE PROPERTIES(VALUE("teeth", "50")))
             OBJECT(5, "gear", 96, 0, 96, 96, ELLIPSE PROPERTIES(FREE)),
         "give it about 26 teeth"},
        {OBJECT(4, "gear", 0, 0, 96, 96, ELLIPSE)
             OBJECT(5, "gear", 96, 0, 96, 96, ELLIPSE PROPERTIES(FREE))
                 OBJECT(6, "gear", 48, 83, 96, 96, ELLIPSE PROPERTIES(FREE)),
         "in a ring that jams"},
    };
    for (size_t i = 0; i < CW_ARRAY_LENGTH(bad); i++) {
        const char *said = drive_track_said(bad[i].objects);
        expect_text(said, bad[i].why);
        expect_text(said, "layer \"track\", object 4");
        expect_text(said, "(it is left out)");
        ck_assert_ptr_nonnull(drive_buggy());
    }
}
