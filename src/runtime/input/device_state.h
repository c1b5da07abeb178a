/* The state of all devices: held keys, mouse buttons, controllers and fingers; and the device in
 * use.
 *
 * The owner applies each event; collectors read bindings from the state. It knows no edges, ticks
 * or players. If several controllers fit a binding, the largest deflection counts.
 *
 * When the window loses focus, everything but axes is cleared. When focus returns, the first repeat
 * of a key that is still held looks like a press. That is ignored if it comes at once and the key
 * was held at the loss. */
#pragma once

#include "clockwork/draw.h"
#include "input/binding.h"
#include "input/input_event.h"

enum {
    PAD_MAX = 8,     /* controllers at once; more are ignored */
    FINGER_MAX = 10, /* fingers at once; more are ignored */
    KEY_WORDS = KEY_CODE_COUNT / 64
};

typedef struct Pad {
    bool is_used;
    int64_t id;
    uint32_t buttons; /* a bit for each button */
    int axes[PAD_AXIS_COUNT];
} Pad;

typedef struct Finger {
    bool is_used;
    int64_t id;
    double x, y; /* view points */
} Finger;

typedef struct KeySet {
    uint64_t words[KEY_WORDS];
} KeySet;

/* The state of all devices. Zero: nothing is held. */
typedef struct DeviceState {
    KeySet keys;
    KeySet lifted;           /* keys released at lifted_ns or just before */
    KeySet held_at_loss;     /* keys that may still be held since the focus was lost */
    int64_t lifted_ns;       /* time of the newest of `lifted` */
    int64_t focus_gained_ns; /* INT64_MIN while the focus is away */
    uint32_t mouse_buttons;
    Pad pads[PAD_MAX];
    Finger fingers[FINGER_MAX];
    CwViewRect view; /* the visible part, divided into touch zones; zeros: the default base */
} DeviceState;

/* Ignores codes out of range and unknown fingers; adds unannounced controllers. */
void device_state_apply(DeviceState *state, const InputEvent *event);

bool keys_have(const KeySet *keys, int code);

/* The controller with this id; NULL: none. */
const Pad *device_state_pad(const DeviceState *state, int64_t id);

/* Converts raw axes -32768..32767 to a deflection of length 0..1 in the same direction. It grows
 * from 0 at the edge of the round dead zone. */
CwPoint2 dead_zone_stick(int raw_x, int raw_y, double dead_zone);

/* Converts a raw axis 0..32767 to 0..1. Negative values are rest. */
double dead_zone_trigger(int raw, double dead_zone);

/* A binding's deflection 0..CW_ACTION_VALUE_MAX. `pads` has a bit for each one that counts. */
int device_state_read(const DeviceState *state, const Binding *binding, const DeadZones *zones,
                      unsigned pads);

/* ---- the device in use: the last one used, for prompts and for buttons on the screen ---- */

typedef enum Device {
    DEVICE_KEYBOARD,
    DEVICE_PAD,
    DEVICE_MOUSE,
    DEVICE_TOUCH,
    DEVICE_COUNT
} Device;

/* The device in use. Zero: the keyboard, since time 0. */
typedef struct DeviceUse {
    Device device;
    int64_t pad;          /* the controller that was used last */
    bool has_lost_pad;    /* the controller in use was unplugged; the reader resets this */
    int64_t used_ns;      /* time of the event that was last counted as use */
    int64_t pointed_ns;   /* last use of mouse or finger */
    bool has_pointed;     /* ever */
    double motion_points; /* the mouse's motion, while it is too little to count */
} DeviceUse;

/* Takes each event. A drifting stick or a shaking mouse does not count. */
void device_use_handle_event(DeviceUse *use, const InputEvent *event);
