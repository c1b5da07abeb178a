#include "input/input_collector.h"

#include "clockwork/base.h"

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
        PadSeat *it = &players->seats[i];
        bool returns = it->taken && !it->plugged && it->make == pad->make;
        if (returns || (i == first && !it->taken)) {
            seat(players, i, pad);
            return;
        }
    }
}

/* Gives a controller to a player; those who never had one come before those who lost one. */
static void join(Players *players, const Pad *pad)
{
    for (int lost = 0; lost <= 1; lost++) {
        for (int i = 0; i < players->count; i++) {
            const PadSeat *it = &players->seats[i];
            if (wants_pad(players, i) && !it->plugged && it->taken == (lost == 1)) {
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
        const PadSeat *it = &players->seats[player];
        unsigned pads = 0;
        for (int i = 0; i < PAD_MAX; i++) {
            const Pad *pad = &players->devices->pads[i];
            pads |= (unsigned)(it->plugged && pad->used && pad->id == it->id) << i;
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
            join(players, pad);
        }
    }
    assign_pads(players);
}

bool players_push(Players *players, const InputEvent *event)
{
    bool of_a_pad = event->type == INPUT_PAD_ADDED || event->type == INPUT_PAD_REMOVED ||
                    event->type == INPUT_PAD_BUTTON || event->type == INPUT_PAD_AXIS;
    if (players->count > 1 && of_a_pad) {
        follow_pads(players, event);
    }
    bool changed = false;
    for (int i = 0; i < players->count; i++) {
        InputCollector *collector = &players->collectors[i];
        uint64_t edge_count = collector->edge_count;
        collector_push(collector, event);
        changed = changed || collector->edge_count > edge_count;
    }
    return changed;
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
