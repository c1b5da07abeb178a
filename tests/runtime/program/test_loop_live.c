/* The configuration saved while the loop runs: what applies when, and what is said. */
#include "support/replay_samples.h"
#include "support/toy_run.h"

TOY_SET_UP
{
    toy_run_keep_settings(true);
}

static double gravity(void)
{
    return cpSpaceGetGravity(toy_world()->space).y;
}

static bool nothing_is_late(void *context, CwLateInput *late)
{
    return false;
}

TEST(a_shared_run_keeps_its_simulation_settings)
{
    static const CwInputSource source = {.late = nothing_is_late};
    run.game.input.source = &source;
    toy_run_open();
    toy_save_settings("[simulation]\ngravity = -3\n");
    ck_assert_str_eq(toy_notice(), "simulation.gravity: -9.81 -> -3 (applies when a level starts)");
    ck_assert_double_eq(gravity(), CW_SIM_GRAVITY_MPS2);
    ck_assert(playback_restart(toy_playback(), &toy_playback()->session.desc, &run.loop.end.error));
    ck_assert_double_eq(gravity(), -3);
}

TEST(a_simulation_setting_applies_at_a_tick)
{
    toy_play(10);
    toy_save_settings("[simulation]\ngravity = -3\n");
    ck_assert_str_eq(toy_notice(), "simulation.gravity: -9.81 -> -3 (applies now)");
    ck_assert_int_eq(toy_monitor()->notices.count, 1);
    ck_assert_double_eq(gravity(), -3);
}

TEST(the_tick_rate_applies_on_restart)
{
    toy_run_open();
    toy_save_settings("[simulation]\ntick_rate = 120\n");
    ck_assert_str_eq(toy_notice(), "simulation.tick_rate: 60 -> 120 (applies when a level starts)");
    ck_assert_double_eq(cw_world_dt_s(toy_world()), 1.0 / 60);
    toy_restart();
    ck_assert_double_eq(cw_world_dt_s(toy_world()), 1.0 / 120);
    uint64_t before = toy_ticks();
    toy_run_frames(60);
    EXPECT_WITHIN(toy_ticks() - before, 119, 121);
}

TEST(a_setting_that_is_read_once_waits_for_the_next_start)
{
    toy_run_open();
    toy_save_settings("[display]\nwidth = 800\n");
    ck_assert_str_eq(toy_notice(),
                     "display.width: 1280 -> 800 (applies after restarting the program)");
    ck_assert_int_eq(run.loop.settings.config.width, 1280);
}

TEST(clock_and_host_follow)
{
    toy_run_open();
    ck_assert(run.host.status(run.host.self).is_paced_by_display);
    toy_save_settings(
        "[simulation]\ntime_scale = 0.5\nmax_steps_per_frame = 3\n"
        "[display]\ntarget_fps = 50\nvsync = off\nfullscreen = on\nscaling = stretch\n"
        "[debug]\ndraw_shapes = on\n");
    ck_assert_int_eq(toy_playback()->clock.desc.time_scale_thousandths, 500);
    ck_assert_int_eq(toy_playback()->clock.desc.max_steps_per_frame, 3);
    ck_assert_int_eq(toy_playback()->clock.desc.target_fps, 50);
    HostStatus status = run.host.status(run.host.self);
    ck_assert(!status.is_paced_by_display && status.is_fullscreen);
    ck_assert(toy_workshop()->is_drawing_shapes);
    ck_assert_int_eq(toy_monitor()->notices.count, 7);
}

TEST(a_newly_bound_key_works_and_the_old_one_does_not)
{
    toy_run_open();
    toy_save_settings("[input]\nkick = key:2\nextra_two = key:1\nextra_one =\n");
    toy_tap(TOY_KEY_SPACE);
    const ToyState *state = toy_now();
    ck_assert_uint_eq(state->press_counts[TOY_KICK], 0);
    toy_tap_for(TOY_KEY_2, 2);
    ck_assert_uint_eq(state->press_counts[TOY_KICK], 1);
}

TEST(a_recording_through_saved_changes_verifies)
{
    run.desc.setup.recorder.record = sample_path();
    toy_run_open();
    EXPECT_OK(playlist_begin(&run.loop, &error));
    for (int i = 1; i <= 10; i++) {
        const char *text =
            textf("[simulation]\ngravity = -%d.25\nsubsteps = %d\n", i, 1 + i % 5 + i / 9);
        temp_write("config.ini", text);
        toy_run_frames(15 + i);
    }
    toy_save_settings("[simulation]\nsubsteps = 4\niterations = 25\ntick_rate = 200\n");
    playback_end_run(toy_playback());
    CwReplayFile *replay = sample_load();
    CwSimSettings last;
    ck_assert_int_eq(replay->state, CW_REPLAY_ENDED);
    ck_assert_int_eq(replay->header.settings.substeps, 1);
    sample_verify(replay, &run.game, &last);
    ck_assert_int_eq(last.substeps, 4);
}
