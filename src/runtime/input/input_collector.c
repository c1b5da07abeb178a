#include "input/input_collector.h"

#include "base/view_rect.h"
#include "clockwork/base.h"

#include <math.h>

/* Analogue bindings press at half deflection and release below 0.4: one edge near the limit. */
enum {
    PRESS_VALUE = (CW_ACTION_VALUE_MAX + 1) / 2,
    HOLD_VALUE = CW_ACTION_VALUE_MAX * 4 / 10,
    REST_VALUE = CW_ACTION_VALUE_MAX / 10 /* a binding at or below this value counts as released */
};

_Static_assert(CW_ACTION_MAX <= 32, "CwInputFrame has 32 bits for actions");
_Static_assert(PENDING_EDGES_MAX <= UINT8_MAX, "ActionState counts edges in 8 bits");

static void refresh_binding(BindingState *state, int value, bool suspended)
{
    if (value <= REST_VALUE) {
        state->muted = false;
    }
    bool held = !state->muted && value >= (state->held ? HOLD_VALUE : PRESS_VALUE);
    if (held && !state->held && suspended) {
        state->muted = true;
    }
    state->held = held && !state->muted;
    state->value = state->muted ? 0 : (uint8_t)value;
}

/* The action's state after all pending edges. */
static bool action_is_held(const InputCollector *collector, int action)
{
    return cw_input_down(&collector->latched, action) !=
           ((collector->actions[action].pending_count & 1) != 0);
}

static void queue_edge(InputCollector *collector, int action)
{
    ActionState *state = &collector->actions[action];
    uint32_t *edges =
        action_is_held(collector, action) ? &collector->released : &collector->pressed;
    *edges |= UINT32_C(1) << action;
    collector->edge_count++;
    if (state->pending_count < PENDING_EDGES_MAX) {
        state->pending_count++;
    } else {
        state->pending_count--;
    }
}

static void refresh_action(InputCollector *collector, int action)
{
    const ActionBindings *bindings = &collector->map.actions[action];
    bool held = false;
    uint8_t value = 0;
    for (int i = 0; i < bindings->count; i++) {
        BindingState *state = &collector->bindings[action][i];
        int now = device_state_read(collector->devices, &bindings->items[i],
                                    &collector->map.dead_zones, collector->pads);
        refresh_binding(state, now, collector->suspended);
        held = held || state->held;
        value = state->value > value ? state->value : value;
    }
    ActionState *state = &collector->actions[action];
    state->value = value;
    state->peak = value > state->peak ? value : state->peak;
    if (held != action_is_held(collector, action)) {
        queue_edge(collector, action);
    }
}

static void refresh_actions(InputCollector *collector)
{
    for (int action = 0; action < CW_ACTION_MAX; action++) {
        refresh_action(collector, action);
    }
}

static void add_motion(InputCollector *collector, const InputEvent *event)
{
    if (!isfinite(event->dx) || !isfinite(event->dy)) {
        return;
    }
    if (event->type == INPUT_WHEEL) {
        collector->notches += event->dy;
        return;
    }
    collector->motion_x += event->dx;
    collector->motion_y += event->dy;
}

void collector_init(InputCollector *collector, const DeviceState *devices)
{
    *collector = (InputCollector){.devices = devices, .pads = ~0U};
}

void collector_rebind(InputCollector *collector, const InputMap *map)
{
    collector->map = *map;
    for (int action = 0; action < CW_ACTION_MAX; action++) {
        for (int i = 0; i < BINDING_MAX; i++) {
            collector->bindings[action][i] = (BindingState){.muted = true};
        }
    }
    refresh_actions(collector);
}

void collector_push(InputCollector *collector, const InputEvent *event)
{
    if (event->type == INPUT_MOUSE_MOTION && isfinite(event->x) && isfinite(event->y)) {
        collector->pointer_x = event->x;
        collector->pointer_y = event->y;
        collector->has_pointed = true;
    }
    if (event->type == INPUT_MOUSE_MOTION || event->type == INPUT_WHEEL) {
        if (!collector->suspended) {
            add_motion(collector, event);
        }
        return;
    }
    if (event->type == INPUT_FOCUS_LOST) {
        /* Without focus sticks and triggers keep their deflection; muted, they are released. */
        for (int action = 0; action < CW_ACTION_MAX; action++) {
            for (int i = 0; i < BINDING_MAX; i++) {
                BindingState *state = &collector->bindings[action][i];
                state->muted = state->muted || state->value > REST_VALUE;
            }
        }
    }
    refresh_actions(collector);
}

/* Takes the whole part that fits an int16 and leaves the rest for the next tick. */
static int16_t take_whole(double *sum)
{
    double whole = trunc(fmin(fmax(*sum, INT16_MIN), INT16_MAX));
    *sum -= whole;
    return (int16_t)whole;
}

static void latch_action(InputCollector *collector, int action, CwInputFrame *frame)
{
    ActionState *state = &collector->actions[action];
    uint32_t bit = UINT32_C(1) << action;
    int taken_count = state->pending_count < 2 ? state->pending_count : 2;
    bool was_down = cw_input_down(frame, action);
    bool is_down = was_down != (taken_count == 1);
    bool pressed = taken_count == 2 || (taken_count == 1 && is_down);
    bool released = taken_count == 2 || (taken_count == 1 && was_down);
    state->pending_count = (uint8_t)(state->pending_count - taken_count);

    bool up_to_date = state->pending_count == 0 && (is_down || !pressed);
    frame->down = is_down ? frame->down | bit : frame->down & ~bit;
    frame->pressed |= pressed ? bit : 0;
    frame->released |= released ? bit : 0;
    frame->value[action] = up_to_date ? state->value : state->peak;
    if (state->pending_count == 0) {
        state->peak = state->value;
    }
}

/* The view may have changed since the pointer moved. */
static CwPoint2 pointer_in_view(const InputCollector *collector)
{
    CwViewRect view = view_or_default(collector->devices->view);
    return (CwPoint2){fmin(fmax(collector->pointer_x, view.x), view.x + view.width - 1),
                      fmin(fmax(collector->pointer_y, view.y), view.y + view.height - 1)};
}

static int16_t whole_point(double points)
{
    return (int16_t)fmin(fmax(floor(points), INT16_MIN), INT16_MAX);
}

static void put_pointer(const InputCollector *collector, CwInputFrame *frame)
{
    CwPoint2 pointer = pointer_in_view(collector);
    frame->pointer_x = whole_point(pointer.x);
    frame->pointer_y = whole_point(pointer.y);
}

CwInputFrame collector_latch_tick(InputCollector *collector)
{
    CwInputFrame *frame = &collector->latched;
    frame->pressed = frame->released = 0;
    for (int action = 0; action < CW_ACTION_MAX; action++) {
        latch_action(collector, action, frame);
    }
    put_pointer(collector, frame);
    frame->pointer_dx = take_whole(&collector->motion_x);
    frame->pointer_dy = take_whole(&collector->motion_y);
    frame->wheel = take_whole(&collector->notches);
    return *frame;
}

CwInputFrame collector_peek_tick(const InputCollector *collector)
{
    InputCollector copy = *collector;
    return collector_latch_tick(&copy);
}

CwInputFrame collector_look(InputCollector *collector)
{
    CwInputFrame frame = {.pressed = collector->pressed, .released = collector->released};
    collector->pressed = collector->released = 0;
    put_pointer(collector, &frame);
    for (int action = 0; action < CW_ACTION_MAX; action++) {
        frame.down |= (uint32_t)action_is_held(collector, action) << action;
        frame.value[action] = collector->actions[action].value;
    }
    return frame;
}

static int32_t pointer_steps(double place_m)
{
    return (int32_t)llround(fmin(fmax(place_m * CW_POINTER_STEPS_PER_M, INT32_MIN), INT32_MAX));
}

void cw_input_point_at(CwInputFrame *input, CwPoint2 place_m)
{
    input->world_x = pointer_steps(place_m.x);
    input->world_y = pointer_steps(place_m.y);
}

void collector_point(const InputCollector *collector, const CwCamera *camera, CwInputFrame *frame)
{
    if (collector->has_pointed) {
        cw_input_point_at(frame, cw_camera_to_world(camera, pointer_in_view(collector)));
    }
}

/* ---- players ---- */

void players_init(Players *players, const DeviceState *devices, int count)
{
    CW_ASSERT(count >= 1 && count <= CW_PLAYER_MAX, "a game has 1 to CW_PLAYER_MAX players");
    *players = (Players){.count = count, .devices = devices};
    for (int i = 0; i < count; i++) {
        collector_init(&players->collectors[i], devices);
    }
}

void players_rebind(Players *players, const InputMap maps[CW_PLAYER_MAX])
{
    for (int i = 0; i < players->count; i++) {
        collector_rebind(&players->collectors[i], &maps[i]);
    }
}

static bool wants_pad(const Players *players, int player)
{
    return input_map_has(&players->collectors[player].map,
                         1u << BINDING_PAD_BUTTON | 1u << BINDING_PAD_AXIS);
}

bool players_own_pad(const Players *players, int64_t id)
{
    for (int i = 0; i < players->count; i++) {
        if (players->seats[i].plugged && players->seats[i].id == id) {
            return true;
        }
    }
    return false;
}

static void seat(Players *players, int player, const Pad *pad)
{
    players->seats[player] = (PadSeat){true, true, pad->id, pad->make};
}

/* Returns a controller to its player; the very first one is the first player's. */
static void plug_in(Players *players, const Pad *pad)
{
    int first = players->count;
    for (int i = players->count - 1; i >= 0; i--) {
        first = wants_pad(players, i) ? i : first;
    }
    for (int i = 0; i < players->count; i++) {
        PadSeat *pad_seat = &players->seats[i];
        bool is_returning = pad_seat->taken && !pad_seat->plugged && pad_seat->make == pad->make;
        if (is_returning || (i == first && !pad_seat->taken)) {
            seat(players, i, pad);
            return;
        }
    }
}

/* Gives a controller to a player; those who never had one come before those who lost one. */
static void give_pad(Players *players, const Pad *pad)
{
    for (int lost = 0; lost <= 1; lost++) {
        for (int i = 0; i < players->count; i++) {
            const PadSeat *pad_seat = &players->seats[i];
            if (wants_pad(players, i) && !pad_seat->plugged && pad_seat->taken == (lost == 1)) {
                seat(players, i, pad);
                return;
            }
        }
    }
}

static void unplug(Players *players, int64_t id)
{
    for (int i = 0; i < players->count; i++) {
        if (players->seats[i].id == id) {
            players->seats[i].plugged = false;
        }
    }
}

/* Each collector reads only its player's controllers. */
static void assign_pads(Players *players)
{
    for (int player = 0; player < players->count; player++) {
        const PadSeat *pad_seat = &players->seats[player];
        unsigned pads = 0;
        for (int i = 0; i < PAD_MAX; i++) {
            const Pad *pad = &players->devices->pads[i];
            pads |= (unsigned)(pad_seat->plugged && pad->used && pad->id == pad_seat->id) << i;
        }
        players->collectors[player].pads = pads;
    }
}

static void follow_pads(Players *players, const InputEvent *event)
{
    const Pad *pad = device_state_pad(players->devices, event->device);
    if (event->type == INPUT_PAD_REMOVED) {
        unplug(players, event->device);
    } else if (pad != NULL && !players_own_pad(players, pad->id)) {
        if (event->type == INPUT_PAD_ADDED) {
            plug_in(players, pad);
        } else if (event->type == INPUT_PAD_BUTTON && event->value != 0) {
            give_pad(players, pad);
        }
    }
    assign_pads(players);
}

bool players_push(Players *players, const InputEvent *event)
{
    bool is_pad_event = event->type == INPUT_PAD_ADDED || event->type == INPUT_PAD_REMOVED ||
                        event->type == INPUT_PAD_BUTTON || event->type == INPUT_PAD_AXIS;
    if (players->count > 1 && is_pad_event) {
        follow_pads(players, event);
    }
    bool has_changed = false;
    for (int i = 0; i < players->count; i++) {
        InputCollector *collector = &players->collectors[i];
        uint64_t edge_count = collector->edge_count;
        collector_push(collector, event);
        has_changed = has_changed || collector->edge_count > edge_count;
    }
    return has_changed;
}

void players_latch_tick(Players *players, CwInputFrame frames[CW_PLAYER_MAX])
{
    for (int i = 0; i < players->count; i++) {
        frames[i] = collector_latch_tick(&players->collectors[i]);
    }
}

void players_peek_tick(const Players *players, CwInputFrame frames[CW_PLAYER_MAX])
{
    for (int i = 0; i < players->count; i++) {
        frames[i] = collector_peek_tick(&players->collectors[i]);
    }
}

void players_suspend(Players *players, bool suspended)
{
    for (int i = 0; i < players->count; i++) {
        players->collectors[i].suspended = suspended;
    }
}

void players_discard_edges(Players *players)
{
    for (int i = 0; i < players->count; i++) {
        CwInputFrame input;
        do {
            input = collector_latch_tick(&players->collectors[i]);
        } while ((input.pressed | input.released) != 0);
    }
}
