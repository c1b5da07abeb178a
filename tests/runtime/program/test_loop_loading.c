#include "support/toy_run.h"

/* Loading is no time: what a first picture, a new size or lost textures cost is never paid back. */

enum { EVENT_FRAME = 40 };
static const int64_t slow_ns = 180000000;

static const struct {
    double refresh_hz;
    PacingMode pacing;
} rounds[] = {{60, PACING_GRID}, {60, PACING_RAW}, {0, PACING_GRID}, {0, PACING_RAW}};

TOY_SET_UP
{
    run.host_desc.time = HEADLESS_PACED;
    run.config.target_fps = 60; /* where no rate is known, the limiter makes one */
}

static void open_round(int round)
{
    run.host_desc.status.refresh_hz = rounds[round].refresh_hz;
    run.host_desc.status.is_paced_by_display = rounds[round].refresh_hz > 0;
    run.config.pacing = rounds[round].pacing;
    toy_run_open();
}

/* So many frames have a tick each, or none after what took long, and nothing is dropped. */
static void check_frames(int count)
{
    for (int i = 0; i < count; i++) {
        int64_t before = (int64_t)toy_ticks();
        toy_run_frames(1);
        ck_assert_int_le((int64_t)toy_ticks() - before, 2);
    }
    ck_assert_uint_eq(toy_playback()->clock.dropped_ns, 0);
}

TEST(time_of_a_slow_first_picture_is_dropped, .rounds = CW_ARRAY_LENGTH(rounds))
{
    toy_script_stall(0, slow_ns);
    open_round(_i);
    check_frames(20);
    ck_assert_uint_ge(toy_ticks(), 17);
    ck_assert_uint_le(toy_ticks(), 20);
}

static const HeadlessStep slow_events[] = {
    {.action = HEADLESS_RESIZE, .width_px = 1920, .height_px = 1080},
    {.action = HEADLESS_TEXTURES_LOST},
};

TEST(time_of_a_slow_resize_or_device_change_is_dropped, .rounds = 2 * CW_ARRAY_LENGTH(rounds))
{
    HeadlessStep event = slow_events[_i % 2];
    event.frame = EVENT_FRAME;
    toy_script(event);
    toy_script_stall(EVENT_FRAME, slow_ns);
    open_round(_i / 2);
    check_frames(EVENT_FRAME + 20);
    EXPECT_WITHIN(toy_ticks(), EVENT_FRAME + 16, EVENT_FRAME + 20);
}

/* The toggle blocks at once, and its new size a frame later. */
TEST(time_of_a_slow_fullscreen_toggle_is_dropped, .rounds = CW_ARRAY_LENGTH(rounds))
{
    toy_script_stall(EVENT_FRAME, slow_ns);
    toy_script_stall(EVENT_FRAME + 1, slow_ns);
    open_round(_i);
    check_frames(EVENT_FRAME);
    run.host.set_fullscreen(run.host.self, true);
    check_frames(20);
}

TEST(time_of_a_slow_picture_of_a_new_level_is_dropped, .rounds = CW_ARRAY_LENGTH(rounds))
{
    toy_script_stall(EVENT_FRAME + 1, slow_ns);
    open_round(_i);
    check_frames(EVENT_FRAME - 3);
    toy_tap(TOY_KEY_ESCAPE);
    toy_tap(TOY_KEY_DOWN);
    toy_key(TOY_KEY_RETURN, 1);
    check_frames(20);
    ck_assert_int_eq(toy.start_count, 2);
    ck_assert_uint_le(toy_ticks(), 20);
}

/* But a machine that stands still for no reason of ours is caught up with, as far as it may. */
TEST(any_other_stall_is_time)
{
    toy_script_stall(EVENT_FRAME, slow_ns);
    open_round(0);
    toy_run_frames(EVENT_FRAME + 1);
    uint64_t before = toy_ticks();
    toy_run_frames(2);
    ck_assert_uint_ge(toy_ticks() - before, 8);
}

static void open_with_long_stall(uint64_t frame)
{
    toy_script_stall(frame, 10 * slow_ns);
    open_round(0);
}

TEST(time_dropped_in_the_first_second_is_counted_and_not_reported, .rounds = 2)
{
    uint64_t frame = _i == 0 ? EVENT_FRAME : 2 * EVENT_FRAME;
    open_with_long_stall(frame);
    toy_run_frames((int)frame + 2);
    ck_assert_uint_gt(toy_playback()->clock.dropped_ns, 1000000000);
    ck_assert(run.loop.monitor.has_reported_drop == (_i == 1));
}

TEST(a_second_run_has_a_first_second_too)
{
    open_with_long_stall(2 * EVENT_FRAME);
    toy_run_frames(2 * EVENT_FRAME - 10);
    toy_tap(TOY_KEY_ESCAPE);
    toy_tap(TOY_KEY_DOWN);
    toy_key(TOY_KEY_RETURN, 1);
    toy_run_frames(20);
    ck_assert_int_eq(toy.start_count, 2);
    ck_assert_uint_gt(toy_playback()->clock.dropped_ns, 1000000000);
    ck_assert(!run.loop.monitor.has_reported_drop);
}
