/* A binding is the part of a device that drives an action: a key, a button, half of an axis, or a
 * zone of the touch screen.
 *
 * src/engine/host/bindings.h makes bindings from the words in config.ini; the input collector reads
 * them. Plain values, owned by whoever holds them; no names and no SDL in here. */
#pragma once

#include "clockwork/input.h"

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

/* A rectangle of the view in percent, left and top edge inside, right and bottom edge outside
 * unless they are 100. */
typedef struct TouchZone {
    uint8_t x0_percent, x1_percent;
    uint8_t y0_percent, y1_percent;
} TouchZone;

typedef struct Binding {
    BindingSource source;
    int code;       /* scancode, button or PadAxis; unused for touch */
    int sign;       /* axes: +1 or -1, the half that counts */
    TouchZone zone; /* touch only */
} Binding;

typedef struct ActionBindings {
    Binding items[BINDING_MAX];
    int count;
} ActionBindings;

/* Parts of the full deflection that count as rest, [0, DEAD_ZONE_LARGEST]; others are clamped. */
typedef struct DeadZones {
    double stick;
    double trigger;
} DeadZones;

/* Everything of the configuration that decides what device input means. Actions without bindings
 * (also those beyond the game's table) stay zero. */
typedef struct InputMap {
    ActionBindings actions[CW_ACTION_MAX];
    DeadZones dead_zones;
} InputMap;
