#include "app/loop.h"
#include "sim/world_hash.h"
#include "support/test.h"
#include "support/time_keys.h"
#include "support/toy_run.h"

#include <string.h>

/* Steps and seeks in a pause, through the real loop. */

enum { FPS = 240, TICKS_MAX = 600 }; /* never more than a tick a frame */
static const double BAR_LEFT = 96, BAR_RIGHT = CW_VIEW_WIDTH - 96, BAR_Y = CW_VIEW_HEIGHT - 16;

static ToyRun run;
static uint64_t hashes[TICKS_MAX]; /* of each tick when it was played */

static void set_up(void)
{
    toy_run_prepare(&run);
    run.host_desc.frame_rate = FPS;
}

static void tear_down(void)
{
    toy_run_close(&run);
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

static uint64_t hash_now(void)
{
    return cw_world_hash(run.loop.playback.session.world);
}

static void play(double seconds)
{
    for (int i = 0; i < (int)(seconds * (double)FPS); i++) {
        toy_run_frames(&run, 1);
        hashes[toy_ticks(&run)] = hash_now();
    }
}

/* Plays two seconds with kicks and `run` held, and pauses. */
static void play_and_pause(void)
{
    toy_run_open(&run);
    toy_key(&run, TOY_KEY_RIGHT, 1);
    for (int i = 0; i < 4; i++) {
        toy_key(&run, TOY_KEY_SPACE, i % 2 == 0);
        play(0.5);
    }
    toy_tap(&run, TOY_KEY_ESCAPE);
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_PAUSED);
}

static void expect_tick(uint64_t tick)
{
    ck_assert_uint_eq(toy_ticks(&run), tick);
    ck_assert_uint_eq(hash_now(), hashes[tick]);
    ck_assert_double_eq(run.loop.playback.alpha, 1);
}

/* Points at the bar, a fraction of its length, with the button as it is. */
static void point(double fraction, double y)
{
    double x = BAR_LEFT + fraction * (BAR_RIGHT - BAR_LEFT);
    stage_take_event(&run.loop.stage,
                     &(InputEvent){.type = INPUT_MOUSE_MOTION, .x = x, .y = y, .dx = 1});
    toy_run_frames(&run, 1);
}

static void button(int down)
{
    stage_take_event(&run.loop.stage,
                     &(InputEvent){.type = INPUT_MOUSE_BUTTON, .code = 1, .value = down});
    toy_run_frames(&run, 1);
}

TEST(a_step_goes_exactly_one_tick_either_way)
{
    play_and_pause();
    uint64_t newest = toy_ticks(&run);
    for (uint64_t i = 1; i <= 70; i++) { /* over a keyframe */
        toy_tap(&run, TOY_KEY_STEP_BACK);
        expect_tick(newest - i);
    }
    for (uint64_t i = 69; i + 1 > 0; i--) {
        toy_tap(&run, TOY_KEY_STEP_FORWARD);
        expect_tick(newest - i);
    }
}

TEST(a_held_step_key_repeats_after_a_moment)
{
    play_and_pause();
    uint64_t newest = toy_ticks(&run);
    toy_key(&run, TOY_KEY_STEP_BACK, 1);
    toy_run_frames(&run, FPS * 38 / 100);
    ck_assert_uint_eq(toy_ticks(&run), newest - 1);
    toy_run_frames(&run, FPS);
    ck_assert_uint_ge(newest - toy_ticks(&run), 15);
    ck_assert_uint_le(newest - toy_ticks(&run), 19);
    toy_key(&run, TOY_KEY_STEP_BACK, 0);
    toy_run_frames(&run, 1);
    uint64_t tick = toy_ticks(&run);
    toy_run_frames(&run, FPS);
    ck_assert_uint_eq(toy_ticks(&run), tick);
}

/* Right is the step key too, and held while driving. */
TEST(a_key_held_into_the_pause_does_not_step)
{
    play_and_pause();
    uint64_t ticks = toy_ticks(&run);
    toy_run_frames(&run, 2 * FPS);
    ck_assert_uint_eq(toy_ticks(&run), ticks);
    toy_key(&run, TOY_KEY_RIGHT, 0);
    toy_tap(&run, TOY_KEY_RIGHT);
    ck_assert_uint_eq(toy_ticks(&run), ticks + 1);
}

TEST(a_step_beyond_the_newest_tick_makes_one_with_what_is_held)
{
    play_and_pause();
    uint64_t ticks = toy_ticks(&run);
    double x_m = cpBodyGetPosition(toy_runner(run.loop.playback.session.world)).x;
    toy_tap(&run, TOY_KEY_STEP_FORWARD);
    const cpBody *runner = toy_runner(run.loop.playback.session.world);
    ck_assert_uint_eq(toy_ticks(&run), ticks + 1);
    ck_assert_double_eq(run.loop.playback.alpha, 1);
    ck_assert_double_eq_tol(cpBodyGetPosition(runner).x - x_m, TOY_SPEED_MPS / 60, 1e-9);
    toy_key(&run, TOY_KEY_RIGHT, 0);
    toy_tap(&run, TOY_KEY_STEP_FORWARD);
    ck_assert_double_eq_tol(cpBodyGetPosition(runner).x - x_m, TOY_SPEED_MPS / 60, 1e-9);
    const ToyState *state = toy_state(run.loop.playback.session.world);
    ck_assert_uint_eq(state->press_counts[TOY_RUN], 1);
    ck_assert_uint_eq(state->release_counts[TOY_RUN], 1);
    ck_assert_uint_eq(run.loop.playback.timeline.rewind_count, 0);
}

TEST(without_a_history_only_new_ticks_can_be_stepped)
{
    run.config.history = 0;
    play_and_pause();
    uint64_t ticks = toy_ticks(&run);
    toy_tap(&run, TOY_KEY_STEP_BACK);
    point(0.2, BAR_Y);
    button(1);
    button(0);
    ck_assert_uint_eq(toy_ticks(&run), ticks);
    toy_tap(&run, TOY_KEY_STEP_FORWARD);
    ck_assert_uint_eq(toy_ticks(&run), ticks + 1);
}

TEST(the_bar_is_dragged_through_time_at_any_height)
{
    play_and_pause();
    uint64_t newest = toy_ticks(&run);
    point(0.5, BAR_Y + 3);
    ck_assert_uint_eq(toy_ticks(&run), newest);
    button(1);
    expect_tick((newest + 1) / 2);
    point(0.25, 40);
    expect_tick((uint64_t)(0.25 * (double)newest + 0.5));
    point(-1, 100);
    expect_tick(0);
    point(2, 359);
    expect_tick(newest);
    point(0.1, BAR_Y);
    button(0);
    point(0.9, BAR_Y);
    expect_tick((uint64_t)(0.1 * (double)newest + 0.5));
}

TEST(a_drag_from_elsewhere_onto_the_bar_seeks_nothing)
{
    play_and_pause();
    uint64_t newest = toy_ticks(&run);
    point(0.5, 60);
    button(1);
    point(0.5, BAR_Y);
    ck_assert_uint_eq(toy_ticks(&run), newest);
    button(0);
}

TEST(continued_from_the_past_it_is_another_branch)
{
    play_and_pause();
    uint64_t newest = toy_ticks(&run);
    point(0.5, BAR_Y);
    button(1);
    button(0);
    toy_tap(&run, TOY_KEY_ESCAPE);
    toy_run_frames(&run, FPS / 10);
    ck_assert_uint_eq(run.loop.playback.timeline.rewind_count, 1);
    ck_assert_uint_lt(timeline_newest(&run.loop.playback.timeline), newest);
    ck_assert_uint_eq(timeline_newest(&run.loop.playback.timeline), toy_ticks(&run));
}

TEST(continued_at_the_newest_tick_nothing_is_rewound)
{
    play_and_pause();
    for (int i = 0; i < 10; i++) {
        toy_tap(&run, TOY_KEY_STEP_BACK);
    }
    for (int i = 0; i < 10; i++) {
        toy_tap(&run, TOY_KEY_STEP_FORWARD);
    }
    toy_tap(&run, TOY_KEY_ESCAPE);
    toy_run_frames(&run, FPS / 4);
    ck_assert_uint_eq(run.loop.playback.timeline.rewind_count, 0);
}

TEST(going_on_after_a_step_never_shows_an_earlier_moment)
{
    play_and_pause();
    for (int i = 0; i < 12; i++) {
        int key = i % 3 == 0 ? TOY_KEY_STEP_FORWARD : TOY_KEY_STEP_BACK;
        toy_tap(&run, key);
        double shown = toy_shown_ticks(&run);
        toy_key(&run, TOY_KEY_ESCAPE, 1);
        for (int k = 0; k < 9 + i; k++) {
            toy_run_frames(&run, 1);
            ck_assert_double_ge(toy_shown_ticks(&run), shown - 1e-6);
            ck_assert_double_le(toy_shown_ticks(&run), shown + 1.01);
            shown = toy_shown_ticks(&run);
        }
        toy_key(&run, TOY_KEY_ESCAPE, 0);
        toy_run_frames(&run, 1);
        toy_tap(&run, TOY_KEY_ESCAPE);
    }
}

TEST(after_a_step_nothing_that_happened_before_is_told_of)
{
    play_and_pause();
    toy_tap(&run, TOY_KEY_STEP_BACK);
    ck_assert_int_eq(run.loop.playback.session.event_count, 0);
    toy_tap(&run, TOY_KEY_ESCAPE);
    uint64_t told = run.loop.playback.session.event_cursor;
    for (int i = 0; i < 3 * FPS; i++) {
        toy_run_frames(&run, 1);
        for (int k = 0; k < run.loop.playback.session.event_count; k++) {
            ck_assert_uint_eq(run.loop.playback.session.events[k].sequence, ++told);
        }
    }
}

TEST(the_view_gets_the_time_that_a_step_or_seek_passes_over)
{
    play_and_pause();
    toy_run_frames(&run, 1);
    ck_assert_double_eq(toy.last.sim_dt_s, 0);
    double shown_s = toy.last.sim_s;
    toy_key(&run, TOY_KEY_STEP_BACK, 1);
    toy_run_frames(&run, 1);
    ck_assert_double_eq(toy.last.dt_s, 0);
    ck_assert_double_eq_tol(toy.last.sim_dt_s, toy.last.sim_s - shown_s, 1e-9);
    toy_key(&run, TOY_KEY_STEP_BACK, 0);
    toy_run_frames(&run, 1);
    ck_assert_double_eq(toy.last.sim_dt_s, 0);
    double now_s = cw_world_time_s(run.loop.playback.session.world);
    point(0, BAR_Y);
    button(1);
    ck_assert_double_eq(toy.last.dt_s, 0);
    ck_assert_double_eq_tol(toy.last.sim_dt_s, -now_s, 1e-9);
    button(0);
}

TEST(a_restart_from_a_pause_in_the_past_begins_at_the_beginning)
{
    play_and_pause();
    toy_tap(&run, TOY_KEY_STEP_BACK);
    toy_tap(&run, TOY_KEY_DOWN); /* brings the menu back */
    toy_tap(&run, TOY_KEY_DOWN);
    toy_tap(&run, TOY_KEY_RETURN);
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_PLAYING);
    ck_assert_uint_le(toy_ticks(&run), 1);
    ck_assert_uint_eq(run.loop.playback.timeline.rewind_count, 0);
    ck_assert(!run.loop.playback.exact);
}

TEST(the_menu_steps_aside_until_it_is_asked_for)
{
    play_and_pause();
    ck_assert(!run.loop.menu.aside);
    toy_tap(&run, TOY_KEY_STEP_BACK);
    ck_assert(run.loop.menu.aside);
    toy_tap(&run, TOY_KEY_RETURN);
    ck_assert(!run.loop.menu.aside);
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_PAUSED);
    point(0.3, BAR_Y);
    button(1);
    button(0);
    ck_assert(run.loop.menu.aside);
    point(0.3, 100);
    ck_assert(!run.loop.menu.aside);
    toy_tap(&run, TOY_KEY_RETURN);
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_PLAYING);
}

TEST(a_drag_that_ends_on_an_entry_chooses_nothing)
{
    play_and_pause();
    point(0.5, BAR_Y);
    button(1);
    point(0.5, 178 + 3 * 26); /* "Quit" */
    button(0);
    toy_run_frames(&run, 2);
    ck_assert_int_eq(run.loop.menu.screen, SCREEN_PAUSED);
}
