#include "ui/panel.h"

#include "draw/draw_list.h"
#include "ui/ui_view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SHOWN_BYTES = 2 * CW_TEXT_ENTRY_BYTES_MAX };

/* The line with its composition, and the layout of its glyphs. */
typedef struct Shown {
    char text[SHOWN_BYTES + 1];
    int length, begin, cursor; /* bytes; the composition lies between the last two */
    int anchor;
    double size; /* size of a line, the layout's unit */
    TypeLayout layout;
} Shown;

/* Glyphs of letters that are set together, in the layout's order. */
typedef struct Cluster {
    uint32_t first, end; /* glyphs */
    uint32_t byte, next; /* bytes of the text: its beginning, and the next cluster's */
    double left, right;
} Cluster;

static Shown lay_out(const CwTextEntry *entry, double size, const CwDrawList *list)
{
    const TypeStyle line = {.face = CW_FACE_REGULAR, .line_spacing = 1};
    Shown shown = {.begin = entry->cursor, .size = size};
    int composed = (int)strlen(entry->composing);
    shown.length = snprintf(shown.text, sizeof shown.text, "%.*s%s%s", entry->cursor, entry->text,
                            entry->composing, entry->text + entry->cursor);
    shown.cursor = entry->cursor + composed;
    shown.anchor = composed > 0 ? shown.cursor : entry->anchor;
    if (list->typesetter != NULL && shown.length > 0) {
        shown.layout =
            typesetter_layout(list->typesetter, shown.text, (uint32_t)shown.length, &line);
    }
    return shown;
}

static double line_width(const Shown *shown)
{
    return (double)shown->layout.width * shown->size;
}

/* The cluster that begins with this glyph. */
static Cluster cluster_at(const Shown *shown, uint32_t first)
{
    const TypeGlyph *glyphs = shown->layout.glyphs;
    uint32_t count = shown->layout.count;
    Cluster cluster = {.first = first, .end = first, .byte = glyphs[first].byte};
    cluster.next = (uint32_t)shown->length;
    while (cluster.end < count && glyphs[cluster.end].byte == cluster.byte) {
        cluster.end++;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (glyphs[i].byte > cluster.byte && glyphs[i].byte < cluster.next) {
            cluster.next = glyphs[i].byte;
        }
    }
    cluster.left = (double)glyphs[first].pen.x * shown->size;
    cluster.right =
        cluster.end < count ? (double)glyphs[cluster.end].pen.x * shown->size : line_width(shown);
    return cluster;
}

/* Whether the next cluster of the text is drawn to the left. */
static bool runs_left(const Shown *shown, const Cluster *cluster)
{
    const TypeGlyph *glyphs = shown->layout.glyphs;
    return (cluster->first > 0 && glyphs[cluster->first - 1].byte == cluster->next) ||
           (cluster->end < shown->layout.count &&
            cluster_at(shown, cluster->end).next == cluster->byte);
}

/* The place of a cursor before this byte, from the line's left end. */
static double cursor_x(const Shown *shown, int byte)
{
    if (shown->layout.count == 0) {
        return 0;
    }
    Cluster best = cluster_at(shown, 0);
    for (uint32_t i = 0; i < shown->layout.count;) {
        Cluster other = cluster_at(shown, i);
        bool is_later = best.byte > (uint32_t)byte || other.byte > best.byte;
        best = other.byte <= (uint32_t)byte && is_later ? other : best;
        i = other.end;
    }
    bool is_after_text = byte >= shown->length;
    return runs_left(shown, &best) != is_after_text ? best.right : best.left;
}

/* Draws the span between two bytes; in a line of mixed directions it has several places. */
static void draw_span(CwDrawList *list, const Shown *shown, const int ends[2], Box strip,
                      CwColour colour)
{
    int from = ends[0] < ends[1] ? ends[0] : ends[1], to = ends[0] < ends[1] ? ends[1] : ends[0];
    double left = 0, right = 0;
    for (uint32_t i = 0; i < shown->layout.count;) {
        Cluster cluster = cluster_at(shown, i);
        bool is_inside = (int)cluster.byte >= from && (int)cluster.byte < to;
        i = cluster.end;
        if (is_inside) {
            left = right > left ? left : cluster.left;
            right = cluster.right;
        }
        if (right > left && (!is_inside || i == shown->layout.count)) {
            panel_fill(list, (Box){strip.x + left, strip.y, right - left, strip.height}, colour);
            left = right = 0;
        }
    }
}

/* The scrolled width: the cursor is seen, and as much of the line as possible. */
static double scrolled(const Shown *shown, double width)
{
    double most = line_width(shown) + 1 - width; /* limit, with the cursor at its end */
    return fmax(0, fmin(most, cursor_x(shown, shown->cursor) - width / 2));
}

void text_field_draw(CwDrawList *list, Box box, const CwTextEntry *entry, CwColour colour)
{
    Shown shown = lay_out(entry, box.height, list);
    Box line = box, under = {0, box.y + box.height - 1, box.width, 1};
    line.x = under.x = box.x - scrolled(&shown, box.width);
    cw_draw_clip_begin(list, (Box){box.x - 1, box.y, box.width + 2, box.height});
    draw_span(list, &shown, (int[2]){shown.anchor, shown.cursor}, line, panel_alpha(colour, 70));
    draw_span(list, &shown, (int[2]){shown.begin, shown.cursor}, under, colour);
    panel_label(list, line,
                &(Label){shown.text, CW_FACE_REGULAR, CW_ALIGN_LEFT, box.height, colour});
    if (entry->cursor_shown) {
        double x = line.x + cursor_x(&shown, shown.cursor);
        panel_fill(list, (Box){x - 0.5, box.y, 1.5, box.height}, colour);
    }
    cw_draw_clip_end(list);
}

Box text_prompt_draw(CwDrawList *list, const TextPrompt *prompt, const CwTextEntry *entry,
                     const CwTheme *theme)
{
    double scale = prompt->scale, width = (UI_WIDTH - 300) * scale;
    Box panel = {(UI_WIDTH - width) / 2, 182 - 42 * scale, width, 84 * scale};
    Box frame = {panel.x + 16 * scale, panel.y + 30 * scale, width - 32 * scale, 26 * scale};
    Box field = {frame.x + 6 * scale, frame.y + 5 * scale, frame.width - 12 * scale, 16 * scale};
    ui_view_begin(list, CW_ENGINE_LAYER_MENU);
    panel_frame(list, panel, theme);
    panel_fill(list, frame, panel_alpha(theme->text, 30));
    panel_label(list, (Box){panel.x, panel.y + 6 * scale, width, 18 * scale},
                &(Label){prompt->text, CW_FACE_BOLD, CW_ALIGN_CENTRE, 14 * scale, theme->text});
    text_field_draw(list, field, entry, theme->text);
    panel_label(list, (Box){panel.x, frame.y + 30 * scale, width, 18 * scale},
                &(Label){prompt->help, CW_FACE_REGULAR, CW_ALIGN_CENTRE, 11 * scale, theme->text});
    return field;
}
