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
        state->is_muted = false;
    }
    bool held = !state->is_muted && value >= (state->is_held ? HOLD_VALUE : PRESS_VALUE);
    if (held && !state->is_held && suspended) {
        state->is_muted = true;
    }
    state->is_held = held && !state->is_muted;
    state->value = state->is_muted ? 0 : (uint8_t)value;
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
        refresh_binding(state, now, collector->is_suspended);
        held = held || state->is_held;
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

void collector_init(InputCollector *collector, const DeviceState *devices)
{
    *collector = (InputCollector){.devices = devices, .pads = ~0U};
}

void collector_rebind(InputCollector *collector, const InputMap *map)
{
    collector->map = *map;
    for (int action = 0; action < CW_ACTION_MAX; action++) {
        for (int i = 0; i < BINDING_MAX; i++) {
            collector->bindings[action][i] = (BindingState){.is_muted = true};
        }
    }
    refresh_actions(collector);
}

void collector_push(InputCollector *collector, const InputEvent *event)
{
    double share = collector->is_suspended ? 0 : 1; /* motion in a pause is ignored */
    if (event->type == INPUT_MOUSE_MOTION) {
        collector->pointer_x = event->x;
        collector->pointer_y = event->y;
        collector->has_pointed = true;
        collector->motion_x += share * event->dx;
        collector->motion_y += share * event->dy;
        return;
    }
    if (event->type == INPUT_WHEEL) {
        collector->notches += share * event->dy;
        return;
    }
    if (event->type == INPUT_FOCUS_LOST) {
        /* Without focus sticks and triggers keep their deflection; muted, they are released. */
        for (int action = 0; action < CW_ACTION_MAX; action++) {
            for (int i = 0; i < BINDING_MAX; i++) {
                BindingState *state = &collector->bindings[action][i];
                state->is_muted = state->is_muted || state->value > REST_VALUE;
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
    *players = (Players){.count = count, .devices = devices, .first_with_pad = count > 1};
    for (int i = 0; i < count; i++) {
        players->bindings[i] = i;
        collector_init(&players->collectors[i], devices);
    }
}

void players_rebind(Players *players, const InputMap maps[CW_PLAYER_MAX])
{
    for (int i = 0; i < players->count; i++) {
        collector_rebind(&players->collectors[i], &maps[players->bindings[i]]);
    }
}

int players_pad_owner(const Players *players, int64_t id)
{
    for (int i = 0; i < players->count; i++) {
        if (players->seats[i].is_plugged && players->seats[i].id == id) {
            return i;
        }
    }
    return -1;
}

/* The next player without a controller who can use one; `lost`: and had one. -1: none. */
static int next_player(const Players *players, bool lost)
{
    const unsigned of_pads = 1u << BINDING_PAD_BUTTON | 1u << BINDING_PAD_AXIS;
    for (int i = 0; i < players->count; i++) {
        int player = (players->first_with_pad + i) % players->count;
        const PadSeat *seat = &players->seats[player];
        if (input_map_has(&players->collectors[player].map, of_pads) && !seat->is_plugged &&
            seat->is_taken == lost) {
            return player;
        }
    }
    return -1;
}

static void plug_in(Players *players, const Pad *pad)
{
    int loser = next_player(players, true),
        player = loser >= 0 ? loser : next_player(players, false);
    if (player >= 0) {
        players->seats[player] = (PadSeat){true, true, pad->id};
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
            pads |= (unsigned)(pad_seat->is_plugged && pad->is_used && pad->id == pad_seat->id)
                    << i;
        }
        players->collectors[player].pads = pads;
    }
}

/* The player whose bindings have this key, or else the player with the first bindings. */
static int find_key_owner(const Players *players, const Binding *key)
{
    int owner = 0;
    for (int i = players->count - 1; i >= 0; i--) {
        owner = players->bindings[i] == 0 ? i : owner;
    }
    for (int i = 0; i < players->count * CW_ACTION_MAX; i++) {
        const InputMap *map = &players->collectors[i / CW_ACTION_MAX].map;
        const ActionBindings *bound = &map->actions[i % CW_ACTION_MAX];
        for (int j = 0; j < bound->count; j++) {
            bool is_same =
                bound->items[j].source == key->source && bound->items[j].code == key->code;
            owner = is_same ? i / CW_ACTION_MAX : owner;
        }
    }
    return owner;
}

static void trade_bindings(Players *players, int a, int b)
{
    InputMap map = players->collectors[a].map;
    int bindings = players->bindings[a];
    collector_rebind(&players->collectors[a], &players->collectors[b].map);
    collector_rebind(&players->collectors[b], &map);
    players->bindings[a] = players->bindings[b];
    players->bindings[b] = bindings;
}

bool players_give(Players *players, int player, const Binding *pressed, int64_t device)
{
    const Pad *pad = device_state_pad(players->devices, device);
    PadSeat *seats = players->seats, old = seats[player];
    int owner = pad != NULL ? players_pad_owner(players, device) : find_key_owner(players, pressed);
    bool has_owner = owner >= 0 && owner != player,
         is_device = pad != NULL || !seats[owner].is_plugged;
    bool is_earlier = has_owner && is_device && owner < player && players->is_joining;
    if (is_earlier || (device >= 0 && pad == NULL)) {
        return false;
    }
    if (has_owner && is_device) {
        seats[owner] = old;
    }
    seats[player] = (PadSeat){true, pad != NULL, device};
    if (has_owner && (pad == NULL || !old.is_plugged)) {
        trade_bindings(players, player, owner);
    }
    assign_pads(players);
    return true;
}

static void follow_pads(Players *players, const InputEvent *event)
{
    const Pad *pad = device_state_pad(players->devices, event->device);
    int owner = players_pad_owner(players, event->device);
    bool is_pressed = event->type == INPUT_PAD_BUTTON && event->value != 0;
    if (event->type == INPUT_PAD_REMOVED && owner >= 0) {
        players->seats[owner].is_plugged = false;
    } else if (pad != NULL && owner < 0 && (event->type == INPUT_PAD_ADDED || is_pressed)) {
        plug_in(players, pad);
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
        players->collectors[i].is_suspended = suspended;
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
