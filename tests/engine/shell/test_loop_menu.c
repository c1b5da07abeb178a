#include "support/toy_run.h"

/* Title, pause and finish: by key, pad, pointer and finger. */

TOY_FIXTURE;

static void open_title(void)
{
    run.title = true;
    toy_play(5);
    ck_assert_int_eq(toy_activity(), ACTIVITY_TITLE);
}

static void open_and_pause(void)
{
    toy_play(20);
    toy_tap(TOY_KEY_ESCAPE);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
}

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
    run.game.view_width = bases[base][0];
    run.game.view_height = bases[base][1];
    open_title();
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

TEST(nothing_leaks_out_of_the_pause)
{
    open_and_pause();
    toy_tap(TOY_KEY_SPACE); /* menu: choose "Continue" */
    expect(ACTIVITY_PLAYING);
    menus_show(&run.loop.menus, ACTIVITY_PAUSED);
    toy_tap(TOY_KEY_1);
    toy_key(TOY_KEY_2, 1);
    menus_show(&run.loop.menus, ACTIVITY_PLAYING);
    toy_run_frames(30);
    toy_key_for(TOY_KEY_2, 0, 30);
    ck_assert_uint_eq(toy_now()->press_counts[TOY_KICK], 0);
    ck_assert_uint_eq(toy_now()->press_counts[TOY_EXTRA_1], 0);
    toy_expect_edges(TOY_EXTRA_2, 0, 0);
}

TEST(a_key_held_through_the_pause_makes_no_edge)
{
    toy_run_open();
    toy_key_for(TOY_KEY_RIGHT, 1, 20);
    toy_tap(TOY_KEY_ESCAPE);
    toy_run_frames(20);
    toy_tap(TOY_KEY_ESCAPE);
    toy_run_frames(20);
    ck_assert(cw_input_down(toy_playback()->session.world->input.players, TOY_RUN));
    toy_expect_edges(TOY_RUN, 1, 0);
}

TEST(a_key_let_go_in_the_pause_is_released_once_after_it)
{
    toy_run_open();
    toy_key_for(TOY_KEY_RIGHT, 1, 20);
    toy_tap(TOY_KEY_ESCAPE);
    toy_key(TOY_KEY_RIGHT, 0);
    toy_tap(TOY_KEY_ESCAPE);
    toy_run_frames(20);
    ck_assert_uint_eq(toy_playback()->session.world->input.players[0].down, 0);
    ck_assert_uint_eq(toy_now()->release_counts[TOY_RUN], 1);
}
