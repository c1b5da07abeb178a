/* The page of players, in a game for two: the second has buttons, but no keys. */
#include "support/game_config.h"
#include "support/toy_run.h"

static const char *const second[TOY_ACTION_COUNT] = {[TOY_KICK] = "pad:x"};
static bool asks;

static void ask_to_join(const CwWorld *world, CwFrame *frame)
{
    if (asks) {
        cw_frame_join(frame);
    }
}

TOY_SET_UP
{
    toy.while_updating = ask_to_join;
    run.game.input.player_count = 2;
    run.game.input.player_bindings[0] = second;
    run.table = game_config(&run.config, &run.game);
    run.config.arena_size = 4;
    asks = true;
}

static void plug_in(int id)
{
    toy_send((InputEvent){.type = INPUT_PAD_ADDED, .device = id, .value = id});
}

static void press_pad(int id, int button)
{
    toy_event((InputEvent){.type = INPUT_PAD_BUTTON, .device = id, .code = button, .value = 1});
    toy_event((InputEvent){.type = INPUT_PAD_BUTTON, .device = id, .code = button, .value = 0});
    toy_run_frames(2);
}

static void expect_devices(const char *first, const char *other)
{
    ck_assert_str_eq(toy_page()->rows[toy_row("Player 1")].value, first);
    ck_assert_str_eq(toy_page()->rows[toy_row("Player 2")].value, other);
}

TEST(a_game_lets_players_join_in_turn_and_goes_on_after_the_way_back)
{
    toy_play(5);
    plug_in(5);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
    expect_devices("Press it now", "Controller 1");
    press_pad(5, TOY_PAD_A);
    expect_devices("Controller 1", "Press it now");
    ck_assert_int_eq(toy_page()->selected, 1);
    press_pad(5, TOY_PAD_A); /* has joined */
    expect_devices("Controller 1", "Press it now");
    toy_tap(TOY_KEY_RETURN);
    expect_devices("Controller 1", "Keyboard");
    toy_run_frames(10); /* asks in each of them */
    ck_assert_int_eq(run.loop.menus.screens.depth, 1);
    asks = false;
    toy_run_frames(2);
    toy_tap_for(TOY_KEY_ESCAPE, 5);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    ck_assert_int_eq(toy_stage()->players.bindings[1], 0); /* the first player's keys */
}

TEST(on_the_title_a_row_leads_there_and_b_or_escape_cancels, .rounds = 2)
{
    run.title = true;
    toy_play(3);
    ck_assert(toy_stage()->binding_catch.state == CATCH_OFF); /* no game asks behind the title */
    asks = false;
    toy_click_row("Players");
    expect_devices("Keyboard", "Needs a controller");
    toy_tap(TOY_KEY_RETURN);
    expect_devices("Press it now", "Needs a controller");
    if (_i == 0) {
        toy_tap(TOY_KEY_ESCAPE);
    } else {
        plug_in(5);
        press_pad(5, 1);
    }
    expect_devices("Keyboard", _i == 0 ? "Needs a controller" : "Controller 1");
    toy_tap(TOY_KEY_ESCAPE);
    ck_assert_int_ge(toy_row("Play"), 0);
}

TEST(clicks_choose_rows_while_a_player_is_waited_for)
{
    run.title = true;
    toy_play(3);
    asks = false;
    toy_click_row("Players");
    toy_click_row("Player 1");
    expect_devices("Press it now", "Needs a controller");
    toy_click_row("Player 2");
    expect_devices("Keyboard", "Press it now");
}
