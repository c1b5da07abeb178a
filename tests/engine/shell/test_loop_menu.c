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
    run.game.view_width = bases[base][0];
    run.game.view_height = bases[base][1];
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

TEST(nothing_leaks_out_of_the_pause)
{
    toy_play(20);
    toy_tap(TOY_KEY_ESCAPE);
    expect(ACTIVITY_PAUSED);
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
