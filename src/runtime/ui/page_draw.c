/* Draws a page: its rows, title and prompts. */
#include "ui/page.h"

#include "host/bindings.h"
#include "host/language.h"
#include "ui/ui_actions.h"
#include "ui/ui_view.h"

#include <math.h>
#include <stdlib.h>

static const CwColour ALARM = {0xcf, 0x5a, 0x3f, 255};
static const double CUT = 4;
static const double SHADE_BEYOND = 110; /* the shade extends this far past the rows */
static const double SHADE_ABOVE = 60;   /* the shade's height in an upright view */
static const double PROMPT_GAP = 14;
static const double LOCKED_ALPHA = 130;
static const double ROW_MARGIN = 8;
static const double CARD_MARGIN = 6, CARD_GAP = 6; /* margin around a card's text, gap within it */
static const double CARD_INSET = 3; /* keeps a picture's corners inside the card's cut ones */
static const double NOTE_GAP = 8;   /* gap between a note's columns */

typedef struct RowDraw {
    const Page *page;
    const PageLook *look;
    CwDrawList *list;
    const PageRow *row;
    Box box, value; /* the row inside its margins, and its value's box */
    bool is_selected;
    CwColour ink;
    UiSizes sizes;
} RowDraw;

/* ---- rows ---- */

/* Mirrors an alignment in languages that are written from right to left. */
static CwTextAlign side_of(CwTextAlign align)
{
    return !language_is_right_to_left() || align == CW_ALIGN_CENTRE ? align
           : align == CW_ALIGN_LEFT                                 ? CW_ALIGN_RIGHT
                                                                    : CW_ALIGN_LEFT;
}

/* The rest of a box beside `width` at the end of a line. */
static Box beside(Box box, double width)
{
    box.x += language_is_right_to_left() ? width : 0;
    box.width -= width;
    return box;
}

/* A block of text whose first line begins at the box's edge. */
static CwTextDraw text_in_box(Box box, const char *text, double size, CwColour colour)
{
    bool is_mirrored = language_is_right_to_left();
    return (CwTextDraw){.text = text,
                        .align = side_of(CW_ALIGN_LEFT),
                        .x = box.x + (is_mirrored ? box.width : 0),
                        .y = box.y + box.height / 2,
                        .size = size,
                        .width = box.width,
                        .colour = colour};
}

/* Draws a line of text on the side where it begins. */
static void draw_line(const RowDraw *draw, Box box, Label line)
{
    line.align = side_of(line.align);
    panel_label_fit(draw->list, box, &line);
}

/* Draws the label in the room that the value leaves; an action may have none. */
static void draw_label(const RowDraw *draw)
{
    Box box = draw->box;
    bool is_label_only = draw->row->kind == ROW_ACTION && draw->row->value[0] == '\0';
    bool is_label_above = !is_label_only && draw->value.width >= box.width;
    box = is_label_only || is_label_above ? box : beside(box, draw->value.width + 6);
    box.height = is_label_above ? box.height * 0.54 : box.height;
    draw_line(draw, box,
              (Label){draw->row->label, CW_FACE_BOLD, CW_ALIGN_LEFT, draw->sizes.row, draw->ink});
}

static void draw_value(const RowDraw *draw, Box box, CwTextAlign align)
{
    draw_line(draw, box,
              (Label){draw->row->value, CW_FACE_REGULAR, align, draw->sizes.row, draw->ink});
}

static void draw_action(const RowDraw *draw)
{
    draw_label(draw);
    draw_value(draw, draw->value, CW_ALIGN_RIGHT);
}

static void draw_arrow(const RowDraw *draw, double x, int side)
{
    double y = draw->box.y + draw->box.height / 2, size = draw->sizes.row * 0.3;
    const CwPoint2 corners[] = {{x, y - size}, {x, y + size}, {x + side * size * 1.2, y}};
    cw_draw_polygon(draw->list, corners, 3, draw->ink);
}

static void draw_choice(const RowDraw *draw)
{
    double arrow = draw->sizes.row * 0.7;
    Box value = draw->value;
    draw_label(draw);
    draw_arrow(draw, value.x + arrow * 0.6, -1);
    draw_arrow(draw, value.x + value.width - arrow * 0.6, 1);
    draw_value(draw, (Box){value.x + arrow, value.y, value.width - 2 * arrow, value.height},
               CW_ALIGN_CENTRE);
}

static void draw_slider(const RowDraw *draw)
{
    Box track = page_slider_track(draw->value, draw->row, draw->page->text_scale);
    double y = track.y + track.height / 2, gone = track.width * draw->row->fraction;
    draw_label(draw);
    panel_fill(draw->list, (Box){track.x, y - 2, track.width, 4}, panel_alpha(draw->ink, 90));
    panel_fill(draw->list, (Box){track.x, y - 2, gone, 4}, draw->ink);
    cw_draw_circle(draw->list, (CwPoint2){track.x + gone, y}, 5.5 * draw->sizes.unit, draw->ink);
    draw_value(draw, draw->value, CW_ALIGN_RIGHT);
}

static void draw_toggle(const RowDraw *draw)
{
    double height = draw->sizes.row, width = height * 1.9, knob = height / 2 - 2.5;
    Box box = {draw->value.x + (language_is_right_to_left() ? 0 : draw->value.width - width),
               draw->box.y + (draw->box.height - height) / 2, width, height};
    bool is_on = draw->row->is_on;
    double x = is_on ? box.x + width - height / 2 : box.x + height / 2;
    draw_label(draw);
    panel_fill_cut(draw->list, box, CUT, panel_alpha(draw->ink, is_on ? 255 : 70));
    panel_edge(draw->list, box, CUT, 1.2, draw->ink);
    CwColour ground = draw->is_selected ? draw->look->theme->accent : draw->look->theme->shade;
    cw_draw_circle(draw->list, (CwPoint2){x, box.y + height / 2}, knob,
                   is_on ? panel_alpha(ground, 255) : draw->ink);
}

static Box field_of(Box value, const UiSizes *sizes)
{
    double height = sizes->row * 1.15;
    return (Box){value.x, value.y + (value.height - height) / 2, value.width, height};
}

static void draw_field(const RowDraw *draw)
{
    Box field = field_of(draw->value, &draw->sizes);
    draw_label(draw);
    if (draw->is_selected && draw->look->typed != NULL) {
        text_field_draw(draw->list, field, draw->look->typed, draw->ink);
    } else {
        draw_value(draw, field, CW_ALIGN_LEFT);
    }
}

static void draw_card(const RowDraw *draw)
{
    const PageLook *look = draw->look;
    const PageRow *row = draw->row;
    double size = draw->sizes.note, line = size * PAGE_CARD_LINES / 2;
    Box box = draw->box, picture = {box.x + CARD_INSET, box.y + CARD_INSET,
                                    box.width - 2 * CARD_INSET, box.height - 2 * line - CARD_INSET};
    Box text = {box.x + CARD_MARGIN, picture.y + picture.height, box.width - 2 * CARD_MARGIN, line};
    Box label = text, note = {text.x, text.y + line - 1, text.width, line - 2};
    label = beside(label, panel_text_width(draw->list, row->value, CW_FACE_MONO, size) + CARD_GAP);
    look->card(look->context, row->id, picture, draw->list);
    draw_line(draw, label,
              (Label){row->label, look->title_face, CW_ALIGN_LEFT, size * 1.05, draw->ink});
    draw_line(draw, text, (Label){row->value, CW_FACE_MONO, CW_ALIGN_RIGHT, size, draw->ink});
    draw_line(draw, note,
              (Label){row->note, CW_FACE_REGULAR, CW_ALIGN_LEFT, size, look->theme->accent});
    panel_edge(draw->list, box, CUT, draw->is_selected ? 2.2 : 1,
               draw->is_selected ? look->theme->accent : panel_alpha(look->theme->accent, 120));
}

static void draw_picture(const RowDraw *draw)
{
    draw->look->card(draw->look->context, draw->row->id, draw->box, draw->list);
}

static void draw_heading(const RowDraw *draw)
{
    Box box = draw->box;
    const CwTheme *theme = draw->look->theme;
    draw_line(
        draw, box,
        (Label){draw->row->label, CW_FACE_BOLD, CW_ALIGN_LEFT, draw->sizes.note, theme->accent});
    panel_fill(draw->list, (Box){box.x, box.y + box.height - 3, box.width, 1},
               panel_alpha(theme->accent, 140));
}

/* Draws wrapped text, made smaller until it fits in the box. */
static void draw_lines(const RowDraw *draw, Box box, const char *words, CwColour colour)
{
    CwTextDraw text = text_in_box(box, words, draw->sizes.note, colour);
    while (cw_text_measure(draw->list, &text).height > box.height) {
        text.size *= 0.95;
    }
    cw_draw_text(draw->list, &text);
}

static void draw_note(const RowDraw *draw)
{
    Box first = draw->box, second = first;
    bool has_two_columns = draw->row->value[0] != '\0', is_mirrored = language_is_right_to_left();
    if (has_two_columns) {
        first.width *= PAGE_NOTE_SHARE;
        second.width -= first.width + NOTE_GAP;
        (is_mirrored ? &first : &second)->x +=
            (is_mirrored ? second.width : first.width) + NOTE_GAP;
    }
    draw_lines(draw, first, draw->row->label,
               has_two_columns ? draw->look->theme->accent : draw->look->theme->text);
    draw_lines(draw, second, draw->row->value, draw->look->theme->text);
}

static void (*const DRAWERS[ROW_KIND_COUNT])(const RowDraw *draw) = {
    [ROW_ACTION] = draw_action, [ROW_CHOICE] = draw_choice,   [ROW_SLIDER] = draw_slider,
    [ROW_TOGGLE] = draw_toggle, [ROW_TEXT] = draw_field,      [ROW_BINDING] = draw_action,
    [ROW_CARD] = draw_card,     [ROW_HEADING] = draw_heading, [ROW_NOTE] = draw_note,
    [ROW_PLACE] = draw_picture, [ROW_PICTURE] = draw_picture,
};

static Box inner(Box box)
{
    return (Box){box.x + ROW_MARGIN, box.y, box.width - 2 * ROW_MARGIN, box.height};
}

static void draw_lock(RowDraw *draw)
{
    bool is_mirrored = language_is_right_to_left();
    double size = draw->sizes.row * 0.5, y = draw->box.y + draw->box.height / 2;
    double x = draw->box.x + (is_mirrored ? draw->box.width - size : 0);
    double left = x + size * 0.2, right = x + size * 0.8, top = y - size * 0.75;
    const CwPoint2 bow[] = {{left, y},        {left, top + 2},  {left + 2, top},
                            {right - 2, top}, {right, top + 2}, {right, y}};
    panel_fill(draw->list, (Box){x, y - size * 0.1, size, size * 0.85}, draw->ink);
    cw_draw_polyline(draw->list, bow, (int)CW_ARRAY_LENGTH(bow), 1.4 * draw->sizes.unit, draw->ink);
    draw->box.x += is_mirrored ? 0 : size * 1.6;
    draw->box.width -= size * 1.6;
}

static void draw_row(RowDraw *draw, int index)
{
    const Page *page = draw->page;
    const CwTheme *theme = draw->look->theme;
    draw->row = &page->rows[index];
    bool is_card = draw->row->kind == ROW_CARD, is_place = draw->row->kind == ROW_PLACE;
    Box box = page_row_box(page, index);
    draw->is_selected = index == page->selected && page_row_can_be_chosen(draw->row);
    draw->ink = draw->is_selected && !is_card ? panel_alpha(theme->shade, 255)
                : draw->row->is_alarming      ? ALARM
                                              : theme->text;
    draw->ink = draw->row->is_locked ? panel_alpha(draw->ink, LOCKED_ALPHA) : draw->ink;
    if (draw->is_selected && !is_place) {
        Box fill = {box.x, box.y + 1.5, box.width, box.height - 3};
        panel_fill_cut(draw->list, is_card ? box : fill, CUT,
                       is_card ? panel_alpha(theme->accent, 60) : theme->accent);
    }
    draw->box = is_card || is_place ? box : inner(box);
    draw->value = inner(page_value_box(page, index));
    if (draw->row->is_locked) {
        draw_lock(draw);
    }
    DRAWERS[draw->row->kind](draw);
}

static void draw_rows(const Page *page, const PageLook *look, CwDrawList *list)
{
    Box clip = page->layout.list;
    RowDraw draw = {.page = page, .look = look, .list = list, .sizes = ui_sizes(page->text_scale)};
    cw_draw_clip_begin(list, (Box){clip.x - 2, clip.y, clip.width + 4, clip.height});
    for (int i = 0; i < page->row_count; i++) {
        if (page_row_is_seen(page, i)) {
            draw_row(&draw, i);
        }
    }
    cw_draw_clip_end(list);
}

/* ---- around the rows ---- */

/* Shades the picture behind the rows only. */
static void draw_shade(const Page *page, const CwTheme *theme, CwDrawList *list)
{
    const PageLayout *layout = &page->layout;
    CwViewRect view = layout->view;
    Box panel = layout->panel;
    double right = view.x + view.width;
    const CwStop stops[] = {{0, panel_alpha(theme->shade, 215)}, {1, panel_alpha(theme->shade, 0)}};
    CwGradient gradient = {.stops = stops, .stop_count = 2};
    if (page->side == PAGE_WHOLE) {
        panel_fill(list, view, panel_alpha(theme->shade, 200));
        return;
    }
    if (layout->is_upright) {
        bool is_below = page->side == PAGE_LEFT;
        double top = page->logo >= 0 ? panel.y : layout->title.y;
        gradient.from.y = is_below ? top : panel.y + panel.height;
        gradient.to.y = gradient.from.y + (is_below ? -SHADE_ABOVE : SHADE_ABOVE);
    } else {
        bool is_left = page->side == PAGE_LEFT;
        gradient.from.x = panel.x + panel.width / 2;
        gradient.to.x = is_left ? fmin(right, panel.x + panel.width + SHADE_BEYOND)
                                : fmax(view.x, panel.x - SHADE_BEYOND);
    }
    cw_draw_shape_rect(list, (CwPoint2){view.x, view.y}, (CwPoint2){view.width, view.height},
                       &(CwPaint){.gradient = &gradient});
}

static void draw_title(const Page *page, const PageLook *look, CwDrawList *list)
{
    Box box = page->layout.title;
    if (page->logo >= 0) {
        cw_draw_sprite(list, &(CwSpriteDraw){.sprite = page->logo,
                                             .x = box.x + box.width / 2,
                                             .y = box.y + box.height / 2,
                                             .width = box.height * page->logo_shape,
                                             .height = box.height});
        return;
    }
    UiSizes sizes = ui_sizes(page->text_scale);
    CwTextAlign align = page->layout.is_upright ? CW_ALIGN_CENTRE : side_of(CW_ALIGN_LEFT);
    panel_label_fit(list, box,
                    &(Label){page->title, look->title_face, align, sizes.title, look->theme->text});
}

/* ---- prompts ---- */

/* Draws a button for mouse and touch; returns its width. */
static double draw_back_button(PagePrompt *prompt, Box box, const CwTheme *theme, CwDrawList *list)
{
    double text = box.height * 0.55, y = box.y + box.height / 2;
    double width = panel_text_width(list, prompt->label, CW_FACE_BOLD, text) + box.height * 1.6;
    prompt->box = (Box){box.x, box.y, width, box.height};
    panel_frame(list, prompt->box, theme);
    const CwPoint2 arrow[] = {{box.x + 9, y}, {box.x + 15, y - 5}, {box.x + 15, y + 5}};
    cw_draw_polygon(list, arrow, 3, theme->accent);
    panel_label(list, (Box){box.x + 20, box.y, width - 26, box.height},
                &(Label){prompt->label, CW_FACE_BOLD, CW_ALIGN_LEFT, text, theme->text});
    return width;
}

static double draw_prompt(PagePrompt *prompt, Box box, const PageLook *look, CwDrawList *list)
{
    if (look->device == DEVICE_MOUSE || look->device == DEVICE_TOUCH) {
        return prompt->action == UI_BACK ? draw_back_button(prompt, box, look->theme, list) : 0;
    }
    const Binding *binding =
        binding_of_device(&look->bindings->actions[prompt->action], look->device);
    if (binding == NULL) {
        return 0;
    }
    double cap = box.height * 0.72, text = box.height * 0.55;
    Box key = {box.x, box.y + (box.height - cap) / 2, 0, cap};
    double width = key_cap_draw(list, key, binding, look->theme) + 5;
    double label = panel_text_width(list, prompt->label, CW_FACE_REGULAR, text);
    panel_fill_cut(list, (Box){box.x + width - 3, key.y, label + 6, cap}, CUT,
                   panel_alpha(look->theme->shade, 235));
    panel_label(list, (Box){box.x + width, box.y, label, box.height},
                &(Label){prompt->label, CW_FACE_REGULAR, CW_ALIGN_LEFT, text, look->theme->text});
    prompt->box = (Box){box.x, box.y, width + label, box.height};
    return width + label;
}

static void draw_prompts(Page *page, const PageLook *look, CwDrawList *list)
{
    const PageRow *row = page_selected(page);
    bool is_waiting = row != NULL && row->is_waiting; /* any key is caught */
    if (row != NULL && row->kind == ROW_SLIDER) {
        page_prompt(page, UI_LEFT, text_of("Less"));
        page_prompt(page, UI_RIGHT, text_of("More"));
    } else if (row != NULL && !is_waiting) {
        page_prompt(page, UI_CONFIRM, text_of("Choose"));
    }
    if (!page->is_root) {
        page_prompt(page, UI_BACK, is_waiting ? text_of("Cancel") : text_of("Back"));
    }
    Box box = page->layout.prompts;
    box.height -= 4;
    int first = language_is_right_to_left() ? page->prompt_count - 1 : 0; /* the way back first */
    for (int n = 0; n < page->prompt_count; n++) {
        int i = abs(first - n);
        double width = draw_prompt(&page->prompts[i], box, look, list);
        box.x += width > 0 ? width + PROMPT_GAP : 0;
    }
    page->layout.prompts.width = box.x - page->layout.prompts.x;
}

/* Draws the notice below the rows or, without room, over the title: never over a row. */
static void draw_notice(const Page *page, const CwTheme *theme, CwDrawList *list)
{
    Box title = page->layout.title, panel = page->layout.panel;
    CwTextDraw text = text_in_box((Box){title.x + 6, 0, title.width - 12, 0}, page->notice,
                                  ui_sizes(page->text_scale).note, ALARM);
    double height = cw_text_measure(list, &text).height + 6;
    double above = fmax(page->layout.view.y, panel.y - 2 - height);
    double y = panel.y + panel.height + 2;
    y = y + height <= page->layout.prompts.y ? y : above;
    text.y = y + height / 2;
    panel_fill_cut(list, (Box){title.x, y, title.width, height}, CUT,
                   panel_alpha(theme->shade, 235));
    cw_draw_text(list, &text);
}

static void draw_hint(const Page *page, const CwTheme *theme, CwDrawList *list)
{
    Box box = page->layout.hint;
    box = (Box){box.x, box.y + 4, box.width, box.height - 8};
    panel_fill_cut(list, box, CUT, panel_alpha(theme->shade, 235));
    CwTextDraw text = text_in_box((Box){box.x + 8, box.y, box.width - 16, box.height}, page->hint,
                                  ui_sizes(page->text_scale).note, theme->text);
    cw_draw_text(list, &text);
}

void page_draw(Page *page, const PageLook *look, CwDrawList *list)
{
    CwViewRect view = ui_view_begin(list, CW_ENGINE_LAYER_MENU);
    if (page->is_hidden) {
        return;
    }
    page_layout(page, view);
    bool has_map = page->map_shape > 0;
    if (has_map) {
        look->card(look->context, PAGE_MAP, page->layout.map, list);
    } else {
        draw_shade(page, look->theme, list);
    }
    if (page->head == 0) {
        draw_title(page, look, list);
    }
    panel_frame(list, page->layout.panel, look->theme);
    draw_rows(page, look, list);
    if (has_map) {
        look->card(look->context, PAGE_ABOUT_PLACE, page->layout.panel, list);
    }
    Box rows = page->layout.list;
    rows.x += language_is_right_to_left() ? -5 : rows.width + 2;
    panel_scroll_bar(list, rows, page->layout.content_height, page->scroll, look->theme);
    draw_prompts(page, look, list);
    if (page->notice != NULL) {
        draw_notice(page, look->theme, list);
    } else if (page->hint[0] != '\0') {
        draw_hint(page, look->theme, list);
    }
}

Box page_field_box(const Page *page)
{
    UiSizes sizes = ui_sizes(page->text_scale);
    return field_of(inner(page_value_box(page, page->selected)), &sizes);
}
