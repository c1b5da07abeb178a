/* The configuration saved while the loop runs: what applies when, what is said of it, and that
 * recordings have it. */
#include "app/loop.h"
#include "clockwork/replay.h"
#include "sim/replay_run.h"
#include "support/test.h"
#include "support/toy_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static ToyRun run;
static char folder[32], file[64], recording[64];
static ConfigWatch watch;

static void save(const char *text)
{
    FILE *out = fopen(file, "w");
    ck_assert_ptr_nonnull(out);
    fputs(text, out);
    fclose(out);
}

static void set_up(void)
{
    snprintf(folder, sizeof folder, "/tmp/clockwork-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/config.ini", folder);
    snprintf(recording, sizeof recording, "%s/run.cwr", folder);
    toy_run_prepare(&run);
    run.desc.config_watch = &watch;
    config_watch_open(&watch, &run.config, &(ConfigLayers){.files = {file}, .file_count = 1});
}

static void tear_down(void)
{
    toy_run_close(&run);
    unlink(file);
    unlink(recording);
    rmdir(folder);
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

/* Saved now, and frames until it was read. */
static void save_and_wait(const char *text)
{
    save(text);
    toy_run_frames(&run, 20);
}

static const char *newest_notice(void)
{
    const Notices *notices = &run.loop.monitor.notices;
    ck_assert_int_gt(notices->count, 0);
    return notices->items[notices->count - 1].text;
}

static double gravity(void)
{
    return cpSpaceGetGravity(run.loop.playback.session.world->space).y;
}

static bool nothing_is_late(void *context, CwLateInput *late)
{
    (void)context, (void)late;
    return false;
}

TEST(a_shared_run_keeps_its_simulation_settings)
{
    static const CwInputSource source = {.late = nothing_is_late};
    run.game.source = &source;
    toy_run_open(&run);
    save_and_wait("[simulation]\ngravity = -3\n");
    ck_assert_str_eq(newest_notice(), "simulation.gravity: -9.81 -> -3 (applies on restart)");
    ck_assert_double_eq(gravity(), CW_SIM_GRAVITY_MPS2);
    ck_assert(playback_restart(&run.loop.playback, &run.loop.error));
    ck_assert_double_eq(gravity(), -3);
}

TEST(a_simulation_setting_applies_at_a_tick)
{
    toy_run_open(&run);
    toy_run_frames(&run, 10);
    save_and_wait("[simulation]\ngravity = -3\n");
    ck_assert_str_eq(newest_notice(), "simulation.gravity: -9.81 -> -3 (applies now)");
    ck_assert_int_eq(run.loop.monitor.notices.count, 1);
    ck_assert_double_eq(gravity(), -3);
}

TEST(the_tick_rate_applies_on_restart)
{
    toy_run_open(&run);
    save_and_wait("[simulation]\ntick_rate = 120\n");
    ck_assert_str_eq(newest_notice(), "simulation.tick_rate: 60 -> 120 (applies on restart)");
    ck_assert_double_eq(cw_world_dt_s(run.loop.playback.session.world), 1.0 / 60);
    toy_tap(&run, TOY_KEY_ESCAPE);
    toy_tap(&run, TOY_KEY_DOWN);
    toy_tap(&run, TOY_KEY_RETURN);
    ck_assert_double_eq(cw_world_dt_s(run.loop.playback.session.world), 1.0 / 120);
    uint64_t before = toy_ticks(&run);
    toy_run_frames(&run, 60);
    ck_assert_uint_ge(toy_ticks(&run) - before, 119);
    ck_assert_uint_le(toy_ticks(&run) - before, 121);
}

TEST(what_is_read_once_waits_for_the_next_start)
{
    toy_run_open(&run);
    save_and_wait("[display]\nwidth = 800\n");
    ck_assert_str_eq(newest_notice(),
                     "display.width: 1280 -> 800 (applies when the program starts again)");
    ck_assert_int_eq(run.loop.live.config.width, 1280);
}

TEST(what_is_refused_is_said_with_its_line_and_nothing_changes)
{
    toy_run_open(&run);
    save_and_wait("[simulation]\ngravity = much\n");
    ck_assert_ptr_eq(strstr(newest_notice(), "config.ini:2: "), newest_notice());
    ck_assert_double_eq(gravity(), -9.81);
}

TEST(clock_and_host_follow)
{
    toy_run_open(&run);
    ck_assert(run.host.status(run.host.self).paced_by_display);
    save_and_wait("[simulation]\ntime_scale = 0.5\nmax_steps_per_frame = 3\n"
                  "[display]\ntarget_fps = 50\nvsync = off\nfullscreen = on\nscaling = stretch\n"
                  "[debug]\ndraw_shapes = on\n");
    ck_assert_int_eq(run.loop.playback.clock.desc.time_scale_thousandths, 500);
    ck_assert_int_eq(run.loop.playback.clock.desc.max_steps_per_frame, 3);
    ck_assert_int_eq(run.loop.playback.clock.desc.target_fps, 50);
    HostStatus status = run.host.status(run.host.self);
    ck_assert(!status.paced_by_display && status.fullscreen);
    ck_assert(run.loop.draw_shapes);
    ck_assert_int_eq(run.loop.monitor.notices.count, 7);
}

TEST(a_key_that_is_bound_anew_works_and_the_old_one_no_longer)
{
    toy_run_open(&run);
    save_and_wait("[input]\nkick = key:2\nextra_two = key:1\nextra_one =\n");
    toy_tap(&run, TOY_KEY_SPACE);
    const ToyState *state = toy_state(run.loop.playback.session.world);
    ck_assert_uint_eq(state->press_counts[TOY_KICK], 0);
    toy_tap(&run, TOY_KEY_2);
    toy_run_frames(&run, 2);
    ck_assert_uint_eq(state->press_counts[TOY_KICK], 1);
}

static void check_recording(void)
{
    static const Levels no_levels;
    CwError error = {0};
    CwReplayFile *replay = cw_replay_load(recording, &error);
    ck_assert_msg(replay != NULL && replay->state == CW_REPLAY_ENDED, "%s", error.text);
    ck_assert_int_eq(replay->header.settings.substeps, 1);
    ReplayPlayer player = {.game = &run.game, .levels = &no_levels, .slot = 3};
    Session again = {0};
    ck_assert_msg(replay_open_session(&again, replay, &player, &error), "%s", error.text);
    for (size_t i = 0; i < replay->tick_count; i++) {
        CwTickInput input = cw_replay_input(replay, i + 1);
        ck_assert(session_tick(&again, &input, &error));
        ck_assert_uint_eq(cw_world_hash(again.world), replay->ticks[i].hash);
    }
    ck_assert_int_eq(again.world->desc.settings.substeps, 4);
    session_close(&again);
    cw_replay_free(replay);
}

TEST(a_recording_through_saved_changes_verifies)
{
    CwError error = {0};
    run.desc.recorder.record = recording;
    toy_run_open(&run);
    ck_assert_msg(loop_begin_run(&run.loop, &error), "%s", error.text);
    for (int i = 1; i <= 10; i++) {
        char text[128];
        snprintf(text, sizeof text, "[simulation]\ngravity = -%d.25\nsubsteps = %d\n", i,
                 1 + i % 5 + i / 9);
        save(text);
        toy_run_frames(&run, 15 + i);
    }
    save_and_wait("[simulation]\nsubsteps = 4\niterations = 25\ntick_rate = 200\n");
    playback_end_run(&run.loop.playback);
    check_recording();
}
