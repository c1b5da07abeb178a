/* What all machines share, platforms and lifts: they stand until the first input, are where their
 * time says to the last bit, carry what stands on them and obey triggers. */
#include "game/numbers.h"
#include "game/rules.h"
#include "support/drive.h"
#include "things/contraptions.h"

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
#define PROPERTY(name, value) "{\"name\":\"" name "\",\"value\":" value "}"

TEST(test_machines_stand_until_the_first_input)
{
    drive_open_track(LIFT(PROPERTY("wait", "0")));
    double y_m = lift_at().y;
    drive_hold(0, 60);
    ck_assert_double_eq(lift_at().y, y_m);
    drive_hold(LEAN_BACK, 1);
    drive_hold(0, 60);
    ck_assert_double_gt(lift_at().y, y_m + 0.2);
}

TEST(test_a_lift_carries_the_buggy_and_is_where_its_time_says)
{
    drive_open_track(LIFT(PROPERTY("wait", "2") "," PROPERTY("rise", "2")));
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
    drive_open_track(LIFT(PROPERTY("called", "true") "," PROPERTY("rise", "1")));
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
    "\"properties\":[" PROPERTY("targets", "\"" targets "\"") "," PROPERTY(                        \
        "action", "\"" action "\"") more "]}"

#define FAR_LIFT(name, running)                                                                    \
    ",{\"id\":6,\"name\":\"" name "\",\"type\":\"lift\",\"x\":3200,\"y\":800,\"width\":128,"       \
    "\"height\":16,\"properties\":[" PROPERTY("running", running) "]}"

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
    machine = drive_through(
        FAR_LIFT("a", "false") TRIGGER("a", "toggle", "," PROPERTY("once", "true")), 2);
    ck_assert(machine->running);
    machine = drive_through(FAR_LIFT("a", "true") TRIGGER("a", "reverse", ""), 1);
    ck_assert_int_eq(machine->way, -1);
    ck_assert(!drive_through(FAR_LIFT("a", "true") TRIGGER("a", "stop", ""), 1)->running);
}
