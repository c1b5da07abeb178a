/* The living picture: for the eye alone, no tick learns of it. */
#include "support/drive.h"
#include "support/temp_folder.h"
#include "things/ground.h"
#include "view/view.h"

#include <cglm/struct/vec2.h>

static const double DT_S = 1.0 / 60.0;

FIXTURE(.set_up = drive_set_up, .tear_down = drive_close);

static View *view(void)
{
    return drive.session.view_memory;
}

static uint32_t count_on(int layer)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < list.command_count; i++) {
        count += list.commands[i].layer == layer;
    }
    return count;
}

static void play(unsigned actions, int ticks)
{
    for (int i = 0; i < ticks; i++) {
        drive_hold(actions, 1);
        drive_show(&list, DT_S, 1.0, NULL, 0);
    }
}

static void look_at_the_end(void)
{
    buggy_place(drive_world(), drive_buggy(), cpv(TRACK_END_M - 4.0, TRACK_GROUND_M + 1.0));
    play(0, 120);
}

TEST(clocks_show_the_time_of_the_run)
{
    const CwFrame frame = {.alpha = 1.0};
    ck_assert_double_eq(clock_time_s(drive_world(), &frame), 0.0);
    drive_hold(BRAKE, 90);
    ck_assert_double_eq_tol(clock_time_s(drive_world(), &frame), 1.5, 1e-9);
    race_finish(drive_world(), (CwEntity){0}, cpvzero);
    drive_hold(0, 60);
    ck_assert_double_eq_tol(clock_time_s(drive_world(), &frame), 1.5, 1e-9);
}

TEST(a_key_after_a_finish_without_one_starts_no_clock)
{
    race_finish(drive_world(), (CwEntity){0}, cpvzero);
    drive_hold(BRAKE, 30);
    ck_assert_uint_eq(race_ticks(drive_world()), 0);
}

TEST(hands_point_where_the_time_is)
{
    const CwCamera camera = {.height_m = 9.6};
    draw_list_begin(&list, &camera, &(SpriteTable){0});
    cw_draw_set_screen(&list);
    clock_hands_draw(&list, &(ClockHands){{100, 100}, 50, 15.0, -1.0, {0, 0, 0, 255}});
    const CapsuleCommand *minute = &list.commands[1].capsule; /* a quarter past: to the right */
    ck_assert_int_eq(list.commands[1].kind, DRAW_CAPSULE);
    ck_assert_double_gt(minute->b.x, 130.0);
    ck_assert_double_eq_tol(minute->b.y, 100.0, 1e-3);
}

TEST(rewinding_drains_the_colours)
{
    play(0, 5);
    ck_assert_uint_eq(count_on(LAYER_VEIL), 0);
    for (int i = 0; i < 10; i++) {
        drive_show(&list, -DT_S, 1.0, NULL, 0);
    }
    ck_assert_uint_eq(count_on(LAYER_VEIL), 2);
    ck_assert_double_gt(view()->drain, 0.9);
    drive_show(&list, 0.0, 1.0, NULL, 0); /* a pause in it keeps the look */
    ck_assert_uint_eq(count_on(LAYER_VEIL), 2);
    play(0, 10);
    ck_assert_uint_eq(count_on(LAYER_VEIL), 0);
}

TEST(a_rewind_leaves_the_night_dark)
{
    uint8_t veils[2] = {0};
    for (int night = 0; night < 2; night++) {
        drive_run()->night = night;
        drive_show(&list, -1.0, 1.0, NULL, 0);
        for (uint32_t i = list.command_count; i-- > 0;) {
            veils[night] =
                list.commands[i].layer == LAYER_VEIL ? list.commands[i].rect.top.r : veils[night];
        }
    }
    ck_assert_uint_lt(veils[1], veils[0] / 2);
}

TEST(the_finish_stays_in_the_picture)
{
    drive_open("assets/levels/first-wind.tmj", 60);
    const Gate *gate = drive_first(KIND_FINISH);
    Race *race = drive_run();
    buggy_place(drive_world(), drive_buggy(), cpv(race->finish_x_m - 8.0, gate->foot_m.y));
    for (int i = 0; i < 600 && !race->finished; i++) {
        play(ACCELERATE, 1);
    }
    double gate_m = race->finish_x_m;
    ck_assert(race->finished);
    play(0, 120);
    double half_m = drive.session.camera.height_m * CW_VIEW_WIDTH / CW_VIEW_HEIGHT / 2.0;
    double left_m = drive.session.camera.x_m - half_m;
    ck_assert_double_gt(gate_m - 2.0, left_m + 0.7 * half_m);
    EXPECT_BETWEEN(drive_place().x, gate_m + 1.0, left_m + 2.0 * half_m);
    ck_assert_int_gt(cw_particles_count(drive.particles, EMITTER_CONFETTI), 30);
    ck_assert_uint_gt(count_on(LAYER_PARTICLES), 30);
    ck_assert_uint_gt(count_on(LAYER_LIGHT), 10); /* rockets */
}

TEST(the_driver_leans_ducks_and_looks)
{
    play(LEAN_BACK, 20);
    ck_assert_double_gt(view()->driver.lean_rad, 0.1);
    play(LEAN_FORWARD, 20);
    ck_assert_double_lt(view()->driver.lean_rad, -0.1);
    buggy_place(drive_world(), drive_buggy(), cpv(TRACK_START_M, TRACK_GROUND_M + 6));
    play(0, 40);
    ck_assert_double_gt(view()->driver.crouch_m.value, 0.05);
    ck_assert_double_lt(view()->driver.look_rad, -0.1);
}

TEST(grass_parts_under_the_buggy)
{
    const CwFrame frame = {.alpha = 1.0};
    cpVect at = drive_place();
    CwPoint2 under = {at.x + 0.5, TRACK_GROUND_M}, far = {at.x + 8.0, TRACK_GROUND_M};
    double calm = fabs(grass_bend(drive_world(), &frame, far));
    ck_assert_double_lt(calm, 0.4);
    ck_assert_double_gt(grass_bend(drive_world(), &frame, under), 0.5);
}

TEST(hard_landings_shake_the_camera)
{
    const CwFrame frame = {.sim_s = 0.3};
    shake_add(view(), 3.0);
    ck_assert_double_eq(view()->shake_m, 0.0);
    shake_add(view(), 9.0);
    ck_assert_double_gt(fabs(shake_update(view(), &frame).y), 0.01);
}

TEST(tyres_give_way_under_the_load)
{
    play(0, 30);
    double standing_m = view()->squash[WHEEL_REAR].depth_m;
    EXPECT_BETWEEN(standing_m, 0.002, 0.04);
    ck_assert_double_eq_tol(view()->squash[WHEEL_REAR].towards_rad, -CP_PI / 2.0, 0.1);
    buggy_place(drive_world(), drive_buggy(), cpv(TRACK_START_M, TRACK_GROUND_M + 4));
    double most_m = 0.0;
    for (int i = 0; i < 90; i++) {
        play(0, 1);
        most_m = fmax(most_m, view()->squash[WHEEL_REAR].depth_m);
    }
    ck_assert_double_gt(most_m, 2.0 * standing_m);
}

TEST(an_unknown_place_in_a_map_is_named)
{
    temp_write("wrong.tmj",
               "{\"width\":9,\"height\":9,\"tilewidth\":32,\"tileheight\":32,\"layers\":[],"
               "\"properties\":[{\"name\":\"place\",\"type\":\"string\",\"value\":\"medow\"}]}");
    CwMap *map = cw_map_load(temp_path("wrong.tmj"), &error);
    EXPECT_OK(map != NULL);
    ck_assert_str_eq(landscape_of_map(map, &error)->name, "meadow");
    expect_text(error.text, "\"medow\": docs/levels.md lists the places");
    cw_map_free(map);
}

TEST(rain_falls_in_a_storm)
{
    drive_show(&list, 0.0, 1.0, NULL, 0);
    ck_assert_uint_eq(count_on(LAYER_WEATHER), 0);
    drive_open("assets/levels/storm-mill.tmj", 60);
    drive_show(&list, 0.0, 1.0, NULL, 0);
    ck_assert_uint_gt(count_on(LAYER_WEATHER), 50);
}

TEST(the_key_turns_backwards_with_time)
{
    CwFrame now = {.alpha = 1.0, .view = view()}, earlier = {.alpha = 0.5, .view = view()};
    CwWorld *world = drive_world();
    CwSnapshot before = {0};
    play(ACCELERATE, 30);
    double first_rad = buggy_pose(world, &now).key_rad;
    ck_assert(cw_world_snapshot(world, &before));
    play(ACCELERATE, 1);
    double last_rad = buggy_pose(world, &now).key_rad;
    double half_rad = buggy_pose(world, &earlier).key_rad;
    ck_assert_double_gt(last_rad, first_rad + 0.02);
    ck_assert_double_eq_tol(half_rad, (first_rad + last_rad) / 2.0, 0.01);
    cw_world_restore(world, &before);
    ck_assert_double_eq(buggy_pose(world, &now).key_rad, first_rad);
    cw_snapshot_free(&before);
}

/* Weather, grass, smoke, clocks, rockets: all stand while time does. */
TEST(a_paused_picture_does_not_change, .rounds = 3)
{
    const char *levels[] = {"assets/levels/storm-mill.tmj", "assets/levels/gear-works.tmj",
                            "assets/levels/night-shift.tmj"};
    static CwDrawList again;
    drive_open(levels[_i], 60);
    play(ACCELERATE, 150);
    CwDrawList *lists[] = {&list, &again};
    for (int i = 0; i < 2; i++) { /* once more over zeros: gaps between fields compare too */
        drive_show(lists[i], 0.0, 0.5, NULL, 0);
        memset(lists[i]->commands, 0, lists[i]->command_count * sizeof *list.commands);
        drive_show(lists[i], 0.0, 0.5, NULL, 0);
    }
    ck_assert_uint_eq(again.command_count, list.command_count);
    ck_assert_mem_eq(again.commands, list.commands, list.command_count * sizeof *list.commands);
    ck_assert_uint_eq(again.corner_count, list.corner_count);
    ck_assert_mem_eq(again.corners, list.corners, list.corner_count * sizeof *list.corners);
}

TEST(sparks_shine_at_night)
{
    const CwEvent key = {
        .type = CW_EVENT_GAME, .code = CUE_KEY, .point = {TRACK_START_M, TRACK_GROUND_M + 1.0}};
    for (int night = 0; night < 2; night++) {
        uint32_t before;
        drive_run()->night = night;
        drive_show(&list, 0.0, 1.0, NULL, 0);
        before = count_on(LAYER_LIGHT);
        drive_show(&list, 0.0, 1.0, &key, 1);
        ck_assert_uint_eq(count_on(LAYER_LIGHT), before + (night == 1 ? 20 : 0));
    }
}

static bool covers(const DrawCommand *it, vec2s at)
{
    cpVect corners[CW_SHAPE_CORNERS_MAX];
    if (it->kind == DRAW_RECT) {
        vec2s off = glms_vec2_sub(at, it->rect.top_left);
        return off.x > 0 && off.y > 0 && off.x < it->rect.size.x && off.y < it->rect.size.y;
    }
    bool shape = it->kind == DRAW_SHAPE;
    uint32_t first = shape ? it->shape.first_corner : it->polygon.first_corner;
    uint32_t count = shape ? it->shape.corner_count : it->polygon.corner_count;
    for (uint32_t k = 0; (shape || it->kind == DRAW_POLYGON) && k < count; k++) {
        vec2s corner = list.corners[first + k];
        corners[k] = cpv((double)corner.x, (double)corner.y);
    }
    return (shape || it->kind == DRAW_POLYGON) &&
           polygon_contains(corners, (int)count, cpv((double)at.x, (double)at.y));
}

static int soil_over(cpVect place_m)
{
    int count = 0;
    cw_draw_set_world(&list, 1.0);
    vec2s at = draw_list_to_view(&list, place_m.x, place_m.y);
    for (uint32_t i = 0; i < list.command_count; i++) {
        const DrawCommand *it = &list.commands[i];
        count += it->layer >= LAYER_SOIL && it->layer < LAYER_FINDS && covers(it, at);
    }
    return count;
}

/* Polygons beside the end of the track, from 2 m above it; how much soil covers places there,
 * metres from that corner. */
static const struct {
    const char *ground;
    struct {
        double x_m, y_m;
        int least, most;
    } places[3];
} SOILS[] = {
    /* A block whose left wall goes down 1 m and then in, 2 m over 2 m. */
    {POLYGON(90, "ground", 4160, 896,
             AT(0, 0) "," AT(320, 0) "," AT(320, 96) "," AT(64, 96) "," AT(0, 32)),
     {{0.1, -0.9, 1, 99}, {0.4, -1.9, 0, 0}, {1.2, -1.9, 1, 99}}},
    /* Its wall leans in by as much as it goes down, under a top that falls away from it. */
    {POLYGON(90, "ground", 4160, 896, AT(0, 0) "," AT(320, 96) "," AT(320, 192) "," AT(128, 128)),
     {{0.86, -1.0, 0, 0}, {1.1, -1.0, 1, 99}, {1.1, -1.0, 1, 99}}},
    /* Both sides of its right end are walls: no top is over it. */
    {POLYGON(90, "ground", 4160, 896,
             AT(-31, 128) "," AT(0, -76) "," AT(63, -96) "," AT(86, -176) "," AT(181, 128)),
     {{1.0, 0.0, 1, 99}, {2.7, 3.8, 1, 99}, {2.7, 3.8, 1, 99}}},
    /* The hill's left wall begins below its slope; the last place is deep. */
    {POLYGON(
         90, "ground", 4160, 896,
         AT(0, 96) "," AT(64, 64) "," AT(128, 0) "," AT(320, 0) "," AT(320, 160) "," AT(0, 160)),
     {{1.0, -2.8, 1, 99}, {3.0, -1.2, 1, 99}, {5.0, -3.6, 1, 99}}},
};

TEST(soil_fills_its_polygon_and_no_more, .rounds = CW_ARRAY_LENGTH(SOILS))
{
    drive_open_track(SOILS[_i].ground);
    look_at_the_end();
    for (int i = 0; i < 3; i++) {
        cpVect at_m = cpv(TRACK_END_M + SOILS[_i].places[i].x_m,
                          TRACK_GROUND_M + 2.0 + SOILS[_i].places[i].y_m);
        EXPECT_WITHIN(soil_over(at_m), SOILS[_i].places[i].least, SOILS[_i].places[i].most);
    }
}

static bool is_in_ground(cpVect place_m)
{
    for (CwEntity each = {0};
         (each = cw_world_next_of(drive_world(), KIND_GROUND, each)).index1 != 0;) {
        const Ground *ground = cw_world_data_const(drive_world(), each);
        if (place_m.y < ground->box.b
                ? place_m.x > ground->box.l && place_m.x < ground->box.r
                : polygon_contains(ground->corners, ground->corner_count, place_m)) {
            return true;
        }
    }
    return false;
}

/* Levels with all five sets of caves. */
static const char *const DEPTH_LEVELS[] = {"first-wind", "gear-works", "clock-tower", "lift-shaft",
                                           "crate-harbour"};
_Static_assert(CW_ARRAY_LENGTH(DEPTH_LEVELS) == DEPTHS_COUNT, "a level for each");

TEST(each_landscape_has_caves_and_finds_that_lie_in_its_soil, .rounds = DEPTHS_COUNT)
{
    drive_open(textf("assets/levels/%s.tmj", DEPTH_LEVELS[_i]), 60);
    const Soil *soil = drive_run()->soil;
    ck_assert_int_eq((int)drive_run()->land->depths, _i);
    ck_assert_int_gt(soil->cave_count, 10);
    ck_assert_int_gt(soil->find_count, 10);
    for (int i = 0; i < soil->cave_count; i++) {
        for (int k = 0; k < soil->caves[i].corner_count; k++) {
            CwPoint2 corner = soil->caves[i].corners[k];
            ck_assert(is_in_ground(cpv(corner.x, corner.y)));
        }
    }
    for (int i = 0; i < soil->find_count; i++) {
        ck_assert(is_in_ground(soil->finds[i].centre_m));
    }
}

TEST(no_grass_grows_through_machines, .rounds = 3)
{
    const char *machines[] = {"conveyor", "lift", "pad"};
    uint32_t blades[2];
    for (int there = 0; there < 2; there++) {
        drive_open_track(
            there == 0 ? "" : textf(OBJECT(90, "%s", 1920, 932, 480, 28, ""), machines[_i]));
        drive_show(&list, DT_S, 1.0, NULL, 0);
        blades[there] = count_on(LAYER_TUFTS);
    }
    ck_assert_uint_gt(blades[1], 0);
    ck_assert_uint_lt(blades[1], blades[0]);
}

TEST(high_contrast_draws_each_place_dark_with_white_edges)
{
    CwFrame frame = {.comfort = {.high_contrast = true}};
    const Landscape *clear = landscape_seen(drive_world(), &frame);
    ck_assert_uint_eq(clear->edge.g, 255);
    ck_assert_uint_lt(clear->sky[2].g, 64);
    frame.comfort.high_contrast = false;
    ck_assert_ptr_eq(landscape_seen(drive_world(), &frame), drive_run()->land);
    frame = drive_frame(&list, &drive.session.camera);
    frame.comfort.high_contrast = true;
    soil_draw(drive_world(), &frame);
    front_draw(drive_world(), &frame);
    ck_assert_uint_eq(count_on(LAYER_CAVES) + count_on(LAYER_FRONT), 0);
}

static uint8_t ghost_opacity(double away_m)
{
    cpVect at = drive_place();
    for (int part = 0; part < BUGGY_PARTS; part++) {
        view()->ghost.track[0][part] = (GhostPart){(float)(at.x + away_m), (float)at.y, 0.0F};
    }
    view()->ghost.tick_count = 1;
    CwFrame frame = drive_frame(&list, &drive.session.camera);
    frame.view = view();
    frame.alpha = 1.0;
    ghost_draw(drive_world(), &frame);
    return list.commands[list.command_count - 1].sprite.tint.a; /* the front wheel's rim */
}

TEST(the_ghost_fades_over_the_buggy)
{
    play(BRAKE, 5);
    ck_assert_uint_gt(ghost_opacity(5.0), 3 * ghost_opacity(0.2));
}
