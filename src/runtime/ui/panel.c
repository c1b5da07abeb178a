#include "ui/panel.h"

#include <math.h>
#include <string.h>

CwColour panel_alpha(CwColour colour, double alpha)
{
    colour.a = (uint8_t)alpha;
    return colour;
}

CwColour panel_ink(CwColour colour, const CwTheme *theme)
{
    bool light = theme->shade.r + theme->shade.g + theme->shade.b > 3 * 128;
    return light ? (CwColour){colour.r / 2, colour.g / 2, colour.b / 2, colour.a} : colour;
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
    panel_fill_cut(list, box, cut,
                   panel_alpha(theme->shade, theme->shade.a > 235 ? theme->shade.a : 235));
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

void panel_scroll_bar(CwDrawList *list, Box box, double content, double scroll,
                      const CwTheme *theme)
{
    double end = content - box.height, length = fmax(8, box.height * box.height / content);
    if (end > 0) {
        double y = box.y + (box.height - length) * scroll / end;
        panel_fill(list, (Box){box.x, box.y, 3, box.height}, panel_alpha(theme->text, 50));
        panel_fill(list, (Box){box.x, y, 3, length}, theme->accent);
    }
}
