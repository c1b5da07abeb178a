#include "app/loop.h"
#include "support/test.h"
#include "support/toy_run.h"

#include <stdlib.h>

/* While nobody looks: pause, throttle, run, minimised windows and blocked displays. Time passes in
 * waits and presents here, so frames in a second show who paces them. */

static const int64_t second_ns = 1000000000;
static ToyRun run;

static void set_up(void)
{
    toy_run_prepare(&run);
    run.host_desc.time = HEADLESS_PACED;
}

static void tear_down(void)
{
    toy_run_close(&run);
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

static int64_t now_ns(void)
{
    return run.host.now_ns(run.host.self);
}

/* Frames that begin within the coming virtual second. */
static int frames_in_a_second(void)
{
    int64_t end_ns = now_ns() + second_ns;
    int count = 0;
    for (; now_ns() < end_ns && count < 5000; count++) {
        toy_run_frames(&run, 1);
    }
    return count;
}

static int ticks_in_a_second(void)
{
    uint64_t before = toy_ticks(&run);
    frames_in_a_second();
    return (int)(toy_ticks(&run) - before);
}

static void script_focus(uint64_t frame, bool on)
{
    toy_script(&run, (HeadlessStep){.frame = frame, .action = HEADLESS_FOCUS, .on = on});
}

static void script_minimise(uint64_t frame, bool on)
{
    toy_script(&run, (HeadlessStep){.frame = frame, .action = HEADLESS_MINIMISE, .on = on});
}

TEST(in_front_the_display_paces)
{
    toy_run_open(&run);
    ck_assert_int_eq(frames_in_a_second(), 60);
    ck_assert_int_eq(ticks_in_a_second(), 60);
}

TEST(paused_in_the_background_nothing_runs_and_frames_are_few)
{
    script_focus(10, false);
    toy_run_open(&run);
    toy_run_frames(&run, 12);
    ck_assert_int_eq(ticks_in_a_second(), 0);
    ck_assert_int_le(frames_in_a_second(), 11);
    ck_assert(run.loop.stage.held_back);
}

TEST(back_in_front_the_game_goes_on_without_a_leap)
{
    script_focus(10, false);
    script_focus(50, true);
    toy_run_open(&run);
    toy_run_frames(&run, 50);
    uint64_t before = toy_ticks(&run);
    double alpha = run.loop.playback.alpha;
    toy_run_frames(&run, 1);
    ck_assert_uint_eq(toy_ticks(&run), before);
    ck_assert_double_eq(run.loop.playback.alpha, alpha);
    ck_assert_int_eq(ticks_in_a_second(), 60);
    ck_assert_int_eq(step_clock_dropped_ns(&run.loop.playback.clock), 0);
}

TEST(throttled_in_the_background_the_game_runs_with_fewer_frames)
{
    run.config.background = CONFIG_BACKGROUND_THROTTLE;
    script_focus(10, false);
    toy_run_open(&run);
    toy_run_frames(&run, 12);
    int frames = frames_in_a_second();
    ck_assert_int_ge(frames, 20);
    ck_assert_int_le(frames, 31);
    int ticks = ticks_in_a_second();
    ck_assert_int_ge(ticks, 58);
    ck_assert_int_le(ticks, 62);
}

TEST(run_means_that_the_background_changes_nothing)
{
    run.config.background = CONFIG_BACKGROUND_RUN;
    script_focus(10, false);
    toy_run_open(&run);
    toy_run_frames(&run, 12);
    ck_assert_int_eq(frames_in_a_second(), 60);
    ck_assert_int_eq(ticks_in_a_second(), 60);
}

/* Present returns at once; the limiter has to wait. */
TEST(minimised_the_limiter_paces)
{
    static const ConfigBackground policies[] = {CONFIG_BACKGROUND_RUN, CONFIG_BACKGROUND_THROTTLE,
                                                CONFIG_BACKGROUND_PAUSE};
    static const int most[] = {61, 31, 11};
    toy_run_open(&run); /* for tear_down */
    for (size_t i = 0; i < CW_ARRAY_LENGTH(policies); i++) {
        toy_run_close(&run);
        set_up();
        run.config.background = policies[i];
        script_minimise(10, true);
        toy_run_open(&run);
        toy_run_frames(&run, 12);
        ck_assert_int_le(frames_in_a_second(), most[i]);
    }
}

TEST(minimised_with_vsync_off_the_limiter_paces)
{
    run.config.vsync = false;
    run.config.background = CONFIG_BACKGROUND_RUN;
    run.host_desc.status.paced_by_display = false;
    script_minimise(0, true);
    toy_run_open(&run);
    toy_run_frames(&run, 2);
    ck_assert_int_le(frames_in_a_second(), 61);
    ck_assert_int_eq(ticks_in_a_second(), 60);
}

TEST(a_present_that_blocks_for_a_second_makes_no_burst)
{
    toy_script(&run, (HeadlessStep){.frame = 20, .action = HEADLESS_STALL, .delay_ns = second_ns});
    toy_run_open(&run);
    toy_run_frames(&run, 21);
    uint64_t before = toy_ticks(&run);
    toy_run_frames(&run, 1);
    ck_assert_uint_le(toy_ticks(&run) - before, 8);
    for (int i = 0; i < 120; i++) {
        before = toy_ticks(&run);
        toy_run_frames(&run, 1);
        ck_assert_uint_le(toy_ticks(&run) - before, 2);
    }
}

TEST(where_the_display_does_not_pace_the_limiter_keeps_its_rate)
{
    run.host_desc.status.paced_by_display = false;
    run.host_desc.status.refresh_hz = 75;
    toy_run_open(&run);
    toy_run_frames(&run, 1);
    ck_assert_int_le(abs(frames_in_a_second() - 75), 1); /* intervals are whole nanoseconds */
    ck_assert_int_le(abs(ticks_in_a_second() - 60), 1);
}

TEST(the_target_rate_holds_below_the_display_s)
{
    run.config.target_fps = 30;
    toy_run_open(&run);
    toy_run_frames(&run, 1);
    ck_assert_int_le(abs(frames_in_a_second() - 30), 1);
}

TEST(lost_focus_releases_five_held_keys_once)
{
    static const int keys[] = {TOY_KEY_RIGHT, TOY_KEY_SPACE, TOY_KEY_1, TOY_KEY_2, TOY_KEY_3};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(keys); i++) {
        toy_script_key(&run, 2, keys[i], 1);
    }
    script_focus(20, false);
    script_focus(40, true);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(keys); i++) {
        toy_script_key(&run, 50, keys[i], 0);
    }
    toy_run_open(&run);
    toy_run_frames(&run, 80);
    for (int action = 0; action < TOY_ACTION_COUNT; action++) {
        ck_assert_uint_eq(toy_state(run.loop.playback.session.world)->press_counts[action], 1);
        ck_assert_uint_eq(toy_state(run.loop.playback.session.world)->release_counts[action], 1);
    }
    ck_assert_uint_eq(run.loop.playback.session.input.players[0].down, 0);
}

TEST(what_is_pressed_while_held_back_does_not_reach_the_game)
{
    script_focus(10, false);
    toy_script(&run, (HeadlessStep){.frame = 20,
                                    .action = HEADLESS_INPUT,
                                    .event = {.type = INPUT_PAD_BUTTON, .code = 0, .value = 1}});
    toy_script(&run, (HeadlessStep){.frame = 25,
                                    .action = HEADLESS_INPUT,
                                    .event = {.type = INPUT_MOUSE_MOTION, .dx = 500}});
    script_focus(40, true);
    toy_run_open(&run);
    toy_run_frames(&run, 60);
    ck_assert_uint_eq(toy_state(run.loop.playback.session.world)->press_counts[TOY_KICK], 0);
    ck_assert_int_eq(toy_state(run.loop.playback.session.world)->motion_x, 0);
}

TEST(a_pause_chosen_before_the_focus_went_stays_after_it_came_back)
{
    script_focus(10, false);
    script_focus(20, true);
    toy_run_open(&run);
    toy_run_frames(&run, 5);
    loop_show(&run.loop, SCREEN_PAUSED);
    uint64_t before = toy_ticks(&run);
    toy_run_frames(&run, 60);
    ck_assert_uint_eq(toy_ticks(&run), before);
    loop_show(&run.loop, SCREEN_PLAYING);
    ck_assert_int_eq(ticks_in_a_second(), 59); /* the first frame after a pause has no time */
}
