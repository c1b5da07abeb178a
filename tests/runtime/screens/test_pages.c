#include "support/drawn_text.h"
#include "support/toy_run.h"

/* The game's own pages and lists, through the real loop. */

enum { ITEM_COUNT = 30 };
static int chosen_item, choose_count;

static int count_items(const CwFrame *frame)
{
    return ITEM_COUNT;
}

static void show_item(const CwFrame *frame, int index, CwMenuItem *item)
{
    snprintf(item->label, sizeof item->label, "item %d", index);
    snprintf(item->value, sizeof item->value, "%d points", 100 - index);
}

static void choose_item(CwFrame *frame, int index)
{
    chosen_item = index;
    choose_count++;
}

static const CwMenuRow list_rows[] = {
    {"More", .page = "Circle"},
    {"Best", .count = count_items, .item = show_item, .choose = choose_item}};
static const CwMenuRow circle_rows[] = {{"Scores", .page = "Scores"}};
static const CwMenuPage pages[] = {{"Scores", list_rows, 2}, {"Circle", circle_rows, 1}};
static const CwMenuRow rows[] = {
    {"Scores", CW_MENU_TITLE | CW_MENU_PAUSE | CW_MENU_FINISH, .page = "Scores"}};

TOY_SET_UP
{
    run.game.menu.rows = rows;
    run.game.menu.row_count = 1;
    run.game.menu.pages = pages;
    run.game.menu.page_count = 2;
    chosen_item = choose_count = 0;
}

static bool shows(const char *text)
{
    return draws_text(&toy_stage()->draw_list, text);
}

static void open_scores(void)
{
    toy_play(20);
    toy_tap(TOY_KEY_ESCAPE);
    toy_click_row("Scores");
    toy_run_frames(1);
    ck_assert(shows("item 0") && shows("100 points") && !shows("item 29"));
}

TEST(a_list_scrolls_by_keys_and_the_chosen_row_is_told)
{
    open_scores();
    toy_tap(TOY_KEY_UP); /* from "More" around to the last */
    ck_assert(shows("item 29") && !shows("item 0"));
    toy_tap(TOY_KEY_UP);
    toy_tap(TOY_KEY_RETURN);
    toy_run_frames(1);
    ck_assert_int_eq(choose_count, 1);
    ck_assert_int_eq(chosen_item, 28);
    ck_assert(shows("item 29"));
    toy_tap(TOY_KEY_RIGHT); /* neither turns the row nor moves time */
    ck_assert_int_eq(choose_count, 1);
}

TEST(a_list_scrolls_by_wheel_and_is_clicked)
{
    open_scores();
    toy_event((InputEvent){.type = INPUT_WHEEL, .dy = -20});
    toy_run_frames(2);
    ck_assert(shows("item 20"));
    toy_click_row("item 20");
    toy_run_frames(1);
    ck_assert_int_eq(chosen_item, 20);
}

TEST(back_leads_to_where_the_page_was_opened_with_its_row_selected, .rounds = 3)
{
    run.title = _i == 0;
    toy_play(20);
    if (_i == 1) {
        toy_tap(TOY_KEY_ESCAPE);
    } else if (_i == 2) {
        toy_finish();
        toy_run_frames(200);
    }
    Activity before = toy_activity();
    toy_click_row("Scores");
    toy_click_row("More");
    for (int i = 0; i < 40; i++) { /* in a circle */
        toy_click_row(i % 2 == 0 ? "Scores" : "More");
    }
    for (int i = 0; i < 60 && toy_page()->rows[toy_page()->selected].id != GAME_ROW_FIRST; i++) {
        toy_tap(TOY_KEY_ESCAPE);
    }
    ck_assert_int_eq(toy_activity(), before);
    ck_assert_str_eq(toy_page()->rows[toy_page()->selected].label, "Scores");
}

static void ask_in_tick(CwWorld *world)
{
    if (cw_world_tick(world) == 30) {
        cw_flow_open_page(cw_world_flow(world), "Scores");
    }
}

static void ask_in_frame(const CwWorld *world, CwFrame *frame)
{
    if (cw_world_tick(world) >= 30 && choose_count == 0) { /* again and again */
        cw_flow_open_page(frame->flow, "Scores");
    }
}

TEST(code_opens_a_page_and_back_goes_on_playing, .rounds = 2)
{
    toy.while_ticking = _i == 0 ? ask_in_tick : NULL;
    toy.while_updating = _i == 1 ? ask_in_frame : NULL;
    toy_play(60);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
    uint64_t ticks = toy_ticks();
    ck_assert(shows("item 0") && ticks <= 32);
    toy_tap_times(TOY_KEY_DOWN, 2);
    toy_tap(TOY_KEY_RETURN);
    toy_run_frames(1);
    ck_assert_int_eq(chosen_item, 1);
    toy_tap(TOY_KEY_ESCAPE);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    toy_run_frames(10);
    ck_assert_uint_gt(toy_ticks(), ticks);
}
