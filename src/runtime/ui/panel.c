#include "ui/panel.h"

#include "draw/draw_list.h"
#include "host/bindings.h"
#include "host/language.h"
#include "ui/ui_view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

CwColour panel_alpha(CwColour colour, double alpha)
{
    colour.a = (uint8_t)alpha;
    return colour;
}

CwTheme panel_theme(const CwGame *game, bool high_contrast)
{
    static const CwTheme clear = {
        .text = {255, 255, 255, 255}, .accent = {255, 221, 51, 255}, .shade = {0, 0, 0, 255}};
    static const CwTheme usual = {
        .text = {236, 240, 244, 255}, .accent = {240, 180, 60, 255}, .shade = {26, 32, 44, 230}};
    bool has_own = game->looks.theme.text.a != 0;
    return high_contrast ? clear : has_own ? game->looks.theme : usual;
}

CwColour panel_ink(CwColour colour, const CwTheme *theme)
{
    bool is_light = theme->shade.r + theme->shade.g + theme->shade.b > 3 * 128;
    return is_light ? (CwColour){colour.r / 2, colour.g / 2, colour.b / 2, colour.a} : colour;
}

bool panel_holds(Box box, double x, double y)
{
    return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
}

void panel_fill(CwDrawList *list, Box box, CwColour colour)
{
    cw_draw_rect(list, &(CwRectDraw){box.x, box.y, box.width, box.height, colour, colour});
}

enum { CUT_CORNERS = 8 };

/* Corners clockwise, and the first one again. */
static void cut_corners(Box box, double cut, CwPoint2 corners[CUT_CORNERS + 1])
{
    double left = box.x, right = box.x + box.width, top = box.y, bottom = box.y + box.height;
    const CwPoint2 places[] = {{left + cut, top},     {right - cut, top},    {right, top + cut},
                               {right, bottom - cut}, {right - cut, bottom}, {left + cut, bottom},
                               {left, bottom - cut},  {left, top + cut},     {left + cut, top}};
    memcpy(corners, places, sizeof places);
}

void panel_fill_cut(CwDrawList *list, Box box, double cut, CwColour colour)
{
    CwPoint2 corners[CUT_CORNERS + 1];
    cut_corners(box, cut, corners);
    cw_draw_polygon(list, corners, CUT_CORNERS, colour);
}

void panel_edge(CwDrawList *list, Box box, double cut, double width, CwColour colour)
{
    CwPoint2 corners[CUT_CORNERS + 1];
    cut_corners(box, cut, corners);
    cw_draw_polyline(list, corners, CUT_CORNERS + 1, width, colour);
}

void panel_frame(CwDrawList *list, Box box, const CwTheme *theme)
{
    const double cut = 6;
    panel_fill_cut(list, box, cut, panel_alpha(theme->shade, fmax(theme->shade.a, 235)));
    panel_edge(list, box, cut, 1.5, theme->accent);
}

void panel_label(CwDrawList *list, Box box, const Label *label)
{
    static const double share[] = {
        [CW_ALIGN_LEFT] = 0, [CW_ALIGN_CENTRE] = 0.5, [CW_ALIGN_RIGHT] = 1};
    cw_draw_text(list, &(CwTextDraw){.text = label->text,
                                     .face = label->face,
                                     .align = label->align,
                                     .x = box.x + box.width * share[label->align],
                                     .y = box.y + box.height / 2,
                                     .size = label->size,
                                     .colour = label->colour});
}

double panel_text_width(CwDrawList *list, const char *text, int face, double size)
{
    return cw_text_measure(list, &(CwTextDraw){.text = text, .face = face, .size = size}).width;
}

void panel_label_fit(CwDrawList *list, Box box, const Label *label)
{
    Label fitting = *label;
    double width = panel_text_width(list, label->text, label->face, label->size);
    if (width > box.width && box.width > 0) {
        fitting.size = label->size * box.width / width;
    }
    panel_label(list, box, &fitting);
}

void panel_scroll_bar(CwDrawList *list, Box box, double total, double scroll, const CwTheme *theme)
{
    double end = total - box.height, length = fmax(8, box.height * box.height / total);
    if (end > 0) {
        double y = box.y + (box.height - length) * scroll / end;
        panel_fill(list, (Box){box.x, box.y, 3, box.height}, panel_alpha(theme->text, 50));
        panel_fill(list, (Box){box.x, y, 3, length}, theme->accent);
    }
}

/* ---- key caps ---- */

static const CwColour INK = {0x20, 0x1a, 0x16, 255};
static const double TEXT_SHARE = 0.62; /* share of a cap's height */

/* Buttons as SDL numbers them: the four on the face are round and coloured. */
enum { FACE_BUTTONS = 4, BUTTON_DPAD_UP = 11, DPAD_BUTTONS = 4 };
static const CwColour FACES[FACE_BUTTONS] = {{0x6c, 0xb3, 0x4a, 255},
                                             {0xd6, 0x56, 0x46, 255},
                                             {0x4a, 0x8f, 0xd0, 255},
                                             {0xe6, 0xb8, 0x3c, 255}};

static bool is_dpad(const Binding *binding)
{
    return binding->source == BINDING_PAD_BUTTON && binding->code >= BUTTON_DPAD_UP &&
           binding->code < BUTTON_DPAD_UP + DPAD_BUTTONS;
}

static void label_of(const Binding *binding, char label[BINDING_LABEL_BYTES])
{
    static const struct {
        const char *name, *arrow;
    } arrows[] = {{"Up", "\u2191"}, {"Down", "\u2193"}, {"Left", "\u2190"}, {"Right", "\u2192"}};
    binding_label(binding, label);
    for (int i = 0; i < (int)CW_ARRAY_LENGTH(arrows); i++) {
        bool is_arrow_key =
            binding->source == BINDING_KEY && strcmp(label, text_in("key", arrows[i].name)) == 0;
        if (is_arrow_key || (is_dpad(binding) && binding->code == BUTTON_DPAD_UP + i)) {
            snprintf(label, BINDING_LABEL_BYTES, "%s", arrows[i].arrow);
        }
    }
}

double key_cap_draw(CwDrawList *list, Box box, const Binding *binding, const CwTheme *theme)
{
    char label[BINDING_LABEL_BYTES];
    bool is_button = binding->source == BINDING_PAD_BUTTON;
    bool is_face_button = is_button && binding->code < FACE_BUTTONS;
    bool is_shoulder =
        binding->source == BINDING_PAD_AXIS || (is_button && !is_face_button && !is_dpad(binding));
    CwPoint2 centre = {box.x + box.height / 2, box.y + box.height / 2};
    double size = box.height * TEXT_SHARE;
    CwColour ink = panel_alpha(theme->shade, 255); /* readable on the colour of texts */
    label_of(binding, label);
    double text = panel_text_width(list, label, CW_FACE_BOLD, size);
    box.width = is_face_button ? box.height : fmax(box.height, text + box.height * 0.6);
    if (is_face_button) {
        ink = INK;
        cw_draw_circle(list, centre, box.height / 2, INK);
        cw_draw_circle(list, centre, box.height / 2 - 1, FACES[binding->code]);
    } else {
        panel_fill_cut(list, box, is_shoulder ? box.height * 0.45 : 2, theme->text);
    }
    panel_label(list, box, &(Label){label, CW_FACE_BOLD, CW_ALIGN_CENTRE, size, ink});
    return box.width;
}

/* ---- fields of text ---- */

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

/* How far the line is scrolled to show its cursor in the middle, as far as its ends allow. */
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
