#include "ui/page.h"

#include "ui/ui_actions.h"
#include "ui/ui_view.h"

#include <math.h>
#include <stdio.h>

static const UiKeys ACROSS = {UI_LEFT, UI_RIGHT, 0.11}, DOWN = {UI_UP, UI_DOWN, 0.11};
static const double DRAG_POINTS = 8; /* a finger that moves further scrolls and taps nothing */
static const double BAR_HEIGHT = 40; /* the transport bar and the gap above it */

/* ---- content ---- */

void setting_label(const char *word, char label[PAGE_LABEL_BYTES])
{
    snprintf(label, PAGE_LABEL_BYTES, "%s", word);
    for (char *c = label; *c != '\0'; c++) {
        *c = *c == '_' || *c == '-' ? ' ' : *c;
    }
    if (label[0] >= 'a' && label[0] <= 'z') {
        label[0] = (char)(label[0] - 'a' + 'A');
    }
}

void page_begin(Page *page, const char *title)
{
    snprintf(page->title, sizeof page->title, "%s", title);
    page->side = PAGE_LEFT;
    page->head = 0;
    page->logo = -1;
    page->is_root = false;
    page->notice = NULL;
    page->map_shape = 0;
    page->width = 0;
    page->has_hints = false;
    page->hint[0] = '\0';
    page->foot = 0;
    page->row_count = 0;
    page->prompt_count = 0;
}

PageRow *page_add(Page *page, RowKind kind, int id, const char *label)
{
    CW_ASSERT(page->row_count < PAGE_ROWS_MAX, "a page has at most PAGE_ROWS_MAX rows");
    PageRow *row = &page->rows[page->row_count++];
    *row = (PageRow){.kind = kind, .id = id};
    snprintf(row->label, sizeof row->label, "%s", label);
    return row;
}

void page_set_value(PageRow *row, const char *value)
{
    snprintf(row->value, sizeof row->value, "%s", value);
}

void page_prompt(Page *page, int action, const char *label)
{
    CW_ASSERT(page->prompt_count < PAGE_PROMPTS_MAX, "have fewer prompts");
    page->prompts[page->prompt_count++] = (PagePrompt){.action = action, .label = label};
}

/* ---- the selection ---- */

bool page_row_can_be_chosen(const PageRow *row)
{
    return row->kind != ROW_HEADING && row->kind != ROW_NOTE && row->kind != ROW_PICTURE;
}

int page_first_choice(const Page *page)
{
    int row = 0;
    while (row < page->row_count && !page_row_can_be_chosen(&page->rows[row])) {
        row++;
    }
    return row < page->row_count ? row : -1;
}

int page_last_choice(const Page *page)
{
    int row = page->row_count - 1;
    while (row >= 0 && !page_row_can_be_chosen(&page->rows[row])) {
        row--;
    }
    return row;
}

const PageRow *page_selected(const Page *page)
{
    bool is_valid = page->selected >= 0 && page->selected < page->row_count;
    return is_valid && page_row_can_be_chosen(&page->rows[page->selected])
               ? &page->rows[page->selected]
               : NULL;
}

void page_open(Page *page, double ignore_s)
{
    page->selected = page_first_choice(page);
    page->scroll = 0;
    page->is_scrolled = false;
    page->is_hidden = false;
    page->ignore_s = ignore_s;
    page->held = -1;
    page->was_pressed = page->is_dragged = false;
    page->repeat_s = UI_REPEAT_FIRST_S;
}

void page_select(Page *page, int id)
{
    for (int i = 0; i < page->row_count; i++) {
        if (page->rows[i].id == id && page_row_can_be_chosen(&page->rows[i])) {
            page->selected = i;
            page_scroll_to(page, i);
            return;
        }
    }
}

static bool turns(const PageRow *row)
{
    return row->kind == ROW_CHOICE || row->kind == ROW_SLIDER || row->kind == ROW_TOGGLE;
}

bool page_turns(const Page *page)
{
    const PageRow *row = page_selected(page);
    bool is_across = row != NULL && (row->kind == ROW_CARD || row->kind == ROW_PLACE);
    return !page->is_hidden && row != NULL && (turns(row) || is_across);
}

/* The distance of a row in a direction, lines first; below 0: not in that direction. */
static double distance(const Page *page, int row, int x, int y)
{
    const Box *from = &page->layout.rows[page->selected], *to = &page->layout.rows[row];
    double across = fabs(to->x + to->width / 2 - from->x - from->width / 2);
    if (x != 0) {
        bool is_same_line = to->y == from->y;
        return is_same_line && (to->x - from->x) * x > 0 ? across : -1;
    }
    double along = (to->y - from->y) * y;
    return along > 0 ? along * 1000 + across : -1;
}

static int nearest(const Page *page, int x, int y)
{
    int best = -1;
    double least = INFINITY;
    for (int i = 0; i < page->row_count; i++) {
        double far = page_row_can_be_chosen(&page->rows[i]) ? distance(page, i, x, y) : -1;
        if (far >= 0 && far < least) {
            least = far;
            best = i;
        }
    }
    return best;
}

/* Moves the selection, or scrolls if no row can be chosen. A map's places lie along a road: right
 * and up lead on, left and down lead back. */
static void move(Page *page, int x, int y)
{
    if (page->map_shape > 0) {
        page->selected = (int)fmax(0, fmin(page->row_count - 1, page->selected + x - y));
        return;
    }
    if (page_selected(page) == NULL || (x == 0 && y == 0)) {
        double to = page->scroll + y * ui_sizes(page->text_scale).row_height;
        page->scroll = fmax(0, fmin(page_scroll_end(page), to));
        return;
    }
    int row = nearest(page, x, y);
    if (row < 0 && y != 0) { /* the end leads to the beginning */
        row = y > 0 ? page_first_choice(page) : page_last_choice(page);
    }
    page->selected = row >= 0 ? row : page->selected;
    page_scroll_to(page, page->selected);
}

/* ---- choosing ---- */

static PageEvent turn(const PageRow *row, int step)
{
    return (PageEvent){.type = PAGE_TURNED, .id = row->id, .step = step};
}

static PageEvent choose(const Page *page, const PageRow *row)
{
    if (page->ignore_s > 0) {
        return (PageEvent){0};
    }
    PageEvent turned = turn(row, 1);
    turned.was_chosen = true;
    return turns(row) && row->kind != ROW_SLIDER ? turned
                                                 : (PageEvent){.type = PAGE_CHOSEN, .id = row->id};
}

/* ---- pointer and finger ---- */

static PageEvent drag_slider(const Page *page, int row, double x)
{
    Box box = page_value_box(page, row);
    Box track = page_slider_track(box, &page->rows[row], page->text_scale);
    double fraction = fmax(0, fmin(1, (x - track.x) / track.width));
    return (PageEvent){.type = PAGE_SET, .id = page->rows[row].id, .fraction = fraction};
}

static bool holds_slider(const Page *page)
{
    return page->was_pressed && page->held >= 0 && page->held < page->row_count &&
           page->rows[page->held].kind == ROW_SLIDER;
}

static void press(Page *page, CwPoint2 at)
{
    page->held = page_row_at(page, at);
    page->was_pressed = true;
    page->is_dragged = page->map_shape > 0 &&
                       page->held != page->selected; /* the first tap on a place only selects it */
    page->pressed_at = at;
    page->scroll_at_press = page->scroll;
    page->selected = page->held >= 0 ? page->held : page->selected;
}

static PageEvent click_prompt(const Page *page, CwPoint2 at)
{
    for (int i = 0; i < page->prompt_count; i++) {
        const PagePrompt *prompt = &page->prompts[i];
        if (prompt->action == UI_BACK && panel_holds(prompt->box, at.x, at.y)) {
            return (PageEvent){.type = PAGE_BACK};
        }
    }
    return (PageEvent){0};
}

/* The left half of a choice's value turns it back. */
static PageEvent click_row(const Page *page, int index, CwPoint2 at)
{
    const PageRow *row = &page->rows[index];
    Box value = page_value_box(page, index);
    bool is_left = row->kind == ROW_CHOICE && at.x >= value.x && at.x < value.x + value.width / 2;
    return is_left && page->ignore_s <= 0 ? turn(row, -1) : choose(page, row);
}

/* A press and its release on the same row are a click. */
static PageEvent release(Page *page, CwPoint2 at)
{
    int held = page->held;
    bool is_tap = page->was_pressed && !page->is_dragged;
    page->was_pressed = false;
    page->held = -1;
    if (is_tap && held >= 0 && held == page_row_at(page, at) &&
        page->rows[held].kind != ROW_SLIDER) {
        return click_row(page, held, at);
    }
    return is_tap && held < 0 ? click_prompt(page, at) : (PageEvent){0};
}

static void drag(Page *page, CwPoint2 at)
{
    double moved = at.y - page->pressed_at.y;
    page->is_dragged = page->is_dragged || fabs(moved) > DRAG_POINTS ||
                       fabs(at.x - page->pressed_at.x) > 2 * DRAG_POINTS;
    if (page->is_dragged && !holds_slider(page)) {
        page->is_scrolled = true;
        page->scroll = fmax(0, fmin(page_scroll_end(page), page->scroll_at_press - moved));
    }
}

static PageEvent point(Page *page, const PageInput *input)
{
    const CwInputFrame *ui = input->ui;
    CwPoint2 at = {ui->pointer_x, ui->pointer_y};
    bool has_moved = ui->pointer_dx != 0 || ui->pointer_dy != 0;
    int row = page_row_at(page, at);
    if (has_moved && !page->was_pressed && row >= 0) {
        page->selected = row;
    }
    double height = ui_sizes(page->text_scale).row_height;
    if (page->map_shape > 0) {
        page->turned -= ui->wheel;
        move(page, (int)page->turned, 0);
        page->turned -= (int)page->turned;
    }
    page->scroll = fmax(0, fmin(page_scroll_end(page), page->scroll - ui->wheel * height));
    page->is_scrolled = page->is_scrolled || ui->wheel != 0;
    if (cw_input_pressed(ui, UI_CLICK)) {
        press(page, at);
    }
    if (page->was_pressed) {
        drag(page, at);
    }
    if (holds_slider(page)) {
        int held = page->held;
        bool is_released = !cw_input_down(ui, UI_CLICK);
        page->was_pressed = !is_released;
        page->held = is_released ? -1 : held;
        return drag_slider(page, held, at.x);
    }
    return page->was_pressed && !cw_input_down(ui, UI_CLICK) ? release(page, at) : (PageEvent){0};
}

/* ---- keys ---- */

static PageEvent handle_keys(Page *page, const PageInput *input)
{
    const CwInputFrame *ui = input->ui;
    int x = ui_step(&page->repeat_s, &ACROSS, ui, input->dt_s);
    move(page, 0, ui_step(&page->repeat_s, &DOWN, ui, input->dt_s));
    const PageRow *row = page_selected(page);
    if (row != NULL && x != 0 && turns(row)) {
        return turn(row, x);
    }
    if (x != 0) {
        move(page, x, 0);
    }
    bool is_chosen = row != NULL && cw_input_pressed(ui, UI_CONFIRM);
    return is_chosen ? choose(page, page_selected(page)) : (PageEvent){0};
}

static bool asked_for(const PageInput *input)
{
    const CwInputFrame *ui = input->ui;
    bool is_key = cw_input_pressed(ui, UI_UP) || cw_input_pressed(ui, UI_DOWN) ||
                  cw_input_pressed(ui, UI_CONFIRM);
    bool is_used = ui->pointer_dx != 0 || ui->pointer_dy != 0 || cw_input_pressed(ui, UI_CLICK);
    return is_key || (is_used && ui->pointer_y < input->view.y + input->view.height - BAR_HEIGHT);
}

PageEvent page_update(Page *page, const PageInput *input)
{
    bool is_back = cw_input_pressed(input->ui, UI_BACK) || cw_input_pressed(input->ui, UI_PAUSE);
    page_layout(page, input->view);
    page->ignore_s = fmax(0, page->ignore_s - input->dt_s);
    if (page->is_hidden) {
        page->is_hidden = !asked_for(input);
        return is_back ? (PageEvent){.type = PAGE_BACK} : (PageEvent){0};
    }
    if (page_selected(page) == NULL) {
        page->selected = page_first_choice(page);
    }
    PageEvent event = point(page, input);
    if (event.type == PAGE_NOTHING) {
        event = handle_keys(page, input);
    }
    return event.type == PAGE_NOTHING && is_back ? (PageEvent){.type = PAGE_BACK} : event;
}
