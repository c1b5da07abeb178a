/* Windup's levels: what they must hold and what is refused; the bot, Tiled and the camera. */
#include "sim/poison.h"
#include "support/drawn_text.h"
#include "support/drive.h"
#include "support/temp_folder.h"

#include <glob.h>

#define FIRST_WIND "assets/levels/first-wind.tmj"
#define NIGHT_SHIFT "assets/levels/night-shift.tmj"

static const char *const LEVELS[] = {FIRST_WIND, "assets/levels/clock-meadow.tmj",
                                     "assets/levels/gear-works.tmj", NIGHT_SHIFT};
enum { LEVEL_COUNT = CW_ARRAY_LENGTH(LEVELS) };

FIXTURE(.tear_down = drive_close);

TEST(bot_finishes_first_wind_without_respawn, .rounds = POISON_WORKS ? 1 : 3, .quick_rounds = 1)
{
    const int rates[] = {60, 30, 120};
    drive_open(FIRST_WIND, rates[_i]);
    int ticks = drive_bot(60 * rates[_i]);
    const Race *race = drive_run();
    ck_assert_msg(race->finished, "stuck at x = %g m", drive_place().x);
    ck_assert_uint_eq(race->respawn_count, 0);
    ck_assert_int_le(ticks, 40 * rates[_i]);
    ck_assert_double_eq(race_probe(drive_world()).progress, 1.0);
}

/* Minutes under sanitizers, which see the bot in the test before. */
TEST(every_checkpoint_is_a_place_to_finish_from, .slow = true, .rounds = LEVEL_COUNT,
     .left_out = POISON_WORKS)
{
    drive_open(LEVELS[_i], 60);
    Race *race = drive_run();
    for (int respawns = 1; !race->finished; respawns++) {
        double respawn_m = race->respawn_m.x;
        while (race->respawn_m.x == respawn_m && !race->finished) {
            ck_assert_uint_lt(cw_world_tick(drive_world()), 6000);
            drive_bot(1);
        }
        drive_hold(0, 1);
        drive_hold(race->finished ? 0 : RESPAWN, 1);
        ck_assert_uint_ge(race->respawn_count,
                          (uint32_t)(race->finished ? respawns - 1 : respawns));
    }
}

TEST(wild_driving_breaks_nothing, .rounds = LEVEL_COUNT)
{
    CwRng rng = seeded_rng(7, 7);
    drive_open(LEVELS[_i], 60);
    for (int i = 0; i < 300; i++) {
        unsigned actions = cw_rng_next(&rng) & ((1u << ACTION_COUNT) - 1);
        drive_hold(actions | (i % 3 != 0 ? ACCELERATE : 0u), 20);
        ck_assert(isfinite(drive_place().x));
        ck_assert_double_gt(drive_place().y, FALL_LIMIT_M - 1.0);
    }
}

TEST(progress_grows_and_is_zero_after_a_fall)
{
    drive_open(FIRST_WIND, 60);
    ck_assert_double_eq_tol(race_probe(drive_world()).progress, 0.0, 1e-6);
    drive_bot(600);
    EXPECT_BETWEEN(race_probe(drive_world()).progress, 0.2, 0.6);
    ck_assert_ptr_eq(race_probe(drive_world()).player, drive_buggy()->chassis);
    race_cause_trouble(drive_world(), TROUBLE_FELL);
    ck_assert_double_eq(race_probe(drive_world()).progress, 0.0);
    ck_assert_double_gt(race_progress(drive_world()), 0.2);
}

/* The track's file is gone when it is open. */
TEST(a_second_world_has_the_map_of_the_first)
{
    drive_open_track("");
    CwSimDesc desc = cw_sim_desc_of(drive_world());
    CwSim *twin = cw_sim_open(&desc, &error);
    EXPECT_OK(twin != NULL);
    for (int i = 0; i < 200; i++) {
        drive_hold(ACCELERATE, 1);
        EXPECT_OK(cw_sim_tick(twin, &(CwTickInput){.players = {drive.input}}, &error));
    }
    ck_assert_uint_eq(cw_world_hash(cw_sim_world(twin)), cw_world_hash(drive_world()));
    ck_assert_double_gt(cpBodyGetPosition(cw_world_probe(cw_sim_world(twin)).player).x,
                        TRACK_START_M + 5);
}

typedef struct Refusal {
    const char *objects;
    const char *words;
} Refusal;

#define POINT(id, type, x)                                                                         \
    ",{\"id\":" #id ",\"type\":\"" type "\",\"x\":" #x ",\"y\":64,\"point\":true}"
#define START POINT(8, "start", 64)
#define FINISH OBJECT(9, "finish", 900, 64, 64, 64, "")
#define SMALL(type, more) OBJECT(7, type, 5, 5, 64, 64, more)
#define WITH(name, value) PROPERTIES(VALUE(name, value))
#define L_8_TIMES "l l l l l l l l "
#define COG OBJECT(20, "cog", 5, 5, 64, 64, "")

static const Refusal WRONG[] = {
    {SMALL("grond", ""),
     "layer \"track\", object 7: its class \"grond\" is unknown, the nearest is \"ground\""},
    {SMALL("exit", ""), "layer \"track\", object 7: its class \"exit\" is unknown: docs/levels.md"},
    {SMALL("", ""), "object 7: it has no class: docs/levels.md"},
    {SMALL("ground", NAME("hill")), "object 7 \"hill\": a ground is a polygon"},
    {SMALL("decor", WITH("sprite", "\"cake\"")), "object 7: its sprite \"cake\" is unknown"},
    {OBJECT(7, "crate", 0, 0, 1, 64, ""), "object 7: it is 0.03125 x 2 m"},
    {POLYGON(7, "ground", 0, 0, AT(0, 0) "," AT(9, 9) "," AT(9, 0) "," AT(0, 9)), "object 7: "},
    {SMALL("path", NAME("p")) OBJECT(8, "platform", 5, 5, 64, 64, WITH("path", "\"p\"")),
     "object 8: there is no path \"p\""},
    {SMALL("rope", ""), "object 7: a rope is a polyline in Tiled"},
    {POINT(7, "ledge", 5), "object 7: a ledge is a polyline or a rectangle in Tiled, not a point"},
    {POLYLINE(7, "ledge", 5, 5, AT(0, 0) "," AT(9, 90), ""),
     "object 7: it is steeper than 60 degrees before corner 2"},
    {POLYLINE(7, "rope", 5, 5, AT(0, 0) "," AT(0, 90) "," AT(0, 90), ""),
     "object 7: its corner 3 lies on the one before"},
    {POLYLINE(7, "rope", 5, 5, AT(0, 0) "," AT(0, 90), WITH("load", "-5")),
     "object 7: property \"load\" is -5: make it 0 to"},
    {SMALL("sign", ""), "object 7: it has no text"},
    {SMALL("oil", WITH("grip", "2")), "\"grip\" is 2: make it 0 to 1"},
    {SMALL("water", ",\"rotation\":30"), "object 7: water must be level"},
    {SMALL("magnet", WITH("radius", "0")), "make it 0.5 to 50"},
    {SMALL("rotor", WITH("look", "\"axe\"")),
     "object 7: its look \"axe\" is unknown: choose beam, saw or hammer"},
    {SMALL("lift", WITH("rise", "0")), "rise is less"},
    {SMALL("lift", WITH("speed", "-1")), "\"speed\" is -1: make it 0.05"},
    {SMALL("lift", WITH("speed", "\"fast\"")), "\"speed\" is a text"},
    {SMALL("lift", ELLIPSE), "a lift is a rectangle in Tiled, not an ellipse"},
    {SMALL("platform", ""), "draw a polyline of class path"},
    {SMALL("platform", WITH("path", "\"p\""))
         POLYLINE(8, "path", 0, 0, AT(0, 0) "," AT(0, 1), NAME("p")),
     "object 8 \"p\": its corner 2 lies on the one before"},
    {OBJECT(7, "conveyor", 0, 0, 32, 64, ""), "make it longer"},
    {OBJECT(7, "pendulum", 0, 0, 64, 32, ""), "make it higher"},
    {SMALL("trigger", ""), "it has no targets"},
    {SMALL("trigger", WITH("targets", "\"x y\"")) OBJECT(9, "lift", 3200, 800, 128, 16, NAME("x")),
     "\"y\", but there is no such machine"},
    {SMALL("lift", NAME("l"))
         OBJECT(8, "trigger", 64, 5, 64, 64,
                WITH("targets", "\"" L_8_TIMES L_8_TIMES L_8_TIMES L_8_TIMES "l\"")),
     "it has more than 32 targets"},
    {SMALL("trigger", WITH("action", "\"go\"")), "choose start, stop, reverse or toggle"},
    {OBJECT(7, "gear", 0, 0, 16, 96, ELLIPSE), "make a gear 0.6 m or wider"},
};

/* What is said on stderr about these objects of the track, up to the next call. */
static const char *said_of_track(const char *more_objects)
{
    temp_listen();
    drive_open_track(more_objects);
    return temp_said();
}

TEST(a_wrong_object_is_left_out_and_the_rest_loads, .rounds = CW_ARRAY_LENGTH(WRONG))
{
    const char *objects = textf("%s" COG, WRONG[_i].objects);
    const char *said = said_of_track(objects);
    expect_text(said, WRONG[_i].words);
    expect_text(said, "(it is left out)");
    ck_assert_uint_eq(drive_run()->cog_count, 1);
    if (_i < 7) { /* nothing but the cog is right */
        uint64_t hash = cw_world_hash(drive_world());
        drive_open_track(COG);
        ck_assert_uint_eq(cw_world_hash(drive_world()), hash);
    }
}

TEST(every_shipped_level_loads_whole)
{
    glob_t maps;
    ck_assert_int_eq(glob("assets/levels/*.tmj", 0, NULL, &maps), 0);
    ck_assert_uint_eq(maps.gl_pathc, 12);
    for (size_t i = 0; i < maps.gl_pathc; i++) {
        temp_listen();
        drive_open(maps.gl_pathv[i], 60);
        ck_assert_str_eq(temp_said(), ""); /* of an object that is left out */
    }
    globfree(&maps);
}

TEST(a_property_that_nothing_reads_is_named_with_the_nearest)
{
    const char *said = said_of_track(SMALL("lift", WITH("spede", "1")));
    expect_text(said, "object 7: the game reads no property \"spede\"");
    expect_text(said, "nearest is \"speed\"");
    ck_assert_ptr_null(strstr(said, "left out"));
    expect_text(said_of_track(SMALL("lift", WITH("one_way", "true"))),
                "no property \"one_way\" here");
}

TEST(a_better_medal_with_a_slower_limit_is_named)
{
    const char *said =
        said_of_track("]}],\"properties\":[{\"name\":\"gold_s\",\"value\":30},{\"name\":\"silver_"
                      "s\",\"value\":20},"
                      "{\"name\":\"clockmaker_s\",\"value\":30}],\"nextlayerid\":[{\"a\":[");
    expect_text(said, "track.tmj: property \"gold_s\" is 30, but a worse medal needs 20: give the "
                      "better medal the lower limit");
    ck_assert_ptr_null(strstr(said, "clockmaker_s"));
}

static const Refusal REFUSALS[] = {
    {START FINISH START, "has 2 objects of class start"},
    {START, "has 0 objects of class finish"},
    {FINISH POINT(8, "start", 999), "to the right"},
    {START POINT(7, "finish", 900), "object 7: a finish is a rectangle in Tiled, not a point"},
};

#define MAP(ground, objects)                                                                       \
    "{\"width\":50,\"height\":9,\"tilewidth\":32,\"tileheight\":32,\"layers\":[{\"type\":"         \
    "\"objectgroup\",\"name\":\"all\",\"objects\":[" ground objects "]}]}"

TEST(wrong_level_is_refused_with_object_and_remedy, .rounds = CW_ARRAY_LENGTH(REFUSALS))
{
    const char *text = textf(MAP("{\"id\":1,\"type\":\"ground\",\"x\":0,\"y\":200,\"polygon\":[" AT(
                                     0, 0) "," AT(99, 0) "," AT(0, 9) "]}",
                                 "%s"),
                             REFUSALS[_i].objects);
    temp_write("wrong.tmj", text);
    SessionDesc desc = drive_desc(temp_path("wrong.tmj"), 60);
    ck_assert(!session_open(&drive.session, &desc, &error));
    expect_text(error.text, REFUSALS[_i].words);
    expect_text(error.text, desc.map_path);
}

TEST(a_map_without_a_start_is_shown_as_a_whole)
{
    temp_write("shown.tmj",
               MAP("{\"id\":1,\"type\":\"alien\",\"x\":0,\"y\":0,\"width\":9,\"height\":9}",
                   ",{\"id\":2,\"x\":0,\"y\":32,\"width\":320,\"height\":32,\"text\":{\"text\":"
                   "\"hello\"}}"));
    drive_open(temp_path("shown.tmj"), 60);
    drive_hold(1, 3);
    drive_show(&list, 0.0, 1.0, NULL, 0);
    ck_assert_double_eq(list.state.camera.x_m, 25.0);
    ck_assert_double_ge(list.state.camera.height_m * CW_VIEW_WIDTH / CW_VIEW_HEIGHT, 50.0);
    ck_assert(draws_text(&list, "hello") && race_probe(drive_world()).player == NULL);
}

static void assert_same_objects(const CwMap *a, const CwMap *b)
{
    ck_assert_int_eq(cw_map_object_count(a), cw_map_object_count(b));
    for (int i = 0; i < cw_map_object_count(a); i++) {
        const CwMapObject *x = cw_map_object(a, i);
        const CwMapObject *y = cw_map_object(b, i);
        ck_assert_str_eq(x->type, y->type);
        ck_assert_str_eq(x->name, y->name);
        ck_assert_int_eq(x->corner_count, y->corner_count);
        ck_assert_double_lt(cpvdist(x->centre_m, y->centre_m), 1e-6);
    }
}

TEST(tiled_opens_and_saves_it_unchanged, .rounds = LEVEL_COUNT, .needs = &package_tiled)
{
    const char *command =
        textf("XDG_RUNTIME_DIR=/tmp QT_QPA_PLATFORM=offscreen tiled --export-map json %s '%s' "
              ">/dev/null 2>&1",
              LEVELS[_i], temp_path("out.tmj"));
    ck_assert_int_eq(system(command), 0);
    CwMap *ours = cw_map_load(LEVELS[_i], &error);
    CwMap *theirs = cw_map_load(temp_path("out.tmj"), &error);
    EXPECT_OK(ours != NULL && theirs);
    assert_same_objects(ours, theirs);
    cw_map_free(ours);
    cw_map_free(theirs);
}

TEST(every_sprite_has_a_picture)
{
    for (int i = 0; i < SPRITE_COUNT; i++) {
        const char *path = textf("assets/art/%s", windup_sprites[i].file);
        ck_assert_msg(access(path, R_OK) == 0, "%s is missing", path);
    }
    ck_assert_int_eq(windup_sprite("gear_a"), SPRITE_GEAR_A);
    ck_assert_int_eq(windup_sprite("gear"), -1);
    ck_assert_int_eq(windup_sprite(""), -1);
}

static double buggy_in_picture(double alpha)
{
    const CwCamera *camera = &drive.session.camera;
    CwTransform2 pose = cw_world_pose(drive_world(), drive_buggy()->chassis, alpha);
    return (pose.x_m - camera->x_m) * CW_VIEW_HEIGHT / camera->height_m;
}

TEST(camera_keeps_the_buggy_steady_between_ticks)
{
    drive_open(FIRST_WIND, 60);
    double last = 0.0;
    for (int i = 0; i < 400; i++) {
        double alpha = i % 4 / 4.0;
        drive_bot(alpha == 0.0 ? 1 : 0);
        drive_show(&list, 1.0 / 60, alpha, NULL, 0);
        double now = buggy_in_picture(alpha);
        bool free_of_edge = drive.session.camera.x_m > 12.0;
        ck_assert(i < 250 || !free_of_edge || fabs(now - last) < 1.5);
        last = now;
    }
}
