#include "support/toy_run.h"

/* Motion, the camera and presses at many frame rates. */

static const uint32_t RATES[] = {10, 24, 37, 50, 59, 60, 61, 75, 120, 144, 240, 360, 1000};
enum { TAPS = 15 }; /* so many may wait for ticks: see PENDING_EDGES_MAX */

TOY_SET_UP
{
    run.config.history = 8;
}

static void open_at(uint32_t frame_rate, int tick_rate)
{
    run.host_desc.frame_rate = frame_rate;
    run.host_desc.status.refresh_hz = frame_rate;
    run.config.sim.tick_rate = tick_rate;
    toy_run_open();
}

static void run_steadily(void)
{
    toy_key(TOY_KEY_RIGHT, 1);
    while (toy_ticks() < 20) { /* until the press came true, and is blended away */
        toy_run_frames(1);
    }
}

/* Place of the runner in the last picture, view points; fails the test when it was not drawn. */
static vec2s drawn_runner(void)
{
    for (uint32_t i = 0; i < run.loop.stage.draw_list.command_count; i++) {
        const DrawCommand *command = &run.loop.stage.draw_list.commands[i];
        if (command->layer == TOY_RUNNER_LAYER) {
            return command->capsule.a;
        }
    }
    ck_abort_msg("the runner was not drawn");
}

/* World x of the runner as drawn: the camera is part of the picture's mapping. */
static double drawn_x_m(void)
{
    const CwDrawList *draw = &toy_stage()->draw_list;
    double points = (double)drawn_runner().x - CW_VIEW_WIDTH / 2.0;
    return draw->state.camera.x_m + points * draw->state.camera.height_m / CW_VIEW_HEIGHT;
}

TEST(constant_speed_is_drawn_on_a_line)
{
    open_at(144, 60);
    run_steadily();
    double first_m = drawn_x_m(), last_m = first_m;
    for (int i = 1; i < 500; i++) {
        toy_run_frames(1);
        double x_m = drawn_x_m();
        ck_assert_double_ge(x_m, last_m);
        ck_assert_double_eq_tol(x_m, first_m + i * TOY_SPEED_MPS / 144, 1e-5);
        last_m = x_m;
    }
}

TEST(a_followed_body_stands_still_on_the_screen, .rounds = CW_ARRAY_LENGTH(RATES))
{
    open_at(RATES[_i], 60);
    run_steadily();
    vec2s first = drawn_runner();
    for (int frame = 0; frame < 200; frame++) {
        toy_run_frames(1);
        vec2s now = drawn_runner();
        ck_assert_double_eq_tol((double)now.x, (double)first.x, 1e-4);
        ck_assert_double_eq_tol((double)now.y, (double)first.y, 1e-4);
    }
}

static const int tick_rates[] = {30, 60, 120};

TEST(tick_rates_change_neither_speed_nor_direction, .rounds = CW_ARRAY_LENGTH(tick_rates))
{
    open_at(100, tick_rates[_i]);
    run_steadily();
    double first_m = drawn_x_m(), last_m = first_m;
    for (int frame = 0; frame < 300; frame++) {
        toy_run_frames(1);
        ck_assert(toy_playback()->alpha >= 0 && toy_playback()->alpha < 2);
        ck_assert_double_ge(drawn_x_m(), last_m);
        last_m = drawn_x_m();
    }
    ck_assert_double_eq_tol((last_m - first_m) / 3, TOY_SPEED_MPS, 1e-5);
}

TEST(taps_within_a_frame_reach_a_tick_at_every_frame_rate, .rounds = CW_ARRAY_LENGTH(RATES))
{
    open_at(RATES[_i], 60);
    toy_run_frames(2);
    for (int tap = 0; tap < TAPS; tap++) {
        toy_key(TOY_KEY_SPACE, 1);
        toy_key_for(TOY_KEY_SPACE, 0, 1 + tap % 5);
    }
    toy_run_frames(400);
    toy_expect_edges(TOY_KICK, TAPS, TAPS);
}

/* ---- ticks in slow motion, fast forward and steps; their results: test_loop_hashes.c ---- */

TEST(fast_forward_may_take_more_ticks_a_frame)
{
    run.config.max_steps_per_frame = 1;
    toy_play(10);
    toy_tap_times(TOY_KEY_FAR_FORWARD, 2);
    ck_assert_uint_ge(toy_ticks_in(60), 239);
    ck_assert_uint_eq(toy_playback()->clock.dropped_ns, 0);
}

TEST(fast_forward_multiplies_the_speed_of_the_configuration)
{
    run.config.time_scale = 2;
    toy_run_open();
    toy_tap_times(TOY_KEY_FAR_BACK, 1);
    uint64_t ticks = toy_ticks_in(60);
    EXPECT_WITHIN(ticks, 59, 61);
}

static void open_and_pause(void)
{
    run.config.guest_values[DEBUG_STEP_TICKS].whole = 25;
    toy_play(100);
    toy_tap(TOY_KEY_ESCAPE);
}

TEST(steps_beyond_the_newest_tick_run_exactly_as_many_new_ones)
{
    open_and_pause();
    uint64_t paused = toy_ticks();
    toy_tap_for(TOY_KEY_FAR_FORWARD, 30);
    ck_assert_uint_eq(toy_ticks(), paused + 25);
}

TEST(a_step_may_begin_in_the_past_and_end_in_new_ticks)
{
    open_and_pause();
    uint64_t paused = toy_ticks();
    toy_tap(TOY_KEY_FAR_BACK);
    run.loop.settings.config.guest_values[DEBUG_STEP_TICKS].whole = 40;
    toy_tap_for(TOY_KEY_FAR_FORWARD, 30);
    ck_assert_uint_eq(toy_ticks(), paused + 15);
}
