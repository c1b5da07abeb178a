/* Device events at time 0 for tests of the input collector, pushed in one call each. */
#pragma once

#include "input/input_collector.h"

/* The one collector of a test, with devices that hold nothing; and any event to both. */
void start_collector(InputCollector *collector, const InputMap *map);
void push_event(InputCollector *collector, const InputEvent *event);

void push_key(InputCollector *collector, int code, int down);
void push_motion(InputCollector *collector, double dx, double dy);
void push_pad_axis(InputCollector *collector, int64_t pad, int axis, int value);

void bind_action(InputMap *map, int action, Binding binding);
void push_plain(InputCollector *collector, InputEventType type, int64_t device);
