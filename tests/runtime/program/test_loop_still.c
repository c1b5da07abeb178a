#include "support/toy_run.h"

/* A picture on which nothing moves is not painted again, and the loop keeps its pace. */

enum { SETTLED = 60 }; /* the picture has moved out from under a page */
static const int64_t second_ns = 1000000000;
static int present_count;
static void (*really_present)(void *self);

static void present(void *self)
{
    present_count++;
    really_present(self);
}

TOY_SET_UP
{
    run.host_desc.time = HEADLESS_PACED;
    run.renderer = renderer_create_offscreen(1280, 720, &(RendererDesc){.art_dir = ""}, &error);
    ck_assert_ptr_nonnull(run.renderer);
}

static void open_counted(void)
{
    toy_run_open();
    really_present = run.host.present;
    run.host.present = present;
}

static int painted_in(int frames)
{
    uint64_t before = toy_stage()->painted_count;
    present_count = 0;
    toy_run_frames(frames);
    int painted = (int)(toy_stage()->painted_count - before);
    ck_assert_int_eq(present_count, painted);
    return painted;
}

static void open_paused(void)
{
    open_counted();
    toy_run_frames(5);
    toy_tap(TOY_KEY_P);
    toy_run_frames(SETTLED);
}

TEST(a_pause_is_painted_once_and_keeps_the_pace_of_the_display, .rounds = 2)
{
    run.host_desc.status.is_paced_by_display = _i == 1;
    open_paused();
    int64_t begin_ns = run.host.now_ns(run.host.self);
    ck_assert_int_eq(painted_in(60), 0);
    EXPECT_WITHIN(run.host.now_ns(run.host.self) - begin_ns, 0.98 * 1e9, 1.02 * 1e9);
}

TEST(at_scale_0_the_picture_stands_as_in_a_pause)
{
    run.config.time_scale = 0;
    run.host_desc.status.is_paced_by_display = true;
    open_counted();
    toy_run_frames(SETTLED);
    ck_assert_int_eq(painted_in(60), 0);
    ck_assert(toy_stage()->is_after_pause_wait);
}

TEST(without_a_limit_a_pause_does_not_spin)
{
    run.config.vsync = false;
    run.host_desc.status.is_paced_by_display = false;
    open_paused();
    toy_run_frames(3 * SETTLED); /* frames are short before they rest */
    int64_t begin_ns = run.host.now_ns(run.host.self);
    toy_run_frames(60);
    ck_assert_int_gt(run.host.now_ns(run.host.self) - begin_ns, second_ns * 9 / 10);
}

TEST(input_in_a_pause_is_painted_in_its_frame)
{
    open_paused();
    toy_key(TOY_KEY_DOWN, 1);
    ck_assert_int_eq(painted_in(1), 1);
    toy_key(TOY_KEY_DOWN, 0);
    toy_run_frames(SETTLED);
    toy_key(TOY_KEY_F3, 1);
    ck_assert_int_eq(painted_in(10), 10); /* its graph moves on */
}

static const HeadlessStep disturbances[] = {
    {.frame = 100, .action = HEADLESS_EXPOSE},
    {.frame = 100, .action = HEADLESS_RESIZE, .width_px = 1280, .height_px = 719},
    {.frame = 100, .action = HEADLESS_TEXTURES_LOST},
};

TEST(a_picture_that_may_be_gone_is_painted_again, .rounds = CW_ARRAY_LENGTH(disturbances))
{
    toy_script(disturbances[_i]);
    open_paused();
    toy_run_frames(100 - (int)toy_stage()->frame_count);
    ck_assert_int_eq(painted_in(1), 1);
    ck_assert_int_eq(painted_in(20), 0);
}

TEST(while_time_runs_only_frames_paced_by_the_limiter_stay_unpainted, .rounds = 2)
{
    run.game.content.system_count = 0; /* a picture of nothing */
    run.host_desc.status.is_paced_by_display = _i == 1;
    open_counted();
    toy_run_frames(SETTLED);
    ck_assert_int_eq(painted_in(60), _i == 1 ? 60 : 0);
    ck_assert_uint_eq(toy_ticks_in(60), 60);
}

TEST(after_a_still_pause_each_frame_is_a_tick_again, .rounds = 2)
{
    run.host_desc.status.is_paced_by_display = _i == 1;
    open_paused();
    toy_run_frames(200);
    toy_tap_for(TOY_KEY_P, 2);
    for (int i = 0; i < 30; i++) {
        ck_assert_uint_eq(toy_ticks_in(1), 1);
    }
    ck_assert_uint_eq(toy_playback()->clock.dropped_ns, 0);
}

TEST(a_minimised_window_is_not_painted_and_comes_back_with_its_picture)
{
    run.config.background = CONFIG_BACKGROUND_RUN;
    toy_script((HeadlessStep){.frame = 50, .action = HEADLESS_MINIMISE, .on = true});
    toy_script((HeadlessStep){.frame = 100, .action = HEADLESS_MINIMISE});
    open_counted();
    toy_run_frames(50);
    toy_key(TOY_KEY_RIGHT, 1);
    ck_assert_int_eq(painted_in(50), 0);
    ck_assert_int_eq(painted_in(1), 1);
}

TEST(a_screenshot_of_a_still_pause_is_painted_for_it)
{
    open_paused();
    ck_assert_int_eq(painted_in(10), 0);
    run.loop.desc.files.screenshot = temp_path("still.png");
    run.loop.desc.files.screenshot_tick = 1;
    ck_assert_int_eq(painted_in(1), 1);
    ck_assert_int_eq(painted_in(10), 0);
    ck_assert_int_eq(temp_list(), 1);
}
