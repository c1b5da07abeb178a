#include "ui/transport.h"

#include <math.h>
#include <stdio.h>

static const double LEFT = 96, RIGHT = CW_VIEW_WIDTH - 96;
static const double MIDDLE_Y = CW_VIEW_HEIGHT - 16;
static const double REACH = 9; /* above and below the bar that still counts as on it */

bool transport_at(double x, double y, bool dragged, double *fraction)
{
    *fraction = fmin(1, fmax(0, (x - LEFT) / (RIGHT - LEFT)));
    bool on_bar = fabs(y - MIDDLE_Y) <= REACH && x >= LEFT - REACH && x <= RIGHT + REACH;
    return dragged || on_bar;
}

static void draw_time(double seconds, CwTextAlign align, double x, CwColour colour,
                      CwDrawList *draw)
{
    char text[32];
    int tenths = (int)floor(fmax(0, seconds) * 10 + 1e-6);
    snprintf(text, sizeof text, "%02d:%02d.%d", tenths / 600, tenths / 10 % 60, tenths % 10);
    cw_draw_text(draw, &(CwTextDraw){.text = text,
                                     .face = CW_FACE_MONO,
                                     .align = align,
                                     .x = x,
                                     .y = MIDDLE_Y,
                                     .size = 12,
                                     .colour = colour});
}

static void draw_bar(double from, double to, double height, CwColour colour, CwDrawList *draw)
{
    cw_draw_rect(draw, &(CwRectDraw){.x = from,
                                     .y = MIDDLE_Y - height / 2,
                                     .width = fmax(0, to - from),
                                     .height = height,
                                     .top = colour,
                                     .bottom = colour});
}

/* A triangle while time runs, two strokes while it stands. */
static void draw_state(bool moving, CwColour colour, CwDrawList *draw)
{
    double x = 14;
    if (moving) {
        const CwPoint2 corners[] = {{x, MIDDLE_Y - 5}, {x, MIDDLE_Y + 5}, {x + 9, MIDDLE_Y}};
        cw_draw_polygon(draw, corners, 3, colour);
        return;
    }
    for (int i = 0; i < 2; i++) {
        cw_draw_rect(draw, &(CwRectDraw){.x = x + 5 * i,
                                         .y = MIDDLE_Y - 5,
                                         .width = 3,
                                         .height = 10,
                                         .top = colour,
                                         .bottom = colour});
    }
}

void transport_draw(const Transport *transport, const CwTheme *theme, CwDrawList *draw)
{
    double span_s = transport->end_s - transport->begin_s;
    double fraction = span_s > 0 ? (transport->now_s - transport->begin_s) / span_s : 1;
    double knob_x = LEFT + (RIGHT - LEFT) * fmin(1, fmax(0, fraction));
    cw_draw_set_screen(draw);
    cw_draw_set_layer(draw, CW_ENGINE_LAYER_TIME);
    cw_draw_rect(draw, &(CwRectDraw){.y = MIDDLE_Y - 16,
                                     .width = CW_VIEW_WIDTH,
                                     .height = 32,
                                     .top = theme->shade,
                                     .bottom = theme->shade});
    CwColour rest = theme->text;
    rest.a = 90;
    draw_bar(LEFT, RIGHT, 4, rest, draw);
    draw_bar(LEFT, knob_x, 4, theme->accent, draw);
    cw_draw_circle(draw, (CwPoint2){knob_x, MIDDLE_Y}, 6, theme->accent);
    draw_state(transport->moving, theme->text, draw);
    draw_time(transport->now_s, CW_ALIGN_RIGHT, LEFT - 12, theme->text, draw);
    draw_time(transport->end_s, CW_ALIGN_LEFT, RIGHT + 12, theme->text, draw);
    if (transport->speed != 1) {
        cw_draw_rect(draw, &(CwRectDraw){.x = CW_VIEW_WIDTH - 52,
                                         .y = MIDDLE_Y - 38,
                                         .width = 52,
                                         .height = 22,
                                         .top = theme->shade,
                                         .bottom = theme->shade});
        char text[16];
        int tenths = (int)lround(transport->speed * 100);
        snprintf(text, sizeof text, tenths % 100 == 0 ? "%dx" : "%d.%02dx", tenths / 100,
                 tenths % 100);
        cw_draw_text(draw, &(CwTextDraw){.text = text,
                                         .face = CW_FACE_BOLD,
                                         .align = CW_ALIGN_RIGHT,
                                         .x = CW_VIEW_WIDTH - 8,
                                         .y = MIDDLE_Y - 26,
                                         .size = 14,
                                         .colour = theme->text});
    }
}

void transport_draw_speed(double speed, const CwTheme *theme, CwDrawList *draw)
{
    const double y = 50, width = 44, height = 17;
    char text[16];
    int hundredths = (int)lround(speed * 100);
    snprintf(text, sizeof text, hundredths % 100 == 0 ? "%dx" : "%d.%02dx", hundredths / 100,
             hundredths % 100);
    cw_draw_set_screen(draw);
    cw_draw_set_layer(draw, CW_ENGINE_LAYER_TIME);
    cw_draw_rect(draw, &(CwRectDraw){.x = (CW_VIEW_WIDTH - width) / 2,
                                     .y = y - height / 2,
                                     .width = width,
                                     .height = height,
                                     .top = theme->shade,
                                     .bottom = theme->shade});
    cw_draw_text(draw, &(CwTextDraw){.text = text,
                                     .face = CW_FACE_BOLD,
                                     .align = CW_ALIGN_CENTRE,
                                     .x = CW_VIEW_WIDTH / 2.0,
                                     .y = y,
                                     .size = 14,
                                     .colour = theme->accent});
}

void transport_draw_rewind(double speed, const CwTheme *theme, CwDrawList *draw)
{
    double y = 70;
    cw_draw_set_screen(draw);
    cw_draw_set_layer(draw, CW_ENGINE_LAYER_TIME);
    cw_draw_rect(draw, &(CwRectDraw){.x = CW_VIEW_WIDTH / 2.0 - 46,
                                     .y = y - 14,
                                     .width = 92,
                                     .height = 28,
                                     .top = theme->shade,
                                     .bottom = theme->shade});
    for (int i = 0; i < 2; i++) {
        double x = CW_VIEW_WIDTH / 2.0 - 28 + 12 * i;
        const CwPoint2 corners[] = {{x + 11, y - 7}, {x + 11, y + 7}, {x, y}};
        cw_draw_polygon(draw, corners, 3, theme->accent);
    }
    char text[16];
    int tenths = (int)lround(speed * 10);
    snprintf(text, sizeof text, "%d.%dx", tenths / 10, tenths % 10);
    cw_draw_text(draw, &(CwTextDraw){.text = text,
                                     .face = CW_FACE_BOLD,
                                     .align = CW_ALIGN_LEFT,
                                     .x = CW_VIEW_WIDTH / 2.0 + 4,
                                     .y = y,
                                     .size = 16,
                                     .colour = theme->text});
}
