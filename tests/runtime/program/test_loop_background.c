#include "support/drawn_text.h"
#include "support/toy_run.h"

/* The loop in the background. Waits and presents take time, so the frame rate shows the pacer. */

static const int64_t second_ns = 1000000000;

TOY_SET_UP
{
    run.host_desc.time = HEADLESS_PACED;
}

static int64_t now_ns(void)
{
    return run.host.now_ns(run.host.self);
}

static int frames_in_a_second(void)
{
    int64_t end_ns = now_ns() + second_ns;
    int count = 0;
    for (; now_ns() < end_ns && count < 5000; count++) {
        toy_run_frames(1);
    }
    return count;
}

static int ticks_in_a_second(void)
{
    uint64_t before = toy_ticks();
    frames_in_a_second();
    return (int)(toy_ticks() - before);
}

static const struct {
    ConfigBackground policy;
    int least_frames, most_frames, least_ticks, most_ticks; /* a second */
} policies[] = {{CONFIG_BACKGROUND_PAUSE, 0, 11, 0, 0},
                {CONFIG_BACKGROUND_THROTTLE, 20, 31, 58, 62},
                {CONFIG_BACKGROUND_RUN, 60, 60, 60, 60}};

TEST(in_the_background_the_policy_limits_frames_and_ticks, .rounds = CW_ARRAY_LENGTH(policies))
{
    run.config.background = policies[_i].policy;
    toy_script_focus(10, false);
    toy_play(12);
    EXPECT_WITHIN(frames_in_a_second(), policies[_i].least_frames, policies[_i].most_frames);
    EXPECT_WITHIN(ticks_in_a_second(), policies[_i].least_ticks, policies[_i].most_ticks);
    bool held = policies[_i].policy == CONFIG_BACKGROUND_PAUSE;
    ck_assert(toy_stage()->is_background == held);
    ck_assert(draws_text(&toy_stage()->draw_list, "Paused") == held);
}

TEST(under_development_frames_come_in_the_background_too)
{
    run.loop_guest->is_live = true;
    toy_script((HeadlessStep){.frame = 5, .action = HEADLESS_FOCUS, .on = false});
    toy_play(10);
    ck_assert(toy_stage()->is_background);
    int frames = frames_in_a_second();
    ck_assert_int_ge(frames, 55);
    ck_assert_int_eq(ticks_in_a_second(), 0);
}

static int taken;

static bool take_all(void *guest, const InputEvent *event)
{
    taken++;
    return true;
}

TEST(keys_that_a_guest_takes_do_not_reach_the_game)
{
    taken = 0;
    run.loop_guest->handle_event = take_all;
    toy_play(5);
    toy_key_for(TOY_KEY_RIGHT, 1, 5);
    ck_assert_int_eq(taken, 1);
    ck_assert_uint_eq(cw_world_input(toy_world())->down, 0);
}

TEST(a_game_back_in_front_resumes_without_a_leap)
{
    toy_script_focus(10, false);
    toy_script_focus(50, true);
    toy_play(50);
    uint64_t before = toy_ticks();
    double alpha = toy_playback()->alpha;
    toy_run_frames(1);
    ck_assert_uint_eq(toy_ticks(), before);
    ck_assert_double_eq(toy_playback()->alpha, alpha);
    ck_assert_int_eq(ticks_in_a_second(), 60);
    ck_assert_uint_eq(toy_playback()->clock.dropped_ns, 0);
}

/* Present returns at once; the limiter has to wait. */
TEST(minimised_the_limiter_paces, .rounds = CW_ARRAY_LENGTH(policies))
{
    run.config.background = policies[_i].policy;
    toy_script((HeadlessStep){.frame = 10, .action = HEADLESS_MINIMISE, .on = true});
    toy_play(12);
    ck_assert_int_le(frames_in_a_second(), policies[_i].most_frames + (_i == 2)); /* or one more */
}

TEST(the_limiter_keeps_the_refresh_rate_if_the_display_sets_no_pace)
{
    run.host_desc.status.is_paced_by_display = false;
    run.host_desc.status.refresh_hz = 75;
    toy_play(1);
    ck_assert_int_le(abs(frames_in_a_second() - 75), 1); /* intervals are whole nanoseconds */
    ck_assert_int_le(abs(ticks_in_a_second() - 60), 1);
}

TEST(input_in_the_background_does_not_reach_the_game)
{
    toy_script_focus(10, false);
    toy_script_event(20, (InputEvent){.type = INPUT_PAD_BUTTON, .code = 0, .value = 1});
    toy_script_event(25, (InputEvent){.type = INPUT_MOUSE_MOTION, .dx = 500});
    toy_script_focus(40, true);
    toy_play(60);
    ck_assert_uint_eq(toy_now()->press_counts[TOY_KICK], 0);
    ck_assert_int_eq(toy_now()->motion_x, 0);
}

TEST(a_pause_before_the_focus_was_lost_stays_after_it_returns)
{
    toy_script_focus(10, false);
    toy_script_focus(20, true);
    toy_play(5);
    menus_show(&run.loop.menus, ACTIVITY_PAUSED);
    uint64_t before = toy_ticks();
    toy_run_frames(60);
    ck_assert_uint_eq(toy_ticks(), before);
    menus_show(&run.loop.menus, ACTIVITY_PLAYING);
    ck_assert_int_eq(ticks_in_a_second(), 59); /* the first frame after a pause has no time */
}
