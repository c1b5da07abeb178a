#include "ui/notices.h"

#include "host/language.h"
#include "ui/panel.h"
#include "ui/transport.h"
#include "ui/ui_view.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const double FADE_S = 0.5;
static const double WIDTH_MOST = 440, GAP = 4, CUT = 4;
static const double PROMPTS = 2.1;  /* height of a page's prompts, in lines */
static const double SIDE_PAN = 0.2; /* below it a sound is ahead, not at a side */

static void drop_notice(Notices *notices, int index)
{
    notices->count--;
    memmove(notices->items + index, notices->items + index + 1,
            (size_t)(notices->count - index) * sizeof notices->items[0]);
}

/* Restarts the text's item in its row, or adds one. Beyond `most` the oldest leaves. */
static Notice *show_text(Notices *notices, const char *text, int most)
{
    int oldest = 0;
    for (int i = 0; i < notices->count; i++) {
        if (strncmp(notices->items[i].text, text, NOTICE_BYTES - 1) == 0) {
            notices->items[i].age_s = 0;
            return &notices->items[i];
        }
        oldest = notices->items[i].age_s > notices->items[oldest].age_s ? i : oldest;
    }
    if (notices->count == most) {
        drop_notice(notices, oldest);
    }
    Notice *added = &notices->items[notices->count++];
    *added = (Notice){0};
    snprintf(added->text, sizeof added->text, "%s", text);
    return added;
}

void notices_add(Notices *notices, const char *format, ...)
{
    char text[NOTICE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, text_of(format), arguments);
    va_end(arguments);
    show_text(notices, text, NOTICES_MAX);
}

void captions_add(Notices *captions, const char *text, double pan)
{
    show_text(captions, text, CAPTIONS_MAX)->pan = pan;
}

void notices_age(Notices *notices, double dt_s, double shown_s)
{
    for (int i = notices->count - 1; i >= 0; i--) {
        notices->items[i].age_s += dt_s;
        if (notices->items[i].age_s > shown_s) {
            drop_notice(notices, i);
        }
    }
}

/* Draws a framed notice that ends at `bottom_y`; returns where the next one ends. */
static double draw_notice(const Notice *notice, const NoticeLook *look, double bottom_y,
                          CwDrawList *draw)
{
    const CwTheme *theme = look->theme;
    double share = fmin(1, (NOTICE_S - notice->age_s) / FADE_S);
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

void captions_draw(const Notices *captions, const NoticeLook *look, double bottom_y,
                   CwDrawList *draw)
{
    ui_view_begin(draw, CW_ENGINE_LAYER_NOTICES);
    for (int i = captions->count - 1; i >= 0; i--) {
        Notice shown = captions->items[i];
        const char *left = shown.pan < -SIDE_PAN ? "\u25c0 " : "";
        const char *right = shown.pan > SIDE_PAN ? " \u25b6" : "";
        snprintf(shown.text, sizeof shown.text, "%s%.300s%s", left, captions->items[i].text, right);
        shown.age_s += NOTICE_S - CAPTION_S; /* fades at its end, like a notice */
        bottom_y = draw_notice(&shown, look, bottom_y, draw);
    }
}
