/* Draws curves of pinned fields and expressions over a paused run's last seconds, for the
 * inspector. It simulates the past again, some milliseconds each frame, and never changes the run.
 */
#pragma once

#include "fields/field_condition.h"
#include "inspect/past_walk.h"
#include "ui/panel.h"

enum { PIN_MAX = 4 };

static const double CURVES_S = 10, CURVES_HEIGHT = 56; /* height in points of ui_view.h */

/* Each pin's value after each tick from `first_tick` on; NaN where the field was missing. */
typedef struct PinSpan {
    double *values[PIN_MAX];
    uint64_t first_tick;
    int count, capacity;
} PinSpan;

/* Zero-initialise. */
typedef struct FieldCurves {
    FieldCondition pins[PIN_MAX];
    int pin_count;
    PinSpan shown, growing; /* the last complete curves, and the next ones so far */
    PastWalk walk;
    bool is_growing;
    int tick_rate_hz;
    uint64_t branch; /* changes with the run's past */
} FieldCurves;

void field_curves_free(FieldCurves *curves);

/* Pins or unpins a field or expression. False with an error if it is neither, or one too many. */
bool field_curves_toggle(FieldCurves *curves, const Session *now, const char *text, CwError *error);
int field_curves_find_pin(const FieldCurves *curves, const char *text); /* -1: not pinned */

/* Called once a frame in a pause; takes some milliseconds. `branch` changes with the run's past. */
void field_curves_update(FieldCurves *curves, const Run *run, uint64_t branch);

/* Draws a strip along the lower edge, each curve in its own scale; nothing without pins. */
void field_curves_draw(const FieldCurves *curves, const CwTheme *theme, CwDrawList *list);
