#include "app/loop.h"
#include "sim/world_hash.h"
#include "support/replay_samples.h"
#include "support/test.h"
#include "support/time_keys.h"
#include "support/toy_run.h"

#include <unistd.h>

/* Watching a replay, through the real loop. */

enum { TICK_COUNT = 1200, P_KEY = 19, LEFT_KEY = 80 };
static const double BAR_LEFT = 96, BAR_RIGHT = CW_VIEW_WIDTH - 96, BAR_Y = CW_VIEW_HEIGHT - 16;

static ToyRun run;
static CwReplayFile *replay;

/* Records a monkey's run of TICK_COUNT ticks. */
static void record(void)
{
    CwError error = {0};
    toy_run_prepare(&run);
    run.desc.recorder.record = sample_path();
    run.desc.pilot = PILOT_MONKEY;
    run.desc.lockstep = run.desc.headless = true;
    run.desc.tick_limit = TICK_COUNT;
    toy_run_open(&run);
    toy_run_to_end(&run);
    toy_run_close(&run);
    replay = cw_replay_load(sample_path(), &error);
    ck_assert_msg(replay != NULL, "%s", error.text);
    ck_assert_uint_eq(replay->tick_count, TICK_COUNT);
}

static void set_up(void)
{
    record();
    toy_run_prepare(&run);
    run.desc.replay = replay;
    run.desc.pilot = PILOT_REPLAY;
    run.title = true; /* the loop shows the right screen by itself */
}

static void tear_down(void)
{
    toy_run_close(&run);
    cw_replay_free(replay);
    unlink(sample_path());
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

static void watch(int frames)
{
    toy_run_open(&run);
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_WATCHING);
    toy_run_frames(&run, frames);
}

/* The world is as it was recorded at this tick. */
static void expect_tick(uint64_t tick)
{
    ck_assert_uint_eq(toy_ticks(&run), tick);
    ck_assert(tick == 0 ||
              cw_world_hash(run.loop.playback.session.world) == replay->ticks[tick - 1].hash);
    ck_assert(!run.loop.playback.check.differs);
}

static void tap_times(int key, int count)
{
    for (int i = 0; i < count; i++) {
        toy_tap(&run, key);
    }
}

static void point(double fraction)
{
    double x = BAR_LEFT + fraction * (BAR_RIGHT - BAR_LEFT);
    stage_take_event(&run.loop.stage,
                     &(InputEvent){.type = INPUT_MOUSE_MOTION, .x = x, .y = BAR_Y});
}

static void button(int down)
{
    stage_take_event(&run.loop.stage,
                     &(InputEvent){.type = INPUT_MOUSE_BUTTON, .code = 1, .value = down});
    toy_run_frames(&run, 1);
}

TEST(a_pause_stands_still_and_goes_on_without_a_step_back)
{
    run.host_desc.frame_rate = 144;
    watch(144);
    toy_tap(&run, P_KEY);
    uint64_t ticks = toy_ticks(&run);
    double shown = toy_shown_ticks(&run);
    toy_run_frames(&run, 144);
    ck_assert_uint_eq(toy_ticks(&run), ticks);
    toy_key(&run, P_KEY, 1);
    for (int i = 0; i < 30; i++) {
        toy_run_frames(&run, 1);
        ck_assert_double_ge(toy_shown_ticks(&run), shown);
        ck_assert_double_le(toy_shown_ticks(&run), shown + 1);
        shown = toy_shown_ticks(&run);
    }
    ck_assert_uint_gt(toy_ticks(&run), ticks);
}

static void quit_at_ten(CwWorld *world)
{
    if (cw_world_tick(world) == 10) {
        cw_flow_quit(cw_world_flow(world), 3);
        cw_flow_pause(cw_world_flow(world));
    }
}

TEST(what_the_ticks_of_a_replay_ask_is_not_listened_to)
{
    toy.while_ticking = quit_at_ten;
    watch(60);
    expect_tick(59);
    ck_assert_int_eq(loop_exit_status(&run.loop), 0);
}

TEST(ticks_follow_the_speed)
{
    static const double speeds[] = {0.1, 0.25, 0.5, 1, 2, 4, 8, 16};
    watch(2);
    tap_times(TOY_KEY_SLOWER, 5); /* below the lowest is the lowest */
    for (size_t i = 0; i < CW_ARRAY_LENGTH(speeds); i++) {
        uint64_t before = toy_ticks(&run);
        int frames = i == 7 ? 20 : 30;
        toy_run_frames(&run, frames);
        double wanted = speeds[i] * frames;
        ck_assert_double_eq_tol((double)(toy_ticks(&run) - before), wanted, 0.02 * wanted + 1.01);
        toy_tap(&run, TOY_KEY_FASTER);
    }
    ck_assert(!run.loop.mentioned[TROUBLE_DROPPED]);
}

TEST(sixteen_times_at_thirty_fps_drops_nothing)
{
    run.host_desc.frame_rate = 30;
    watch(2);
    tap_times(TOY_KEY_FASTER, 9);
    uint64_t before = toy_ticks(&run);
    toy_run_frames(&run, 10);
    ck_assert_uint_ge(toy_ticks(&run) - before, 310);
    ck_assert(!run.loop.mentioned[TROUBLE_DROPPED]);
}

TEST(arrows_jump_five_seconds_either_way)
{
    watch(30);
    uint64_t before = toy_ticks(&run);
    toy_tap(&run, TOY_KEY_RIGHT); /* beyond what was played */
    ck_assert_uint_ge(toy_ticks(&run), before + 300);
    ck_assert_uint_le(toy_ticks(&run), before + 303);
    expect_tick(toy_ticks(&run));
    toy_tap(&run, LEFT_KEY);
    expect_tick(toy_ticks(&run));
    ck_assert_uint_le(toy_ticks(&run), before + 6);
    ck_assert(!run.loop.playback.exact);
    toy_run_frames(&run, 400);
    expect_tick(toy_ticks(&run));
}

TEST(a_pause_steps_by_single_ticks)
{
    watch(100);
    toy_tap(&run, P_KEY);
    uint64_t at = toy_ticks(&run);
    toy_tap(&run, LEFT_KEY);
    expect_tick(at - 1);
    ck_assert_double_eq(run.loop.playback.alpha, 1);
    tap_times(TOY_KEY_RIGHT, 10); /* new to the history from the second on */
    expect_tick(at + 9);
}

TEST(a_held_arrow_goes_on_jumping)
{
    watch(5);
    toy_key(&run, TOY_KEY_RIGHT, 1);
    toy_run_frames(&run, 20);
    uint64_t after_first = toy_ticks(&run);
    toy_run_frames(&run, 20);
    ck_assert_uint_ge(toy_ticks(&run), after_first + 600);
    expect_tick(toy_ticks(&run));
}

TEST(the_bar_is_the_whole_replay_and_holds_time_while_dragged)
{
    watch(100);
    point(0.75);
    button(1);
    expect_tick(TICK_COUNT * 3 / 4);
    toy_run_frames(&run, 60);
    expect_tick(TICK_COUNT * 3 / 4);
    point(0.25);
    toy_run_frames(&run, 1);
    expect_tick(TICK_COUNT / 4);
    button(0);
    toy_run_frames(&run, 30);
    ck_assert_uint_gt(toy_ticks(&run), TICK_COUNT / 4 + 25);
    ck_assert(!run.loop.playback.exact);
    expect_tick(toy_ticks(&run));
}

TEST(it_stands_on_the_last_tick_and_starts_again_from_there)
{
    watch(2);
    tap_times(TOY_KEY_FASTER, 9);
    toy_run_frames(&run, 120);
    expect_tick(TICK_COUNT);
    ck_assert_double_eq(run.loop.playback.alpha, 1);
    tap_times(TOY_KEY_SLOWER, 4);
    toy_tap(&run, TOY_KEY_SPACE);
    ck_assert_uint_le(toy_ticks(&run), 3);
    toy_run_frames(&run, 100);
    expect_tick(toy_ticks(&run));
    ck_assert_uint_gt(toy_ticks(&run), 90);
}

TEST(without_a_history_it_seeks_all_the_same)
{
    run.config.history = 0;
    watch(100);
    toy_tap(&run, LEFT_KEY);
    ck_assert_uint_le(toy_ticks(&run), 3);
    point(0.5);
    button(1);
    expect_tick(TICK_COUNT / 2);
    button(0);
    toy_tap(&run, P_KEY);
    uint64_t at = toy_ticks(&run);
    toy_tap(&run, LEFT_KEY);
    expect_tick(at - 1);
}

TEST(a_pause_outlasts_a_look_elsewhere)
{
    run.config.background = CONFIG_BACKGROUND_PAUSE;
    toy_script(&run, (HeadlessStep){.frame = 60, .action = HEADLESS_FOCUS, .on = false});
    toy_script(&run, (HeadlessStep){.frame = 90, .action = HEADLESS_FOCUS, .on = true});
    watch(30);
    toy_tap(&run, P_KEY);
    uint64_t ticks = toy_ticks(&run);
    toy_run_frames(&run, 100);
    ck_assert(!run.loop.stage.held_back);
    ck_assert_uint_eq(toy_ticks(&run), ticks);
}

TEST(the_first_difference_is_said_once)
{
    watch(2);
    replay->ticks[49].hash ^= 1;
    toy_run_frames(&run, 40);
    ck_assert(!run.loop.playback.check.differs);
    toy_run_frames(&run, 20);
    ck_assert(run.loop.playback.check.differs);
    toy_tap(&run, LEFT_KEY);
    toy_run_frames(&run, 100);
    ck_assert(!run.loop.done);
}

TEST(a_difference_is_found_while_seeking_too)
{
    watch(2);
    replay->ticks[99].hash ^= 1;
    toy_tap(&run, TOY_KEY_RIGHT);
    ck_assert_uint_gt(toy_ticks(&run), 100);
    ck_assert(run.loop.playback.check.differs);
}

TEST(escape_ends_it_well)
{
    watch(30);
    toy_key(&run, TOY_KEY_ESCAPE, 1);
    ck_assert(!loop_frame(&run.loop));
    ck_assert(run.loop.done && !run.loop.failed);
}

TEST(a_run_without_ticks_can_be_watched)
{
    replay->tick_count = 0;
    watch(20);
    toy_tap(&run, TOY_KEY_RIGHT);
    toy_tap(&run, LEFT_KEY);
    point(0.5);
    button(1);
    button(0);
    toy_tap(&run, TOY_KEY_SPACE);
    expect_tick(0);
}
