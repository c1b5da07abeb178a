/* Catches the next press as a binding, for a menu in which keys are changed. Offer it each event
 * first. Escape cancels it. A plain value. */
#pragma once

#include "input/binding.h"
#include "input/input_event.h"

typedef enum CatchState { CATCH_OFF, CATCH_WAITS, CATCH_CAUGHT, CATCH_CALLED_OFF } CatchState;

/* Zero: off. Begins as {CATCH_WAITS, pad}. */
typedef struct BindingCatch {
    CatchState state;
    bool pad;        /* of a controller; else a key or a mouse button */
    Binding binding; /* what was caught */
} BindingCatch;

/* True when the event is consumed. Releases never are, so that nothing stays held. */
bool binding_catch_take(BindingCatch *catch, const InputEvent *event);
