/* Ledges, ropes, planks, oil, water, magnets and rotors, and that all of it rewinds. */
#include "support/drive.h"
#include "things/kinds.h"

FIXTURE(.tear_down = drive_close);

static void drive_to(double x_m, int value)
{
    while (drive_place().x < x_m) {
        ck_assert_uint_lt(cw_world_tick(drive_world()), 2400);
        ck_assert_uint_eq(drive_run()->trouble, TROUBLE_NONE);
        drive_deflect(ACTION_ACCELERATE, value, 1);
    }
}

/* Its upper side is 3 m above the track, from 2 m before the start to 2 m behind it. */
#define LEDGE OBJECT(7, "ledge", 1856, 864, 128, 10, "")

/* How far it is up and how it stands after a throw, tick by tick. */
static void note_flight(const char *objects, double *trace, int ticks)
{
    drive_open_track(objects);
    drive_hold(0, 30);
    drive_throw(cpv(0.3, 11.0));
    for (int i = 0; i < ticks; i++) {
        drive_hold(0, 1);
        trace[i] = drive_place().y + cpBodyGetAngle(drive_buggy()->chassis);
        ck_assert(i < 3 || !buggy_grounded(drive_buggy()));
    }
}

TEST(a_ledge_lets_through_from_below)
{
    enum { TICKS = 62 }; /* up and nearly back again */
    double with[TICKS], without[TICKS];
    note_flight("", without, TICKS);
    note_flight(LEDGE, with, TICKS);
    for (int i = 0; i < TICKS; i++) {
        ck_assert_double_eq(with[i], without[i]);
    }
    drive_hold(0, 180);
    ck_assert_double_eq_tol(drive_place().y, TRACK_GROUND_M + 3.0 + STAND_HEIGHT_M, 0.05);
}

TEST(a_buggy_that_does_not_clear_a_ledge_falls_back)
{
    drive_open_track(LEDGE);
    drive_hold(0, 30);
    drive_throw(cpv(0.0, 7.6)); /* the chassis gets above it, the wheels don't */
    double highest_m = 0.0;
    for (int i = 0; i < 180; i++) {
        drive_hold(0, 1);
        highest_m = fmax(highest_m, drive_place().y);
    }
    ck_assert_double_gt(highest_m, TRACK_GROUND_M + 3.1);
    ck_assert_double_eq_tol(drive_place().y, TRACK_GROUND_M + STAND_HEIGHT_M, 0.05);
}

TEST(a_ledge_lets_through_from_the_side)
{
    drive_open_track(OBJECT(7, "ledge", 2240, 936, 320, 10, "")); /* as high as its axles */
    double lowest_mps = 100.0;
    drive_hold(ACCELERATE, 80);
    for (int i = 0; i < 80; i++) {
        drive_hold(ACCELERATE, 1);
        lowest_mps = fmin(lowest_mps, drive_speed().x);
    }
    ck_assert_double_gt(drive_place().x, 75.0);
    ck_assert_double_gt(lowest_mps, 9.0);
}

TEST(a_sloping_ledge_of_several_pieces_bears_and_is_driven_up)
{
    drive_open_track(POLYLINE(7, "ledge", 2240, 960,
                              AT(0, 0) "," AT(160, -32) "," AT(320, -96) "," AT(640, -96), ""));
    drive_to(86.0, 50);
    ck_assert_uint_lt(cw_world_tick(drive_world()), 900);
    ck_assert_double_eq_tol(drive_place().y, TRACK_GROUND_M + 3.0 + STAND_HEIGHT_M, 0.2);
}

/* 4 m down from 6 m above the start. */
#define ROPE(more) POLYLINE(7, "rope", 2240, 700, AT(0, 0) "," AT(0, 128), more)

TEST(a_rope_bears_its_load)
{
    drive_open_track(ROPE(PROPERTIES(VALUE("load", "200"))));
    const Rope *rope = drive_first(KIND_ROPE);
    double y_m = cpBodyGetPosition(rope->load).y;
    drive_hold(0, 300);
    ck_assert_double_eq_tol(cpBodyGetPosition(rope->load).y, y_m, 0.15);
    ck_assert_int_eq(rope->link_count, 10);
    cpBodySetVelocity(rope->load, cpv(8.0, 0.0));
    drive_hold(0, 30);
    ck_assert_double_gt(fabs(cpBodyGetPosition(rope->load).x - 70.0), 0.5);
}

TEST(a_dangling_rope_is_no_ground_to_hop_from)
{
    drive_open_track(POLYLINE(7, "rope", 1950, 700, AT(0, 0) "," AT(0, 190), ""));
    drive_hold(0, 30);
    drive_throw(cpv(0.5, 7.0));
    CwEntity rope = cw_world_next_of(drive_world(), KIND_ROPE, (CwEntity){0});
    int touches = 0;
    for (int i = 0; i < 60; i++) {
        CwContact contact;
        drive_hold(0, 1);
        touches += cw_world_contacts(drive_world(), rope, &contact, 1) > 0;
        ck_assert(i < 3 || !buggy_grounded(drive_buggy()));
    }
    ck_assert_int_gt(touches, 5);
}

/* Behind the end of the track, so that there is nothing below; then ground again. */
#define BRIDGED(object)                                                                            \
    object POLYGON(5, "ground", 4320, 960, AT(0, 0) "," AT(640, 0) "," AT(640, 99) "," AT(0, 99))
#define PLANK BRIDGED(OBJECT(7, "plank", 4160, 960, 160, 8, PROPERTIES(VALUE("delay_ms", "500"))))

TEST(a_plank_holds_briefly_and_then_falls)
{
    drive_open_track(PLANK);
    drive_to(137.0, 127);
    ck_assert_double_gt(drive_place().y, TRACK_GROUND_M + 0.5);
    drive_open_track(PLANK);
    drive_to(132.5, 30);
    ck_assert(((const Plank *)drive_first(KIND_PLANK))->cracked);
    drive_hold(0, 60);
    ck_assert_int_eq(drive_count_cues(CUE_SNAP), 1);
    ck_assert_double_lt(drive_place().y, TRACK_GROUND_M);
    drive_hold(RESPAWN, 2);
    ck_assert(!((const Plank *)drive_first(KIND_PLANK))->breakage.broken);
    drive_to(137.0, 127);
}

TEST(a_plank_bears_a_crate)
{
    drive_open_track(OBJECT(7, "plank", 2240, 900, 160, 8, "")
                         OBJECT(7, "crate", 2300, 860, 32, 32, ""));
    drive_hold(0, 200);
    ck_assert(!((const Plank *)drive_first(KIND_PLANK))->cracked);
    const Crate *crate = drive_first(KIND_CRATE);
    ck_assert_double_eq_tol(cpBodyGetPosition(crate->body).y, 1280 / 32.0 - 900 / 32.0 + 0.5, 0.05);
}

#define BRIDGE(limit)                                                                              \
    BRIDGED(OBJECT(7, "bridge", 4160, 960, 160, 6.4, PROPERTIES(VALUE("breaks_N", limit))))

TEST(a_bridge_tears_at_speed_and_holds_at_a_crawl)
{
    drive_open_track(BRIDGE("2500"));
    drive_to(138.0, 25);
    drive_open_track(BRIDGE("2500"));
    drive_to(138.0, 127);
    ck_assert_int_eq(drive_count_cues(CUE_SNAP), 1);
}

TEST(a_torn_bridge_drops_the_buggy_and_is_whole_after_a_respawn)
{
    drive_open_track(BRIDGE("1200"));
    drive_to(131.0, 30);
    drive_hold(0, 300);
    ck_assert_uint_eq(drive_run()->respawn_count, 1); /* by itself */
    ck_assert(!((const Bridge *)drive_first(KIND_BRIDGE))->breakage.broken);
}

/* Under both wheels at the start and 8 m on. */
#define OIL(more) OBJECT(7, "oil", 1856, 958, 320, 8, more)

TEST(oil_reduces_grip_only_while_a_wheel_is_in_it)
{
    drive_open_track("");
    drive_hold(ACCELERATE, 60);
    double dry_m = drive_place().x - TRACK_START_M;
    drive_open_track(OIL(""));
    drive_hold(ACCELERATE, 60);
    ck_assert_double_lt(drive_place().x - TRACK_START_M, 0.5 * dry_m);
    drive_to(90.0, 127);
    ck_assert_double_eq(cpShapeGetFriction(drive_buggy()->treads[0]), WHEEL_FRICTION);
    drive_open_track(OIL(PROPERTIES(VALUE("grip", "1"))));
    drive_hold(ACCELERATE, 60);
    ck_assert_double_eq(drive_place().x - TRACK_START_M, dry_m);
}

/* A basin without a bottom behind the end of the track, then ground again. */
#define WATER                                                                                      \
    OBJECT(7, "water", 4160, 980, 640, 400, "")                                                    \
    OBJECT(7, "crate", 4320, 900, 32, 32, "")                                                      \
    POLYGON(5, "ground", 4640, 990, AT(0, 0) "," AT(640, 0) "," AT(640, 499) "," AT(0, 499))
#define WATER_TOP_M ((1280 - 980) / 32.0)

TEST(crates_float_high_and_the_buggy_floats_low)
{
    drive_open_track(WATER);
    drive_to(131.0, 60);
    drive_hold(0, 600);
    const Crate *crate = drive_first(KIND_CRATE);
    EXPECT_BETWEEN(cpBodyGetPosition(crate->body).y, WATER_TOP_M + 0.2, WATER_TOP_M + 0.5);
    EXPECT_BETWEEN(drive_place().y, WATER_TOP_M - 0.5, WATER_TOP_M + 0.2);
    ck_assert_double_lt(cpvlength(drive_speed()), 0.2);
    ck_assert_int_eq(drive_count_cues(CUE_SPLASH), 1);
}

TEST(the_buggy_paddles_slowly)
{
    drive_open_track(WATER);
    drive_to(131.0, 60);
    drive_hold(0, 300);
    double x_m = drive_place().x;
    drive_hold(ACCELERATE, 240);
    EXPECT_BETWEEN(drive_place().x - x_m, 4.0, 14.0);
    drive_hold(BRAKE, 300);
    ck_assert_double_lt(drive_speed().x, -0.5);
}

#define MAGNET(more)                                                                               \
    OBJECT(7, "magnet", 2240, 800, 48, 32, PROPERTIES(VALUE("pull", "60") more))                   \
    OBJECT(7, "crate", 2250, 928, 32, 32, "")

static double crate_height_m(const char *objects, int way)
{
    drive_open_track(objects);
    Magnet *magnet = drive_first(KIND_MAGNET);
    const Crate *crate = drive_first(KIND_CRATE);
    magnet->machine.way = way;
    drive_hold(0, 60);
    ck_assert_double_lt(cpBodyGetPosition(crate->body).y, 10.6);
    drive_hold(ACCELERATE, 1); /* nothing moves before the first input */
    drive_hold(0, 120);
    ck_assert(way < 0 || (drive_run()->machine_J > 0.0) == magnet->machine.running);
    return cpBodyGetPosition(crate->body).y;
}

TEST(a_magnet_that_is_on_pulls_up_a_crate)
{
    ck_assert_double_gt(crate_height_m(MAGNET(""), 1), 13.0);
    ck_assert_double_lt(crate_height_m(MAGNET(""), -1), 10.6);
    ck_assert_double_lt(crate_height_m(MAGNET("," VALUE("running", "false")), 1), 10.6);
}

#define ROTOR(y, more) OBJECT(7, "rotor", 2240, y, 128, 12, PROPERTIES(VALUE("speed", "3") more))

TEST(a_rotor_is_where_its_time_says)
{
    drive_open_track(ROTOR(700, ""));
    const Rotor *rotor = drive_first(KIND_ROTOR);
    drive_hold(0, 50);
    ck_assert_double_eq(cpBodyGetAngle(rotor->body), 0.0);
    drive_hold(ACCELERATE, 1);
    drive_hold(0, 599);
    ck_assert_double_eq_tol(cpBodyGetAngle(rotor->body), 30.0, 1e-9);
    ck_assert_double_lt(cpvdist(cpBodyGetPosition(rotor->body), rotor->pivot_m), 1e-9);
}

TEST(a_deadly_rotor_ends_the_drive_and_another_only_hits)
{
    const struct {
        const char *rotor;
        uint32_t trouble;
    } cases[] = {
        {ROTOR(850, "," VALUE("deadly", "true")), TROUBLE_CRUSHED},
        {ROTOR(892, "," VALUE("deadly", "true") "," VALUE("look", "\"saw\"")), TROUBLE_SAWN},
        {ROTOR(850, ""), TROUBLE_NONE},
        {ROTOR(850, "," VALUE("deadly", "true") "," VALUE("running", "false")), TROUBLE_NONE}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(cases); i++) {
        drive_open_track(cases[i].rotor);
        for (int tick = 0; tick < 240 && drive_run()->trouble == TROUBLE_NONE; tick++) {
            drive_hold(ACCELERATE, 1);
        }
        ck_assert_uint_eq(drive_run()->trouble, cases[i].trouble);
    }
}

static int count_sprites_of_rotor(bool colour_safe)
{
    const CwCamera camera = {.x_m = 72.0, .y_m = 13.0, .height_m = 11.0};
    CwFrame frame = drive_frame(&list, &camera);
    frame.comfort.colour_safe = colour_safe;
    rotor_draw(drive_world(), drive_first(KIND_ROTOR), &frame);
    int count = 0;
    for (uint32_t i = 0; i < list.command_count; i++) {
        count += list.commands[i].kind == DRAW_SPRITE;
    }
    return count;
}

TEST(a_deadly_rotor_has_a_warning_sign_with_safe_colours)
{
    drive_open_track(ROTOR(850, "," VALUE("deadly", "true")));
    int panels = count_sprites_of_rotor(false);
    ck_assert_int_eq(count_sprites_of_rotor(true), panels + 1);
    drive_open_track(ROTOR(850, ""));
    ck_assert_int_eq(count_sprites_of_rotor(true), panels);
}

/* Hammers reach the track, and the driver wants to be under them. */
TEST(no_rotor_freezes_the_buggy, .rounds = 8)
{
    const char *const speeds[] = {"-5", "-3", "-1.5", "-0.6", "0.6", "1.5", "3", "5"};
    drive_open_track(textf(OBJECT(7, "rotor", 2240, 850, 128, 40,
                                  PROPERTIES(VALUE("speed", "%s") "," VALUE("look", "\"hammer\""))),
                           speeds[_i]));
    double left_m = 0.0, right_m = 0.0;
    for (int i = 0; i < 1800; i++) {
        double x_m = drive_place().x;
        if (i % 300 == 0) {
            ck_assert(i == 0 || right_m - left_m > 0.5);
            left_m = right_m = x_m;
        }
        left_m = fmin(left_m, x_m), right_m = fmax(right_m, x_m);
        drive_hold(x_m < 69.0 ? ACCELERATE : BRAKE, 1);
        EXPECT_BETWEEN(x_m, 1.0, TRACK_END_M);
        ck_assert_double_gt(drive_place().y, TRACK_GROUND_M - 0.3);
        ck_assert_double_lt(cpvlength(drive_speed()), 60.0);
    }
}

#define ALL                                                                                        \
    LEDGE OIL("") MAGNET("") ROTOR(900, "") ROPE(PROPERTIES(VALUE("load", "60")))                  \
        OBJECT(7, "plank", 2800, 950, 160, 8, "")

TEST(all_things_rewind_exactly)
{
    drive_open_track(ALL WATER);
    drive_expect_repeats(8, false);
}

TEST(things_are_drawn_without_changing_the_world)
{
    drive_open_track(
        ALL OBJECT(7, "sign", 1930, 800, 96, 48, PROPERTIES(VALUE("text", "\"a\\nb\""))));
    drive_hold(ACCELERATE, 60);
    arena_protect(drive_world()->arena, true); /* a write would fault */
    ck_assert_uint_gt(drive_show(&list, 1.0 / 60, 0.5, NULL, 0), 50);
    arena_protect(drive_world()->arena, false);
}
