/* The ghost: found over some frames, true to its recording, gone with its level. */
#include "base/frame_services.h"
#include "frame/best_runs.h"
#include "support/drive.h"
#include "support/replay_samples.h"
#include "view/view.h"

enum { FRAMES_MAX = 1000, TICKS_A_FRAME_MAX = 32 };

static BestRuns runs;

SET_UP(.tear_down = drive_close)
{
    uint64_t fingerprint = fingerprint_compute(0, &error);
    drive_open("assets/levels/first-wind.tmj", 60);
    snprintf(drive.session.level, sizeof drive.session.level, "first-wind");
    drive.session.desc.fingerprint = fingerprint;
    runs = (BestRuns){.session = &drive.session,
                      .requested_path = "assets/replays/first-wind-gold.cwr"};
}

static Ghost *ghost(void)
{
    return &((View *)drive.session.view_memory)->ghost;
}

static void show_frame(double real_s)
{
    CwFrame frame = {.real_s = real_s,
                     .view = drive.session.view_memory,
                     .services = &(CwFrameServices){.best_runs = &runs}};
    ghost_update(drive_world(), &frame);
}

static int show_frames(void)
{
    int count = 0;
    do {
        int before = ghost()->tick_count;
        show_frame(1);
        ck_assert_int_le(ghost()->tick_count - before, TICKS_A_FRAME_MAX);
        count++;
    } while (ghost()->sim != NULL && count < FRAMES_MAX);
    ck_assert_ptr_null(ghost()->sim);
    return count;
}

static uint64_t drive_recording(const char *path)
{
    CwReplayFile *replay = sample_load_from(path);
    for (uint64_t tick = 1; !drive_run()->finished; tick++) {
        ck_assert_uint_le(tick, replay->tick_count);
        CwTickInput input = cw_replay_input(replay, tick);
        EXPECT_OK(session_tick(&drive.session, &input, &error));
    }
    return race_probe(drive_world()).time_ticks;
}

TEST(the_ghost_is_simulated_over_several_frames_and_matches_its_recording)
{
    show_frame(0);
    ck_assert_int_eq(ghost()->tick_count, 0); /* the first picture waits for nothing */
    ck_assert_int_gt(show_frames(), 20);
    uint64_t ticks = drive_recording(runs.requested_path);
    ck_assert_int_eq(ghost()->tick_count, (int)ticks + 1);
    ck_assert_float_eq_tol(ghost()->track[ticks][0].x_m, (float)drive_place().x, 1e-6F);
    ck_assert_uint_gt(ghost()->time.split_count, 0);
    int known = ghost()->tick_count;
    show_frame(1);
    ck_assert_int_eq(ghost()->tick_count, known);
}

TEST(the_ghost_s_ticks_have_a_limit_of_processor_time)
{
    show_frame(1);
    cw_sim_world(ghost()->sim)->arena->work_limit->left_ns = 0;
    show_frame(1);
    ck_assert_int_eq(ghost()->tick_count, 0);
    ck_assert_ptr_null(ghost()->sim);
}

TEST(a_recording_that_diverges_is_dropped_at_once)
{
    show_frame(1);
    int known = ghost()->tick_count;
    for (uint64_t tick = 1; tick <= ghost()->replay->tick_count; tick++) {
        sample_flip_hash(ghost()->replay, tick);
    }
    ck_assert_int_gt(known, 0);
    show_frame(1);
    ck_assert_int_eq(ghost()->tick_count, 0);
    ck_assert_ptr_null(ghost()->sim);
}

TEST(restarting_a_level_restarts_its_ghost)
{
    show_frame(1);
    ck_assert_ptr_nonnull(ghost()->sim);
    EXPECT_OK(session_restart(&drive.session, NULL, &error));
    ck_assert_ptr_null(ghost()->sim);
    show_frames();
    ck_assert_int_gt(ghost()->tick_count, 60);
}

TEST(the_ghost_leaves_the_run_unchanged)
{
    uint64_t before = cw_world_hash(drive_world());
    show_frames();
    ck_assert_uint_eq(cw_world_hash(drive_world()), before);
}
