/* Ledges, ropes, planks, oil, water, magnets and rotors: what they do to the buggy and to crates,
 * what they refuse, and that all of it rewinds. */
#include "common/numbers.h"
#include "common/run.h"
#include "common/sprites.h"
#include "draw/draw_list.h"
#include "support/drive.h"
#include "support/temp_folder.h"
#include "things/kinds.h"
#include "windup/windup.h"

#include <math.h>

enum { ACCELERATE = 1 << ACTION_ACCELERATE, RESPAWN = 1 << ACTION_RESPAWN };

FIXTURE(.tear_down = drive_close);

#define PROPERTIES(...) ",\"properties\":[" __VA_ARGS__ "]"
#define VALUE(name, value) "{\"name\":\"" name "\",\"value\":" value "}"
#define RECT(type, x, y, width, height, more)                                                      \
    ",{\"id\":7,\"type\":\"" type "\",\"x\":" #x ",\"y\":" #y ",\"width\":" #width                 \
    ",\"height\":" #height more "}"

static CwWorld *world_of_track(const char *objects)
{
    drive_open_track(objects);
    return drive.session.world;
}

static void *first_of(int kind)
{
    return cw_world_data(drive.session.world,
                         cw_world_next_of(drive.session.world, kind, (CwEntity){0}));
}

/* Everything of the buggy at once. */
static void throw_it(cpVect velocity_mps)
{
    Buggy *buggy = drive_buggy();
    cpBody *parts[] = {buggy->chassis, buggy->wheels[0], buggy->wheels[1]};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(parts); i++) {
        cpBodySetVelocity(parts[i], velocity_mps);
    }
}

/* Its upper side is 3 m above the track, from 2 m before the start to 2 m behind it. */
#define LEDGE RECT("ledge", 1856, 864, 128, 10, "")

/* How far it is up and how it stands after a throw, tick by tick. */
static void note_flight(const char *objects, double *trace, int ticks)
{
    drive_open_track(objects);
    drive_hold(0, 30);
    throw_it(cpv(0.3, 11.0));
    for (int i = 0; i < ticks; i++) {
        drive_hold(0, 1);
        trace[i] = drive_place().y + cpBodyGetAngle(drive_buggy()->chassis);
        ck_assert(i < 3 || !buggy_grounded(drive_buggy()));
    }
}

TEST(test_a_ledge_is_air_from_below)
{
    enum { TICKS = 62 }; /* up and nearly back again */
    double with[TICKS], without[TICKS];
    note_flight(LEDGE, with, TICKS);
    note_flight("", without, TICKS);
    for (int i = 0; i < TICKS; i++) {
        ck_assert_double_eq(with[i], without[i]);
    }
    drive_open_track(LEDGE);
    drive_hold(0, 30);
    throw_it(cpv(0.3, 11.0));
    drive_hold(0, 240);
    ck_assert_double_eq_tol(drive_place().y, TRACK_GROUND_M + 3.0 + STAND_HEIGHT_M, 0.05);
}

TEST(test_what_does_not_get_through_a_ledge_falls_back)
{
    drive_open_track(LEDGE);
    drive_hold(0, 30);
    throw_it(cpv(0.0, 7.6)); /* the chassis gets above it, the wheels don't */
    double highest_m = 0.0;
    for (int i = 0; i < 180; i++) {
        drive_hold(0, 1);
        highest_m = fmax(highest_m, drive_place().y);
    }
    ck_assert_double_gt(highest_m, TRACK_GROUND_M + 3.1);
    ck_assert_double_eq_tol(drive_place().y, TRACK_GROUND_M + STAND_HEIGHT_M, 0.05);
}

TEST(test_a_ledge_is_air_from_the_side)
{
    drive_open_track(RECT("ledge", 2240, 936, 320, 10, "")); /* as high as its axles */
    double lowest_mps = 100.0;
    drive_hold(ACCELERATE, 80);
    for (int i = 0; i < 80; i++) {
        drive_hold(ACCELERATE, 1);
        lowest_mps = fmin(lowest_mps, drive_speed().x);
    }
    ck_assert_double_gt(drive_place().x, 75.0);
    ck_assert_double_gt(lowest_mps, 9.0);
}

TEST(test_a_sloping_ledge_of_several_pieces_bears_and_is_driven_up)
{
    drive_open_track(
        ",{\"id\":7,\"type\":\"ledge\",\"x\":2240,\"y\":960,\"polyline\":[{\"x\":0,"
        "\"y\":0},{\"x\":160,\"y\":-32},{\"x\":320,\"y\":-96},{\"x\":640,\"y\":-96}]}");
    while (drive_place().x < 86.0) {
        ck_assert_uint_lt(cw_world_tick(drive.session.world), 900);
        drive_deflect(ACTION_ACCELERATE, 50, 1);
    }
    ck_assert_double_eq_tol(drive_place().y, TRACK_GROUND_M + 3.0 + STAND_HEIGHT_M, 0.2);
}

/* 4 m down from 6 m above the start. */
#define ROPE(more)                                                                                 \
    ",{\"id\":7,\"type\":\"rope\",\"x\":2240,\"y\":700,\"polyline\":[{\"x\":0,\"y\":0},"           \
    "{\"x\":0,\"y\":128}]" more "}"

TEST(test_a_rope_bears_its_load)
{
    drive_open_track(ROPE(PROPERTIES(VALUE("load", "200"))));
    const Rope *rope = first_of(KIND_ROPE);
    double y_m = cpBodyGetPosition(rope->load).y;
    drive_hold(0, 300);
    ck_assert_double_eq_tol(cpBodyGetPosition(rope->load).y, y_m, 0.15);
    ck_assert_int_eq(rope->link_count, 10);
    cpBodySetVelocity(rope->load, cpv(8.0, 0.0));
    drive_hold(0, 30);
    ck_assert_double_gt(fabs(cpBodyGetPosition(rope->load).x - 70.0), 0.5);
}

TEST(test_a_rope_snaps_under_too_much_and_is_whole_again_after_a_respawn)
{
    drive_open_track(ROPE(PROPERTIES(VALUE("load", "60") "," VALUE("breaks_N", "2000"))));
    Rope *rope = first_of(KIND_ROPE);
    drive_hold(0, 120);
    ck_assert_int_eq(drive_count_cues(CUE_SNAP), 0);
    cpBodySetVelocity(rope->load, cpv(0.0, -6.0));
    drive_hold(0, 120);
    ck_assert_int_eq(drive_count_cues(CUE_SNAP), 1);
    ck_assert_double_lt(cpBodyGetPosition(rope->load).y, TRACK_GROUND_M + 1.0);
    drive_hold(RESPAWN, 2);
    rope = first_of(KIND_ROPE);
    ck_assert(!rope->breakage.broken);
    ck_assert_double_gt(cpBodyGetPosition(rope->load).y, TRACK_GROUND_M + 3.0);
}

TEST(test_a_dangling_rope_is_no_ground_to_hop_from)
{
    drive_open_track(",{\"id\":7,\"type\":\"rope\",\"x\":1950,\"y\":700,\"polyline\":[{\"x\":0,"
                     "\"y\":0},{\"x\":0,\"y\":190}]}");
    drive_hold(0, 30);
    throw_it(cpv(0.5, 7.0));
    CwEntity rope = cw_world_next_of(drive.session.world, KIND_ROPE, (CwEntity){0});
    int touches = 0;
    for (int i = 0; i < 60; i++) {
        CwContact contact;
        drive_hold(0, 1);
        touches += cw_world_contacts(drive.session.world, rope, &contact, 1) > 0;
        ck_assert(i < 3 || !buggy_grounded(drive_buggy()));
    }
    ck_assert_int_gt(touches, 5);
}

/* Behind the end of the track, so that there is nothing below; then ground again. */
#define BRIDGED(object)                                                                            \
    object ",{\"id\":5,\"type\":\"ground\",\"x\":4320,\"y\":960,\"polygon\":[{\"x\":0,\"y\":0},{"  \
           "\"x\":640,\"y\":0},{\"x\":640,\"y\":99},{\"x\":0,\"y\":99}]}"
#define PLANK BRIDGED(RECT("plank", 4160, 960, 160, 8, PROPERTIES(VALUE("delay_ms", "500"))))

static void drive_to(double x_m, int value)
{
    while (drive_place().x < x_m) {
        ck_assert_uint_lt(cw_world_tick(drive.session.world), 2400);
        ck_assert_uint_eq(run_of(drive.session.world)->trouble, TROUBLE_NONE);
        drive_deflect(ACTION_ACCELERATE, value, 1);
    }
}

TEST(test_a_plank_bears_who_hurries_and_drops_who_waits)
{
    drive_open_track(PLANK);
    drive_to(137.0, 127);
    ck_assert_double_gt(drive_place().y, TRACK_GROUND_M + 0.5);
    drive_open_track(PLANK);
    drive_to(132.5, 30);
    ck_assert(((const Plank *)first_of(KIND_PLANK))->cracked);
    drive_hold(0, 60);
    ck_assert_int_eq(drive_count_cues(CUE_SNAP), 1);
    ck_assert_double_lt(drive_place().y, TRACK_GROUND_M);
    drive_hold(RESPAWN, 2);
    ck_assert(!((const Plank *)first_of(KIND_PLANK))->breakage.broken);
    drive_to(137.0, 127);
}

TEST(test_a_plank_bears_a_crate)
{
    drive_open_track(RECT("plank", 2240, 900, 160, 8, "") RECT("crate", 2300, 860, 32, 32, ""));
    drive_hold(0, 200);
    ck_assert(!((const Plank *)first_of(KIND_PLANK))->cracked);
    const Crate *crate = first_of(KIND_CRATE);
    ck_assert_double_eq_tol(cpBodyGetPosition(crate->body).y, 1280 / 32.0 - 900 / 32.0 + 0.5, 0.05);
}

#define BRIDGE(limit)                                                                              \
    BRIDGED(RECT("bridge", 4160, 960, 160, 6.4, PROPERTIES(VALUE("breaks_N", limit))))

TEST(test_a_bridge_tears_under_who_hurries_and_bears_who_crawls)
{
    drive_open_track(BRIDGE("2500"));
    drive_to(138.0, 25);
    drive_open_track(BRIDGE("2500"));
    drive_to(138.0, 127);
    ck_assert_int_eq(drive_count_cues(CUE_SNAP), 1);
}

TEST(test_a_torn_bridge_lets_fall_and_is_whole_after_a_respawn)
{
    drive_open_track(BRIDGE("1200"));
    drive_to(131.0, 30);
    drive_hold(0, 300);
    ck_assert_uint_eq(run_of(drive.session.world)->trouble, TROUBLE_FELL);
    drive_hold(RESPAWN, 2);
    ck_assert(!((const Bridge *)first_of(KIND_BRIDGE))->breakage.broken);
}

/* Under both wheels at the start and 8 m on. */
#define OIL(more) RECT("oil", 1856, 958, 320, 8, more)

TEST(test_oil_takes_the_grip_and_leaves_none_of_itself)
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
    RECT("water", 4160, 980, 640, 400, "")                                                         \
    RECT("crate", 4320, 900, 32, 32, "")                                                           \
    ",{\"id\":5,\"type\":\"ground\",\"x\":4640,\"y\":990,\"polygon\":[{\"x\":0,\"y\":0},{"         \
    "\"x\":640,\"y\":0},{\"x\":640,\"y\":499},{\"x\":0,\"y\":499}]}"
#define WATER_TOP_M ((1280 - 980) / 32.0)

TEST(test_crates_float_high_and_the_buggy_floats_low)
{
    drive_open_track(WATER);
    drive_to(131.0, 60);
    drive_hold(0, 600);
    const Crate *crate = first_of(KIND_CRATE);
    EXPECT_BETWEEN(cpBodyGetPosition(crate->body).y, WATER_TOP_M + 0.2, WATER_TOP_M + 0.5);
    EXPECT_BETWEEN(drive_place().y, WATER_TOP_M - 0.5, WATER_TOP_M + 0.2);
    ck_assert_double_lt(cpvlength(drive_speed()), 0.2);
    ck_assert_int_eq(drive_count_cues(CUE_SPLASH), 1);
}

TEST(test_the_buggy_paddles_slowly)
{
    drive_open_track(WATER);
    drive_to(131.0, 60);
    drive_hold(0, 300);
    double x_m = drive_place().x;
    drive_hold(ACCELERATE, 240);
    EXPECT_BETWEEN(drive_place().x - x_m, 4.0, 14.0);
    drive_hold(1 << ACTION_BRAKE, 300);
    ck_assert_double_lt(drive_speed().x, -0.5);
}

/* Moving and lying, of buggy and crate; J. */
static double energy_J(void)
{
    const Crate *crate = first_of(KIND_CRATE);
    const Buggy *buggy = drive_buggy();
    cpBody *bodies[] = {buggy->chassis, buggy->wheels[0], buggy->wheels[1], crate->body};
    double sum_J = 0.0;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(bodies); i++) {
        sum_J += cpBodyKineticEnergy(bodies[i]) / 2.0 +
                 cpBodyGetMass(bodies[i]) * 9.81 * cpBodyGetPosition(bodies[i]).y;
    }
    return sum_J;
}

TEST(test_water_gives_no_more_than_the_ledger_says)
{
    drive_open_track(WATER);
    drive_to(131.0, 60);
    double start_J = energy_J() - run_of(drive.session.world)->machine_J;
    for (int i = 0; i < 600; i++) {
        drive_hold(0, 1);
        double given_J = run_of(drive.session.world)->machine_J;
        ck_assert_double_lt(energy_J() - given_J, start_J + 60.0); /* the springs' */
    }
}

#define MAGNET(more)                                                                               \
    RECT("magnet", 2240, 800, 48, 32, PROPERTIES(VALUE("pull", "60") more))                        \
    RECT("crate", 2250, 928, 32, 32, "")

static double crate_height_m(const char *objects, int way)
{
    CwWorld *world = world_of_track(objects);
    ((Magnet *)first_of(KIND_MAGNET))->machine.way = way;
    drive_hold(0, 60);
    ck_assert_double_lt(cpBodyGetPosition(((Crate *)first_of(KIND_CRATE))->body).y, 10.6);
    drive_hold(ACCELERATE, 1); /* nothing moves before the first input */
    drive_hold(0, 120);
    ck_assert(way < 0 || (run_of(world)->machine_J > 0.0) ==
                             ((Magnet *)first_of(KIND_MAGNET))->machine.running);
    return cpBodyGetPosition(((Crate *)first_of(KIND_CRATE))->body).y;
}

TEST(test_a_magnet_that_is_on_pulls_up_a_crate)
{
    ck_assert_double_gt(crate_height_m(MAGNET(""), 1), 13.0);
    ck_assert_double_lt(crate_height_m(MAGNET(""), -1), 10.6);
    ck_assert_double_lt(crate_height_m(MAGNET("," VALUE("running", "false")), 1), 10.6);
}

#define ROTOR(y, more) RECT("rotor", 2240, y, 128, 12, PROPERTIES(VALUE("speed", "3") more))

TEST(test_a_rotor_is_where_its_time_says)
{
    drive_open_track(ROTOR(700, ""));
    const Rotor *rotor = first_of(KIND_ROTOR);
    drive_hold(0, 50);
    ck_assert_double_eq(cpBodyGetAngle(rotor->body), 0.0);
    drive_hold(ACCELERATE, 1);
    drive_hold(0, 599);
    ck_assert_double_eq_tol(cpBodyGetAngle(rotor->body), 30.0, 1e-9);
    ck_assert_double_lt(cpvdist(cpBodyGetPosition(rotor->body), rotor->pivot_m), 1e-9);
}

TEST(test_a_deadly_rotor_ends_the_drive_and_another_only_hits)
{
    drive_open_track(ROTOR(850, "," VALUE("deadly", "true")));
    drive_hold(ACCELERATE, 240);
    ck_assert_uint_eq(run_of(drive.session.world)->trouble, TROUBLE_CRUSHED);
    drive_open_track(ROTOR(850, ""));
    drive_hold(ACCELERATE, 240);
    ck_assert_uint_eq(run_of(drive.session.world)->trouble, TROUBLE_NONE);
    drive_open_track(ROTOR(850, "," VALUE("deadly", "true") "," VALUE("running", "false")));
    drive_hold(ACCELERATE, 240);
    ck_assert_uint_eq(run_of(drive.session.world)->trouble, TROUBLE_NONE);
}

static int count_polygons_of_rotor(bool colour_safe)
{
    CwDrawList list = {0};
    Session *session = &drive.session;
    const SpriteTable table = {.sprites = windup_sprites,
                               .count = SPRITE_COUNT,
                               .camera_height_m = windup_game.camera_height_m};
    CwEntity rotor = cw_world_next_of(session->world, KIND_ROTOR, (CwEntity){0});
    CwFrame frame = {.draw = &list,
                     .camera = &session->camera,
                     .alpha = 1.0,
                     .comfort.colour_safe = colour_safe};
    session->camera = (CwCamera){.x_m = 72.0, .y_m = 13.0, .height_m = 11.0};
    draw_list_begin(&list, &session->camera, &table);
    rotor_draw(session->world, cw_world_data(session->world, rotor), &frame);
    int count = 0;
    for (uint32_t i = 0; i < list.command_count; i++) {
        count += list.commands[i].kind == DRAW_POLYGON;
    }
    draw_list_free(&list);
    return count;
}

TEST(test_what_kills_bears_a_triangle_among_safe_colours)
{
    drive_open_track(ROTOR(850, "," VALUE("deadly", "true")));
    ck_assert_int_eq(count_polygons_of_rotor(false), 0);
    ck_assert_int_eq(count_polygons_of_rotor(true), 2); /* its edge and its ground */
    drive_open_track(ROTOR(850, ""));
    ck_assert_int_eq(count_polygons_of_rotor(true), 0);
}

/* Hammers that reach the track, at several speeds, with a driver who wants to be under them: he is
 * thrown about, into nothing and out of it again. */
TEST(test_no_rotor_freezes_the_buggy, .rounds = 8)
{
    const char *const speeds[] = {"-5", "-3", "-1.5", "-0.6", "0.6", "1.5", "3", "5"};
    drive_open_track(textf(RECT("rotor", 2240, 850, 128, 40,
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
        drive_hold(x_m < 69.0 ? ACCELERATE : 1 << ACTION_BRAKE, 1);
        run_of(drive.session.world)->trouble = TROUBLE_NONE; /* crushed or not, it must go on */
        EXPECT_BETWEEN(x_m, 1.0, TRACK_END_M);
        ck_assert_double_gt(drive_place().y, TRACK_GROUND_M - 0.3);
        ck_assert_double_lt(cpvlength(drive_speed()), 60.0);
    }
}

#define ALL                                                                                        \
    LEDGE OIL("") MAGNET("") ROTOR(900, "") ROPE(PROPERTIES(VALUE("load", "60")))                  \
        RECT("plank", 2800, 950, 160, 8, "")

TEST(test_all_of_them_rewind_exactly)
{
    CwSnapshot snapshot = {0};
    drive_open_track(ALL WATER);
    for (int part = 0; part < 8; part++) {
        CwInputFrame input = drive.input;
        ck_assert(cw_world_snapshot(drive.session.world, &snapshot));
        drive_hold(ACCELERATE, 60);
        uint64_t first = cw_world_hash(drive.session.world);
        cw_world_restore(drive.session.world, &snapshot);
        drive.input = input;
        drive_hold(ACCELERATE, 60);
        ck_assert_uint_eq(cw_world_hash(drive.session.world), first);
    }
    cw_snapshot_free(&snapshot);
}

TEST(test_they_are_drawn_without_touching_the_world)
{
    CwDrawList list = {0};
    drive_open_track(ALL RECT("sign", 1930, 800, 96, 48, PROPERTIES(VALUE("text", "\"a\\nb\""))));
    drive_hold(ACCELERATE, 60);
    world_protect(drive.session.world, true); /* a write would fault */
    ck_assert_uint_gt(drive_show(&list, 1.0 / 60, 0.5, NULL, 0), 50);
    world_protect(drive.session.world, false);
    int lines = 0;
    for (uint32_t i = 0; i < list.command_count; i++) {
        lines += list.commands[i].layer == LAYER_DECOR && list.commands[i].kind == DRAW_TEXT;
    }
    ck_assert_int_eq(lines, 2);
    draw_list_free(&list);
}

typedef struct Refusal {
    const char *object;
    const char *words;
} Refusal;

static const Refusal REFUSALS[] = {
    {RECT("rope", 64, 64, 64, 64, ""), "object 7: a rope is a polyline in Tiled"},
    {",{\"id\":7,\"type\":\"ledge\",\"x\":5,\"y\":5,\"point\":true}",
     "object 7: a ledge is a polyline or a rectangle in Tiled, not a point"},
    {",{\"id\":7,\"type\":\"ledge\",\"x\":5,\"y\":5,\"polyline\":[{\"x\":0,\"y\":0},{\"x\":9,"
     "\"y\":90}]}",
     "object 7: it is steeper than 60 degrees before corner 2"},
    {",{\"id\":7,\"type\":\"rope\",\"x\":5,\"y\":5,\"polyline\":[{\"x\":0,\"y\":0},{\"x\":0,"
     "\"y\":90},{\"x\":0,\"y\":90}]}",
     "object 7: its corner 3 lies on the one before"},
    {ROPE(PROPERTIES(VALUE("load", "-5"))), "object 7: property \"load\" is -5: make it 0 to"},
    {ROPE(PROPERTIES(VALUE("links", "\"many\""))), "object 7: property \"links\" is a text"},
    {RECT("sign", 64, 64, 64, 64, ""), "object 7: it says nothing"},
    {RECT("oil", 64, 64, 64, 64, PROPERTIES(VALUE("grip", "2"))), "\"grip\" is 2: make it 0 to 1"},
    {RECT("water", 64, 64, 64, 64, ",\"rotation\":30"), "object 7: water lies level"},
    {RECT("magnet", 64, 64, 64, 64, PROPERTIES(VALUE("radius", "0"))), "make it 0.5 to 50"},
    {RECT("rotor", 64, 64, 64, 64, PROPERTIES(VALUE("look", "\"axe\""))),
     "object 7: its look \"axe\" is unknown: choose beam, saw or hammer"},
};

TEST(test_what_is_wrong_is_named_with_its_remedy, .rounds = CW_ARRAY_LENGTH(REFUSALS))
{
    const char *said = drive_track_said(REFUSALS[_i].object);
    expect_text(said, REFUSALS[_i].words);
    expect_text(said, "layer \"track\"");
    expect_text(said, "(it is left out)");
    ck_assert_ptr_nonnull(drive_buggy());
}
