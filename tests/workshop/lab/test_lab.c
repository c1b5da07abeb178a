/* The lab: its sides, its frame times and what it leaves behind; and what each key does to both
 * worlds, on a host without a window. */
#include "lab/lab.h"
#include "platform/clock.h"
#include "support/expect.h"
#include "support/game_config.h"
#include "support/replay_samples.h"
#include "support/script.h"
#include "windup/windup.h"

#include <SDL.h>

enum { FRAME_60_NS = 16666667 };
enum { BRIDGE, WALL }; /* indices in lab_scenes */

static Config config;
static LabSide side;
static Lab lab;
static Host host;
static Script script;

static void tear_down(void)
{
    session_close(&side.session);
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

static LabDesc lab_of(int scene)
{
    return (LabDesc){.config = &config,
                     .game = &windup_game,
                     .map_path = "assets/lab/bridge.tmj",
                     .settings = config.sim,
                     .driver = sample_load_from("assets/lab/bridge.cwr"),
                     .loop = LAB_FIXED,
                     .scene = scene};
}

TEST(a_level_that_is_missing_is_an_error_and_leaves_nothing_open)
{
    LabDesc desc = lab_of(BRIDGE);
    desc.map_path = "assets/lab/nothing.tmj";
    EXPECT_REFUSED(lab_side_open(&side, &desc, &error), "nothing.tmj");
    Arena *arena = arena_create(desc.slot, 1 << 20, &error);
    ck_assert_msg(arena != NULL, "%s", error.text);
    arena_destroy(arena);
}

/* The hash after a second in frames of this length. */
static uint64_t hash_after(LabLoop loop, int frame_ms)
{
    LabDesc desc = lab_of(BRIDGE);
    desc.loop = loop;
    EXPECT_OK(lab_side_open(&side, &desc, &error));
    for (int i = 0; i < 1000 / frame_ms; i++) {
        lab_side_frame(&side, (int64_t)frame_ms * NS_PER_MS);
    }
    uint64_t hash = cw_world_hash(side.session.world);
    session_close(&side.session);
    return hash;
}

TEST(only_the_naive_loop_depends_on_the_frame_rate)
{
    ck_assert_uint_eq(hash_after(LAB_FIXED, 5), hash_after(LAB_FIXED, 50));
    ck_assert_uint_ne(hash_after(LAB_NAIVE, 5), hash_after(LAB_NAIVE, 50));
}

TEST(a_body_that_tunnelled_counts_once_and_for_good)
{
    LabDesc desc = lab_of(WALL);
    EXPECT_OK(lab_side_open(&side, &desc, &error));
    CwWorld *world = side.session.world;
    arena_make_current(world->arena);
    cpVect home = cpBodyGetPosition(world->bodies[3]);
    for (int i = 0; i < 3; i++) {
        cpBodySetPosition(world->bodies[3], i == 2 ? home : cpv(4, 0));
        lab_side_frame(&side, FRAME_60_NS);
        ck_assert_int_eq(side.lost_count, 1);
    }
}

static void input(uint64_t frame, InputEvent event)
{
    script_add(&script, (HeadlessStep){.frame = frame, .action = HEADLESS_INPUT, .event = event});
}

static void tap(uint64_t frame, int scancode)
{
    input(frame, (InputEvent){.type = INPUT_KEY, .code = scancode, .value = 1});
    input(frame + 1, (InputEvent){.type = INPUT_KEY, .code = scancode});
}

static void run_frames(int scene, int frames)
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
    ck_assert_msg(!lab.has_failed, "%s", lab.error.text);
}

static const LabSide *pane(int number)
{
    return &lab.sides[number];
}

TEST(both_worlds_get_the_same_frames)
{
    run_frames(WALL, 50);
    ck_assert_int_eq(pane(0)->desc.loop, LAB_NAIVE);
    ck_assert_int_eq(pane(1)->desc.loop, LAB_FIXED);
    ck_assert_int_eq(pane(0)->now_ns, pane(1)->now_ns);
    ck_assert_double_eq_tol(pane(0)->time_s, pane(1)->time_s, 0.02);
}

static void choose(LabRow setting)
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
    run_frames(WALL, 130);
    ck_assert_double_gt(pane(0)->longest_step_s, 0.5);
    ck_assert_double_eq_tol(pane(1)->longest_step_s, 1 / 60.0, 1e-9);
    ck_assert_uint_gt(pane(1)->clock.dropped_ns, 300000000);
}

TEST(another_scene_or_number_of_substeps_starts_both_worlds_again, .rounds = 2)
{
    choose(_i == 0 ? LAB_SCENE : LAB_SUBSTEPS);
    tap(30, SDL_SCANCODE_RIGHT);
    run_frames(BRIDGE, 60);
    for (int i = 0; i < LAB_SIDE_COUNT; i++) {
        ck_assert_int_eq(pane(i)->desc.scene, _i == 0 ? WALL : BRIDGE);
        ck_assert_int_eq(pane(i)->session.world->settings.substeps, _i == 0 ? 1 : 2);
        ck_assert_uint_le(pane(i)->frame_count, 30);
    }
}

TEST(interpolation_is_compared_at_20_ticks_and_the_rate_returns)
{
    choose(LAB_COMPARE);
    tap(10, SDL_SCANCODE_RIGHT);
    run_frames(WALL, 60);
    ck_assert_int_eq(pane(0)->desc.loop, LAB_FIXED);
    ck_assert_int_eq(pane(0)->desc.settings.tick_rate, LAB_INTERPOLATION_HZ);
    ck_assert_uint_eq(cw_world_hash(pane(0)->session.world), cw_world_hash(pane(1)->session.world));
    tear_down();
    tap(70, SDL_SCANCODE_LEFT);
    run_frames(WALL, 100);
    ck_assert_int_eq(pane(0)->desc.loop, LAB_NAIVE);
    ck_assert_int_eq(pane(1)->desc.settings.tick_rate, 60);
}

TEST(the_frame_rate_can_be_throttled)
{
    choose(LAB_FPS);
    tap(8, SDL_SCANCODE_RIGHT); /* 10 frames a second */
    run_frames(WALL, 14);       /* less than a second: no stall */
    ck_assert_double_eq_tol(pane(0)->longest_step_s, 0.1, 0.001);
    ck_assert_int_eq(pane(1)->ticks, 6);
}

TEST(a_restart_begins_without_a_long_step)
{
    tap(40, SDL_SCANCODE_T);
    run_frames(WALL, 50);
    ck_assert_double_lt(pane(0)->longest_step_s, 0.02);
    ck_assert_uint_le(pane(0)->frame_count, 12);
}

TEST(escape_leaves)
{
    tap(10, SDL_SCANCODE_ESCAPE);
    run_frames(WALL, 100);
    ck_assert_uint_eq(lab.stage.frame_count, 10);
}

TEST(extreme_settings_break_nothing, .rounds = LAB_SCENE_COUNT)
{
    run_frames(_i, 1);
    for (int i = 0; i < 8; i++) {
        lab.choices[LAB_FPS] = i % 2;
        lab.choices[LAB_STALL] = 4;
        lab.choices[LAB_SUBSTEPS] = i % 3 == 0 ? 4 : 0;
        lab.choices[LAB_COMPARE] = i / 6;
        lab_restart(&lab);
        for (int frame = 0; frame < 8 && lab_frame(&lab); frame++) {
        }
        ck_assert_msg(!lab.has_failed, "%s", lab.error.text);
    }
}
