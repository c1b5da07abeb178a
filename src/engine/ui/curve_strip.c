#include "ui/curve_strip.h"

#include "ui/panel.h"
#include "ui/ui_view.h"

#include <math.h>
#include <stdio.h>

enum { COLUMNS = 240 }; /* narrower ones cost and show nothing */

static const double NAMES_WIDTH = 264, MARGIN = 8, PAD = 5, LINE = 12.5, TEXT = 10;

static CwColour curve_colour(int curve, const CwTheme *theme)
{
    static const CwColour colours[CURVE_MAX] = {{0xff, 0xd2, 0x4a, 255},
                                                {0x6f, 0xd3, 0xff, 255},
                                                {0xa6, 0xe8, 0x8a, 255},
                                                {0xff, 0x8f, 0xc0, 255}};
    return panel_ink(colours[curve % CURVE_MAX], theme);
}

typedef struct Bounds {
    double low, high; /* low > high: there is nothing */
} Bounds;

static Bounds bounds_of(const double *values, int count)
{
    Bounds bounds = {INFINITY, -INFINITY};
    for (int i = 0; i < count; i++) {
        bounds.low = fmin(bounds.low, values[i]); /* NaN is passed over */
        bounds.high = fmax(bounds.high, values[i]);
    }
    return bounds;
}

/* A column is a line from its lowest value to its highest, so that no peak is lost. */
static void draw_line(const double *values, const CurveStrip *strip, Box box, CwColour colour,
                      CwDrawList *list)
{
    CwPoint2 points[2 * COLUMNS];
    int point_count = 0;
    Bounds all = bounds_of(values, strip->count);
    double span = all.high > all.low ? all.high - all.low : 1;
    double per_column = fmax(1, (double)strip->count / (double)COLUMNS);
    double left = box.x + box.width * (1 - (double)strip->count / strip->span_count);
    for (double begin = 0; begin < strip->count && point_count < 2 * COLUMNS; begin += per_column) {
        int first = (int)begin, end = (int)fmin(strip->count, fmax(first + 1, begin + per_column));
        Bounds column = bounds_of(values + first, end - first);
        double x = left + box.width * (first + 0.5) / strip->span_count;
        if (column.low > column.high) {
            cw_draw_polyline(list, points, point_count, 1.25, colour);
            point_count = 0;
            continue;
        }
        bool falls = values[first] > values[end - 1];
        double y[] = {box.y + box.height * (1 - (column.low - all.low) / span),
                      box.y + box.height * (1 - (column.high - all.low) / span)};
        points[point_count++] = (CwPoint2){x, y[falls]};
        if (y[0] != y[1]) {
            points[point_count++] = (CwPoint2){x, y[!falls]};
        }
    }
    cw_draw_polyline(list, points, point_count, 1.25, colour);
}

/* Name, value where time stands, and what lies between its bounds. */
static void draw_name(const CurveStrip *strip, int index, Box line, CwColour colour,
                      CwDrawList *list)
{
    const Curve *curve = &strip->curves[index];
    char text[96] = "...";
    Bounds bounds = bounds_of(curve->values, strip->count);
    if (strip->count > 0 && bounds.low <= bounds.high) {
        snprintf(text, sizeof text, "%.5g  (%.5g to %.5g)", curve->values[strip->count - 1],
                 bounds.low, bounds.high);
    } else if (strip->count > 0) {
        snprintf(text, sizeof text, "not there");
    }
    double name = line.width * 0.52;
    panel_label_fit(list, (Box){line.x, line.y, name - 4, line.height},
                    &(Label){curve->name, CW_FACE_BOLD, CW_ALIGN_LEFT, TEXT, colour});
    panel_label_fit(list, (Box){line.x + name, line.y, line.width - name, line.height},
                    &(Label){text, CW_FACE_MONO, CW_ALIGN_LEFT, TEXT, colour});
}

void curve_strip_draw(const CurveStrip *strip, const CwTheme *theme, CwDrawList *list)
{
    CwViewRect view = ui_view_begin(list, CW_ENGINE_LAYER_TIME);
    Box all = {view.x, view.y + view.height - CURVE_STRIP_HEIGHT, view.width, CURVE_STRIP_HEIGHT};
    double left = all.x + NAMES_WIDTH;
    Box curves = {left, all.y + PAD, all.width - NAMES_WIDTH - MARGIN, all.height - 2 * PAD};
    char text[32];
    panel_fill(list, all, panel_alpha(theme->shade, 245));
    panel_fill(list, curves, panel_alpha(theme->text, 18));
    snprintf(text, sizeof text, "%g s", strip->span_s);
    panel_label(
        list, (Box){curves.x + 3, curves.y, 0, TEXT},
        &(Label){text, CW_FACE_REGULAR, CW_ALIGN_LEFT, TEXT - 2, panel_alpha(theme->text, 150)});
    for (int i = 0; i < strip->curve_count; i++) {
        CwColour colour = curve_colour(i, theme);
        draw_name(strip, i,
                  (Box){all.x + MARGIN, all.y + 3 + i * LINE, NAMES_WIDTH - 2 * MARGIN, LINE},
                  colour, list);
        if (strip->count > 1) {
            draw_line(strip->curves[i].values, strip,
                      (Box){curves.x, curves.y + 2, curves.width, curves.height - 4}, colour, list);
        }
    }
}
