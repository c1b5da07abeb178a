#include "inspect/field_curves.h"

#include "ui/ui_view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void free_span(PinSpan *span)
{
    for (int i = 0; i < PIN_MAX; i++) {
        free(span->values[i]);
    }
    *span = (PinSpan){0};
}

void field_curves_free(FieldCurves *curves)
{
    free_span(&curves->shown);
    free_span(&curves->growing);
    past_walk_free(&curves->walk);
    *curves = (FieldCurves){0};
}

/* ---- pins ---- */

int field_curves_find_pin(const FieldCurves *curves, const char *text)
{
    for (int i = 0; i < curves->pin_count; i++) {
        if (strcmp(curves->pins[i].text, text) == 0) {
            return i;
        }
    }
    return -1;
}

bool field_curves_toggle(FieldCurves *curves, const Session *now, const char *text, CwError *error)
{
    int pin = field_curves_find_pin(curves, text);
    curves->shown.count = 0; /* makes new curves */
    curves->is_growing = false;
    if (pin >= 0) {
        curves->pin_count--;
        memmove(&curves->pins[pin], &curves->pins[pin + 1],
                (size_t)(curves->pin_count - pin) * sizeof curves->pins[0]);
        return true;
    }
    if (curves->pin_count == PIN_MAX) {
        return cw_error_set(error, "%d fields are pinned: unpin one first", PIN_MAX);
    }
    bool ok = field_condition_open(&curves->pins[curves->pin_count], now->world, text, error);
    curves->pin_count += ok;
    return ok;
}

/* ---- curves ---- */

static bool make_room(PinSpan *span, int count)
{
    for (int i = 0; i < PIN_MAX && count > span->capacity; i++) {
        double *values = realloc(span->values[i], (size_t)count * sizeof *values);
        if (values == NULL) {
            return false;
        }
        span->values[i] = values;
    }
    span->capacity = count > span->capacity ? count : span->capacity;
    return true;
}

static void sample_pins(void *context, const Session *session)
{
    FieldCurves *curves = context;
    PinSpan *span = &curves->growing;
    for (int i = 0; i < curves->pin_count; i++) {
        FieldValue value = field_condition_value(&curves->pins[i], session->world);
        span->values[i][span->count] = value.exists ? value.number : NAN;
    }
    span->count++;
}

/* Begins curves that end at the world's tick, unless such curves exist or are growing. */
static void follow_world(FieldCurves *curves, const Run *run, uint64_t branch)
{
    uint64_t ticks = (uint64_t)(CURVES_S * run->session->settings.tick_rate);
    uint64_t now = cw_world_tick(run->session->world), oldest = run_oldest(run);
    uint64_t first = now > oldest + ticks ? now - ticks : oldest;
    const PinSpan *shown = &curves->shown;
    bool is_same_branch = branch == curves->branch;
    bool is_shown = is_same_branch && shown->count > 0 && shown->first_tick == first &&
                    first + (uint64_t)shown->count - 1 == now;
    bool is_in_making = is_same_branch && curves->is_growing && curves->walk.from == first &&
                        curves->walk.until == now;
    curves->branch = branch;
    curves->tick_rate_hz = run->session->settings.tick_rate;
    if (curves->pin_count == 0 || is_shown || is_in_making) {
        curves->is_growing = is_in_making && curves->pin_count > 0;
        return;
    }
    curves->is_growing = make_room(&curves->growing, (int)(now - first) + 1);
    curves->growing.first_tick = first;
    curves->growing.count = 0;
    past_walk_begin(&curves->walk, first, now);
}

void field_curves_update(FieldCurves *curves, const Run *run, uint64_t branch)
{
    follow_world(curves, run, branch);
    if (!curves->is_growing) {
        return;
    }
    past_walk_run_slice(&curves->walk, run, sample_pins, curves);
    if (curves->walk.is_done) {
        PinSpan old = curves->shown;
        curves->shown = curves->growing;
        curves->growing = old;
        curves->is_growing = false;
    }
}

/* ---- the picture: a strip along the lower edge ---- */

enum { COLUMNS = 240 };

static const double NAMES = 264, MARGIN = 8, PAD = 5, LINE = 12.5, TEXT = 10;

static CwColour curve_colour(int curve, const CwTheme *theme)
{
    static const CwColour colours[PIN_MAX] = {{0xff, 0xd2, 0x4a, 255},
                                              {0x6f, 0xd3, 0xff, 255},
                                              {0xa6, 0xe8, 0x8a, 255},
                                              {0xff, 0x8f, 0xc0, 255}};
    return panel_ink(colours[curve], theme);
}

typedef struct Bounds {
    double low, high; /* low > high: no value */
} Bounds;

static Bounds bounds_of(const double *values, int count)
{
    Bounds bounds = {INFINITY, -INFINITY};
    for (int i = 0; i < count; i++) {
        bounds.low = fmin(bounds.low, values[i]); /* fmin and fmax ignore NaN */
        bounds.high = fmax(bounds.high, values[i]);
    }
    return bounds;
}

/* Draws each column from its lowest value to its highest, so that no peak is lost. */
static void draw_curve(const FieldCurves *curves, int pin, Box box, CwColour ink, CwDrawList *list)
{
    CwPoint2 points[2 * COLUMNS];
    const double *values = curves->shown.values[pin];
    int point_count = 0, count = curves->shown.count;
    int count_max = (int)(CURVES_S * curves->tick_rate_hz) + 1;
    Bounds all = bounds_of(values, count);
    double span = all.high > all.low ? all.high - all.low : 1;
    double per_column = fmax(1, count / (double)COLUMNS);
    double left = box.x + box.width * (1 - (double)count / count_max);
    for (double begin = 0; begin < count && point_count < 2 * COLUMNS; begin += per_column) {
        int first = (int)begin, end = (int)fmin(count, fmax(first + 1, begin + per_column));
        Bounds column = bounds_of(values + first, end - first);
        double x = left + box.width * (first + 0.5) / count_max;
        if (column.low > column.high) {
            cw_draw_polyline(list, points, point_count, 1.25, ink);
            point_count = 0;
            continue;
        }
        bool is_falling = values[first] > values[end - 1];
        double y[] = {box.y + box.height * (1 - (column.low - all.low) / span),
                      box.y + box.height * (1 - (column.high - all.low) / span)};
        points[point_count++] = (CwPoint2){x, y[is_falling]};
        if (y[0] != y[1]) {
            points[point_count++] = (CwPoint2){x, y[!is_falling]};
        }
    }
    cw_draw_polyline(list, points, point_count, 1.25, ink);
}

static void draw_name(const FieldCurves *curves, int pin, Box line, CwColour ink, CwDrawList *list)
{
    const double *values = curves->shown.values[pin];
    int count = curves->shown.count;
    char text[96] = "...";
    Bounds bounds = bounds_of(values, count);
    if (count > 0 && bounds.low <= bounds.high) {
        snprintf(text, sizeof text, "%.5g  (%.5g to %.5g)", values[count - 1], bounds.low,
                 bounds.high);
    } else if (count > 0) {
        snprintf(text, sizeof text, "not there");
    }
    double name = line.width * 0.52;
    panel_label_fit(list, (Box){line.x, line.y, name - 4, line.height},
                    &(Label){curves->pins[pin].text, CW_FACE_BOLD, CW_ALIGN_LEFT, TEXT, ink});
    panel_label_fit(list, (Box){line.x + name, line.y, line.width - name, line.height},
                    &(Label){text, CW_FACE_MONO, CW_ALIGN_LEFT, TEXT, ink});
}

void field_curves_draw(const FieldCurves *curves, const CwTheme *theme, CwDrawList *list)
{
    CwViewRect view = ui_view_begin(list, CW_ENGINE_LAYER_TIME);
    Box all = {view.x, view.y + view.height - CURVES_HEIGHT, view.width, CURVES_HEIGHT};
    Box box = {all.x + NAMES, all.y + PAD, all.width - NAMES - MARGIN, all.height - 2 * PAD};
    Box line = {all.x + MARGIN, all.y + 3, NAMES - 2 * MARGIN, LINE};
    char text[32];
    if (curves->pin_count == 0) {
        return;
    }
    panel_fill(list, all, panel_alpha(theme->shade, 245));
    panel_fill(list, box, panel_alpha(theme->text, 18));
    snprintf(text, sizeof text, "%g s", CURVES_S);
    CwColour ink = panel_alpha(theme->text, 150);
    panel_label(list, (Box){box.x + 3, box.y, 0, TEXT},
                &(Label){text, CW_FACE_REGULAR, CW_ALIGN_LEFT, TEXT - 2, ink});
    box.y += 2;
    box.height -= 4;
    for (int i = 0; i < curves->pin_count; i++, line.y += LINE) {
        CwColour colour = curve_colour(i, theme);
        draw_name(curves, i, line, colour, list);
        if (curves->shown.count > 1) {
            draw_curve(curves, i, box, colour, list);
        }
    }
}
