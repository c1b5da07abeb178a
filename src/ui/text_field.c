#include "ui/text_field.h"

#include "draw/utf8.h"
#include "ui/text_edit.h"
#include "ui/ui_view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char text_field_help[] = "Return takes it, Escape leaves it";

/* A letter of the fonts in use is 0.52 to 0.53 of a line wide. */
static const double CELL = 0.53;
enum { CELL_BYTES = 64, SHOWN_BYTES = 2 * CW_TEXT_ENTRY_BYTES_MAX };

/* The line with what is composed in it, in cells. */
typedef struct Shown {
    char text[SHOWN_BYTES + 1];
    int length, begin, cursor; /* bytes; what is composed lies between the last two */
    int anchor;
} Shown;

typedef struct Window {
    Box box;
    double cell;
    int first, count; /* cells that are seen */
} Window;

static Shown join(const CwTextEntry *entry)
{
    Shown shown = {.begin = entry->cursor};
    int composed = (int)strlen(entry->composing);
    shown.length = snprintf(shown.text, sizeof shown.text, "%.*s%s%s", entry->cursor, entry->text,
                            entry->composing, entry->text + entry->cursor);
    shown.cursor = entry->cursor + composed;
    shown.anchor = composed > 0 ? shown.cursor : entry->anchor;
    return shown;
}

/* Letters of East Asia and pictures. */
static bool is_wide(const char *at, const char *end)
{
    uint32_t letter = utf8_next(&at, end);
    return (letter >= 0x1100 && letter <= 0x115F) || (letter >= 0x2E80 && letter <= 0xA4CF) ||
           (letter >= 0xAC00 && letter <= 0xD7A3) || (letter >= 0xF900 && letter <= 0xFAFF) ||
           (letter >= 0xFF00 && letter <= 0xFF60) || (letter >= 0x1F300 && letter <= 0x1FAFF) ||
           (letter >= 0x20000 && letter <= 0x3FFFF);
}

/* The cell that begins at a byte. */
static int cell_at(const Shown *shown, int byte)
{
    int cell = 0;
    for (int at = 0; at < byte; at = text_character_end(shown->text, shown->length, at)) {
        cell += is_wide(shown->text + at, shown->text + shown->length) ? 2 : 1;
    }
    return cell;
}

/* The cursor is seen, and as much of the line as there can be. */
static Window window_on(const Shown *shown, Box box)
{
    Window window = {.box = box, .cell = box.height * CELL};
    window.count = (int)fmax(1, floor(box.width / window.cell));
    int most = cell_at(shown, shown->length) - window.count;
    int first = cell_at(shown, shown->cursor) - window.count / 2;
    first = first < most ? first : most;
    window.first = first > 0 ? first : 0;
    return window;
}

static double cell_x(const Window *window, int cell)
{
    int seen = cell - window->first;
    seen = seen < 0 ? 0 : seen > window->count ? window->count : seen;
    return window->box.x + seen * window->cell;
}

/* Between two bytes. */
static void draw_span(CwDrawList *list, const Shown *shown, const Window *window, const int ends[2],
                      Box strip, CwColour colour)
{
    double left = cell_x(window, cell_at(shown, ends[0] < ends[1] ? ends[0] : ends[1]));
    double right = cell_x(window, cell_at(shown, ends[0] < ends[1] ? ends[1] : ends[0]));
    if (right > left) {
        panel_fill(list, (Box){left, strip.y, right - left, strip.height}, colour);
    }
}

static void draw_letters(CwDrawList *list, const Shown *shown, const Window *window,
                         CwColour colour)
{
    int cell = 0;
    for (int at = 0, end; at < shown->length; at = end) {
        end = text_character_end(shown->text, shown->length, at);
        int width = is_wide(shown->text + at, shown->text + shown->length) ? 2 : 1;
        if (cell >= window->first && cell + width <= window->first + window->count) {
            char letter[CELL_BYTES];
            snprintf(letter, sizeof letter, "%.*s", end - at, shown->text + at);
            Box box = {cell_x(window, cell), window->box.y, width * window->cell,
                       window->box.height};
            panel_label(
                list, box,
                &(Label){letter, CW_FACE_MONO, CW_ALIGN_CENTRE, window->box.height, colour});
        }
        cell += width;
    }
}

/* What is left out of a line that nobody types. */
static void cut_end(Shown *shown, Box box)
{
    static const char dots[] = "\xE2\x80\xA6";
    int cells = (int)fmax(1, floor(box.width / (box.height * CELL)));
    if (cell_at(shown, shown->length) <= cells) {
        return;
    }
    int at = 0, end;
    while (cell_at(shown, end = text_character_end(shown->text, shown->length, at)) < cells) {
        at = end;
    }
    memcpy(shown->text + at, dots, sizeof dots);
    shown->length = at + (int)sizeof dots - 1;
}

void text_field_draw(CwDrawList *list, Box box, const CwTextEntry *entry, CwColour colour)
{
    bool typed = entry->status == CW_TEXT_ENTRY_TYPING;
    Shown shown = join(entry);
    if (!typed) {
        cut_end(&shown, box);
        shown.cursor = 0;
    }
    Window window = window_on(&shown, box);
    if (typed) {
        Box line = {box.x, box.y + box.height - 1, box.width, 1};
        draw_span(list, &shown, &window, (int[2]){shown.anchor, shown.cursor}, box,
                  panel_alpha(colour, 70));
        draw_span(list, &shown, &window, (int[2]){shown.begin, shown.cursor}, line, colour);
    }
    draw_letters(list, &shown, &window, colour);
    if (typed && entry->cursor_shown) {
        double x = cell_x(&window, cell_at(&shown, shown.cursor));
        panel_fill(list, (Box){x - 0.5, box.y, 1.5, box.height}, colour);
    }
}

Box text_prompt_draw(CwDrawList *list, const char *prompt, const CwTextEntry *entry,
                     const CwTheme *theme)
{
    static const Box panel = {150, 140, UI_WIDTH - 300, 84};
    static const Box frame = {166, 170, UI_WIDTH - 332, 26};
    static const Box field = {172, 175, UI_WIDTH - 344, 16};
    ui_view_begin(list, CW_ENGINE_LAYER_MENU);
    panel_frame(list, panel, theme);
    panel_fill(list, frame, panel_alpha(theme->text, 30));
    panel_label(list, (Box){panel.x, panel.y + 6, panel.width, 18},
                &(Label){prompt, CW_FACE_BOLD, CW_ALIGN_CENTRE, 14, theme->text});
    text_field_draw(list, field, entry, theme->text);
    panel_label(list, (Box){panel.x, frame.y + frame.height + 4, panel.width, 18},
                &(Label){text_field_help, CW_FACE_REGULAR, CW_ALIGN_CENTRE, 11, theme->text});
    return field;
}
