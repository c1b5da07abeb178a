/* Buttons on the screen and the cursor, through the real loop. Frames last 1/60 s. */
#include "support/drawn_text.h"
#include "support/game_config.h"
#include "support/toy_run.h"
#include "ui/ui_view.h"

enum { SECOND = 60 };

static const CwActionDef actions[] = {
    [TOY_RUN] = {"run", "run", "key:Right touch:50-100/50-100"},
    [TOY_KICK] = {"kick", "kick the balls", "key:Space touch:0-50/0-50 touch:50-100/0-50"},
    [TOY_EXTRA_1] = {"extra_one", "extra", "key:1"},
    [TOY_EXTRA_2] = {"extra_two", "extra", "key:2"},
    [TOY_EXTRA_3] = {"extra_three", "extra", "key:3"},
};

static int cursor_calls;

static void note_cursor(void *self, bool shown)
{
    cursor_calls++;
}

TOY_SET_UP
{
    run.game.input.actions = actions;
    run.game.looks.mouse_buttons = true;
    run.table = game_config(&run.config, &run.game);
    run.config.arena_size = 4;
    cursor_calls = 0;
}

static void open(void)
{
    toy_run_open();
    run.host.show_cursor = note_cursor;
    toy_run_frames(5);
}

static void move_mouse(double x, double y)
{
    toy_send((InputEvent){.type = INPUT_MOUSE_MOTION, .x = x, .y = y, .dx = 5});
}

static void touch(InputEventType type, int finger, CwPoint2 at)
{
    toy_send((InputEvent){.type = type, .device = finger, .x = at.x, .y = at.y});
}

static int buttons(void)
{
    return toy_stage()->buttons.count;
}

TEST(buttons_come_with_the_mouse_and_go_when_it_rests)
{
    open();
    ck_assert_int_eq(buttons(), 0);
    move_mouse(300, 100);
    ck_assert_int_eq(buttons(), 3);
    toy_run_frames(2 * SECOND + 2);
    ck_assert_int_eq(buttons(), 0);
    move_mouse(301, 100);
    toy_tap(TOY_KEY_1);
    ck_assert_int_eq(buttons(), 0);
}

TEST(buttons_come_with_touch_alone_unless_the_game_asks)
{
    run.game.looks.mouse_buttons = false;
    open();
    move_mouse(300, 100);
    ck_assert_int_eq(buttons(), 0);
    touch(INPUT_TOUCH_DOWN, 1, (CwPoint2){320, 300});
    ck_assert_int_eq(buttons(), 3);
    move_mouse(310, 100);
    ck_assert_int_eq(buttons(), 0);
}

TEST(without_a_past_there_is_no_rewind)
{
    run.config.history = 0;
    open();
    move_mouse(300, 100);
    ck_assert_int_eq(buttons(), 2);
}

TEST(the_game_does_not_see_a_touch_of_a_button)
{
    open();
    touch(INPUT_TOUCH_DOWN, 1, (CwPoint2){320, 300});
    touch(INPUT_TOUCH_UP, 1, (CwPoint2){320, 300});
    CwPoint2 at = toy_button_place(UI_REWIND); /* in a zone of the kick */
    toy_run_frames(SECOND);
    touch(INPUT_TOUCH_DOWN, 1, at);
    toy_run_frames(10);
    ck_assert(playback_is_paused_for(toy_playback(), PAUSE_REWIND));
    touch(INPUT_TOUCH_MOVE, 1, (CwPoint2){10, 10});
    touch(INPUT_TOUCH_UP, 1, (CwPoint2){10, 10});
    toy_run_frames(5);
    ck_assert(!playback_is_paused_for(toy_playback(), PAUSE_REWIND));
    toy_expect_edges(TOY_KICK, 0, 0);
    touch(INPUT_TOUCH_DOWN, 1, (CwPoint2){10, 10});
    toy_run_frames(2);
    toy_expect_edges(TOY_KICK, 1, 0);
}

TEST(two_fingers_drive_and_turn_time_back)
{
    open();
    touch(INPUT_TOUCH_DOWN, 1, (CwPoint2){600, 300});
    toy_run_frames(2 * SECOND);
    double far_m = toy_runner_x_m();
    touch(INPUT_TOUCH_DOWN, 2, toy_button_place(UI_REWIND));
    toy_run_frames(30);
    touch(INPUT_TOUCH_UP, 2, (CwPoint2){0, 0});
    double back_m = toy_runner_x_m();
    ck_assert_double_lt(back_m, far_m);
    toy_run_frames(10);
    ck_assert_double_gt(toy_runner_x_m(), back_m); /* the first one still drives */
}

TEST(a_lost_window_releases_a_button)
{
    toy_script_focus(60, false);
    toy_script_focus(70, true);
    open();
    move_mouse(300, 100);
    CwPoint2 at = toy_button_place(UI_REWIND);
    move_mouse(at.x, at.y);
    toy_event((InputEvent){.type = INPUT_MOUSE_BUTTON, .code = 1, .value = 1});
    toy_run_frames(10);
    ck_assert(playback_is_paused_for(toy_playback(), PAUSE_REWIND));
    toy_run_frames(70);
    ck_assert(!playback_is_paused_for(toy_playback(), PAUSE_REWIND));
}

static bool hidden(void)
{
    return toy_stage()->is_cursor_hidden;
}

TEST(a_resting_cursor_hides_in_play_and_comes_back_at_once)
{
    open();
    move_mouse(300, 100);
    toy_run_frames(SECOND);
    ck_assert(!hidden());
    toy_run_frames(SECOND + 2);
    ck_assert(hidden());
    move_mouse(301, 100);
    ck_assert(!hidden());
    ck_assert_int_eq(cursor_calls, 2);
}

TEST(the_cursor_stays_on_a_page_where_the_mouse_is_used)
{
    open();
    toy_tap(TOY_KEY_ESCAPE);
    move_mouse(300, 100);
    toy_run_frames(4 * SECOND);
    ck_assert(!hidden());
    toy_tap(TOY_KEY_DOWN);
    ck_assert(hidden());
    move_mouse(300, 120);
    ck_assert(!hidden());
}

TEST(the_cursor_stays_while_the_game_aims_with_it)
{
    run.game.input.pointer_in_world = true;
    open();
    move_mouse(300, 100);
    toy_run_frames(4 * SECOND);
    ck_assert(!hidden());
}

TEST(a_finger_shows_pedals_and_no_cursor)
{
    open();
    move_mouse(300, 100);
    touch(INPUT_TOUCH_DOWN, 1, (CwPoint2){600, 300});
    ck_assert(hidden());
    ck_assert(draws_text(&toy_stage()->draw_list, "Kick the balls")); /* as in the settings */
}
