#include "ui/notices.h"

#include "ui/panel.h"
#include "ui/transport.h"
#include "ui/ui_view.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const double SHOWN_S = 5, FADE_S = 0.5;
static const double WIDTH_MOST = 440, GAP = 4, CUT = 4;
static const double PROMPTS = 2.1; /* height of a page's, in lines: they are seen below */

static void drop_oldest(Notices *notices)
{
    notices->count--;
    memmove(notices->items, notices->items + 1, (size_t)notices->count * sizeof notices->items[0]);
}

void notices_add(Notices *notices, const char *format, ...)
{
    if (notices->count == NOTICES_MAX) {
        drop_oldest(notices);
    }
    Notice *notice = &notices->items[notices->count++];
    notice->age_s = 0;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(notice->text, sizeof notice->text, format, arguments);
    va_end(arguments);
}

void notices_age(Notices *notices, double dt_s)
{
    for (int i = 0; i < notices->count; i++) {
        notices->items[i].age_s += dt_s;
    }
    while (notices->count > 0 && notices->items[0].age_s > SHOWN_S) {
        drop_oldest(notices);
    }
}

/* In its frame, the last line at `bottom_y`; gives where the next one ends. */
static double draw_notice(const Notice *notice, const NoticeLook *look, double bottom_y,
                          CwDrawList *draw)
{
    const CwTheme *theme = look->theme;
    double share = fmax(0, fmin(1, (SHOWN_S - notice->age_s) / FADE_S));
    double middle_x = look->room.x + look->room.width / 2, line = look->line_points;
    CwTextDraw text = {.text = notice->text,
                       .align = CW_ALIGN_CENTRE,
                       .x = middle_x,
                       .size = line,
                       .width = fmin(WIDTH_MOST, look->room.width - 4 * line),
                       .anchor = CW_ANCHOR_MIDDLE,
                       .colour = panel_alpha(theme->text, theme->text.a * share)};
    CwTextSize size = cw_text_measure(draw, &text);
    double width = size.width + 2 * line, height = size.height + line;
    Box box = {middle_x - width / 2, bottom_y - height, width, height};
    panel_fill_cut(draw, box, CUT, panel_alpha(theme->shade, 235 * share));
    panel_edge(draw, box, CUT, 1.2, panel_alpha(theme->accent, theme->accent.a * share));
    text.y = box.y + height / 2;
    cw_draw_text(draw, &text);
    return box.y - GAP;
}

double notices_draw(const Notices *notices, const NoticeLook *look, CwDrawList *draw)
{
    ui_view_begin(draw, CW_ENGINE_LAYER_NOTICES);
    double y = look->room.y + look->room.height - TRANSPORT_HEIGHT - PROMPTS * look->line_points;
    y -= GAP;
    for (int i = notices->count - 1; i >= 0; i--) {
        y = draw_notice(&notices->items[i], look, y, draw);
    }
    return y;
}
