#include "support/toy_run.h"

/* Title, pause and finish: by key, pad, pointer and finger. */

TOY_FIXTURE;

static void expect(Activity screen)
{
    ck_assert_int_eq(toy_activity(), screen);
}

static const int sizes[][2] = {{1280, 720}, {641, 359}, {800, 800}, {333, 777}, {1919, 301}};

static const double bases[][2] = {{640, 360}, {360, 640}, {160, 144}, {1920, 1080}};

TEST(the_mouse_chooses_in_every_view, .rounds = CW_ARRAY_LENGTH(sizes) * CW_ARRAY_LENGTH(bases))
{
    size_t size = (size_t)_i % CW_ARRAY_LENGTH(sizes), base = (size_t)_i / CW_ARRAY_LENGTH(sizes);
    run.config.scaling = _i % 2 == 0 ? SCALING_EXPAND : SCALING_LETTERBOX;
    run.host_desc.status.width_px = sizes[size][0];
    run.host_desc.status.height_px = sizes[size][1];
    run.game.looks.view_width = bases[base][0];
    run.game.looks.view_height = bases[base][1];
    run.title = true;
    toy_play(5);
    CwViewRect view = toy_stage()->viewport.view;
    toy_click(view.x + view.width - 2, view.y + 2);
    expect(ACTIVITY_TITLE);
    toy_click_row("Play");
    expect(ACTIVITY_PLAYING);
    toy_run_frames(10);
    ck_assert_uint_eq(toy_now()->press_counts[TOY_KICK], 0);
}

TEST(a_click_before_the_first_frame_lands_where_it_was_made)
{
    run.title = true;
    toy_run_open();
    toy_click_row("Play");
    expect(ACTIVITY_PLAYING);
}

/* One with a button and one without a press, which is nobody's but in a game for two. */
TEST(the_controller_in_use_pauses_when_it_is_unplugged, .rounds = 3)
{
    run.game.input.player_count = _i == 2 ? 2 : 1;
    toy_play(5);
    toy_event((InputEvent){.type = INPUT_PAD_ADDED, .device = 5, .value = 5});
    toy_event((InputEvent){.type = INPUT_PAD_ADDED, .device = 6, .value = 6});
    toy_send((InputEvent){.type = INPUT_PAD_BUTTON, .device = 5, .value = 1});
    toy_send((InputEvent){.type = INPUT_PAD_REMOVED, .device = 6});
    expect(ACTIVITY_PLAYING);
    if (_i == 1) {
        toy_tap(TOY_KEY_1); /* the keyboard is in use */
    }
    toy_send((InputEvent){.type = INPUT_PAD_REMOVED, .device = 5});
    expect(_i == 1 ? ACTIVITY_PLAYING : ACTIVITY_PAUSED);
    const Notices *notices = &toy_monitor()->notices;
    ck_assert_int_eq(notices->count, _i != 1);
    ck_assert(_i == 1 || strstr(notices->items[0].text, "The controller was unplugged") != NULL);
    ck_assert_int_eq(toy_stage()->device_use.device, DEVICE_KEYBOARD);
}

TEST(nothing_leaks_out_of_the_pause)
{
    toy_play(20);
    toy_tap(TOY_KEY_ESCAPE);
    expect(ACTIVITY_PAUSED);
    toy_tap(TOY_KEY_SPACE); /* menu: choose "Continue" */
    expect(ACTIVITY_PLAYING);
    menus_show(&run.loop.menus, ACTIVITY_PAUSED);
    toy_tap(TOY_KEY_1);
    toy_key_for(TOY_KEY_2, 1, 1);
    menus_show(&run.loop.menus, ACTIVITY_PLAYING);
    toy_run_frames(30);
    toy_key_for(TOY_KEY_2, 0, 30);
    ck_assert_uint_eq(toy_now()->press_counts[TOY_KICK], 0);
    ck_assert_uint_eq(toy_now()->press_counts[TOY_EXTRA_1], 0);
    toy_expect_edges(TOY_EXTRA_2, 0, 0);
}

TEST(keys_of_one_frame_are_the_game_s_or_the_menus_as_if_each_had_a_frame_of_its_own)
{
    toy_play(20);
    static const int taps[] = {TOY_KEY_1, TOY_KEY_ESCAPE, TOY_KEY_2, TOY_KEY_RETURN, TOY_KEY_1};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(taps); i++) {
        toy_tap_at_once(taps[i]);
    }
    toy_run_frames(10);
    expect(ACTIVITY_PLAYING);
    toy_expect_edges(TOY_EXTRA_1, 2, 2);
    toy_expect_edges(TOY_EXTRA_2, 0, 0);
}

static void open_keys(const char *label)
{
    run.title = true;
    toy_run_keep_settings(false);
    toy_play(5);
    toy_click_row("Settings");
    toy_click_row("Controls");
    toy_click_row("Keyboard and mouse");
    toy_page()->selected = toy_row(label);
}

TEST(a_key_is_caught_in_the_frame_in_which_its_row_was_chosen)
{
    enum { KEY_Q = 20 };
    open_keys("Extra");
    toy_tap_at_once(TOY_KEY_RETURN);
    toy_tap_at_once(KEY_Q);
    toy_tap_at_once(TOY_KEY_UP);
    toy_tap_at_once(TOY_KEY_UP);
    toy_run_frames(2);
    const ActionBindings *bound = &toy_stage()->players.collectors[0].map.actions[TOY_EXTRA_1];
    ck_assert_int_eq(bound->items[bound->count - 1].code, KEY_Q);
    ck_assert_int_eq(toy_page()->selected, toy_row("Extra") - 2);
}

TEST(a_click_between_two_turns_of_the_wheel_is_on_the_row_that_was_there)
{
    open_keys("Extra");
    const InputEvent back = {.type = INPUT_WHEEL, .dy = 2}, on = {.type = INPUT_WHEEL, .dy = -2};
    CwPoint2 at = toy_row_place(toy_page()->rows[4].label);
    const InputEvent motion = {.type = INPUT_MOUSE_MOTION, .x = at.x, .y = at.y, .dx = 1};
    toy_send(on);
    toy_send(motion);
    int there = toy_page()->selected;
    toy_send(back);
    toy_send(motion);
    ck_assert_int_lt(toy_page()->selected, there);
    toy_event(on);
    toy_click_at_once();
    toy_send(back);
    ck_assert_int_eq(toy_page()->selected, there);
    ck_assert_int_eq(toy_stage()->binding_catch.state, CATCH_WAITS);
    EXPECT_WITHIN(toy_page()->scroll, -0.1, 0.1);
}
