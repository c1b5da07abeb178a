/* Device events for tests of the input collector, pushed in one call each. Times are 0 unless the
 * test sets them itself through push_at. */
#pragma once

#include "input/input_collector.h"

/* The one collector of a test, with devices that hold nothing; and any event to both. */
void start_collector(InputCollector *collector, const InputMap *map);
void push_event(InputCollector *collector, const InputEvent *event);

void push_key(InputCollector *collector, int code, int down);
void push_key_repeat(InputCollector *collector, int code);
void push_mouse(InputCollector *collector, int button, int down);
void push_motion(InputCollector *collector, double dx, double dy);
void push_pad_button(InputCollector *collector, int64_t pad, int button, int down);
void push_pad_axis(InputCollector *collector, int64_t pad, int axis, int value);
/* x, y: 0..1 across the view. */
void push_touch(InputCollector *collector, InputEventType type, int64_t finger, double x, double y);

void bind_action(InputMap *map, int action, Binding binding);
void push_plain(InputCollector *collector, InputEventType type, int64_t device);
void push_at(InputCollector *collector, InputEvent event, int64_t time_ns);
