#include "input/device_state.h"

#include "base/view_rect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* SDL releases all keys just before it reports the lost focus. */
#define LIFTED_BY_LOSS_NS 5000000
/* Held keys repeat every 40 ms or faster, so the first repeat comes within this time. */
#define HELD_KEY_SHOWS_NS 120000000

bool keys_have(const KeySet *keys, int code)
{
    return (keys->words[code / 64] >> (code % 64) & 1) != 0;
}

static void keys_set(KeySet *keys, int code, bool present)
{
    uint64_t bit = UINT64_C(1) << (code % 64);
    if (present) {
        keys->words[code / 64] |= bit;
    } else {
        keys->words[code / 64] &= ~bit;
    }
}

static void lift_key(DeviceState *state, const InputEvent *event)
{
    if (event->time_ns - state->lifted_ns > LIFTED_BY_LOSS_NS) {
        state->lifted = (KeySet){0};
    }
    if (keys_have(&state->keys, event->code)) {
        keys_set(&state->lifted, event->code, true);
        state->lifted_ns = event->time_ns;
    }
    keys_set(&state->keys, event->code, false);
    keys_set(&state->held_at_loss, event->code, false);
}

static void apply_key(DeviceState *state, const InputEvent *event)
{
    if (event->code < 0 || event->code >= KEY_CODE_COUNT || event->is_repeat) {
        return;
    }
    if (event->value == 0) {
        lift_key(state, event);
        return;
    }
    bool is_still_held = keys_have(&state->held_at_loss, event->code) &&
                         state->focus_gained_ns != INT64_MIN &&
                         event->time_ns - state->focus_gained_ns <= HELD_KEY_SHOWS_NS;
    if (!is_still_held) {
        keys_set(&state->keys, event->code, true);
    }
}

static void apply_button(uint32_t *buttons, const InputEvent *event)
{
    if (event->code < 0 || event->code >= BUTTON_CODE_COUNT) {
        return;
    }
    uint32_t bit = UINT32_C(1) << event->code;
    *buttons = event->value != 0 ? *buttons | bit : *buttons & ~bit;
}

const Pad *device_state_pad(const DeviceState *state, int64_t id)
{
    for (int i = 0; i < PAD_MAX; i++) {
        if (state->pads[i].is_used && state->pads[i].id == id) {
            return &state->pads[i];
        }
    }
    return NULL;
}

/* Applies a controller's event. Its first event adds it, if there is room. */
static void apply_pad(DeviceState *state, const InputEvent *event)
{
    const Pad *known = device_state_pad(state, event->device);
    int place = known != NULL ? (int)(known - state->pads) : 0;
    while (known == NULL && place < PAD_MAX && state->pads[place].is_used) {
        place++;
    }
    if (place == PAD_MAX) {
        return;
    }
    Pad *pad = &state->pads[place];
    pad->is_used = true;
    pad->id = event->device;
    if (event->type == INPUT_PAD_BUTTON) {
        apply_button(&pad->buttons, event);
    } else if (event->type == INPUT_PAD_REMOVED) {
        *pad = (Pad){0};
    } else if (event->type == INPUT_PAD_AXIS && event->code >= 0 && event->code < PAD_AXIS_COUNT) {
        pad->axes[event->code] = event->value;
    }
}

/* The finger with this id; on its first touch the next free entry; otherwise NULL. */
static Finger *find_finger(DeviceState *state, const InputEvent *event)
{
    Finger *free_finger = NULL;
    for (int i = 0; i < FINGER_MAX; i++) {
        Finger *finger = &state->fingers[i];
        if (finger->is_used && finger->id == event->device) {
            return finger;
        }
        if (!finger->is_used && free_finger == NULL) {
            free_finger = finger;
        }
    }
    return event->type == INPUT_TOUCH_DOWN ? free_finger : NULL;
}

static void apply_touch(DeviceState *state, const InputEvent *event)
{
    Finger *finger = find_finger(state, event);
    if (finger == NULL) {
        return;
    }
    *finger = (Finger){.is_used = event->type != INPUT_TOUCH_UP,
                       .id = event->device,
                       .x = event->x,
                       .y = event->y};
}

static void lose_focus(DeviceState *state, int64_t time_ns)
{
    bool was_just_lifted = time_ns - state->lifted_ns <= LIFTED_BY_LOSS_NS;
    for (int i = 0; i < KEY_WORDS; i++) {
        state->held_at_loss.words[i] |=
            state->keys.words[i] | (was_just_lifted ? state->lifted.words[i] : 0);
    }
    state->keys = (KeySet){0};
    state->focus_gained_ns = INT64_MIN;
    state->mouse_buttons = 0;
    memset(state->fingers, 0, sizeof state->fingers);
    for (int i = 0; i < PAD_MAX; i++) {
        state->pads[i].buttons = 0;
    }
}

void device_state_apply(DeviceState *state, const InputEvent *event)
{
    switch (event->type) {
    case INPUT_KEY:
        apply_key(state, event);
        break;
    case INPUT_MOUSE_BUTTON:
        apply_button(&state->mouse_buttons, event);
        break;
    case INPUT_PAD_BUTTON:
    case INPUT_PAD_AXIS:
    case INPUT_PAD_ADDED:
    case INPUT_PAD_REMOVED:
        apply_pad(state, event);
        break;
    case INPUT_TOUCH_DOWN:
    case INPUT_TOUCH_MOVE:
    case INPUT_TOUCH_UP:
        apply_touch(state, event);
        break;
    case INPUT_FOCUS_LOST:
        lose_focus(state, event->time_ns);
        break;
    case INPUT_FOCUS_GAINED:
        state->focus_gained_ns = event->time_ns;
        break;
    case INPUT_MOUSE_MOTION:
    case INPUT_WHEEL:
    case INPUT_TEXT:
    case INPUT_COMPOSING:
    case INPUT_FILE:
    case INPUT_EVENT_TYPE_COUNT:
        break;
    }
}

/* ---- dead zones ---- */

/* Stretches [dead_zone, 1] to [0, 1]. */
static double stretch(double length, double dead_zone)
{
    return length <= dead_zone ? 0 : fmin((length - dead_zone) / (1 - dead_zone), 1);
}

CwPoint2 dead_zone_stick(int raw_x, int raw_y, double dead_zone)
{
    double x = raw_x / (double)AXIS_FULL, y = raw_y / (double)AXIS_FULL;
    double length = sqrt(x * x + y * y);
    double stretched = stretch(length, dead_zone);
    return stretched <= 0 ? (CwPoint2){0, 0}
                          : (CwPoint2){x / length * stretched, y / length * stretched};
}

double dead_zone_trigger(int raw, double dead_zone)
{
    return stretch(raw / (double)AXIS_FULL, dead_zone);
}

/* ---- bindings ---- */

static double read_axis(const Pad *pad, const Binding *binding, const DeadZones *zones)
{
    int code = binding->code, x = code / 2 * 2; /* x axis of the stick; the y axis follows */
    if (code >= PAD_AXIS_LEFT_TRIGGER) {
        return code < PAD_AXIS_COUNT ? dead_zone_trigger(pad->axes[code], zones->trigger) : 0;
    }
    CwPoint2 stick = dead_zone_stick(pad->axes[x], pad->axes[x + 1], zones->stick);
    return code == x ? stick.x : stick.y;
}

/* The strongest deflection on any of the controllers. */
static int read_pads(const DeviceState *state, const Binding *binding, const DeadZones *zones,
                     unsigned pads)
{
    double most = 0;
    for (int i = 0; i < PAD_MAX; i++) {
        const Pad *pad = &state->pads[i];
        if (!pad->is_used || (pads >> i & 1) == 0) {
            continue;
        }
        double deflection = binding->source == BINDING_PAD_AXIS
                                ? binding->sign * read_axis(pad, binding, zones)
                                : (double)(pad->buttons >> binding->code & 1);
        most = fmax(most, deflection);
    }
    return (int)(most * (double)CW_ACTION_VALUE_MAX + 0.5);
}

static bool is_within(double position, int from_percent, int to_percent)
{
    double percent = position * 100;
    return percent >= from_percent &&
           (percent < to_percent || (to_percent == 100 && percent <= 100));
}

static bool is_zone_touched(const DeviceState *state, const TouchZone *zone)
{
    CwViewRect view = view_or_default(state->view);
    for (int i = 0; i < FINGER_MAX; i++) {
        const Finger *finger = &state->fingers[i];
        double x = (finger->x - view.x) / view.width, y = (finger->y - view.y) / view.height;
        if (finger->is_used && is_within(x, zone->x0_percent, zone->x1_percent) &&
            is_within(y, zone->y0_percent, zone->y1_percent)) {
            return true;
        }
    }
    return false;
}

int device_state_read(const DeviceState *state, const Binding *binding, const DeadZones *zones,
                      unsigned pads)
{
    switch (binding->source) {
    case BINDING_KEY:
        return keys_have(&state->keys, binding->code) ? CW_ACTION_VALUE_MAX : 0;
    case BINDING_MOUSE:
        return (state->mouse_buttons >> binding->code & 1) != 0 ? CW_ACTION_VALUE_MAX : 0;
    case BINDING_PAD_BUTTON:
    case BINDING_PAD_AXIS:
        return read_pads(state, binding, zones, pads);
    case BINDING_TOUCH:
        return is_zone_touched(state, &binding->zone) ? CW_ACTION_VALUE_MAX : 0;
    case BINDING_SOURCE_COUNT:
        break;
    }
    return 0;
}

/* ---- the device in use ---- */

static const double MOTION_POINTS = 3; /* smaller motion is a bump */

static void count_use(DeviceUse *use, Device device, int64_t time_ns)
{
    use->device = device;
    use->used_ns = time_ns;
    use->motion_points = 0;
    if (device == DEVICE_MOUSE || device == DEVICE_TOUCH) {
        use->pointed_ns = time_ns;
        use->has_pointed = true;
    }
}

void device_use_handle_event(DeviceUse *use, const InputEvent *event)
{
    if (event->type == INPUT_MOUSE_MOTION) {
        use->motion_points += fabs(event->dx) + fabs(event->dy);
        if (use->device == DEVICE_MOUSE || use->motion_points >= MOTION_POINTS) {
            count_use(use, DEVICE_MOUSE, event->time_ns);
        }
    } else if (event->type == INPUT_KEY && event->value != 0) {
        count_use(use, DEVICE_KEYBOARD, event->time_ns);
    } else if (event->type == INPUT_MOUSE_BUTTON || event->type == INPUT_WHEEL) {
        count_use(use, DEVICE_MOUSE, event->time_ns);
    } else if (event->type == INPUT_TOUCH_DOWN || event->type == INPUT_TOUCH_MOVE) {
        count_use(use, DEVICE_TOUCH, event->time_ns);
    } else if ((event->type == INPUT_PAD_BUTTON && event->value != 0) ||
               (event->type == INPUT_PAD_AXIS && abs(event->value) > AXIS_FULL / 2)) {
        count_use(use, DEVICE_PAD, event->time_ns);
        use->pad = event->device;
    } else if (event->type == INPUT_PAD_REMOVED && use->device == DEVICE_PAD &&
               event->device == use->pad) {
        use->device = DEVICE_KEYBOARD;
        use->has_lost_pad = true;
    }
}
