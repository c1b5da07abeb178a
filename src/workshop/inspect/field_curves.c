#include "inspect/field_curves.h"

#include <math.h>
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

bool field_curves_toggle_pin(FieldCurves *curves, const Session *session, const char *text,
                             CwError *error)
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
    bool ok = field_condition_open(&curves->pins[curves->pin_count], session->world, text, error);
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

/* Begins the curves that end at the world's tick, unless they exist or are in the making. */
static void follow_world(FieldCurves *curves, const Run *run, uint64_t branch)
{
    uint64_t ticks = (uint64_t)(CURVES_S * run->session->desc.settings.tick_rate);
    uint64_t now = cw_world_tick(run->session->world), oldest = run_oldest(run);
    uint64_t first = now > oldest + ticks ? now - ticks : oldest;
    const PinSpan *shown = &curves->shown;
    bool is_same_branch = branch == curves->branch;
    bool is_shown = is_same_branch && shown->count > 0 && shown->first_tick == first &&
                    first + (uint64_t)shown->count - 1 == now;
    bool is_in_making = is_same_branch && curves->is_growing && curves->walk.from == first &&
                        curves->walk.until == now;
    curves->branch = branch;
    curves->tick_rate_hz = run->session->desc.settings.tick_rate;
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
