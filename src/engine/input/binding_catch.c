#include "input/binding_catch.h"

#include <stdlib.h>

enum { SCANCODE_ESCAPE = 41 }; /* of USB, as SDL numbers it */

/* Half of its way is meant. */
static bool is_pressed(const InputEvent *event)
{
    return event->type == INPUT_PAD_AXIS ? abs(event->value) > AXIS_FULL / 2 : event->value != 0;
}

static bool is_wanted(const BindingCatch *catch, InputEventType type)
{
    bool pads = type == INPUT_PAD_BUTTON || type == INPUT_PAD_AXIS;
    return catch->pad ? pads : type == INPUT_KEY || type == INPUT_MOUSE_BUTTON;
}

static Binding binding_of(const InputEvent *event)
{
    BindingSource source = event->type == INPUT_KEY            ? BINDING_KEY
                           : event->type == INPUT_MOUSE_BUTTON ? BINDING_MOUSE
                           : event->type == INPUT_PAD_BUTTON   ? BINDING_PAD_BUTTON
                                                               : BINDING_PAD_AXIS;
    int sign = source != BINDING_PAD_AXIS ? 0 : event->value > 0 ? 1 : -1;
    return (Binding){.source = source, .code = event->code, .sign = sign};
}

bool binding_catch_take(BindingCatch *catch, const InputEvent *event)
{
    bool button = event->type == INPUT_KEY || event->type == INPUT_MOUSE_BUTTON ||
                  event->type == INPUT_PAD_BUTTON || event->type == INPUT_PAD_AXIS;
    if (catch->state != CATCH_WAITS || !button || !is_pressed(event)) {
        return false;
    }
    if (event->repeat) {
        return true;
    }
    if (event->type == INPUT_KEY && event->code == SCANCODE_ESCAPE) {
        catch->state = CATCH_CALLED_OFF;
    } else if (is_wanted(catch, event->type)) {
        catch->binding = binding_of(event);
        catch->state = CATCH_CAUGHT;
    }
    return true;
}
