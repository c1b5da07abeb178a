#include "ui/panel.h"

CwColour panel_alpha(CwColour colour, double alpha)
{
    colour.a = (uint8_t)alpha;
    return colour;
}

bool panel_holds(Box box, double x, double y)
{
    return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
}

void panel_fill(CwDrawList *list, Box box, CwColour colour)
{
    cw_draw_rect(list, &(CwRectDraw){box.x, box.y, box.width, box.height, colour, colour});
}

void panel_frame(CwDrawList *list, Box box, const CwTheme *theme)
{
    double right = box.x + box.width, bottom = box.y + box.height;
    const CwPoint2 frame[] = {
        {box.x, box.y}, {right, box.y}, {right, bottom}, {box.x, bottom}, {box.x, box.y}};
    panel_fill(list, box, panel_alpha(theme->shade, 235));
    cw_draw_polyline(list, frame, (int)CW_ARRAY_LENGTH(frame), 1.5, theme->accent);
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
