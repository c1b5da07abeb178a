/* The lab: its sides, its frame times and what it leaves behind; and what each key does to both
 * worlds, on a host without a window. */
#include "lab/lab.h"
#include "support/expect.h"
#include "support/game_config.h"
#include "support/replay_samples.h"
#include "support/script.h"
#include "windup/windup.h"

#include <SDL.h>

enum { FRAME_60_NS = 16666667 };

static Config config;
static LabSide side;
static Lab lab;
static Host host;
static Script script;
static char table[8192];

static void tear_down(void)
{
    lab_side_close(&side);
    if (host.close != NULL) {
        lab_close(&lab);
        host.close(host.self);
        host.close = NULL;
    }
}

SET_UP(.tear_down = tear_down)
{
    game_config(&config, &windup_game);
    script.count = 0;
}

static LabDesc lab_of(const char *scene)
{
    return (LabDesc){.config = &config,
                     .game = &windup_game,
                     .map_path = "assets/lab/bridge.tmj",
                     .settings = config.sim,
                     .driver = sample_load_from("assets/lab/bridge.cwr"),
                     .scene = scene == NULL ? NULL : lab_scene_find(scene)};
}

static void run(const char *scene, double seconds)
{
    FILE *file = fmemopen(table, sizeof table, "w");
    LabDesc desc = lab_of(scene);
    EXPECT_OK(lab_table_print(&desc, seconds, file, &error));
    fclose(file);
}

TEST(all_arenas_are_closed_afterwards)
{
    run(NULL, 0.05);
    for (int slot = 0; slot < ARENA_SLOT_COUNT; slot++) {
        Arena *arena = arena_create(slot, 1 << 20, &error);
        ck_assert_msg(arena != NULL, "slot %d: %s", slot, error.text);
        arena_destroy(arena);
    }
}

TEST(a_level_that_is_missing_is_an_error_and_leaves_nothing_open)
{
    LabDesc desc = lab_of("bridge");
    desc.map_path = "assets/lab/nothing.tmj";
    EXPECT_REFUSED(lab_table_print(&desc, 1, fmemopen(table, sizeof table, "w"), &error),
                   "nothing.tmj");
    run("bridge", 0.05);
}

TEST(a_body_that_tunnelled_counts_once_and_for_good)
{
    LabDesc desc = lab_of("wall");
    desc.loop = LAB_FIXED;
    EXPECT_OK(lab_side_open(&side, &desc, &error));
    CwWorld *world = side.session.world;
    arena_make_current(world->arena);
    cpVect home = cpBodyGetPosition(world->bodies[3]);
    for (int i = 0; i < 3; i++) {
        cpBodySetPosition(world->bodies[3], i == 2 ? home : cpv(4, 0));
        lab_side_frame(&side, FRAME_60_NS, UINT64_MAX);
        ck_assert_int_eq(side.lost_count, 1);
    }
}

/* ---- frame times ---- */

TEST(stalls_come_once_a_second)
{
    LabPace pace = {.fps = 100, .stall_ms = 100};
    int64_t now_ns = lab_pace_next_ns(&pace, 0, 0);
    int stalls = 0;
    for (int i = 0; i < 510; i++) {
        int64_t next_ns = lab_pace_next_ns(&pace, now_ns, 0);
        stalls += next_ns - now_ns > 90000000;
        now_ns = next_ns;
    }
    ck_assert_int_eq(stalls, 5);
}

/* ---- keys ---- */

static void input(uint64_t frame, InputEvent event)
{
    script_add(&script, (HeadlessStep){.frame = frame, .action = HEADLESS_INPUT, .event = event});
}

static void tap(uint64_t frame, int scancode)
{
    input(frame, (InputEvent){.type = INPUT_KEY, .code = scancode, .value = 1});
    input(frame + 1, (InputEvent){.type = INPUT_KEY, .code = scancode});
}

static void run_frames(const char *scene, int frames)
{
    HostHeadlessDesc host_desc = host_headless_desc_default();
    host_desc.time = HEADLESS_PACED;
    script_attach(&script, &host_desc);
    ck_assert(host_headless_open(&host, &host_desc, &error));
    LabDesc desc = lab_of(scene);
    StageDesc stage = {.game = &windup_game, .config = &config, .host = &host};
    ck_assert_msg(lab_open(&lab, &desc, &stage, &error), "%s", error.text);
    for (int i = 0; i < frames && lab_frame(&lab); i++) {
    }
    ck_assert_msg(!lab.failed, "%s", lab.error.text);
}

static const LabSide *pane(int number)
{
    return &lab.sides[number];
}

TEST(both_worlds_get_the_same_frames)
{
    run_frames("wall", 50);
    ck_assert_int_eq(pane(0)->desc.loop, LAB_NAIVE);
    ck_assert_int_eq(pane(1)->desc.loop, LAB_FIXED);
    ck_assert_int_eq(pane(0)->now_ns, pane(1)->now_ns);
    ck_assert_double_eq_tol(pane(0)->time_s, pane(1)->time_s, 0.02);
}

static void choose(LabSetting setting)
{
    for (int i = 0; i < (int)setting; i++) {
        tap((uint64_t)(2 + 2 * i), SDL_SCANCODE_DOWN);
    }
}

TEST(a_stall_is_one_long_step_or_dropped_time)
{
    choose(LAB_STALL);
    tap(20, SDL_SCANCODE_RIGHT);
    tap(22, SDL_SCANCODE_RIGHT);
    run_frames("wall", 130);
    ck_assert_double_gt(pane(0)->longest_step_s, 0.5);
    ck_assert_double_eq_tol(pane(1)->longest_step_s, 1 / 60.0, 1e-9);
    ck_assert_int_gt(pane(1)->dropped_ns, 300000000);
}

TEST(the_next_scene_opens_on_both_sides)
{
    tap(10, SDL_SCANCODE_RIGHT);
    run_frames("bridge", 20);
    ck_assert_str_eq(pane(0)->desc.scene->name, "wall");
    ck_assert_str_eq(pane(1)->desc.scene->name, "wall");
    ck_assert_uint_lt(pane(0)->frame_count, 15);
}

TEST(another_number_of_substeps_starts_both_worlds_again)
{
    choose(LAB_SUBSTEPS);
    tap(30, SDL_SCANCODE_RIGHT);
    run_frames("wall", 60);
    for (int i = 0; i < LAB_SIDE_COUNT; i++) {
        ck_assert_int_eq(pane(i)->session.world->desc.settings.substeps, 2);
        ck_assert_uint_le(pane(i)->frame_count, 30);
    }
}

TEST(interpolation_is_compared_at_20_ticks_and_the_rate_returns)
{
    choose(LAB_COMPARE);
    tap(10, SDL_SCANCODE_RIGHT);
    run_frames("wall", 60);
    ck_assert_int_eq(pane(0)->desc.loop, LAB_FIXED);
    ck_assert_int_eq(pane(0)->desc.settings.tick_rate, LAB_INTERPOLATION_HZ);
    ck_assert_uint_eq(cw_world_hash(pane(0)->session.world), cw_world_hash(pane(1)->session.world));
    tear_down();
    tap(70, SDL_SCANCODE_LEFT);
    run_frames("wall", 100);
    ck_assert_int_eq(pane(0)->desc.loop, LAB_NAIVE);
    ck_assert_int_eq(pane(1)->desc.settings.tick_rate, 60);
}

TEST(the_frame_rate_can_be_throttled)
{
    choose(LAB_FPS);
    tap(8, SDL_SCANCODE_RIGHT); /* 10 frames a second */
    run_frames("wall", 14);     /* less than a second: no stall */
    ck_assert_double_eq_tol(pane(0)->longest_step_s, 0.1, 0.001);
    ck_assert_int_eq(pane(1)->ticks, 6);
}

TEST(a_restart_begins_without_a_long_step)
{
    tap(40, SDL_SCANCODE_T);
    run_frames("wall", 50);
    ck_assert_double_lt(pane(0)->longest_step_s, 0.02);
    ck_assert_uint_le(pane(0)->frame_count, 12);
}

TEST(escape_leaves)
{
    tap(10, SDL_SCANCODE_ESCAPE);
    run_frames("wall", 100);
    ck_assert_uint_eq(lab.stage.frame_count, 10);
}

TEST(extreme_settings_break_nothing, .rounds = LAB_SCENE_COUNT)
{
    run_frames(lab_scenes[_i].name, 1);
    for (int i = 0; i < 8; i++) {
        lab.choices[LAB_FPS] = i % 2;
        lab.choices[LAB_STALL] = 4;
        lab.choices[LAB_SUBSTEPS] = i % 3 == 0 ? 4 : 0;
        lab.choices[LAB_COMPARE] = i / 6;
        lab_restart(&lab);
        for (int frame = 0; frame < 8 && lab_frame(&lab); frame++) {
        }
        ck_assert_msg(!lab.failed, "%s", lab.error.text);
    }
}
