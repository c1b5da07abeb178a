#include "support/toy_run.h"

/* Runs that do not keep up with real time, whatever the cause, rank apart and say so. */

static const int64_t ms_ns = 1000000;

TOY_SET_UP
{
    run.host_desc.time = HEADLESS_PACED;
    run.desc.setup.recorder.record = temp_path("run.cwr");
}

/* So much is blocked, again and again after so many frames, from frame 90 on. */
static void script_stalls(int count, int frames, int64_t stall_ns)
{
    for (int i = 0; i < count; i++) {
        toy_script_stall((uint64_t)(90 + i * frames), stall_ns);
    }
}

/* The slowest speed that a recording of a minute holds. */
static uint32_t slowest_of_a_minute(void)
{
    toy_run_open();
    EXPECT_OK(playlist_begin(&run.loop, &error)); /* behind the title, with a recording */
    bool told = false;
    while (run.host.now_ns(run.host.self) < 60000 * ms_ns) {
        toy_run_frames(1);
        if (toy_monitor()->is_behind && !told) {
            ck_assert_str_eq(toy_notice(), "Play fell behind real time: this run ranks apart");
            told = true;
        }
    }
    ck_assert(told == toy_playback()->run.was_slowed);
    ck_assert(toy_run_close());
    CwReplayFile *replay = cw_replay_load(temp_path("run.cwr"), &error);
    ck_assert_ptr_nonnull(replay);
    uint32_t slowest = replay->slowest_speed;
    cw_replay_free(replay);
    return slowest;
}

TEST(limits_that_drop_time_lower_the_recorded_speed, .rounds = 2)
{
    run.config.target_fps = 20;
    run.config.max_frame_time = _i == 0 ? 0.017 : 0.25;
    run.config.max_steps_per_frame = _i == 0 ? 8 : 1;
    EXPECT_WITHIN(slowest_of_a_minute(), 320, 350);
}

TEST(time_that_is_lost_while_the_window_changes_counts)
{
    for (uint64_t frame = 90; frame < 190; frame++) {
        toy_script((HeadlessStep){
            .frame = frame, .action = HEADLESS_RESIZE, .width_px = 640 + (int)frame});
        toy_script_stall(frame, 50 * ms_ns);
    }
    ck_assert_uint_lt(slowest_of_a_minute(), 700);
}

static const int64_t stops_ms[] = {200, 600, 1500, 20000};

TEST(stops_that_follow_one_another_are_slow_motion, .rounds = CW_ARRAY_LENGTH(stops_ms))
{
    script_stalls(12, 5, stops_ms[_i] * ms_ns);
    EXPECT_WITHIN(slowest_of_a_minute(), 1, 940);
}

static const int64_t single_ms[] = {450, 1500, 20000};

TEST(a_hitch_below_half_a_second_and_a_single_stop_stay_clean, .rounds = CW_ARRAY_LENGTH(single_ms))
{
    script_stalls(4, 11 * 60, single_ms[_i] * ms_ns);
    ck_assert_uint_eq(slowest_of_a_minute(), REPLAY_SPEED_NORMAL);
}

static void play_in_slow_motion(const CwWorld *world, CwFrame *frame)
{
    cw_flow_set_time_scale(frame->flow, 0.25);
}

TEST(slow_motion_of_the_game_s_own_code_loses_nothing)
{
    toy.while_updating = play_in_slow_motion;
    ck_assert_uint_eq(slowest_of_a_minute(), REPLAY_SPEED_NORMAL);
}

/* Double speed gains as much after each stall as the stall lost. */
TEST(time_that_was_gained_makes_up_for_nothing)
{
    run.config.time_scale = 2;
    script_stalls(12, 30, 650 * ms_ns);
    EXPECT_WITHIN(slowest_of_a_minute(), 1, 940);
}
