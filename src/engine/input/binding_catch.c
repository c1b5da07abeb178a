#include "input/binding_catch.h"

#include <stdlib.h>

enum { SCANCODE_ESCAPE = 41 }; /* of USB, as SDL numbers it */

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
    bool axis = event->type == INPUT_PAD_AXIS, pad = axis || event->type == INPUT_PAD_BUTTON;
    bool button = pad || event->type == INPUT_KEY || event->type == INPUT_MOUSE_BUTTON;
    int least = axis ? AXIS_FULL / 2 + 1 : 1; /* half of an axis's way is meant */
    if (catch->state != CATCH_WAITS || !button || abs(event->value) < least) {
        return false;
    }
    if (event->repeat) {
        return true;
    }
    if (event->type == INPUT_KEY && event->code == SCANCODE_ESCAPE) {
        catch->state = CATCH_CALLED_OFF;
    } else if (pad == catch->pad) {
        catch->binding = binding_of(event);
        catch->state = CATCH_CAUGHT;
    }
    return true;
}
