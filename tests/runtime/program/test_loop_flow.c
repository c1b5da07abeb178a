/* Flow requests: a game asks the loop to pause, step, quit, restart or change the level. */
#include "check/input_monkey.h"
#include "support/replay_samples.h"
#include "support/toy_run.h"

typedef void Ask(CwFlow *flow);

#define ASK(name, ...)                                                                             \
    static void name(CwFlow *flow)                                                                 \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
    }
ASK(pause_time, cw_flow_pause(flow))
ASK(resume, cw_flow_resume(flow))
ASK(step_five, cw_flow_step(flow, 5))
ASK(no_speed, cw_flow_set_time_scale(flow, 0))
ASK(half_speed, cw_flow_set_time_scale(flow, 0.5))
ASK(full_speed, cw_flow_set_time_scale(flow, 1))
ASK(backwards, cw_flow_set_time_scale(flow, -1))
ASK(endless_speed, cw_flow_set_time_scale(flow, HUGE_VAL))
ASK(speed_that_is_none, cw_flow_set_time_scale(flow, NAN))
ASK(five_fps, cw_flow_set_target_fps(flow, 5))
ASK(thirty_fps, cw_flow_set_target_fps(flow, 30))
ASK(endless_fps, cw_flow_set_target_fps(flow, INT_MAX))
ASK(quit_with_three, cw_flow_quit(flow, 3))
ASK(restart, cw_flow_restart(flow))
ASK(usual, cw_flow_restart_with(flow, NULL))
ASK(open_second, cw_flow_open_level(flow, "b-second"))
ASK(open_none, cw_flow_open_level(flow, "no-such-level"))
ASK(next_level, cw_flow_next_level(flow))
ASK(all_ends, quit_with_three(flow), next_level(flow), open_second(flow), restart(flow))

static void moon(CwFlow *flow)
{
    CwSimSettings settings = cw_sim_settings_default();
    settings.gravity_mps2 = -1.6;
    settings.tick_rate = 120;
    cw_flow_restart_with(flow, &settings);
}

static Ask *tick_ask, *frame_ask; /* of ticks; of a frame, once. NULL: nothing */
static uint64_t asking_tick;      /* 0: every tick */

static void ask_in_tick(CwWorld *world)
{
    if (tick_ask != NULL && (asking_tick == 0 || cw_world_tick(world) == asking_tick)) {
        tick_ask(cw_world_flow(world));
    }
}

static void ask_in_frame(const CwWorld *world, CwFrame *frame)
{
    Ask *ask = frame_ask;
    frame_ask = NULL;
    if (ask != NULL) {
        ask(frame->flow);
    }
}

TOY_SET_UP
{
    temp_mkdir("levels");
    toy.while_ticking = ask_in_tick;
    toy.while_updating = ask_in_frame;
    tick_ask = frame_ask = NULL;
    asking_tick = 0;
}

static void ask_at(uint64_t tick, Ask *ask)
{
    asking_tick = tick;
    tick_ask = ask;
}

static void ask_from_frame(Ask *ask)
{
    frame_ask = ask;
    toy_run_frames(2);
}

static void open_at_fps(uint32_t fps)
{
    run.host_desc.frame_rate = fps;
    toy_run_open();
}

/* ---- Time ---- */

TEST(the_tick_that_pauses_is_the_last_and_is_shown)
{
    ask_at(11, pause_time);
    open_at_fps(20); /* three ticks a frame */
    toy_run_frames(10);
    ck_assert_uint_eq(toy_ticks(), 11);
    ck_assert_double_eq(toy.last.alpha, 1);
    ck_assert_uint_eq(toy.last.index, 9);
    ck_assert_double_eq(toy.last.dt_s, 0);
    ck_assert_double_eq(toy.last.sim_dt_s, 0);
}

TEST(the_frame_that_was_cut_has_the_ticks_that_ran, .rounds = 3)
{
    uint64_t last = 10 + (uint64_t)_i, before = 0;
    ask_at(last, pause_time);
    open_at_fps(20);
    while (toy_ticks() < last) {
        before = toy_ticks();
        toy_run_frames(1);
    }
    ck_assert_int_eq(toy.last.ticks, (int)(last - before));
    ck_assert_double_eq_tol(toy.last.sim_s, (double)last / 60, 1e-9);
}

TEST(a_frame_resumes_what_a_tick_paused_and_nothing_is_made_up)
{
    ask_at(11, pause_time);
    toy_play(200);
    ask_from_frame(resume);
    ck_assert_uint_le(toy_ticks(), 12);
    ck_assert_uint_ge(toy_ticks_in(30), 29);
    ck_assert_uint_eq(toy_playback()->clock.dropped_ns, 0);
}

TEST(a_step_pauses_and_runs_exactly_as_many_ticks)
{
    toy_play(10);
    uint64_t before = toy_ticks() + 1; /* with the frame that asks */
    ask_from_frame(step_five);
    toy_run_frames(20);
    ck_assert_uint_eq(toy_ticks(), before + 5);
    ask_from_frame(step_five);
    toy_run_frames(20);
    ck_assert_uint_eq(toy_ticks(), before + 10);
}

TEST(a_press_in_the_game_s_pause_waits_for_its_step)
{
    toy_play(10);
    ask_from_frame(pause_time);
    toy_tap(TOY_KEY_SPACE);
    ask_from_frame(step_five);
    ck_assert_uint_eq(toy_state(toy_playback()->session.world)->press_counts[TOY_KICK], 1);
}

TEST(a_tick_may_slow_time_down)
{
    ask_at(0, half_speed);
    toy_play(10);
    ck_assert_uint_eq(toy_ticks_in(60), 30);
    ck_assert_double_eq_tol(toy.last.sim_dt_s, 0.5 / 60, 1e-6);
    ck_assert_double_eq_tol(toy.last.dt_s, 1.0 / 60, 1e-6);
}

TEST(scales_and_limits_out_of_range_are_moved_into_it_and_said_once)
{
    temp_listen();
    toy_play(10);
    ask_from_frame(backwards);
    ask_from_frame(backwards);
    const char *said = temp_said();
    expect_text(said, "cw_flow_set_time_scale: -1 is out of range");
    ck_assert_ptr_eq(strchr(said, '\n'), said + strlen(said) - 1);
    ck_assert_double_eq(toy_playback()->speed.game_scale, 0);
    ask_from_frame(endless_speed);
    ck_assert_double_eq(toy_playback()->speed.game_scale, 100);
    ask_from_frame(speed_that_is_none);
    ck_assert_double_eq(toy_playback()->speed.game_scale, 1);
    ask_from_frame(five_fps);
    ck_assert_int_eq(toy_playback()->speed.game_fps, 20);
    ask_from_frame(endless_fps);
    ck_assert_int_eq(toy_playback()->speed.game_fps, 1000);
}

TEST(scales_of_game_and_configuration_multiply)
{
    run.config.time_scale = 4;
    ask_at(0, half_speed);
    toy_play(10);
    ck_assert_uint_eq(toy_ticks_in(60), 120);
}

TEST(at_scale_zero_time_stops_and_frames_have_none)
{
    toy_play(10);
    ask_from_frame(no_speed);
    ck_assert_uint_eq(toy_ticks_in(20), 0);
    ck_assert_double_eq(toy.last.dt_s, 0);
    ck_assert_double_eq(toy.last.sim_dt_s, 0);
    ask_from_frame(full_speed);
    ck_assert_uint_ge(toy_ticks_in(10), 9);
}

TEST(the_lower_of_two_frame_rate_limits_applies)
{
    const int64_t at_30_ns = 33333333, at_25_ns = 40000000;
    toy_run_open();
    ask_from_frame(thirty_fps);
    ck_assert_int_eq(step_clock_target_interval_ns(&toy_playback()->clock), at_30_ns);
    run.loop.settings.config.target_fps = 25;
    ask_from_frame(thirty_fps);
    ck_assert_int_eq(step_clock_target_interval_ns(&toy_playback()->clock), at_25_ns);
}

/* ---- Who overrides whom ---- */

TEST(a_resume_of_the_game_s_leaves_the_player_s_pause_alone)
{
    toy_play(10);
    toy_tap(TOY_KEY_ESCAPE);
    ask_from_frame(resume);
    ask_from_frame(step_five);
    ck_assert_uint_eq(toy_ticks_in(20), 0);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
}

TEST(a_player_who_continues_ends_the_game_s_pause)
{
    toy_play(10);
    ask_from_frame(pause_time);
    toy_tap(TOY_KEY_ESCAPE);
    toy_tap(TOY_KEY_ESCAPE);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    ck_assert_uint_ge(toy_ticks_in(20), 19);
}

TEST(a_rewind_ends_the_game_s_pause)
{
    ask_at(100, pause_time);
    toy_play(120);
    ck_assert_uint_eq(toy_ticks(), 100);
    toy_key_for(TOY_KEY_REWIND, 1, 20);
    toy_key(TOY_KEY_REWIND, 0);
    ck_assert_uint_lt(toy_ticks(), 85);
    toy_run_frames(5);
    ck_assert_uint_ge(toy_ticks_in(5), 4);
    toy_run_frames(60); /* and the tick pauses again */
    ck_assert_uint_eq(toy_ticks(), 100);
}

TEST(a_resume_of_the_game_s_leaves_the_background_alone)
{
    toy_script((HeadlessStep){.frame = 10, .action = HEADLESS_FOCUS, .on = false});
    toy_play(12);
    ask_from_frame(resume);
    ask_from_frame(full_speed);
    ck_assert_uint_eq(toy_ticks_in(20), 0);
}

/* ---- Once ---- */

TEST(a_request_of_a_tick_simulated_again_acts_once)
{
    ask_at(30, half_speed);
    toy_play(60);
    ask_from_frame(full_speed);
    toy_run_frames(60);
    ck_assert(playback_seek(toy_playback(), 20, &error));
    ck_assert(playback_seek(toy_playback(), 50, &error));
    ck_assert_double_eq(toy_playback()->speed.game_scale, 1);
    ck_assert(playback_seek(toy_playback(), 20, &error));
    toy_run_frames(20); /* another branch has a tick of its own */
    ck_assert_double_eq(toy_playback()->speed.game_scale, 0.5);
}

static uint64_t hash_after(uint64_t tick, Ask *ask)
{
    toy_run_open();
    while (toy_ticks() < tick) {
        frame_ask = ask;
        toy_run_frames(1);
    }
    uint64_t hash = cw_world_hash(toy_playback()->session.world);
    toy_run_close();
    return hash;
}

TEST(requests_about_time_do_not_change_the_hash)
{
    run.desc.choice.driver = (RunDriver){PILOT_OTHER, .fill = input_monkey_fill};
    uint64_t plain = hash_after(200, NULL);
    ck_assert_uint_eq(hash_after(200, half_speed), plain);
    ck_assert_uint_eq(hash_after(200, step_five), plain);
    ask_at(0, half_speed);
    ck_assert_uint_eq(hash_after(200, NULL), plain);
    toy_run_open();
}

/* ---- The end of a run ---- */

TEST(a_tick_that_quits_is_the_last)
{
    ask_at(11, quit_with_three);
    open_at_fps(20);
    toy_run_to_end();
    ck_assert_uint_eq(toy_ticks(), 11);
    ck_assert_int_eq(loop_exit_status(&run.loop), 3);
    ck_assert_double_eq(toy.last.alpha, 1);
}

TEST(a_frame_that_quits_is_the_last)
{
    toy_play(10);
    frame_ask = quit_with_three;
    toy_run_to_end();
    ck_assert_uint_eq(toy.last.index, 10);
    ck_assert_int_eq(loop_exit_status(&run.loop), 3);
}

TEST(a_restart_begins_a_run_and_nothing_leads_back)
{
    ask_at(31, restart);
    open_at_fps(20);
    while (toy.start_count < 2) {
        toy_run_frames(1);
    }
    ck_assert_uint_eq(toy_ticks(), 0);
    ck_assert_uint_eq(run_newest(&toy_playback()->run), 0);
    toy_run_frames(5);
    ck_assert_uint_ge(toy_ticks(), 12);
    ck_assert_uint_eq(run_oldest(&toy_playback()->run), 0);
}

TEST(settings_by_code_stay_for_retries_and_no_file_changes_them_at_a_tick)
{
    const Session *session = &toy_playback()->session;
    toy_play(10);
    ask_from_frame(moon);
    toy_run_frames(5);
    ck_assert_double_eq(cpSpaceGetGravity(session->world->space).y, -1.6);
    ck_assert_int_eq(toy_playback()->clock.desc.tick_rate, 120);
    toy_restart();
    run.loop.settings.config.sim.gravity_mps2 = -3; /* as live_settings_apply_changes tells it */
    sim_settings_copy_changes(&toy_playback()->wanted_settings, &run.config.sim,
                              &run.loop.settings.config.sim, playback_own_settings(toy_playback()));
    toy_run_frames(5);
    ck_assert_double_eq(cpSpaceGetGravity(session->world->space).y, -1.6);
    ask_from_frame(usual);
    toy_run_frames(5);
    ck_assert_double_eq(cpSpaceGetGravity(session->world->space).y, -3);
    ck_assert_int_eq(toy_playback()->clock.desc.tick_rate, 60);
}

TEST(a_restart_ends_a_recording_and_begins_another)
{
    const char *path = temp_path("run.cwr");
    run.desc.setup.recorder.record = path;
    ask_at(31, restart);
    toy_play(50);
    uint64_t ticks = toy_ticks();
    playback_end_run(toy_playback());
    ck_assert_uint_eq(sample_load_from(path)->tick_count, ticks);
    ck_assert_uint_lt(ticks, 20);
}

TEST(a_new_run_discards_all_earlier_requests)
{
    toy_play(10);
    ask_from_frame(no_speed);
    ask_from_frame(thirty_fps);
    ask_from_frame(pause_time);
    ask_from_frame(restart);
    ck_assert_int_eq(toy.start_count, 2);
    ck_assert_uint_ge(toy_ticks_in(20), 18);
    ck_assert_int_eq(step_clock_target_interval_ns(&toy_playback()->clock), 0);
}

TEST(a_restart_under_the_player_s_pause_stays_paused)
{
    toy_play(10);
    toy_tap(TOY_KEY_ESCAPE);
    ask_from_frame(restart);
    ck_assert_int_eq(toy.start_count, 2);
    ck_assert_uint_eq(toy_ticks_in(10), 0);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
}

TEST(a_quit_overrides_levels_which_override_a_restart)
{
    CwFlow flow = {0};
    cw_flow_restart(&flow);
    cw_flow_next_level(&flow);
    cw_flow_open_level(&flow, "b-second");
    cw_flow_restart(&flow);
    ck_assert_int_eq(flow.end, FLOW_LEVEL);
    ck_assert_str_eq(flow.level, "b-second");
    ask_at(5, all_ends);
    toy_run_to_end();
    ck_assert_int_eq(loop_exit_status(&run.loop), 3);
}

/* ---- Levels ---- */

static void open_on_level(const char *level)
{
    toy_write_level("a-first");
    toy_write_level("b-second");
    temp_write("levels/c-bad.tmj", "{\"type\":\"map\", oops");
    levels_find(&run.levels, temp_folder);
    run.desc.choice.level = level;
    toy_run_open();
}

TEST(a_level_is_opened_by_name)
{
    ask_at(31, open_second);
    open_on_level("a-first");
    toy_run_frames(40);
    ck_assert_str_eq(toy_playback()->session.level, "b-second");
    ck_assert_uint_lt(toy_ticks(), 10);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
}

TEST(a_level_that_does_not_exist_changes_nothing)
{
    ask_at(0, open_none);
    open_on_level("a-first");
    ck_assert_uint_ge(toy_ticks_in(40), 38);
    ck_assert_str_eq(run.loop.playlist.refused_level, "no-such-level");
}

TEST(a_level_that_can_t_be_played_fails_without_a_window)
{
    run.desc.mode.is_headless = run.desc.mode.is_lockstep = true;
    ask_at(31, next_level);
    open_on_level("b-second");
    while (loop_frame(&run.loop)) {
    }
    ck_assert(run.loop.end.has_failed);
    expect_text(run.loop.end.error.text, "c-bad");
}

TEST(levels_follow_one_another_and_the_title_follows_the_last)
{
    ask_at(5, next_level);
    open_on_level("a-first");
    toy_run_frames(9);
    ck_assert_str_eq(toy_playback()->session.level, "b-second");
    run.levels.count = 2;
    toy_run_frames(9);
    ck_assert_int_eq(toy_activity(), ACTIVITY_TITLE);
}

/* ---- Not listened to ---- */

TEST(requests_of_the_title_s_backdrop_are_ignored)
{
    run.title = true;
    ask_at(5, quit_with_three);
    toy_run_open();
    ask_from_frame(no_speed);
    ck_assert_uint_ge(toy_ticks_in(60), 58);
}

TEST(without_a_window_requests_about_time_are_ignored)
{
    run.desc.mode.is_headless = run.desc.mode.is_lockstep = true;
    run.desc.mode.tick_limit = 100;
    ask_at(20, pause_time);
    toy_run_open();
    ask_from_frame(no_speed);
    toy_run_to_end();
    ck_assert_uint_eq(toy_ticks(), 100);
}

TEST(without_a_window_restarts_work)
{
    run.desc.mode.is_headless = run.desc.mode.is_lockstep = true;
    run.desc.mode.tick_limit = 100;
    ask_at(30, restart);
    toy_run_to_end();
    ck_assert_int_eq(toy.start_count, 4);
    ck_assert_uint_eq(toy_ticks(), 10);
    ck_assert_uint_eq(run.loop.stats.tick_count, 100);
}

static bool start_and_quit(CwWorld *world, const CwMap *map, CwError *why)
{
    cw_flow_quit(cw_world_flow(world), 3);
    return toy_game.start(world, map, why);
}

TEST(requests_of_the_start_are_ignored)
{
    run.game.start = start_and_quit;
    toy_play(20);
    ck_assert_int_eq(loop_exit_status(&run.loop), 0);
}

TEST(requests_without_a_loop_are_ignored)
{
    cw_flow_pause(NULL);
    cw_flow_set_time_scale(NULL, 0.5);
    cw_flow_set_target_fps(NULL, 30);
    cw_flow_open_level(NULL, "b-second");
    toy_run_open();
}
