#include "ui/transport.h"

#include <math.h>
#include <stdio.h>

static const double LEFT = 96, RIGHT = VIEW_WIDTH - 96;
static const double MIDDLE_Y = VIEW_HEIGHT - 16;
static const double REACH = 9; /* above and below the bar that still counts as on it */

bool transport_at(double x, double y, bool dragged, double *fraction)
{
    *fraction = fmin(1, fmax(0, (x - LEFT) / (RIGHT - LEFT)));
    bool on_bar = fabs(y - MIDDLE_Y) <= REACH && x >= LEFT - REACH && x <= RIGHT + REACH;
    return dragged || on_bar;
}

static void draw_time(double seconds, TextAlign align, double x, Colour colour, DrawList *draw)
{
    char text[32];
    int tenths = (int)floor(fmax(0, seconds) * 10 + 1e-6);
    snprintf(text, sizeof text, "%02d:%02d.%d", tenths / 600, tenths / 10 % 60, tenths % 10);
    draw_text(draw, &(TextDraw){.text = text,
                                .face = FACE_MONO,
                                .align = align,
                                .x = x,
                                .y = MIDDLE_Y,
                                .size = 12,
                                .colour = colour});
}

static void draw_bar(double from, double to, double height, Colour colour, DrawList *draw)
{
    draw_rect(draw, &(RectDraw){.x = from,
                                .y = MIDDLE_Y - height / 2,
                                .width = fmax(0, to - from),
                                .height = height,
                                .top = colour,
                                .bottom = colour});
}

/* A triangle while time runs, two strokes while it stands. */
static void draw_state(bool moving, Colour colour, DrawList *draw)
{
    double x = 14;
    if (moving) {
        const Point2 corners[] = {{x, MIDDLE_Y - 5}, {x, MIDDLE_Y + 5}, {x + 9, MIDDLE_Y}};
        draw_polygon(draw, corners, 3, colour);
        return;
    }
    for (int i = 0; i < 2; i++) {
        draw_rect(draw, &(RectDraw){.x = x + 5 * i,
                                    .y = MIDDLE_Y - 5,
                                    .width = 3,
                                    .height = 10,
                                    .top = colour,
                                    .bottom = colour});
    }
}

void transport_draw(const Transport *transport, const Theme *theme, DrawList *draw)
{
    double span_s = transport->end_s - transport->begin_s;
    double fraction = span_s > 0 ? (transport->now_s - transport->begin_s) / span_s : 1;
    double knob_x = LEFT + (RIGHT - LEFT) * fmin(1, fmax(0, fraction));
    draw_set_screen(draw);
    draw_set_layer(draw, ENGINE_LAYER_TIME);
    draw_rect(draw, &(RectDraw){.y = MIDDLE_Y - 16,
                                .width = VIEW_WIDTH,
                                .height = 32,
                                .top = theme->shade,
                                .bottom = theme->shade});
    Colour rest = theme->text;
    rest.a = 90;
    draw_bar(LEFT, RIGHT, 4, rest, draw);
    draw_bar(LEFT, knob_x, 4, theme->accent, draw);
    draw_circle(draw, (Point2){knob_x, MIDDLE_Y}, 6, theme->accent);
    draw_state(transport->moving, theme->text, draw);
    draw_time(transport->now_s, ALIGN_RIGHT, LEFT - 12, theme->text, draw);
    draw_time(transport->end_s, ALIGN_LEFT, RIGHT + 12, theme->text, draw);
    if (transport->speed != 1) {
        draw_rect(draw, &(RectDraw){.x = VIEW_WIDTH - 52,
                                    .y = MIDDLE_Y - 38,
                                    .width = 52,
                                    .height = 22,
                                    .top = theme->shade,
                                    .bottom = theme->shade});
        char text[16];
        int tenths = (int)lround(transport->speed * 100);
        snprintf(text, sizeof text, tenths % 100 == 0 ? "%dx" : "%d.%02dx", tenths / 100,
                 tenths % 100);
        draw_text(draw, &(TextDraw){.text = text,
                                    .face = FACE_BOLD,
                                    .align = ALIGN_RIGHT,
                                    .x = VIEW_WIDTH - 8,
                                    .y = MIDDLE_Y - 26,
                                    .size = 14,
                                    .colour = theme->text});
    }
}

void transport_draw_speed(double speed, const Theme *theme, DrawList *draw)
{
    const double y = 50, width = 44, height = 17;
    char text[16];
    int hundredths = (int)lround(speed * 100);
    snprintf(text, sizeof text, hundredths % 100 == 0 ? "%dx" : "%d.%02dx", hundredths / 100,
             hundredths % 100);
    draw_set_screen(draw);
    draw_set_layer(draw, ENGINE_LAYER_TIME);
    draw_rect(draw, &(RectDraw){.x = (VIEW_WIDTH - width) / 2,
                                .y = y - height / 2,
                                .width = width,
                                .height = height,
                                .top = theme->shade,
                                .bottom = theme->shade});
    draw_text(draw, &(TextDraw){.text = text,
                                .face = FACE_BOLD,
                                .align = ALIGN_CENTRE,
                                .x = VIEW_WIDTH / 2.0,
                                .y = y,
                                .size = 14,
                                .colour = theme->accent});
}

void transport_draw_rewind(double speed, const Theme *theme, DrawList *draw)
{
    double y = 70;
    draw_set_screen(draw);
    draw_set_layer(draw, ENGINE_LAYER_TIME);
    draw_rect(draw, &(RectDraw){.x = VIEW_WIDTH / 2.0 - 46,
                                .y = y - 14,
                                .width = 92,
                                .height = 28,
                                .top = theme->shade,
                                .bottom = theme->shade});
    for (int i = 0; i < 2; i++) {
        double x = VIEW_WIDTH / 2.0 - 28 + 12 * i;
        const Point2 corners[] = {{x + 11, y - 7}, {x + 11, y + 7}, {x, y}};
        draw_polygon(draw, corners, 3, theme->accent);
    }
    char text[16];
    int tenths = (int)lround(speed * 10);
    snprintf(text, sizeof text, "%d.%dx", tenths / 10, tenths % 10);
    draw_text(draw, &(TextDraw){.text = text,
                                .face = FACE_BOLD,
                                .align = ALIGN_LEFT,
                                .x = VIEW_WIDTH / 2.0 + 4,
                                .y = y,
                                .size = 16,
                                .colour = theme->text});
}
