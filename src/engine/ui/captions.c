#include "ui/captions.h"

#include "ui/panel.h"
#include "ui/ui_view.h"

#include <math.h>
#include <string.h>

static const double SHOWN_S = 1.6, FADE_S = 0.3;
static const double SIDE_PAN = 0.2; /* nearer to the middle it is ahead, on no side */

static void drop(Captions *captions, int index)
{
    captions->count--;
    memmove(captions->items + index, captions->items + index + 1,
            (size_t)(captions->count - index) * sizeof captions->items[0]);
}

void captions_add(Captions *captions, const char *text, double pan)
{
    int old = 0;
    while (old < captions->count && strcmp(captions->items[old].text, text) != 0) {
        old++;
    }
    if (old < captions->count) { /* it stays in its row, so that rows do not jump */
        captions->items[old] = (Caption){.text = text, .pan = pan};
        return;
    }
    if (captions->count == CAPTIONS_MAX) {
        int oldest = 0;
        for (int i = 1; i < CAPTIONS_MAX; i++) {
            oldest = captions->items[i].age_s > captions->items[oldest].age_s ? i : oldest;
        }
        drop(captions, oldest);
    }
    captions->items[captions->count++] = (Caption){.text = text, .pan = pan};
}

void captions_age(Captions *captions, double dt_s)
{
    for (int i = captions->count - 1; i >= 0; i--) {
        captions->items[i].age_s += dt_s;
        if (captions->items[i].age_s > SHOWN_S) {
            drop(captions, i);
        }
    }
}

/* Beside the text, at the end of the box where it is heard. */
static void draw_arrow(Box box, double pan, CwColour colour, CwDrawList *draw)
{
    double side = pan < 0 ? -1 : 1, half = box.height * 0.22;
    double x = box.x + box.width / 2 + side * (box.width / 2 - box.height * 0.7);
    double y = box.y + box.height / 2;
    CwPoint2 corners[] = {{x, y - half}, {x + side * 1.5 * half, y}, {x, y + half}};
    cw_draw_polygon(draw, corners, (int)CW_ARRAY_LENGTH(corners), colour);
}

void captions_draw(const Captions *captions, double line_points, double bottom_y,
                   const CwTheme *theme, CwDrawList *draw)
{
    CwViewRect view = ui_view_begin(draw, CW_ENGINE_LAYER_NOTICES);
    double row = line_points * 1.5;
    for (int i = 0; i < captions->count; i++) {
        const Caption *caption = &captions->items[i];
        double share = fmax(0, fmin(1, (SHOWN_S - caption->age_s) / FADE_S));
        CwColour text = panel_alpha(theme->text, theme->text.a * share);
        double width = panel_text_width(draw, caption->text, CW_FACE_BOLD, line_points);
        width = fmin(view.width, width + 2.4 * row);
        Box box = {(UI_WIDTH - width) / 2, bottom_y - row * (captions->count - i), width,
                   row - line_points * 0.1};
        panel_fill_cut(draw, box, 4, panel_alpha(theme->shade, fmax(theme->shade.a, 225) * share));
        Box middle = {box.x + row, box.y, width - 2 * row, box.height};
        panel_label_fit(draw, middle,
                        &(Label){caption->text, CW_FACE_BOLD, CW_ALIGN_CENTRE, line_points, text});
        if (fabs(caption->pan) > SIDE_PAN) {
            draw_arrow(box, caption->pan, text, draw);
        }
    }
}
