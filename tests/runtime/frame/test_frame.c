#include "support/toy_run.h"

/* The frame as its phases see it. */

static const int64_t second_ns = 1000000000;
static const double FRAME_S = 1.0 / 60;

TOY_FIXTURE;

/* A present that blocks in frame 30; the frame after it. */
static void run_past_a_stall(int64_t stall_ns)
{
    run.host_desc.time = HEADLESS_PACED;
    toy_script((HeadlessStep){.frame = 30, .action = HEADLESS_STALL, .delay_ns = stall_ns});
    toy_play(30);
    ck_assert(!toy.last.jumped);
    toy_run_frames(2);
}

TEST(a_stall_is_never_longer_than_the_longest_frame)
{
    run.config.max_frame_time = 0.1;
    run_past_a_stall(second_ns);
    ck_assert_double_eq(toy.last.dt_s, 0.1);
    ck_assert_double_lt(toy.last.sim_dt_s, 0.2);
    ck_assert(toy.last.jumped);
}

TEST(a_stall_that_drops_time_says_why)
{
    run_past_a_stall(second_ns);
    toy_run_frames(1);
    ck_assert(!toy.last.jumped);
    ck_assert_double_gt(toy.last.dropped_s, 0.7);
    ck_assert_int_eq(toy.last.slow, CW_SLOW_STALL);
    toy_run_frames(60);
    ck_assert_int_eq(toy.last.slow, CW_SLOW_NONE);
    ck_assert_double_gt(toy.last.dropped_s, 0.7);
}

static int64_t usual_work_ns, longest_work_ns;

static void work(const CwWorld *world, CwFrame *frame)
{
    int64_t work_ns = frame->index == 30 ? longest_work_ns : usual_work_ns;
    run.host.wait_until_ns(run.host.self, run.host.now_ns(run.host.self) + work_ns,
                           HOST_WAIT_EXACT);
}

static const double stalls_s[] = {0.4, 4.9, 5.1};

/* In the frame's work or in present, with much usual work or none, in either pacing. */
TEST(every_stall_that_drops_time_is_a_jump, .rounds = 8 * CW_ARRAY_LENGTH(stalls_s))
{
    int64_t stall_ns = (int64_t)(stalls_s[_i / 8] * 1e9);
    bool in_work = _i % 2 != 0;
    usual_work_ns = _i / 2 % 2 * 12000000;
    longest_work_ns = in_work ? stall_ns : usual_work_ns;
    run.config.pacing = _i / 4 % 2 == 0 ? PACING_GRID : PACING_RAW;
    toy.while_updating = work;
    run_past_a_stall(in_work ? 0 : stall_ns);
    ck_assert(toy.last.jumped);
    ck_assert_int_eq(toy.last.slow == CW_SLOW_STALL, !in_work);
    toy_run_frames(1);
    ck_assert(!toy.last.jumped);
}

TEST(a_machine_that_is_too_slow_gives_slow_motion_without_jumps)
{
    run.host_desc.time = HEADLESS_PACED;
    usual_work_ns = second_ns / 5;
    toy.while_updating = work;
    toy_play(15);
    double dropped_s = toy.last.dropped_s;
    for (int i = 0; i < 5; i++) {
        toy_run_frames(1);
        ck_assert(!toy.last.jumped);
    }
    ck_assert_double_gt(toy.last.dropped_s, dropped_s + 0.2);
    ck_assert_int_ne(toy.last.slow, CW_SLOW_STALL);
}

TEST(a_stall_that_is_caught_up_with_is_no_jump)
{
    run_past_a_stall(second_ns / 20);
    ck_assert(!toy.last.jumped);
    ck_assert_int_ge(toy.last.ticks, 3);
}

TEST(the_first_frame_has_no_time_in_lockstep_either)
{
    run.desc.mode.is_headless = run.desc.mode.is_lockstep = true;
    toy_play(1);
    ck_assert_double_eq(toy.last.dt_s, 0);
    ck_assert_int_eq(toy.last.ticks, 1);
    toy_run_frames(1);
    ck_assert_double_eq_tol(toy.last.dt_s, FRAME_S, 1e-6);
}

TEST(in_lockstep_the_player_s_speed_takes_no_time_from_frames)
{
    run.desc.mode.is_headless = run.desc.mode.is_lockstep = true;
    run.config.time_scale = 0;
    toy_play(2);
    ck_assert_double_eq_tol(toy.last.dt_s, FRAME_S, 1e-6);
    ck_assert_double_eq_tol(toy.last.sim_dt_s, FRAME_S, 1e-6);
}

static void restart_at_thirty(const CwWorld *world, CwFrame *frame)
{
    if (frame->index == 30) {
        cw_flow_restart(frame->flow);
    }
}

TEST(the_first_frame_of_a_level_has_no_time)
{
    toy.while_updating = restart_at_thirty;
    toy_play(32);
    ck_assert_int_eq(toy.start_count, 2);
    ck_assert_double_eq(toy.last.dt_s, 0);
    ck_assert_double_eq(toy.last.sim_dt_s, 0);
    ck_assert(toy.last.jumped);
}

TEST(the_simulated_time_of_frames_adds_up_to_that_of_the_picture)
{
    double sum_s = 0;
    run.host_desc.frame_rate = 144;
    toy_run_open();
    for (int i = 0; i < 300; i++) {
        toy_run_frames(1);
        sum_s += toy.last.sim_dt_s;
        ck_assert_double_eq_tol(sum_s, toy.last.sim_s, 1e-9);
    }
    ck_assert_double_eq_tol(sum_s, 300 / 144.0, 0.03);
    ck_assert_double_eq_tol(toy.last.real_s, 299 / 144.0, 1e-6);
}

TEST(without_a_jump_simulated_time_never_runs_back)
{
    run.host_desc.frame_rate = 144;
    toy_run_open();
    for (int i = 0; i < 300; i++) {
        int at = i % 50;
        toy_key(TOY_KEY_ESCAPE, at == 20 || at == 30);
        toy_key(TOY_KEY_STEP_FORWARD, at == 25);
        toy_key(TOY_KEY_REWIND, at > 40);
        toy_run_frames(1);
        ck_assert(toy.last.jumped || toy.last.sim_dt_s >= 0);
    }
}

TEST(real_time_continues_in_a_pause)
{
    toy_play(30);
    toy_tap(TOY_KEY_ESCAPE);
    double before_s = toy.last.real_s;
    toy_run_frames(60);
    ck_assert_double_eq_tol(toy.last.real_s - before_s, 1, 1e-6);
    ck_assert_double_eq(toy.last.dt_s, 0);
    ck_assert_int_eq(toy.last.ticks, 0);
}

TEST(a_frame_knows_what_is_held_before_any_tick_does)
{
    run.host_desc.frame_rate = 1000;
    toy_play(2);
    uint64_t before = toy_ticks();
    toy_key(TOY_KEY_SPACE, 1);
    toy_run_frames(1);
    ck_assert(cw_input_pressed(toy.last.input, TOY_KICK));
    toy_run_frames(1);
    ck_assert(cw_input_down(toy.last.input, TOY_KICK));
    ck_assert(!cw_input_pressed(toy.last.input, TOY_KICK));
    ck_assert_uint_eq(toy_ticks(), before);
    toy_run_frames(40); /* the tick's press is still its own */
    ck_assert_uint_eq(toy_state(toy_playback()->session.world)->press_counts[TOY_KICK], 1);
}

TEST(a_frame_knows_where_the_pointer_is)
{
    toy_play(2);
    stage_queue_event(toy_stage(), &(InputEvent){.type = INPUT_MOUSE_MOTION, .x = 100, .y = 50});
    toy_run_frames(1);
    ck_assert_int_eq(toy.last.input->pointer_x, 100);
    ck_assert_int_eq(toy.last.input->pointer_dx, 100);
    toy_run_frames(1);
    ck_assert_int_eq(toy.last.input->pointer_dx, 0);
}

TEST(under_a_bot_a_frame_gets_the_tick_s_input)
{
    run.desc.choice.driver.pilot = PILOT_BOT;
    toy_play(10);
    ck_assert(cw_input_down(toy.last.input, TOY_RUN));
}

static CwTextSize measured;
static uint64_t measured_frame;

static void measure(const CwWorld *world, CwFrame *frame)
{
    if (frame->index == measured_frame) {
        measured = cw_text_measure(frame->draw, &(CwTextDraw){.text = "Hello"});
    }
}

TEST(frame_phases_measure_text_without_a_window_before_the_first_picture)
{
    run.desc.mode.is_headless = run.desc.mode.is_lockstep = true;
    toy.while_updating = measure;
    toy_run_open();
    for (measured_frame = 0; measured_frame < 3; measured_frame++) {
        toy_run_frames(1);
        ck_assert_double_eq(measured.height, 16);
        ck_assert_double_gt(measured.width, 25);
        ck_assert_double_lt(measured.width, 50);
    }
}
