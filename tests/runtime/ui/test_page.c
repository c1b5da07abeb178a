/* A page of rows: what keys, wheel, mouse and fingers do to it, and its heading. */
#include "support/drawn_text.h"
#include "support/expect.h"
#include "ui/page.h"
#include "ui/ui_actions.h"

enum { FIRST = 1, VOLUME, MUTE, LAST };

static Page page;
static const CwViewRect WIDE = {0, 0, 640, 360};
static int extra_rows;

static void build(void)
{
    page_begin(&page, "Toy");
    page_add(&page, ROW_HEADING, -1, "Sound");
    page_add(&page, ROW_ACTION, FIRST, "First");
    PageRow *volume = page_add(&page, ROW_SLIDER, VOLUME, "Volume");
    page_set_value(volume, "50 %");
    volume->fraction = 0.5;
    page_add(&page, ROW_TOGGLE, MUTE, "Mute");
    for (int i = 0; i < extra_rows; i++) {
        page_add(&page, ROW_ACTION, 100 + i, "More");
    }
    page_add(&page, ROW_ACTION, LAST, "Last");
    page_layout(&page, WIDE);
}

static void open(int extra)
{
    page = (Page){0};
    extra_rows = extra;
    build();
    page_open(&page, 0);
}

static PageEvent update(const CwInputFrame *ui)
{
    build();
    return page_update(&page, &(PageInput){.ui = ui, .view = WIDE, .dt_s = 1 / 60.0});
}

static PageEvent tap(UiAction action)
{
    return update(&(CwInputFrame){.pressed = 1u << action, .pointer_x = -1});
}

static Box row(int id)
{
    for (int i = 0; i < page.row_count; i++) {
        if (page.rows[i].id == id) {
            return page_row_box(&page, i);
        }
    }
    ck_abort_msg("there is no row %d", id);
}

static PageEvent click(double x, double y, bool down)
{
    uint32_t bit = 1u << UI_CLICK;
    return update(&(CwInputFrame){.pressed = down ? bit : 0,
                                  .down = down ? bit : 0,
                                  .pointer_x = (int16_t)x,
                                  .pointer_y = (int16_t)y});
}

TEST(headings_are_passed_over_and_the_end_leads_to_the_top)
{
    open(0);
    ck_assert_int_eq(page_selected(&page)->id, FIRST);
    tap(UI_UP);
    ck_assert_int_eq(page_selected(&page)->id, LAST);
    tap(UI_DOWN);
    ck_assert_int_eq(page_selected(&page)->id, FIRST);
}

TEST(a_held_key_repeats_after_a_moment)
{
    open(20);
    tap(UI_DOWN);
    for (int i = 0; i < 60; i++) {
        update(&(CwInputFrame){.down = 1u << UI_DOWN, .pointer_x = -1});
    }
    EXPECT_WITHIN(page.selected, 6, 9);
}

TEST(the_selected_row_is_visible)
{
    open(40);
    tap(UI_UP);
    Box last = row(LAST), list = page.layout.list;
    ck_assert_double_gt(page.scroll, 0);
    ck_assert_double_le(last.y + last.height, list.y + list.height + 0.01);
}

TEST(a_swipe_scrolls_and_chooses_nothing)
{
    open(40);
    Box from = row(100);
    click(from.x + 5, from.y + 5, true);
    uint32_t bit = 1u << UI_CLICK;
    update(&(CwInputFrame){
        .down = bit, .pointer_x = (int16_t)from.x, .pointer_y = (int16_t)(from.y - 60)});
    PageEvent event = click(from.x, from.y - 60, false);
    ck_assert_int_eq(event.type, PAGE_NOTHING);
    EXPECT_WITHIN(page.scroll, 50, 70);
}

TEST(a_page_that_just_opened_ignores_choices)
{
    open(0);
    page.ignore_s = 0.4;
    ck_assert_int_eq(tap(UI_CONFIRM).type, PAGE_NOTHING);
    for (int i = 0; i < 30; i++) {
        update(&(CwInputFrame){.pointer_x = -1});
    }
    ck_assert_int_eq(tap(UI_CONFIRM).type, PAGE_CHOSEN);
}

TEST(a_list_ends_with_a_whole_row)
{
    open(40);
    Box list = page.layout.list;
    for (int i = 0; i < page.row_count; i++) {
        Box box = page_row_box(&page, i);
        bool cut =
            box.y < list.y + list.height - 0.1 && box.y + box.height > list.y + list.height + 0.1;
        ck_assert_msg(!cut, "row %d is cut", i);
    }
}

/* Its rows would be out of sight. */
TEST(a_list_ends_with_no_heading)
{
    double heights[2];
    for (int heading = 0; heading < 2; heading++) {
        open(40);
        int last = (int)(page.layout.list.height / page.layout.rows[0].height + 0.1) - 1;
        page.rows[last].kind = heading ? ROW_HEADING : ROW_ACTION;
        page_layout(&page, WIDE);
        heights[heading] = page.layout.list.height;
    }
    ck_assert_double_gt(heights[0] - heights[1], 10);
}

TEST(a_row_scrolled_away_in_part_is_seen_and_can_be_clicked_after_the_wheel_not_after_keys)
{
    open(40);
    page.scroll = page.layout.rows[1].height / 2;
    ck_assert(!page_row_is_seen(&page, 0) && page_row_is_seen(&page, 1));
    update(&(CwInputFrame){.pointer_x = -1, .wheel = -1});
    Box list = page.layout.list;
    ck_assert(row(FIRST).y < list.y && page_row_is_seen(&page, 1));
    click(list.x + 5, list.y + 5, true);
    ck_assert_int_eq(click(list.x + 5, list.y + 5, false).id, FIRST);
    tap(UI_DOWN);
    ck_assert(!page.is_scrolled);
}

TEST(a_long_value_is_below_its_label_only_where_both_do_not_fit)
{
    const CwViewRect narrow = {0, 0, 300, 600};
    page = (Page){0};
    page_begin(&page, "Toy");
    page.side = PAGE_WHOLE;
    page_add(&page, ROW_ACTION, 1, "First Wind")->has_long_value = true;
    page_add(&page, ROW_ACTION, 2, "First Wind")->has_long_value = true;
    snprintf(page.rows[0].value, sizeof page.rows[0].value, "00:26.82");
    snprintf(page.rows[1].value, sizeof page.rows[1].value, "finished   2026-01-31 23:59   00:26");
    page_layout(&page, narrow);
    ck_assert_double_gt(page.layout.rows[1].height, 1.5 * page.layout.rows[0].height);
    page_layout(&page, WIDE);
    ck_assert_double_eq(page.layout.rows[1].height, page.layout.rows[0].height);
}

TEST(a_long_note_has_room_for_its_lines)
{
    page = (Page){0};
    page_begin(&page, "Toy");
    page_add(&page, ROW_NOTE, -1, "Short");
    page_add(&page, ROW_NOTE, -1,
             "A note that is too long for a single line of the column beside the picture");
    page_layout(&page, WIDE);
    EXPECT_WITHIN(page.layout.rows[1].height / page.layout.rows[0].height, 1.5, 3.0);
}

static const CwSpriteDef sprites[] = {{.file = "first.svg", .width_m = 1, .height_m = 1},
                                      {.file = "logo.svg", .width_m = 4, .height_m = 1}};
static CwDrawList list;

static void draw_page(void)
{
    const CwTheme theme = {0};
    const InputMap map = {0};
    const SpriteTable table = {.sprites = sprites, .count = 2, .camera_height_m = 9};
    draw_list_begin(&list, &(CwCamera){.height_m = 9}, &table);
    page_draw(&page, &(PageLook){.theme = &theme, .bindings = &map}, &list);
}

/* Draws a page with this logo. Returns its first sprite, NULL for none. */
static const SpriteCommand *draw_title(int logo)
{
    page_begin(&page, "Toy");
    page.logo = logo;
    page.logo_shape = 4;
    page_add(&page, ROW_ACTION, 1, "Play");
    draw_page();
    for (uint32_t i = 0; i < list.command_count; i++) {
        if (list.commands[i].kind == DRAW_SPRITE) {
            return &list.commands[i].sprite;
        }
    }
    return NULL;
}

static double text_y(const char *text)
{
    for (uint32_t i = 0; i < list.command_count; i++) {
        const TextCommand *command = &list.commands[i].text;
        if (list.commands[i].kind == DRAW_TEXT &&
            strncmp(list.text + command->first_byte, text, command->byte_count) == 0) {
            return command->place.origin.y;
        }
    }
    ck_abort_msg("%s is not drawn", text);
}

TEST(a_notice_is_below_the_rows_or_above_them_where_they_fill_the_page, .rounds = 2)
{
    open(20 * _i);
    page.notice = "It can't be read";
    list.typesetter = typesetter_create(&(FontsDesc){0}); /* the notice is as high as its text */
    draw_page();
    double y = text_y(page.notice);
    ck_assert(_i == 0 ? y > text_y("Last") : y < text_y("First"));
    typesetter_destroy(list.typesetter);
    draw_list_free(&list);
}

TEST(the_title_is_a_logo_or_text)
{
    for (int i = 0; i < 2; i++) {
        const SpriteCommand *logo = draw_title(i);
        ck_assert(logo != NULL && logo->sprite == i && logo->tint.a == 255);
    }
    ck_assert_ptr_null(draw_title(-1));
    ck_assert(draws_text(&list, "Toy"));
    draw_list_free(&list);
}

TEST(the_last_choice_shows_the_rows_below_it_too)
{
    open(40);
    int last = page.row_count - 1;
    page.rows[last - 1].kind = page.rows[last].kind = ROW_NOTE;
    page_scroll_to(&page, last - 2);
    EXPECT_WITHIN(page.scroll, page_scroll_end(&page) - 0.01, page_scroll_end(&page) + 0.01);
}
