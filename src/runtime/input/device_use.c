#include "input/device_use.h"

#include <math.h>
#include <stdlib.h>

static const double MOTION_POINTS = 3; /* smaller motion is a bump */

static void count(DeviceUse *use, Device device, int64_t time_ns)
{
    use->device = device;
    use->used_ns = time_ns;
    use->motion_points = 0;
    if (device == DEVICE_MOUSE || device == DEVICE_TOUCH) {
        use->pointed_ns = time_ns;
        use->pointed = true;
    }
}

void device_use_take(DeviceUse *use, const InputEvent *event)
{
    if (event->type == INPUT_MOUSE_MOTION) {
        use->motion_points += fabs(event->dx) + fabs(event->dy);
        if (use->device == DEVICE_MOUSE || use->motion_points >= MOTION_POINTS) {
            count(use, DEVICE_MOUSE, event->time_ns);
        }
    } else if (event->type == INPUT_KEY && event->value != 0) {
        count(use, DEVICE_KEYBOARD, event->time_ns);
    } else if (event->type == INPUT_MOUSE_BUTTON || event->type == INPUT_WHEEL) {
        count(use, DEVICE_MOUSE, event->time_ns);
    } else if (event->type == INPUT_TOUCH_DOWN || event->type == INPUT_TOUCH_MOVE) {
        count(use, DEVICE_TOUCH, event->time_ns);
    } else if ((event->type == INPUT_PAD_BUTTON && event->value != 0) ||
               (event->type == INPUT_PAD_AXIS && abs(event->value) > AXIS_FULL / 2)) {
        count(use, DEVICE_PAD, event->time_ns);
        use->pad = event->device;
    } else if (event->type == INPUT_PAD_REMOVED && use->device == DEVICE_PAD &&
               event->device == use->pad) {
        use->device = DEVICE_KEYBOARD;
        use->pad_lost = true;
    }
}
