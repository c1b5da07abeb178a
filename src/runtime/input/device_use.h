/* The device in use: the last one used, for prompts and for buttons on the screen. Its owner passes
 * it each event. A drifting stick or a shaking mouse does not count. A plain value. */
#pragma once

#include "input/input_event.h"

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
    bool pad_lost;        /* the controller in use was unplugged; the reader resets this */
    int64_t used_ns;      /* time of the event that was last counted as use */
    int64_t pointed_ns;   /* last use of mouse or finger */
    bool pointed;         /* ever */
    double motion_points; /* the mouse's motion, not yet enough to count */
} DeviceUse;

void device_use_take(DeviceUse *use, const InputEvent *event);
