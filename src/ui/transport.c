#include "ui/transport.h"

#include "ui/panel.h"

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
    panel_label(draw, (Box){x, MIDDLE_Y, 0, 0}, &(Label){text, CW_FACE_MONO, align, 12, colour});
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
        panel_fill(draw, (Box){x + 5 * i, MIDDLE_Y - 5, 3, 10}, colour);
    }
}

typedef char SpeedText[16];

static void print_speed(SpeedText text, double speed)
{
    int hundredths = (int)lround(speed * 100);
    snprintf(text, sizeof(SpeedText), hundredths % 100 == 0 ? "%dx" : "%d.%02dx", hundredths / 100,
             hundredths % 100);
}

void transport_draw(const Transport *transport, const CwTheme *theme, CwDrawList *draw)
{
    double span_s = transport->end_s - transport->begin_s;
    double fraction = span_s > 0 ? (transport->now_s - transport->begin_s) / span_s : 1;
    double gone = (RIGHT - LEFT) * fmin(1, fmax(0, fraction));
    cw_draw_set_screen(draw);
    cw_draw_set_layer(draw, CW_ENGINE_LAYER_TIME);
    panel_fill(draw, (Box){0, MIDDLE_Y - 16, CW_VIEW_WIDTH, 32}, theme->shade);
    panel_fill(draw, (Box){LEFT, MIDDLE_Y - 2, RIGHT - LEFT, 4}, panel_alpha(theme->text, 90));
    panel_fill(draw, (Box){LEFT, MIDDLE_Y - 2, gone, 4}, theme->accent);
    cw_draw_circle(draw, (CwPoint2){LEFT + gone, MIDDLE_Y}, 6, theme->accent);
    draw_state(transport->moving, theme->text, draw);
    draw_time(transport->now_s, CW_ALIGN_RIGHT, LEFT - 12, theme->text, draw);
    draw_time(transport->end_s, CW_ALIGN_LEFT, RIGHT + 12, theme->text, draw);
    if (transport->speed != 1) {
        SpeedText text;
        print_speed(text, transport->speed);
        panel_fill(draw, (Box){CW_VIEW_WIDTH - 52, MIDDLE_Y - 38, 52, 22}, theme->shade);
        panel_label(draw, (Box){CW_VIEW_WIDTH - 8, MIDDLE_Y - 26, 0, 0},
                    &(Label){text, CW_FACE_BOLD, CW_ALIGN_RIGHT, 14, theme->text});
    }
}

void transport_draw_speed(double speed, const CwTheme *theme, CwDrawList *draw)
{
    const Box box = {CW_VIEW_WIDTH / 2 - 22, 41.5, 44, 17};
    SpeedText text;
    print_speed(text, speed);
    cw_draw_set_screen(draw);
    cw_draw_set_layer(draw, CW_ENGINE_LAYER_TIME);
    panel_fill(draw, box, theme->shade);
    panel_label(draw, box, &(Label){text, CW_FACE_BOLD, CW_ALIGN_CENTRE, 14, theme->accent});
}

void transport_draw_rewind(double speed, const CwTheme *theme, CwDrawList *draw)
{
    double y = 70;
    cw_draw_set_screen(draw);
    cw_draw_set_layer(draw, CW_ENGINE_LAYER_TIME);
    panel_fill(draw, (Box){CW_VIEW_WIDTH / 2 - 46, y - 14, 92, 28}, theme->shade);
    for (int i = 0; i < 2; i++) {
        double x = CW_VIEW_WIDTH / 2.0 - 28 + 12 * i;
        const CwPoint2 corners[] = {{x + 11, y - 7}, {x + 11, y + 7}, {x, y}};
        cw_draw_polygon(draw, corners, 3, theme->accent);
    }
    SpeedText text;
    int tenths = (int)lround(speed * 10);
    snprintf(text, sizeof text, "%d.%dx", tenths / 10, tenths % 10);
    panel_label(draw, (Box){CW_VIEW_WIDTH / 2 + 4, y, 0, 0},
                &(Label){text, CW_FACE_BOLD, CW_ALIGN_LEFT, 16, theme->text});
}
