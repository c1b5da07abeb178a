#include "ui/transport.h"

#include "host/language.h"
#include "ui/panel.h"
#include "ui/ui_view.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const double MARGIN = 108; /* room for the times and the speed beside the bar */
static const double REACH = 9;    /* clicks count up to this far above the bar */
static const double SMALL = -4;   /* upper end of the small marks, relative to the bar */
static const double FOOT = -16;   /* lower end of the small marks, relative to the bar */

enum { SPEED_BYTES = 24 };

/* The bar along the lower edge of the visible part. */
typedef struct Bar {
    double left, length, middle_y;
} Bar;

static Bar bar_in(const CwViewRect *view)
{
    return (Bar){view->x + MARGIN, view->width - 2 * MARGIN, view->y + view->height - 16};
}

/* Whether a place is along the bar, with its share of the length and its height above the bar. */
static bool is_along(const CwViewRect *view, CwPoint2 at, double *fraction, double *above)
{
    Bar bar = bar_in(view);
    double way = at.x - bar.left;
    *fraction = fmin(1, fmax(0, way / bar.length));
    *above = bar.middle_y - at.y;
    return way >= -REACH && way <= bar.length + REACH;
}

bool transport_at(const CwViewRect *view, CwPoint2 at, bool dragged, double *fraction)
{
    double above;
    bool is_along_bar = is_along(view, at, fraction, &above);
    return dragged || (is_along_bar && above <= REACH && above >= FOOT);
}

bool transport_small_marks_at(const CwViewRect *view, CwPoint2 at, double *fraction)
{
    double above;
    bool is_along_bar = is_along(view, at, fraction, &above);
    return is_along_bar && above <= SMALL && above >= FOOT;
}

static void draw_time(double time_s, CwTextAlign align, CwPoint2 at, CwColour ink, CwDrawList *draw)
{
    char text[32];
    int64_t tenths = (int64_t)floor(fmax(0, time_s) * 10 + 1e-6);
    snprintf(text, sizeof text, "%02" PRId64 ":%02d.%d", tenths / 600, (int)(tenths / 10 % 60),
             (int)(tenths % 10));
    text_figures(text);
    panel_label(draw, (Box){at.x, at.y, 0, 0}, &(Label){text, CW_FACE_MONO, align, 12, ink});
}

/* Draws a tick below a time. */
static void draw_tick(uint64_t tick, CwTextAlign align, CwPoint2 at, CwColour ink, CwDrawList *draw)
{
    char text[32];
    snprintf(text, sizeof text, text_of("tick %llu"), (unsigned long long)tick);
    panel_label(draw, (Box){at.x, at.y + 12, 0, 0}, &(Label){text, CW_FACE_MONO, align, 9.5, ink});
}

static double share_of(const Transport *transport, uint64_t tick)
{
    double first = (double)transport->first_tick, span = (double)transport->last_tick - first;
    double share = span > 0 ? ((double)tick - first) / span : 1;
    return fmin(1, fmax(0, share));
}

/* Draws a flag on a pole that stands on the bar. */
static void draw_mark(const char *letter, double x, double y, const CwTheme *theme,
                      CwDrawList *draw)
{
    panel_fill(draw, (Box){x - 0.75, y - 15, 1.5, 18}, theme->text);
    panel_fill(draw, (Box){x - 0.75, y - 15, 10, 8}, theme->text);
    panel_label(draw, (Box){x, y - 15, 8.5, 8},
                &(Label){letter, CW_FACE_BOLD, CW_ALIGN_CENTRE, 8, panel_alpha(theme->shade, 255)});
}

static void draw_small_marks(const uint8_t *heights, const Bar *bar, const CwTheme *theme,
                             CwDrawList *draw)
{
    CwColour colours[] = {panel_alpha(theme->text, 120), theme->text, theme->accent, theme->text};
    double width = bar->length / (TRANSPORT_COLUMNS - 1), top = bar->middle_y - SMALL;
    for (int i = 0; i < TRANSPORT_COLUMNS; i++) {
        if (heights[i] > 0) {
            Box box = {bar->left + (i - 0.5) * width, top, width, 3.0 * heights[i]};
            panel_fill(draw, box, colours[heights[i] - 1]);
        }
    }
}

static void draw_marks(const Transport *transport, const Bar *bar, const CwTheme *theme,
                       CwDrawList *draw)
{
    const BarMarks *marks = &transport->marks;
    double a = bar->left + bar->length * share_of(transport, marks->a);
    double b = bar->left + bar->length * share_of(transport, marks->b);
    if (marks->has_a && marks->has_b) {
        panel_fill(draw, (Box){a, bar->middle_y - 5, b - a, 10}, panel_alpha(theme->text, 70));
    }
    if (marks->has_a) {
        draw_mark("A", a, bar->middle_y, theme, draw);
    }
    if (marks->has_b) {
        draw_mark("B", b, bar->middle_y, theme, draw);
    }
    if (transport->note != NULL) {
        Box prompts = transport->prompts;
        double share = transport->note_tick > 0 ? share_of(transport, transport->note_tick) : 0.5;
        double end = bar->left + bar->length, middle = bar->left + bar->length * share;
        double width = panel_text_width(draw, transport->note, CW_FACE_BOLD, 12) + 20;
        double left = fmax(bar->left, fmin(end - width, middle - width / 2));
        double beside = fmax(left, fmin(end, prompts.x + prompts.width));
        bool has_room = prompts.width <= 0 || end - beside >= 0.6 * width; /* else above prompts */
        left = has_room ? beside : left;
        double top = has_room ? bar->middle_y - 38 : prompts.y - 22;
        Box box = {left, top, fmin(width, end - left), 20};
        panel_fill_cut(draw, box, 4, theme->shade);
        panel_label_fit(
            draw, (Box){left + 10, top, box.width - 20, box.height},
            &(Label){transport->note, CW_FACE_BOLD, CW_ALIGN_CENTRE, 12, theme->accent});
    }
}

static void print_speed(double speed, char text[SPEED_BYTES])
{
    int hundredths = (int)lround(fabs(speed) * 100); /* a locale would change the mark */
    snprintf(text, SPEED_BYTES, hundredths % 100 == 0 ? "%s%dx" : "%s%d.%02dx",
             speed < 0 ? "\u25c0\u25c0 " : "", hundredths / 100, hundredths % 100);
    text_figures(text);
}

void transport_draw(const Transport *transport, const CwTheme *theme, CwDrawList *draw)
{
    CwViewRect view = ui_view_begin(draw, CW_ENGINE_LAYER_TIME);
    view.height -= transport->lift;
    Bar bar = bar_in(&view);
    double y = bar.middle_y, end_x = bar.left + bar.length;
    double gone = bar.length * share_of(transport, transport->tick);
    panel_fill(draw, (Box){view.x, y - 16, view.width, 32}, theme->shade);
    panel_fill(draw, (Box){bar.left, y - 2, bar.length, 4}, panel_alpha(theme->text, 90));
    panel_fill(draw, (Box){bar.left, y - 2, gone, 4}, theme->accent);
    draw_small_marks(transport->heights, &bar, theme, draw);
    draw_marks(transport, &bar, theme, draw);
    cw_draw_circle(draw, (CwPoint2){bar.left + gone, y}, 6, theme->accent);
    panel_label(draw, (Box){view.x + 14, y, 0, 0},
                &(Label){transport->is_moving ? "\u275a\u275a" : "\u25b6", CW_FACE_BOLD,
                         CW_ALIGN_LEFT, 12, theme->text});
    double above = transport->marks.has_ticks ? 5 : 0;
    CwPoint2 left = {bar.left - 12, y - above}, right = {end_x + 12, y - above};
    draw_time(transport->run_s, CW_ALIGN_RIGHT, left, theme->text, draw);
    draw_time(transport->run_end_s, CW_ALIGN_LEFT, right, theme->text, draw);
    if (transport->marks.has_ticks) {
        draw_tick(transport->tick, CW_ALIGN_RIGHT, left, theme->text, draw);
        draw_tick(transport->last_tick, CW_ALIGN_LEFT, right, theme->text, draw);
    }
    if (transport->speed != 0) { /* in the bar's line, where no game writes */
        char text[SPEED_BYTES];
        print_speed(transport->speed, text);
        panel_label_fit(draw, (Box){view.x + view.width - 42, y - above, 38, 0},
                        &(Label){text, CW_FACE_BOLD, CW_ALIGN_RIGHT, 12, theme->accent});
    }
}

/* Draws a framed text with its middle line at `middle_y`. */
static void draw_sign(CwDrawList *draw, double middle_y, const Label *label, const CwTheme *theme)
{
    double width = panel_text_width(draw, label->text, label->face, label->size) + label->size;
    double height = label->size * 1.55;
    const Box box = {(UI_WIDTH - width) / 2, middle_y - height / 2, width, height};
    panel_frame(draw, box, theme);
    panel_label(draw, box, label);
}

void transport_draw_speed(double speed, const CwTheme *theme, CwDrawList *draw)
{
    CwViewRect view = ui_view_begin(draw, CW_ENGINE_LAYER_TIME);
    char text[SPEED_BYTES];
    print_speed(speed, text);
    draw_sign(draw, view.y + view.height - 16,
              &(Label){text, CW_FACE_BOLD, CW_ALIGN_CENTRE, 15, theme->text}, theme);
}

void transport_draw_progress(double share, const CwTheme *theme, CwDrawList *draw)
{
    CwViewRect view = ui_view_begin(draw, CW_ENGINE_LAYER_NOTICES);
    char text[128];
    snprintf(text, sizeof text, "%s: %.0f %%", text_of("simulating the run again"),
             floor(share * 100));
    draw_sign(draw, view.y + view.height - 48,
              &(Label){text, CW_FACE_REGULAR, CW_ALIGN_CENTRE, 13, theme->text}, theme);
}

void transport_draw_word(const char *word, const CwTheme *theme, CwDrawList *draw)
{
    ui_view_begin(draw, CW_ENGINE_LAYER_TIME);
    draw_sign(draw, UI_HEIGHT / 2, &(Label){word, CW_FACE_BOLD, CW_ALIGN_CENTRE, 44, theme->accent},
              theme);
}

void transport_draw_mark(const TransportMark *mark, const CwTheme *theme, CwDrawList *draw)
{
    CwViewRect view = ui_view_begin(draw, CW_ENGINE_LAYER_TIME);
    view.height -= mark->lift;
    Bar bar = bar_in(&view);
    double x = bar.left + bar.length * fmin(1, mark->share);
    double width = panel_text_width(draw, mark->words, CW_FACE_REGULAR, 9.5);
    bool is_right = x + 5 + width <= bar.left + bar.length;
    double left = is_right ? x + 5 : fmax(bar.left, x - 5 - width); /* beside the mark, not on it */
    double top = bar.middle_y - (mark->is_below ? 7 : 15);
    panel_fill(draw, (Box){x - 1, top, 2, 22}, theme->text);
    Box words = {left, bar.middle_y + (mark->is_below ? 3 : -16), width, 13};
    panel_fill(draw, words, panel_alpha(theme->shade, mark->is_below ? 220 : 0)); /* covers marks */
    panel_label(draw, words,
                &(Label){mark->words, CW_FACE_REGULAR, CW_ALIGN_LEFT, 9.5, theme->text});
}
