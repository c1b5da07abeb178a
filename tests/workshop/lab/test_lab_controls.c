/* The lab with its keys, on a host without a window: what each does to both worlds. */
#include "lab/lab.h"
#include "support/expect.h"
#include "support/game_config.h"
#include "support/replay_samples.h"
#include "support/script.h"
#include "windup/windup.h"

#include <SDL.h>

static Config config;
static Lab lab;
static Host host;
static Script script;

static void tear_down(void)
{
    lab_close(&lab);
    host.close(host.self);
}

SET_UP(.tear_down = tear_down)
{
    game_config(&config, &windup_game);
    script.count = 0;
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

static void run(const char *scene, int frames)
{
    HostHeadlessDesc host_desc = host_headless_desc_default();
    host_desc.time = HEADLESS_PACED;
    script_attach(&script, &host_desc);
    ck_assert(host_headless_open(&host, &host_desc, &error));
    LabDesc desc = {.game = &windup_game,
                    .config = &config,
                    .settings = config.sim,
                    .driver = sample_load_from("assets/lab/bridge.cwr"),
                    .map_path = "assets/lab/bridge.tmj",
                    .scene = lab_scene_find(scene)};
    StageDesc stage = {.game = &windup_game, .config = &config, .host = &host};
    ck_assert_msg(lab_open(&lab, &desc, &stage, &error), "%s", error.text);
    for (int i = 0; i < frames && lab_frame(&lab); i++) {
    }
    ck_assert_msg(!lab.failed, "%s", lab.error.text);
}

static const LabSide *side(int pane)
{
    return &lab.sides[pane];
}

static const char *scene_name(int pane)
{
    return side(pane)->desc.scene->name;
}

TEST(both_worlds_get_the_same_frames)
{
    run("wall", 50);
    ck_assert_int_eq(side(0)->desc.loop, LAB_NAIVE);
    ck_assert_int_eq(side(1)->desc.loop, LAB_FIXED);
    ck_assert_int_eq(side(0)->now_ns, side(1)->now_ns);
    ck_assert_double_eq_tol(side(0)->time_s, side(1)->time_s, 0.02);
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
    run("wall", 130);
    ck_assert_double_gt(side(0)->longest_step_s, 0.5);
    ck_assert_double_eq_tol(side(1)->longest_step_s, 1 / 60.0, 1e-9);
    ck_assert_int_gt(side(1)->dropped_ns, 300000000);
}

TEST(the_next_scene_opens_on_both_sides)
{
    tap(10, SDL_SCANCODE_RIGHT);
    run("bridge", 20);
    ck_assert_str_eq(scene_name(0), "wall");
    ck_assert_str_eq(scene_name(1), "wall");
    ck_assert_uint_lt(side(0)->frame_count, 15);
}

TEST(another_number_of_substeps_starts_both_worlds_again)
{
    choose(LAB_SUBSTEPS);
    tap(30, SDL_SCANCODE_RIGHT);
    run("wall", 60);
    for (int pane = 0; pane < LAB_SIDE_COUNT; pane++) {
        ck_assert_int_eq(side(pane)->session.world->desc.settings.substeps, 2);
        ck_assert_uint_le(side(pane)->frame_count, 30);
    }
}

TEST(interpolation_is_compared_at_20_ticks_and_the_rate_returns)
{
    choose(LAB_COMPARE);
    tap(10, SDL_SCANCODE_RIGHT);
    run("wall", 60);
    ck_assert_int_eq(side(0)->desc.loop, LAB_FIXED);
    ck_assert_int_eq(side(0)->desc.settings.tick_rate, LAB_INTERPOLATION_HZ);
    ck_assert_uint_eq(cw_world_hash(side(0)->session.world), cw_world_hash(side(1)->session.world));
    tear_down();
    tap(70, SDL_SCANCODE_LEFT);
    run("wall", 100);
    ck_assert_int_eq(side(0)->desc.loop, LAB_NAIVE);
    ck_assert_int_eq(side(1)->desc.settings.tick_rate, 60);
}

TEST(the_frame_rate_can_be_throttled)
{
    choose(LAB_FPS);
    tap(8, SDL_SCANCODE_RIGHT); /* 10 frames a second */
    run("wall", 14);            /* less than a second: no stall */
    ck_assert_double_eq_tol(side(0)->longest_step_s, 0.1, 0.001);
    ck_assert_int_eq(side(1)->ticks, 6);
}

TEST(a_restart_begins_without_a_long_step)
{
    tap(40, SDL_SCANCODE_T);
    run("wall", 50);
    ck_assert_double_lt(side(0)->longest_step_s, 0.02);
    ck_assert_uint_le(side(0)->frame_count, 12);
}

TEST(escape_leaves)
{
    tap(10, SDL_SCANCODE_ESCAPE);
    run("wall", 100);
    ck_assert_uint_eq(lab.stage.frame_count, 10);
}

/* Every scene with the ends of every setting. */
TEST(extreme_settings_break_nothing, .rounds = LAB_SCENE_COUNT)
{
    run(lab_scenes[_i].name, 1);
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
