#include "input_events.h"

void push_key(InputCollector *collector, int code, int down)
{
    collector_push(collector, &(InputEvent){.type = INPUT_KEY, .code = code, .value = down});
}

void push_key_repeat(InputCollector *collector, int code)
{
    collector_push(collector,
                   &(InputEvent){.type = INPUT_KEY, .code = code, .value = 1, .repeat = true});
}

void push_mouse(InputCollector *collector, int button, int down)
{
    collector_push(collector,
                   &(InputEvent){.type = INPUT_MOUSE_BUTTON, .code = button, .value = down});
}

void push_motion(InputCollector *collector, double dx, double dy)
{
    collector_push(collector, &(InputEvent){.type = INPUT_MOUSE_MOTION, .dx = dx, .dy = dy});
}

void push_pad_button(InputCollector *collector, int64_t pad, int button, int down)
{
    collector_push(
        collector,
        &(InputEvent){.type = INPUT_PAD_BUTTON, .device = pad, .code = button, .value = down});
}

void push_pad_axis(InputCollector *collector, int64_t pad, int axis, int value)
{
    collector_push(
        collector,
        &(InputEvent){.type = INPUT_PAD_AXIS, .device = pad, .code = axis, .value = value});
}

void push_touch(InputCollector *collector, InputEventType type, int64_t finger, double x, double y)
{
    collector_push(collector, &(InputEvent){.type = type, .device = finger, .x = x, .y = y});
}

void push_plain(InputCollector *collector, InputEventType type, int64_t device)
{
    collector_push(collector, &(InputEvent){.type = type, .device = device});
}

void push_at(InputCollector *collector, InputEvent event, int64_t time_ns)
{
    event.time_ns = time_ns;
    collector_push(collector, &event);
}
