#include "ui/page.h"

#include "base/text.h"
#include "host/language.h"
#include "ui/ui_view.h"

#include <math.h>
#include <string.h>

static const double MARGIN = 16, PANEL_PADDING = 8, GAP = 8;
static const double COLUMN_WIDTH = 216, WHOLE_WIDTH_MAX = 860;
static const double CARD_WIDTH = 132, CARD_GAP = 10;
static const double CARD_SHAPE = 0.5625;               /* a picture's height for a width of 1 */
static const double LOGO_HEIGHT = 84, LOGO_LEAST = 40; /* smaller if the rows need room */
static const double UPRIGHT_SHARE = 0.6;               /* share of the height for rows */
static const double VALUE_SHARE = 0.55;                /* share of a row */
static const double SLIDER_TEXT_WIDTH = 44, SLIDER_KNOB = 8;
static const double STACKED_WIDTH = 330; /* narrower rows have keys under their actions */
static const double TOGGLE_SHAPE = 1.8;  /* width of a toggle's box for a height of 1 */
static const double HINT_LINE = 1.25;    /* height of a line, in sizes of a hint's text */
static const double LETTER = 0.5, NOTE_LINE = 1.1, NOTE_GAP = 0.4; /* sizes per text height */
static const double ABOUT_HEIGHT = 70;                /* height of the panel below a map */
static const double PLACE_SIDE = 26, MAP_ZOOM = 1.28; /* width of a map for a view of 1 */
enum { FIRST_WIDE_LETTER = 0x2E80 };
static const double ROUNDING = 0.01; /* distance that a row may lie outside of the list */

/* Letters of a text; those of China, Japan and Korea are as wide as two. */
static double letter_count(const char *text)
{
    double count = 0;
    for (const char *end = text + strlen(text); text < end;) {
        count += utf8_next(&text, end) >= FIRST_WIDE_LETTER ? 2 : 1;
    }
    return count;
}

/* A guess: a layout can't measure text. */
static bool is_too_long(const char *text, double room, const UiSizes *sizes)
{
    return letter_count(text) * LETTER * sizes->row > room - 2 * PANEL_PADDING;
}

static bool is_stacked(const Page *page, const PageRow *row)
{
    double width = page->layout.row_width, value = width * VALUE_SHARE;
    UiSizes sizes = ui_sizes(page->text_scale);
    bool is_two_lined = row->has_long_value && (is_too_long(row->value, value, &sizes) ||
                                                is_too_long(row->label, width - value, &sizes));
    return row->kind == ROW_BINDING ? page->layout.is_stacked : is_two_lined;
}

static double line_count(const char *text, double width, const UiSizes *sizes)
{
    return ceil(letter_count(text) * LETTER * sizes->note / width);
}

/* The height of a note in as many lines as it may take. */
static double note_height(const PageRow *row, double width, const UiSizes *sizes)
{
    double room = width - 4 * PANEL_PADDING;
    double first = row->value[0] == '\0' ? room : room * PAGE_NOTE_SHARE;
    double lines = fmax(1, fmax(line_count(row->label, first, sizes),
                                line_count(row->value, room * (1 - PAGE_NOTE_SHARE), sizes)));
    return sizes->note * (lines * NOTE_LINE + NOTE_GAP);
}

static double row_height(const Page *page, const PageRow *row, double card_width, double width,
                         const UiSizes *sizes)
{
    return row->kind == ROW_PICTURE ? row->height * sizes->unit
           : row->kind == ROW_NOTE  ? note_height(row, width, sizes)
           : row->kind == ROW_CARD  ? card_width * CARD_SHAPE + sizes->note * PAGE_CARD_LINES
                                    : sizes->row_height * (is_stacked(page, row) ? 1.7 : 1);
}

static double lay_rows(Page *page, double width, const UiSizes *sizes)
{
    int columns = (int)fmax(1, floor((width + CARD_GAP) / (CARD_WIDTH * sizes->unit + CARD_GAP)));
    double card_width = (width - CARD_GAP * (columns - 1)) / columns;
    double y = 0;
    int column = 0;
    for (int i = 0; i < page->row_count; i++) {
        const PageRow *row = &page->rows[i];
        Box *box = &page->layout.rows[i];
        bool is_card = row->kind == ROW_CARD;
        double height = row_height(page, row, card_width, width, sizes);
        column = is_card ? column : 0;
        int place = language_is_right_to_left() ? columns - 1 - column : column;
        *box = is_card ? (Box){place * (card_width + CARD_GAP), y, card_width, height}
                       : (Box){0, y, width, height};
        bool next_is_card = i + 1 < page->row_count && page->rows[i + 1].kind == ROW_CARD;
        bool is_line_open = is_card && next_is_card && column + 1 < columns;
        column = is_line_open ? column + 1 : 0;
        bool is_last = i + 1 == page->row_count;
        y += is_line_open ? 0 : height + (is_card && !is_last ? CARD_GAP : 0);
    }
    return y;
}

/* The title's height in the `room` that the rows leave. */
static double title_height(const Page *page, double width, double room, const UiSizes *sizes)
{
    return page->logo >= 0
               ? fmin(fmin(LOGO_HEIGHT, width / page->logo_shape), fmax(LOGO_LEAST, room))
           : page->head > 0         ? page->head * sizes->unit
           : page->title[0] == '\0' ? 0
                                    : sizes->title * 1.3;
}

static Box column_box(const Page *page, const CwViewRect *view, bool upright, const UiSizes *sizes)
{
    bool is_centred = page->side == PAGE_WHOLE || upright;
    double own = (page->width > 0 ? page->width : COLUMN_WIDTH) * sizes->unit;
    double width = fmin(is_centred ? WHOLE_WIDTH_MAX : own, view->width - 2 * MARGIN);
    double x = is_centred                ? view->x + (view->width - width) / 2
               : page->side == PAGE_LEFT ? view->x + MARGIN
                                         : view->x + view->width - MARGIN - width;
    double y = view->y + MARGIN;
    return (Box){x, y, width, page->layout.prompts.y - y - page->layout.hint.height};
}

/* The height of the whole rows that fit. A heading is never the last of them. */
static double whole_rows(const Page *page, double room)
{
    double height = 0;
    for (int i = 0; i < page->row_count; i++) {
        Box box = page->layout.rows[i];
        double end = box.y + box.height;
        bool is_section_end = page->rows[i].kind != ROW_HEADING || i + 1 == page->row_count;
        height = is_section_end && end <= room + ROUNDING ? fmax(height, end) : height;
    }
    return height > 0 ? height : fmin(page->layout.content_height, room);
}

/* Places title, panel and list. The panel is as high as the whole rows that fit. */
static void place_panel(Page *page, Box column, bool upright, const UiSizes *sizes)
{
    PageLayout *layout = &page->layout;
    bool is_one_side = page->side != PAGE_WHOLE;
    double around = 2 * GAP + 2 * PANEL_PADDING;
    double title =
        title_height(page, column.width, column.height - around - layout->content_height, sizes);
    double used = title + (title > 0 ? GAP : 0);
    double room = column.height - used - GAP - 2 * PANEL_PADDING;
    if (upright && is_one_side) {
        room = fmin(room, UPRIGHT_SHARE * column.height - 2 * PANEL_PADDING);
    }
    double height = whole_rows(page, room);
    double panel = height + 2 * PANEL_PADDING;
    bool is_centred = is_one_side && page->head == 0; /* tabs stay where they are */
    double slack = is_centred ? column.height - used - GAP - panel : 0;
    bool is_below = upright && page->side == PAGE_LEFT;
    double y = column.y + (is_below ? slack : upright && is_one_side ? 0 : slack / 2);
    bool is_apart = is_below && page->logo >= 0; /* the logo stays at the top, rows at the bottom */
    layout->title = (Box){column.x, is_apart ? column.y + GAP : y, column.width, title};
    layout->panel = (Box){column.x, y + used, column.width, panel};
    layout->list = (Box){column.x + PANEL_PADDING, y + used + PANEL_PADDING,
                         column.width - 2 * PANEL_PADDING, height};
}

/* The map covers the view; its places lie between title and panel. */
static void lay_map(Page *page, const UiSizes *sizes)
{
    PageLayout *layout = &page->layout;
    CwViewRect view = layout->view;
    double about = ABOUT_HEIGHT * sizes->unit, title = sizes->title * 1.3, low = 1, high = 0;
    double left = view.x + MARGIN, width = view.width - 2 * MARGIN;
    layout->title = (Box){left, view.y + GAP, width, title};
    layout->panel = (Box){left, layout->prompts.y - GAP - about, width, about};
    layout->list = view;
    layout->content_height = page->scroll = 0;
    for (int i = 0; i < page->row_count; i++) {
        low = fmin(low, page->rows[i].at.y);
        high = fmax(high, page->rows[i].at.y);
    }
    double top = layout->title.y + title, side = PLACE_SIDE * sizes->unit, shape = page->map_shape;
    double middle = (top + layout->panel.y) / 2;
    double room = (layout->panel.y - top - 1.2 * side) * shape / fmax(0.01, high - low);
    Box map = {.width =
                   fmax(fmin(MAP_ZOOM * view.width, room), fmax(view.width, view.height * shape))};
    map.height = map.width / shape;
    map.x = view.x + (view.width - map.width) / 2;
    map.y = fmin(view.y,
                 fmax(view.y + view.height - map.height, middle - (low + high) / 2 * map.height));
    layout->map = map;
    for (int i = 0; i < page->row_count; i++) {
        CwPoint2 at = page->rows[i].at;
        layout->rows[i] = (Box){map.x + at.x * map.width - side / 2 - view.x,
                                map.y + at.y * map.height - side / 2 - view.y, side, side};
    }
}

void page_layout(Page *page, CwViewRect view)
{
    PageLayout *layout = &page->layout;
    UiSizes sizes = ui_sizes(page->text_scale);
    layout->view = view;
    layout->is_upright = view.width < view.height;
    double prompts = sizes.note * 2.2;
    layout->prompts = (Box){view.x + MARGIN, view.y + view.height - page->foot - prompts,
                            view.width - 2 * MARGIN, prompts};
    layout->hint.height =
        page->has_hints ? sizes.note * HINT_LINE * (double)PAGE_HINT_LINES + 2 * GAP : 0;
    if (page->map_shape > 0) {
        lay_map(page, &sizes);
        return;
    }
    Box column = column_box(page, &view, layout->is_upright, &sizes);
    layout->is_stacked = column.width < STACKED_WIDTH * sizes.unit;
    layout->row_width = column.width - 2 * PANEL_PADDING;
    layout->content_height = lay_rows(page, layout->row_width, &sizes);
    place_panel(page, column, layout->is_upright, &sizes);
    layout->hint.x = column.x;
    layout->hint.width = column.width;
    layout->hint.y = layout->panel.y + layout->panel.height;
    page->scroll = fmax(0, fmin(page->scroll, page_scroll_end(page)));
}

double page_scroll_end(const Page *page)
{
    return fmax(0, page->layout.content_height - page->layout.list.height);
}

Box page_row_box(const Page *page, int row)
{
    Box box = page->layout.rows[row];
    box.x += page->layout.list.x;
    box.y += page->layout.list.y - page->scroll;
    return box;
}

Box page_value_box(const Page *page, int row)
{
    Box box = page_row_box(page, row);
    if (is_stacked(page, &page->rows[row])) {
        return (Box){box.x, box.y + box.height * 0.46, box.width, box.height / 2};
    }
    bool is_toggle = page->rows[row].kind == ROW_TOGGLE;
    double width = is_toggle ? TOGGLE_SHAPE * box.height : box.width * VALUE_SHARE;
    double x = box.x + (language_is_right_to_left() ? 0 : box.width - width);
    return (Box){x, box.y, width, box.height};
}

/* A cut row would show half a text. Keys scroll by whole rows, wheels and fingers do not. */
bool page_row_is_seen(const Page *page, int row)
{
    Box box = page_row_box(page, row), list = page->layout.list;
    double over = fmax(list.y - box.y, box.y + box.height - list.y - list.height);
    bool is_cut_off = over > ROUNDING && box.height <= list.height;
    return over < box.height && (!is_cut_off || page->is_scrolled);
}

int page_row_at(const Page *page, CwPoint2 at)
{
    for (int i = 0; i < page->row_count && panel_holds(page->layout.list, at.x, at.y); i++) {
        if (page_row_can_be_chosen(&page->rows[i]) && page_row_is_seen(page, i) &&
            panel_holds(page_row_box(page, i), at.x, at.y)) {
            return i;
        }
    }
    return -1;
}

/* The first choice shows the rows above it, too, and the last one those below it. */
void page_scroll_to(Page *page, int row)
{
    Box box = page->layout.rows[row];
    double height = page->layout.list.height;
    page->scroll = fmin(page->scroll, row == page_first_choice(page) ? 0 : box.y);
    page->scroll =
        fmax(page->scroll, row == page_last_choice(page) ? fmin(box.y, page_scroll_end(page))
                                                         : box.y + box.height - height);
    page->scroll = fmax(0, fmin(page->scroll, page_scroll_end(page)));
    page->is_scrolled = false;
}

Box page_slider_track(Box box, const PageRow *row, double text_scale)
{
    double text = row->value[0] == '\0' ? 0 : SLIDER_TEXT_WIDTH * ui_sizes(text_scale).unit;
    double x = box.x + SLIDER_KNOB + (language_is_right_to_left() ? text : 0);
    return (Box){x, box.y, box.width - 2 * SLIDER_KNOB - text, box.height};
}
