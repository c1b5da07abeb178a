#include "panel/field_panel.h"

#include "base/array.h"
#include "host/bindings.h"
#include "ui/ui_actions.h"
#include "ui/ui_view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double MARGIN = 6, PAD = 8, WIDTH = 244;
static const double ROW = 13.5, TEXT = 10.5, TITLE = 15, PROMPT = 13;
/* Share of the value in a row's width, and in the width of the line to type in. */
static const double VALUE_SHARE = 0.46, ASKED_SHARE = 0.3;
static const UiKeys ROWS = {UI_UP, UI_DOWN, 0.06};
static const CwColour ALARM = {0xff, 0x8a, 0x6b, 255};

enum { PROMPTS_PER_LINE = 2 };

/* ---- rows ---- */

void field_panel_free(FieldPanel *panel)
{
    free(panel->rows);
    *panel = (FieldPanel){0};
}

void field_panel_begin(FieldPanel *panel)
{
    const FieldRow *row = field_panel_selected(panel);
    if (row != NULL) {
        memcpy(panel->selected_name, row->name, sizeof panel->selected_name);
    }
    panel->row_count = 0;
}

FieldRow *field_panel_add(FieldPanel *panel, const char *name, size_t object_bytes)
{
    FieldRow *rows = grow_for_one(panel->rows, (size_t)panel->row_count, sizeof *rows);
    if (rows == NULL) {
        return NULL;
    }
    panel->rows = rows;
    FieldRow *row = &panel->rows[panel->row_count++];
    *row = (FieldRow){.object_bytes = object_bytes};
    snprintf(row->name, sizeof row->name, "%s", name);
    return row;
}

static double scroll_end(const FieldPanel *panel)
{
    return fmax(0, panel->row_count * ROW - panel->list.height);
}

static void select_row(FieldPanel *panel, int row)
{
    panel->selected = row < 0 ? 0 : row >= panel->row_count ? panel->row_count - 1 : row;
    double top = panel->selected * ROW;
    panel->scroll = fmax(fmin(panel->scroll, top), top + ROW - panel->list.height);
}

void field_panel_end(FieldPanel *panel)
{
    int found = panel->selected;
    for (int i = 0; i < panel->row_count; i++) {
        found = strcmp(panel->rows[i].name, panel->selected_name) == 0 ? i : found;
    }
    panel->selected = found < panel->row_count ? found : panel->row_count - 1;
    panel->scroll = fmax(0, fmin(panel->scroll, scroll_end(panel)));
}

void field_panel_show(FieldPanel *panel, const char *name)
{
    for (int i = 0; i < panel->row_count; i++) {
        if (strcmp(panel->rows[i].name, name) == 0) {
            select_row(panel, i);
            panel->scroll = fmax(0, fmin(i * ROW, scroll_end(panel)));
            return;
        }
    }
}

FieldRow *field_panel_selected(const FieldPanel *panel)
{
    bool has_selected = panel->selected >= 0 && panel->selected < panel->row_count;
    return has_selected ? &panel->rows[panel->selected] : NULL;
}

/* ---- places ---- */

double field_panel_width(const FieldPanel *panel)
{
    return panel->box.width + 2 * MARGIN;
}

void field_panel_layout(FieldPanel *panel, CwViewRect view)
{
    int lines = (panel->prompt_count + PROMPTS_PER_LINE - 1) / PROMPTS_PER_LINE;
    int notes = (panel->note[0] != '\0') + (panel->extra_lines[0][0] != '\0') +
                (panel->extra_lines[1][0] != '\0');
    double head = TITLE + 4 + notes * ROW;
    double width = fmin(WIDTH, view.width - 2 * MARGIN);
    double x = panel->is_left ? view.x + MARGIN : view.x + view.width - width - MARGIN;
    panel->box = (Box){x, view.y + MARGIN + panel->free_above, width,
                       view.height - panel->free_above - panel->free_below - 2 * MARGIN};
    panel->list = (Box){x + PAD, panel->box.y + PAD + head, width - 2 * PAD - 4,
                        floor((panel->box.height - 2 * PAD - head - lines * PROMPT) / ROW) * ROW};
    panel->scroll = fmax(0, fmin(panel->scroll, scroll_end(panel)));
    if (panel->list.height != panel->seen_height && panel->row_count > 0) {
        select_row(panel, panel->selected); /* keeps it in sight */
    }
    panel->seen_height = panel->list.height;
}

static Box row_box(const FieldPanel *panel, int row)
{
    return (Box){panel->list.x, panel->list.y + row * ROW - panel->scroll, panel->list.width, ROW};
}

Box field_panel_value_box(const FieldPanel *panel)
{
    const FieldRow *selected = field_panel_selected(panel);
    Box row = row_box(panel, panel->selected);
    double width = row.width * (selected != NULL && selected->is_question ? 1 : VALUE_SHARE);
    return (Box){row.x + row.width - width, row.y, width, row.height};
}

static int row_at(const FieldPanel *panel, CwPoint2 at)
{
    if (!panel_holds(panel->list, at.x, at.y)) {
        return -1;
    }
    int row = (int)((at.y - panel->list.y + panel->scroll) / ROW);
    return row < panel->row_count ? row : -1;
}

/* ---- input ---- */

static PanelEvent click(FieldPanel *panel, CwPoint2 at, int *action)
{
    int row = row_at(panel, at);
    for (int i = 0; i < panel->prompt_count; i++) {
        if (panel_holds(panel->prompts[i].box, at.x, at.y)) {
            *action = panel->prompts[i].action;
            return PANEL_NOTHING;
        }
    }
    if (row >= 0) {
        const FieldRow *at_row = &panel->rows[row];
        bool chosen = row == panel->selected || at_row->is_heading || at_row->is_question;
        select_row(panel, row);
        return chosen ? PANEL_ROW_CHOSEN : PANEL_NOTHING;
    }
    return panel_holds(panel->box, at.x, at.y) ? PANEL_NOTHING : PANEL_OUTSIDE;
}

PanelEvent field_panel_update(FieldPanel *panel, const CwInputFrame *ui, double dt_s, int *action)
{
    CwPoint2 at = {ui->pointer_x, ui->pointer_y};
    int step = ui_step(&panel->repeat_s, &ROWS, ui, dt_s);
    if (step != 0) {
        select_row(panel, panel->selected + step);
    }
    if (ui->wheel != 0 && panel_holds(panel->box, at.x, at.y)) {
        panel->scroll = fmax(0, fmin(scroll_end(panel), panel->scroll - ui->wheel * 3 * ROW));
    }
    if (cw_input_pressed(ui, UI_CLICK)) {
        return click(panel, at, action);
    }
    return cw_input_pressed(ui, UI_CONFIRM) ? PANEL_ROW_CHOSEN : PANEL_NOTHING;
}

/* ---- the picture ---- */

/* Draws a small triangle that points down if the heading is open, otherwise right. */
static void draw_fold(bool open, Box box, CwColour colour, CwDrawList *list)
{
    double x = box.x + 4, y = box.y + box.height / 2;
    const CwPoint2 shut[] = {{x - 2, y - 3.5}, {x - 2, y + 3.5}, {x + 3, y}};
    const CwPoint2 down[] = {{x - 3.5, y - 2}, {x, y + 3}, {x + 3.5, y - 2}};
    cw_draw_polygon(list, open ? down : shut, 3, colour);
}

/* Cuts long text, so that it stays readable. */
static void draw_cut(const char *text, Box box, CwColour colour, CwDrawList *list)
{
    text_field_draw(list, (Box){box.x, box.y + (box.height - TEXT) / 2, box.width, TEXT},
                    &(CwTextEntry){.text = text, .composing = ""}, colour);
}

static void draw_row(const FieldPanel *panel, int index, const FieldPanelLook *look,
                     CwDrawList *list)
{
    const FieldRow *row = &panel->rows[index];
    Box box = row_box(panel, index);
    bool selected = index == panel->selected;
    CwColour text = selected          ? panel_alpha(look->theme->shade, 255)
                    : row->is_heading ? look->theme->accent
                                      : look->theme->text;
    if (selected) {
        panel_fill(list, box, look->theme->accent);
    }
    if (row->is_heading) {
        draw_fold(row->is_open, box, text, list);
        panel_label_fit(list, (Box){box.x + 11, box.y, box.width - 11, box.height},
                        &(Label){row->words, CW_FACE_BOLD, CW_ALIGN_LEFT, TEXT, text});
        return;
    }
    if (row->is_pinned) {
        panel_fill(list, (Box){box.x + 2, box.y + box.height / 2 - 2.5, 5, 5}, text);
    }
    double value = box.width * (row->is_question ? ASKED_SHARE : VALUE_SHARE);
    draw_cut(row->is_question ? row->words : row->name + row->object_bytes + 1,
             (Box){box.x + 11, box.y, box.width - value - 15, box.height}, text, list);
    Box at = {box.x + box.width - value, box.y, value, box.height};
    if (selected && look->typed != NULL) {
        at = field_panel_value_box(panel);
        panel_fill(list, at, panel_alpha(look->theme->shade, 255));
        text_field_draw(list, (Box){at.x + 2, at.y + 1, at.width - 4, at.height - 2}, look->typed,
                        look->theme->text);
        return;
    }
    at.width -= 2;
    panel_label_fit(list, at, &(Label){row->value, CW_FACE_MONO, CW_ALIGN_RIGHT, TEXT, text});
}

/* Shows keys when a mouse or touch is in use. */
static void draw_prompts(FieldPanel *panel, const FieldPanelLook *look, CwDrawList *list)
{
    double y = panel->list.y + panel->list.height + 4;
    double width = panel->box.width / (double)PROMPTS_PER_LINE - PAD;
    for (int i = 0; i < panel->prompt_count; i++) {
        FieldPrompt *prompt = &panel->prompts[i];
        const Binding *binding =
            binding_of_device(&look->bindings->actions[prompt->action],
                              look->device == DEVICE_PAD ? DEVICE_PAD : DEVICE_KEYBOARD);
        Box box = {panel->box.x + PAD + i % PROMPTS_PER_LINE * width,
                   y + i / PROMPTS_PER_LINE * PROMPT, width, PROMPT - 1.5};
        double cap = binding == NULL ? 0 : key_cap_draw(list, box, binding, look->theme) + 4;
        panel_label_fit(
            list, (Box){box.x + cap, box.y, width - cap - 4, box.height},
            &(Label){prompt->label, CW_FACE_REGULAR, CW_ALIGN_LEFT, TEXT - 1, look->theme->text});
        prompt->box = box;
    }
}

void field_panel_draw(FieldPanel *panel, const FieldPanelLook *look, CwDrawList *list)
{
    field_panel_layout(panel, ui_view_begin(list, CW_ENGINE_LAYER_MENU));
    Box title = {panel->box.x + PAD, panel->box.y + PAD - 2, panel->box.width - 2 * PAD, TITLE};
    panel_frame(list, panel->box, look->theme);
    panel_label_fit(list, title,
                    &(Label){panel->title, CW_FACE_BOLD, CW_ALIGN_LEFT, TITLE, look->theme->text});
    const char *notes[] = {panel->note, panel->extra_lines[0], panel->extra_lines[1]};
    for (int i = 0; i < 3; i++) {
        draw_cut(notes[i], (Box){title.x, title.y + TITLE + 2 + i * ROW, title.width, ROW},
                 panel->is_error ? panel_ink(ALARM, look->theme) : look->theme->text, list);
    }
    for (int i = 0; i < panel->row_count; i++) {
        Box row = row_box(panel, i);
        double middle = row.y + ROW / 2;
        if (middle >= panel->list.y && middle <= panel->list.y + panel->list.height) {
            draw_row(panel, i, look, list);
        }
    }
    Box rows = panel->list;
    rows.x += rows.width + 3;
    panel_scroll_bar(list, rows, panel->row_count * ROW, panel->scroll, look->theme);
    draw_prompts(panel, look, list);
}
