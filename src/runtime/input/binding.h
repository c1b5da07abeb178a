/* A binding names the part of a device that triggers an action: a key, a button, half of an axis,
 * or a zone of the touch screen. host/bindings.h parses them; collectors read them. */
#pragma once

#include "clockwork/input.h"

#include <stdbool.h>
#include <stdint.h>

enum { BINDING_MAX = 8 }; /* bindings an action may have */

typedef enum BindingSource {
    BINDING_KEY,
    BINDING_MOUSE,
    BINDING_PAD_BUTTON,
    BINDING_PAD_AXIS,
    BINDING_TOUCH,
    BINDING_SOURCE_COUNT
} BindingSource;

/* A part of the view in percent; right and bottom edge are outside unless they are 100. */
typedef struct TouchZone {
    uint8_t x0_percent, x1_percent;
    uint8_t y0_percent, y1_percent;
} TouchZone;

typedef struct Binding {
    BindingSource source;
    int code;       /* scancode, button or PadAxis; unused for touch */
    int sign;       /* axes: +1 or -1, the half that drives the action */
    TouchZone zone; /* touch only */
} Binding;

typedef struct ActionBindings {
    Binding items[BINDING_MAX];
    int count;
} ActionBindings;

/* Shares of full deflection that count as rest, [0, 0.9]. */
typedef struct DeadZones {
    double stick;
    double trigger;
} DeadZones;

/* Translates device input into actions. Actions without bindings stay zero. */
typedef struct InputMap {
    ActionBindings actions[CW_ACTION_MAX];
    DeadZones dead_zones;
} InputMap;

/* Whether any action is bound to one of these sources; `sources` has bits 1 << BINDING_KEY etc. */
static inline bool input_map_has(const InputMap *map, unsigned sources)
{
    unsigned found = 0;
    for (int action = 0; action < CW_ACTION_MAX; action++) {
        for (int i = 0; i < map->actions[action].count; i++) {
            found |= 1u << map->actions[action].items[i].source;
        }
    }
    return (found & sources) != 0;
}
