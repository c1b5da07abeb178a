#include "ui/menu.h"

#include "ui/text_field.h"
#include "ui/ui_actions.h"
#include "ui/ui_view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROWS_SHOWN = 6 };
static const double ROW_HEIGHT = 26, ROW_WIDTH = 200, PANEL_MARGIN = 8;
static const double BAR_HEIGHT = 40; /* the transport bar and the way to it */
static const double FIRST_ROW_TOP = 165, HEADING_SIZE = 40;
static const double FIELD_PART = 0.6; /* of a row, for text that is typed */

static void add(Menu *menu, MenuChoice choice, int level, const char *label)
{
    MenuEntry *entry = &menu->entries[menu->entry_count++];
    entry->choice = choice;
    entry->level = level;
    snprintf(entry->label, sizeof entry->label, "%s", label);
}

/* "first-wind" is shown as "First wind". */
static void add_level(Menu *menu, int level, const char *name)
{
    char label[LEVEL_NAME_BYTES];
    snprintf(label, sizeof label, "%s", name);
    for (char *c = label; *c != '\0'; c++) {
        *c = *c == '-' ? ' ' : *c;
    }
    if (label[0] >= 'a' && label[0] <= 'z') {
        label[0] = (char)(label[0] - 'a' + 'A');
    }
    add(menu, MENU_PLAY, level, label);
}

static void add_rows(Menu *menu, const CwGame *game, unsigned screen)
{
    CW_ASSERT(game->menu_row_count <= CW_MENU_ROW_MAX, "have at most CW_MENU_ROW_MAX menu rows");
    for (int i = 0; i < game->menu_row_count; i++) {
        const CwMenuRow *row = &game->menu_rows[i];
        if ((row->screens & screen) != 0) {
            CW_ASSERT(row->label != NULL, "give each row of CwGame.menu_rows a label");
            add(menu, MENU_ROW, 0, row->label);
            menu->entries[menu->entry_count - 1].row = row;
        }
    }
}

void menu_show(Menu *menu, Screen screen, const Levels *levels, const char *level,
               const CwGame *game)
{
    *menu = (Menu){.screen = screen};
    switch (screen) {
    case SCREEN_TITLE:
        for (int i = 0; i < levels->count; i++) {
            add_level(menu, i, levels->names[i]);
        }
        if (levels->count == 0) {
            add(menu, MENU_PLAY, 0, "Play");
        }
        add_rows(menu, game, CW_MENU_TITLE);
        break;
    case SCREEN_PLAYING:
    case SCREEN_WATCHING:
        return;
    case SCREEN_PAUSED:
        add(menu, MENU_CONTINUE, 0, "Continue");
        add(menu, MENU_RESTART, 0, "Start again");
        add_rows(menu, game, CW_MENU_PAUSE);
        add(menu, MENU_TITLE, 0, "Title");
        break;
    case SCREEN_FINISHED:
        if (levels_next(levels, level) != NULL) {
            add(menu, MENU_NEXT, 0, "Next level");
        }
        add(menu, MENU_RESTART, 0, "Once more");
        add_rows(menu, game, CW_MENU_FINISH);
        add(menu, MENU_TITLE, 0, "Title");
        break;
    }
    add(menu, MENU_QUIT, 0, "Quit");
}

static Box row_box(const Menu *menu, int entry)
{
    double y = FIRST_ROW_TOP + (entry - menu->first_shown) * ROW_HEIGHT;
    return (Box){(UI_WIDTH - ROW_WIDTH) / 2, y, ROW_WIDTH, ROW_HEIGHT};
}

static int shown_end(const Menu *menu)
{
    int end = menu->first_shown + ROWS_SHOWN;
    return end < menu->entry_count ? end : menu->entry_count;
}

static int entry_at(const Menu *menu, double x, double y)
{
    for (int i = menu->first_shown; i < shown_end(menu); i++) {
        if (panel_holds(row_box(menu, i), x, y)) {
            return i;
        }
    }
    return -1;
}

static void scroll_to_selected(Menu *menu)
{
    if (menu->selected < menu->first_shown) {
        menu->first_shown = menu->selected;
    }
    if (menu->selected >= menu->first_shown + ROWS_SHOWN) {
        menu->first_shown = menu->selected - ROWS_SHOWN + 1;
    }
}

bool menu_turns(const Menu *menu)
{
    const CwMenuRow *row = menu->entry_count > 0 ? menu->entries[menu->selected].row : NULL;
    return !menu->aside && row != NULL && row->turn != NULL;
}

void menu_call_row(const CwMenuRow *row, int turn, CwFrame *frame)
{
    if (turn == 0 && row->confirm != NULL) {
        row->confirm(frame);
    } else if (row->turn != NULL) {
        row->turn(frame, turn == 0 ? 1 : turn);
    }
}

void menu_row_value(const CwMenuRow *row, const CwFrame *frame, char text[CW_MENU_VALUE_BYTES])
{
    text[0] = '\0';
    if (row->value != NULL) {
        row->value(frame, text);
    }
}

bool menu_points_at_selected(const Menu *menu, const CwInputFrame *input)
{
    return menu->entry_count > 0 &&
           entry_at(menu, input->pointer_x, input->pointer_y) == menu->selected;
}

static MenuChoice choose(Menu *menu, int entry)
{
    menu->row = menu->entries[entry].row;
    menu->turn = 0;
    menu->level = menu->entries[entry].level;
    return menu->entries[entry].choice;
}

static bool asked_for(const CwInputFrame *input, const CwViewRect *view)
{
    bool key = cw_input_pressed(input, UI_UP) || cw_input_pressed(input, UI_DOWN) ||
               cw_input_pressed(input, UI_CONFIRM);
    bool moved = input->pointer_dx != 0 || input->pointer_dy != 0;
    bool pointed = moved || cw_input_pressed(input, UI_CLICK);
    return key || (pointed && input->pointer_y < view->y + view->height - BAR_HEIGHT);
}

MenuChoice menu_update(Menu *menu, const CwInputFrame *input, const CwViewRect *view)
{
    bool back = cw_input_pressed(input, UI_BACK) || cw_input_pressed(input, UI_PAUSE);
    MenuChoice leave = back && menu->screen == SCREEN_PAUSED ? MENU_CONTINUE : MENU_NOTHING;
    if (menu->entry_count == 0) {
        return MENU_NOTHING;
    }
    if (menu->aside) {
        menu->aside = !asked_for(input, view);
        return leave;
    }
    int step = cw_input_pressed(input, UI_DOWN) - cw_input_pressed(input, UI_UP);
    menu->selected = (menu->selected + step + menu->entry_count) % menu->entry_count;
    scroll_to_selected(menu);
    int pointed = entry_at(menu, input->pointer_x, input->pointer_y);
    bool moved = input->pointer_dx != 0 || input->pointer_dy != 0;
    bool clicked = cw_input_pressed(input, UI_CLICK);
    if (pointed >= 0 && (moved || clicked)) {
        menu->selected = pointed;
    }
    if (pointed >= 0 && clicked) {
        return choose(menu, pointed);
    }
    int turn = cw_input_pressed(input, UI_STEP_FORWARD) - cw_input_pressed(input, UI_STEP_BACK);
    if (turn != 0 && menu_turns(menu)) {
        menu->row = menu->entries[menu->selected].row;
        menu->turn = turn;
        return MENU_ROW;
    }
    if (cw_input_pressed(input, UI_CONFIRM)) {
        return choose(menu, menu->selected);
    }
    return leave;
}

/* Smaller where a long one would not fit; a letter is about half as wide as high. */
static double heading_size(const char *text, double width)
{
    return fmin(HEADING_SIZE, width / (0.6 * fmax(1, (double)strlen(text))));
}

static void draw_heading(const Menu *menu, const CwGame *game, const CwViewRect *view,
                         CwDrawList *draw)
{
    const CwSpriteDef *logo = game->title_sprite;
    if (menu->screen == SCREEN_TITLE && logo != NULL) {
        double height = fmin(96, view->width * logo->height_m / logo->width_m);
        cw_draw_sprite(draw, &(CwSpriteDraw){.sprite = (int)(logo - game->sprites),
                                             .x = UI_WIDTH / 2,
                                             .y = 92,
                                             .width = height * logo->width_m / logo->height_m,
                                             .height = height});
        return;
    }
    const char *text = menu->screen == SCREEN_PAUSED ? "Paused" : game->title;
    if (menu->screen != SCREEN_FINISHED) {
        panel_label(draw, (Box){0, 110, UI_WIDTH, 0},
                    &(Label){text, CW_FACE_BOLD, CW_ALIGN_CENTRE, heading_size(text, view->width),
                             game->theme.text});
    }
}

/* One behind all rows. */
static void draw_panel(const Menu *menu, const CwTheme *theme, CwDrawList *draw)
{
    Box first = row_box(menu, menu->first_shown), last = row_box(menu, shown_end(menu) - 1);
    double left = first.x - PANEL_MARGIN, top = first.y - PANEL_MARGIN;
    double height = last.y + ROW_HEIGHT + PANEL_MARGIN - top;
    panel_frame(draw, (Box){left, top, UI_WIDTH - 2 * left, height}, theme);
}

static Box field_box(Box row)
{
    double x = row.x + row.width * (1 - FIELD_PART);
    return (Box){x, row.y + 5, row.x + row.width - PANEL_MARGIN - x, row.height - 10};
}

Box menu_field_box(const Menu *menu)
{
    return field_box(row_box(menu, menu->selected));
}

static void draw_entry(const Menu *menu, int index, const CwTheme *theme, const CwFrame *frame)
{
    CwDrawList *draw = frame->draw;
    const CwMenuRow *own = menu->entries[index].row;
    bool typed = own != NULL && own->typed != NULL;
    bool has_value = typed || (own != NULL && own->value != NULL);
    Box row = row_box(menu, index);
    bool selected = index == menu->selected;
    CwColour colour = selected ? panel_alpha(theme->shade, 255) : theme->text;
    if (selected) {
        panel_fill(draw, (Box){row.x, row.y + 2, row.width, row.height - 4}, theme->accent);
    }
    Box inner = {row.x + PANEL_MARGIN, row.y, row.width - 2 * PANEL_MARGIN, row.height};
    panel_label(draw, has_value ? inner : row,
                &(Label){menu->entries[index].label, CW_FACE_BOLD,
                         has_value ? CW_ALIGN_LEFT : CW_ALIGN_CENTRE, 14, colour});
    if (has_value) {
        char text[CW_MENU_VALUE_BYTES] = "";
        menu_row_value(own, frame, text);
        if (typed) {
            const CwTextEntry value = {.text = text, .composing = ""};
            bool now = selected && menu->typed != NULL;
            text_field_draw(draw, field_box(row), now ? menu->typed : &value, colour);
            return;
        }
        panel_label(draw, inner, &(Label){text, CW_FACE_REGULAR, CW_ALIGN_RIGHT, 14, colour});
    }
}

void menu_draw(const Menu *menu, const CwGame *game, const CwFrame *frame)
{
    CwDrawList *draw = frame->draw;
    if (menu->entry_count == 0 || menu->aside) {
        return;
    }
    CwViewRect view = ui_view_begin(draw, CW_ENGINE_LAYER_MENU);
    if (menu->screen == SCREEN_PAUSED) {
        panel_fill(draw, (Box){view.x, view.y, view.width, view.height},
                   panel_alpha(game->theme.shade, 140));
    }
    draw_heading(menu, game, &view, draw);
    draw_panel(menu, &game->theme, draw);
    for (int i = menu->first_shown; i < shown_end(menu); i++) {
        draw_entry(menu, i, &game->theme, frame);
    }
    if (menu->typed != NULL) {
        panel_label(
            draw, (Box){0, FIRST_ROW_TOP - 18, UI_WIDTH, 0},
            &(Label){text_field_help, CW_FACE_REGULAR, CW_ALIGN_CENTRE, 11, game->theme.text});
    }
    if (menu->notice != NULL) {
        panel_label(draw, (Box){0, view.y + view.height - 14, UI_WIDTH, 0},
                    &(Label){menu->notice, CW_FACE_REGULAR, CW_ALIGN_CENTRE, 12, game->theme.text});
    }
}
