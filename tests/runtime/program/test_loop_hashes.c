#include "check/input_monkey.h"
#include "support/toy_run.h"

/* A tick depends on the world and its input alone: the same run, however it is shown. */

enum { TICKS = 400, TRACE_ROWS = 4000 };

static char golden[TICKS * 32];
static FrameTime rows[TRACE_ROWS];
static FrameTimes frame_times = {rows, TRACE_ROWS};

static void prepare(void)
{
    toy_run_prepare();
    run.desc.choice.driver = (RunDriver){PILOT_OTHER, .fill = input_monkey_fill};
    run.desc.choice.driver.fill_seed = 7;
    run.desc.mode.tick_limit = TICKS;
    run.desc.files.logs.hashes = temp_path("hashes");
}

static const char *play(void)
{
    toy_run_to_end();
    toy_run_close();
    return temp_read("hashes");
}

SET_UP(.tear_down = toy_run_tear_down)
{
    prepare();
    run.desc.mode.is_lockstep = run.desc.mode.is_headless = true;
    strcpy(golden, play());
    prepare();
}

static const uint32_t even_rates[] = {10, 37, 60, 144, 1000};

TEST(even_frame_rates_change_nothing, .rounds = CW_ARRAY_LENGTH(even_rates))
{
    run.host_desc.frame_rate = even_rates[_i];
    ck_assert_str_eq(play(), golden);
}

TEST(paced_frames_change_nothing, .rounds = 2)
{
    run.host_desc.time = HEADLESS_PACED;
    run.host_desc.status.refresh_hz = _i == 0 ? 37 : 144;
    toy_script_stall(50, 3000000000);
    ck_assert_str_eq(play(), golden);
}

TEST(jittering_frames_and_clocks_that_step_back_change_nothing)
{
    CwRng rng = seeded_rng(1, 1);
    int64_t now_ns = 0;
    for (int i = 0; i < TRACE_ROWS; i++) {
        now_ns += (int64_t)cw_rng_below(&rng, 40000000) - 2000000;
        rows[i] = (FrameTime){now_ns, 60};
    }
    run.host_desc.time = HEADLESS_FRAME_TIMES;
    run.host_desc.frame_times = &frame_times;
    ck_assert_str_eq(play(), golden);
}

TEST(drawing_options_change_nothing, .rounds = 8)
{
    run.config.latency = _i == 0 ? LATENCY_TICK : _i == 7 ? LATENCY_AHEAD : LATENCY_INTERPOLATE;
    run.config.guest_values[DEBUG_DRAW_SHAPES].is_on = _i == 1;
    run.config.guest_values[DEBUG_PROTECT_WORLD].is_on = _i == 2;
    run.config.scaling = _i == 3 ? SCALING_STRETCH : SCALING_LETTERBOX;
    run.host_desc.status.width_px = _i == 4 ? 333 : 1280;
    run.config.target_fps = _i == 5 ? 30 : 0;
    run.config.overlay = _i == 6 ? OVERLAY_FULL : OVERLAY_OFF;
    run.host_desc.frame_rate = 75;
    ck_assert_str_eq(play(), golden);
}

TEST(the_keys_of_speed_change_nothing, .rounds = 2)
{
    int key = _i == 0 ? TOY_KEY_FAR_BACK : TOY_KEY_FAR_FORWARD;
    for (uint64_t frame = 10; frame < 40; frame += 10) {
        toy_script_key(frame, key, 1);
        toy_script_key(frame + 5, key, 0);
    }
    ck_assert_str_eq(play(), golden);
}

TEST(pauses_change_nothing)
{
    for (uint64_t frame = 20; frame < 20 + 22 * 17; frame += 17) {
        toy_script_key(frame, TOY_KEY_ESCAPE, 1);
        toy_script_key(frame + 5, TOY_KEY_ESCAPE, 0);
    }
    ck_assert_str_eq(play(), golden);
}

TEST(a_thousand_ticks_of_the_title_change_nothing)
{
    run.desc.files.logs.hashes = NULL;
    run.desc.mode.tick_limit = 1000 + TICKS;
    run.title = true;
    toy_play(800);
    toy_tap(TOY_KEY_RETURN);
    uint64_t done = run.loop.stats.tick_count - toy_ticks();
    ck_assert_uint_gt(done, 700);
    while (toy_ticks() < TICKS) {
        toy_run_frames(1);
    }
    const char *last = textf("%d %016llx\n", TICKS, (unsigned long long)toy_hash());
    ck_assert_str_eq(golden + strlen(golden) - strlen(last), last);
}
