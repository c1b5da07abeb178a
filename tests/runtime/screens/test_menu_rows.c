#include "support/drawn_text.h"
#include "support/toy_run.h"

/* A game's own rows and pages in the menus, through the real loop. */

static int volume, reset_count, again_count, chosen_item;

static void show_volume(const CwFrame *frame, char text[CW_MENU_VALUE_BYTES])
{
    ck_assert_ptr_nonnull(frame->view);
    snprintf(text, CW_MENU_VALUE_BYTES, "%d of 9", volume);
}

static void turn_volume(CwFrame *frame, int step)
{
    volume += step;
    cw_save_write(frame->saves, "volume", &(CwSave){1, &volume, sizeof volume}, NULL);
}

static void reset(CwFrame *frame)
{
    reset_count++;
}

static void play_again(CwFrame *frame)
{
    again_count++;
    cw_flow_restart(frame->flow);
}

static int count_items(const CwFrame *frame)
{
    return 30;
}

static void show_item(const CwFrame *frame, int index, CwMenuItem *item)
{
    snprintf(item->label, sizeof item->label, "item %d", index);
}

static void choose_item(CwFrame *frame, int index)
{
    chosen_item = index;
}

static const CwMenuRow list_rows[] = {
    {"More", .page = "Circle"},
    {"Items", .count = count_items, .item = show_item, .choose = choose_item}};
static const CwMenuRow circle_rows[] = {{"Again", .page = "List"}};
static const CwMenuPage pages[] = {{"List", list_rows, 2}, {"Circle", circle_rows, 1}};
static const CwMenuRow rows[] = {
    {"Volume", CW_MENU_TITLE | CW_MENU_PAUSE, .value = show_volume, .turn = turn_volume},
    {"Reset", CW_MENU_FINISH | CW_MENU_PAUSE, .confirm = reset},
    {"Again", CW_MENU_PAUSE, .confirm = play_again, .closes = true},
    {"List", CW_MENU_TITLE | CW_MENU_PAUSE | CW_MENU_FINISH, .page = "List"},
};

TOY_SET_UP
{
    run.game.menu.rows = rows;
    run.game.menu.row_count = (int)CW_ARRAY_LENGTH(rows);
    run.game.menu.pages = pages;
    run.game.menu.page_count = (int)CW_ARRAY_LENGTH(pages);
    volume = 5;
    reset_count = again_count = chosen_item = 0;
}

static void pause_at(int entry)
{
    toy_play(20);
    toy_tap(TOY_KEY_ESCAPE);
    toy_tap_times(TOY_KEY_DOWN, entry);
}

TEST(left_and_right_turn_a_row_and_no_tick)
{
    pause_at(2);
    ck_assert(draws_text(&toy_stage()->draw_list, "5 of 9"));
    uint64_t before = toy_ticks();
    toy_tap_times(TOY_KEY_RIGHT, 3);
    toy_tap(TOY_KEY_LEFT);
    ck_assert_int_eq(volume, 7);
    toy_tap(TOY_KEY_RETURN);
    ck_assert_int_eq(volume, 8);
    ck_assert_uint_eq(toy_ticks(), before);
    toy_tap(TOY_KEY_DOWN); /* a row that doesn't turn: the keys are time's again */
    toy_tap(TOY_KEY_RIGHT);
    ck_assert_uint_eq(toy_ticks(), before + 1);
    ck_assert_int_eq(volume, 8);
}

TEST(a_chosen_row_is_called_once)
{
    pause_at(3);
    toy_tap_for(TOY_KEY_RETURN, 5);
    ck_assert_int_eq(reset_count, 1);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
    toy_click_row("Reset");
    ck_assert_int_eq(reset_count, 2);
}

TEST(a_row_that_closes_ends_the_pause_and_may_ask_of_the_flow)
{
    pause_at(4);
    toy_tap(TOY_KEY_RETURN);
    ck_assert_int_eq(again_count, 1);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    ck_assert_int_eq(toy.start_count, 2);
    ck_assert_uint_le(toy_ticks(), 2);
}

TEST(a_row_of_the_title_may_save)
{
    run.title = true;
    run.desc.files.player_dir = temp_folder;
    toy_play(3);
    toy_tap(TOY_KEY_DOWN);
    toy_tap(TOY_KEY_LEFT);
    ck_assert_int_eq(volume, 4);
    CwSave save;
    EXPECT_OK(cw_save_read(&run.loop.view.saves, "volume", &save, &error));
    ck_assert(save.size == sizeof volume && *(const int *)save.bytes == 4);
    cw_save_free(&save);
    ck_assert(run.loop.view.saves.is_unplayed);
}

static bool shows(const char *text)
{
    return draws_text(&toy_stage()->draw_list, text);
}

TEST(a_list_scrolls_by_keys_and_wheel_and_reports_the_chosen_row)
{
    pause_at(5);
    toy_tap(TOY_KEY_RETURN);
    ck_assert(shows("item 0") && !shows("item 29"));
    toy_tap_times(TOY_KEY_UP, 2); /* from "More" around to the end */
    ck_assert(shows("item 29") && !shows("item 0"));
    toy_tap_for(TOY_KEY_RETURN, 1);
    ck_assert_int_eq(chosen_item, 28);
    toy_event((InputEvent){.type = INPUT_WHEEL, .dy = 12});
    toy_run_frames(2);
    toy_click_row("item 14");
    ck_assert_int_eq(chosen_item, 14);
}

/* 0: from the title, 1: from a pause, 2: from the finish. */
TEST(back_leads_to_where_a_page_was_opened, .rounds = 3)
{
    run.title = _i == 0;
    pause_at(0);
    if (_i == 2) {
        toy_tap(TOY_KEY_ESCAPE);
        toy_finish();
        toy_run_frames(200);
    }
    Activity before = toy_activity();
    toy_click_row("List");
    for (int i = 0; i < 40; i++) { /* pages lead in a circle */
        toy_click_row(i % 2 == 0 ? "More" : "Again");
    }
    for (int i = 0; i < 40 && !shows("Quit") && !shows("Title"); i++) {
        toy_tap(TOY_KEY_ESCAPE);
    }
    ck_assert_int_eq(toy_activity(), before);
    ck_assert_str_eq(toy_page()->rows[toy_page()->selected].label, "List");
}

static void ask_in_tick(CwWorld *world)
{
    if (cw_world_tick(world) == 30) {
        cw_flow_open_page(cw_world_flow(world), "List");
    }
}

TEST(code_opens_a_page_and_back_goes_on_playing)
{
    toy.while_ticking = ask_in_tick;
    toy_play(60);
    uint64_t ticks = toy_ticks();
    ck_assert(toy_activity() == ACTIVITY_PAUSED && ticks <= 32);
    toy_tap_times(TOY_KEY_DOWN, 2);
    toy_tap(TOY_KEY_RETURN);
    toy_tap(TOY_KEY_ESCAPE);
    ck_assert_int_eq(chosen_item, 1);
    toy_run_frames(10);
    ck_assert(toy_activity() == ACTIVITY_PLAYING && toy_ticks() > ticks);
}

static void tap_pad_at_once(int button)
{
    toy_pad(button, 1);
    toy_pad(button, 0);
}

/* Down, Down, Confirm: the third row; Down, Confirm, Confirm: the fourth, twice. */
TEST(all_keys_and_clicks_of_a_frame_act_in_their_order, .rounds = 3)
{
    pause_at(0);
    void (*tap)(int) = _i == 0 ? toy_tap_at_once : tap_pad_at_once;
    int down = _i == 0 ? TOY_KEY_DOWN : TOY_PAD_DPAD_DOWN, a = _i == 0 ? TOY_KEY_RETURN : TOY_PAD_A;
    const int taps[] = {down, down, a, down, a, a};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(taps) && _i < 2; i++) {
        tap(taps[i]);
    }
    static const char *const labels[] = {"Volume", "Reset", "Reset"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(labels) && _i == 2; i++) {
        CwPoint2 at = toy_row_place(labels[i]);
        toy_event((InputEvent){.type = INPUT_MOUSE_MOTION, .x = at.x, .y = at.y, .dx = 1});
        toy_click_at_once();
    }
    toy_run_frames(3); /* each row that was chosen is called in a frame of its own */
    ck_assert_int_eq(abs(volume - 5), 1);
    ck_assert_int_eq(reset_count, 2);
}
