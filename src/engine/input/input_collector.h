/* The input collector: uneven device events in, one CwInputFrame a tick out.
 *
 * The stage pushes events whenever the host polls; each tick latches once. Frames and ticks need
 * not match: every press and every release of an action reaches exactly one tick, in order, whether
 * a frame has 0, 1 or 8 ticks. For that an action keeps only its state at the last latch and the
 * number of edges since, which alternate by nature; a latch takes at most one of each kind and the
 * rest waits. So a tap within one frame is pressed and released in one tick (with its deflection,
 * so that it counts), and a press in a frame without ticks waits for the next tick.
 *
 * A plain struct of fixed size, without allocation, SDL or clock; one serves the ticks of the game,
 * a second one the user interface, latched once a frame. Both read the same devices. */
#pragma once

#include "clockwork/input.h"
#include "input/binding.h"
#include "input/device_state.h"
#include "input/input_event.h"

/* Edges of one action that may wait. One more cancels the last (they are a press and a release, or
 * the reverse): nothing real presses 16 times between two ticks. */
enum { PENDING_EDGES_MAX = 32 };

typedef struct BindingState {
    bool held;
    bool muted;    /* deflected, but counts as let go until it was really let go */
    uint8_t value; /* 0..CW_ACTION_VALUE_MAX */
} BindingState;

typedef struct ActionState {
    uint8_t pending_count; /* edges since the last latch, press and release in turn */
    uint8_t value;         /* deflection now: the largest of its bindings */
    uint8_t peak;          /* largest value since a latch that left nothing pending */
} ActionState;

typedef struct InputCollector {
    InputMap map;
    const DeviceState *devices; /* what is held; its owner's */
    unsigned pads;              /* which of its controllers count: bit n, ~0 for all */
    BindingState bindings[CW_ACTION_MAX][BINDING_MAX];
    ActionState actions[CW_ACTION_MAX];
    CwInputFrame latched;       /* what the last latch returned */
    uint32_t pressed, released; /* edges that no look has shown yet, a bit an action */
    /* While this is set, in a pause menu, devices are followed but nothing reaches a latch.
     * Afterwards what is still held stays held, what was released gets its one release, and what
     * was pressed meanwhile counts once it was released and pressed again. Edges that waited before
     * the pause arrive after it. */
    bool suspended;
    bool pointed;                       /* the pointer moved at all */
    double pointer_x, pointer_y;        /* view points */
    double motion_x, motion_y, notches; /* not yet latched, fractions included */
    uint64_t edge_count;                /* presses and releases so far */
} InputCollector;

/* Starts with nothing held and nothing pending. The map is copied; the devices must stay where they
 * are. */
void collector_init(InputCollector *collector, const DeviceState *devices, const InputMap *map);

/* Other bindings or dead zones from now on (a changed configuration). What was held is released,
 * and counts again once it was let go and pressed. */
void collector_rebind(InputCollector *collector, const InputMap *map);

/* Takes in one event, in order of time, after device_state_apply has. */
void collector_push(InputCollector *collector, const InputEvent *event);

/* The input of a frame, for a user interface. While suspended: what was held before, without edges
 * or motion. */
CwInputFrame collector_latch_frame(InputCollector *collector);

/* The input of one tick of the game: call it exactly once for each. In a pause, for a single step,
 * it is as if the pause ended before it and began again. */
CwInputFrame collector_latch_tick(InputCollector *collector);

/* What collector_latch_tick would return now. Takes nothing. */
CwInputFrame collector_peek_tick(const InputCollector *collector);

/* Returns what is held and pointed at now, with the edges since the last look and without motion.
 * Takes nothing from a latch. */
CwInputFrame collector_look(InputCollector *collector);

/* Writes where it points in the world as a camera sees it into a frame's world_x and world_y;
 * nothing before the pointer first moved. */
void collector_point(const InputCollector *collector, const CwCamera *camera, CwInputFrame *frame);
