#include "shell/loop.h"
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

TEST(what_drives_by_itself_begins_without_a_title)
{
    run.title = true;
    run.desc.choice.skips_title = true;
    toy_play(5);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
}

TEST(the_title_plays_by_itself_and_return_starts_anew)
{
    open_title();
    toy_run_frames(60);
    ck_assert_double_gt(toy_runner_x_m(), 1);
    toy_tap(TOY_KEY_RETURN);
    expect(ACTIVITY_PLAYING);
    ck_assert_uint_le(toy_ticks(), 2);
    ck_assert_int_eq(toy.start_count, 2);
}

TEST(the_pad_chooses_too)
{
    open_title();
    toy_pad(TOY_PAD_A, 1);
    toy_run_frames(30);
    expect(ACTIVITY_PLAYING);
    ck_assert_uint_eq(toy_now()->press_counts[TOY_KICK], 0); /* the choice is no kick */
    toy_pad(TOY_PAD_A, 0);
    toy_pad(TOY_PAD_START, 1);
    toy_run_frames(1);
    expect(ACTIVITY_PAUSED);
}

static const int sizes[][2] = {{1280, 720}, {641, 359}, {800, 800}, {333, 777}, {1919, 301}};

TEST(the_mouse_chooses_at_every_window_size, .rounds = CW_ARRAY_LENGTH(sizes))
{
    run.host_desc.status.width_px = sizes[_i][0];
    run.host_desc.status.height_px = sizes[_i][1];
    open_title();
    toy_click(CW_VIEW_WIDTH - 5.0, 120);
    expect(ACTIVITY_TITLE);
    toy_click_row("Play");
    expect(ACTIVITY_PLAYING);
    toy_run_frames(10);
    ck_assert_uint_eq(toy_now()->press_counts[TOY_KICK], 0);
}

static const double bases[][2] = {{640, 360}, {360, 640}, {160, 144}, {1920, 1080}};

TEST(the_mouse_chooses_in_every_view, .rounds = CW_ARRAY_LENGTH(sizes) * CW_ARRAY_LENGTH(bases))
{
    size_t size = (size_t)_i % CW_ARRAY_LENGTH(sizes), base = (size_t)_i / CW_ARRAY_LENGTH(sizes);
    run.config.scaling = SCALING_EXPAND;
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
}

TEST(a_click_before_the_first_frame_lands_where_it_was_made)
{
    run.title = true;
    toy_run_open();
    toy_click_row("Play");
    expect(ACTIVITY_PLAYING);
}

TEST(a_finger_chooses_where_it_touches)
{
    open_title();
    CwPoint2 row = toy_row_place("Play");
    toy_event((InputEvent){.type = INPUT_TOUCH_DOWN, .x = row.x, .y = row.y});
    toy_run_frames(1);
    expect(ACTIVITY_TITLE);
    toy_event((InputEvent){.type = INPUT_TOUCH_UP});
    toy_run_frames(1);
    expect(ACTIVITY_PLAYING);
}

TEST(escape_pauses_and_continues)
{
    open_and_pause();
    uint64_t before = toy_ticks();
    toy_run_frames(60);
    ck_assert_uint_eq(toy_ticks(), before);
    toy_tap(TOY_KEY_ESCAPE);
    expect(ACTIVITY_PLAYING);
    toy_run_frames(60);
    ck_assert_uint_ge(toy_ticks(), before + 59);
}

TEST(the_pause_leads_to_the_title)
{
    open_and_pause();
    toy_click_row("Title");
    expect(ACTIVITY_TITLE);
    toy_run_frames(30);
    ck_assert_uint_eq(toy_playback()->session.input.players[0].down, 1u << TOY_RUN); /* the bot's */
}

TEST(the_last_entry_ends_the_run_well)
{
    open_and_pause();
    toy_tap(TOY_KEY_UP); /* around the top */
    toy_key(TOY_KEY_RETURN, 1);
    ck_assert(!loop_frame(&run.loop));
    ck_assert(run.loop.end.done && !run.loop.end.failed);
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
    ck_assert(cw_input_down(toy_playback()->session.input.players, TOY_RUN));
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
    ck_assert_uint_eq(toy_playback()->session.input.players[0].down, 0);
    ck_assert_uint_eq(toy_now()->release_counts[TOY_RUN], 1);
}

TEST(the_physics_shapes_show_and_hide)
{
    toy_play(3);
    uint32_t plain = toy_stage()->draw_list.command_count;
    toy_tap(TOY_KEY_F2);
    ck_assert_uint_gt(toy_stage()->draw_list.command_count, plain);
    toy_tap(TOY_KEY_F2);
    ck_assert_uint_eq(toy_stage()->draw_list.command_count, plain);
}
