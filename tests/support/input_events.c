#include "input_events.h"

static DeviceState devices;

void start_collector(InputCollector *collector, const InputMap *map)
{
    devices = (DeviceState){0};
    collector_init(collector, &devices);
    collector_rebind(collector, map);
}

void bind_action(InputMap *map, int action, Binding binding)
{
    ActionBindings *bindings = &map->actions[action];
    bindings->items[bindings->count++] = binding;
}

void push_event(InputCollector *collector, const InputEvent *event)
{
    device_state_apply(&devices, event);
    collector_push(collector, event);
}

void push_key(InputCollector *collector, int code, int down)
{
    push_event(collector, &(InputEvent){.type = INPUT_KEY, .code = code, .value = down});
}

void push_motion(InputCollector *collector, double dx, double dy)
{
    push_event(collector, &(InputEvent){.type = INPUT_MOUSE_MOTION, .dx = dx, .dy = dy});
}

void push_pad_axis(InputCollector *collector, int64_t pad, int axis, int value)
{
    push_event(collector,
               &(InputEvent){.type = INPUT_PAD_AXIS, .device = pad, .code = axis, .value = value});
}

void push_plain(InputCollector *collector, InputEventType type, int64_t device)
{
    push_event(collector, &(InputEvent){.type = type, .device = device});
}
