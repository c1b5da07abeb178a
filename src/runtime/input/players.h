/* The players at this machine, each with an input collector and bindings of its own.
 *
 * A single player has every device. Several share keyboard, mouse and touch by their bindings and
 * have one controller each: the first plugged in is the first player's; any other joins the next
 * player without one at a button press. An unplugged one returns to its player, or is replaced if
 * no other player waits. Players whose bindings name no controller are left out.
 *
 * The stage owns it and passes it each event that nothing else took. Ticks latch from it. */
#pragma once

#include "input/input_collector.h"

/* The seat of a player's controller; zero: none yet. */
typedef struct PadSeat {
    bool taken;
    bool plugged;
    int64_t id;
    int32_t make; /* recognises a controller that comes back under another id */
} PadSeat;

typedef struct Players {
    int count;
    const DeviceState *devices; /* held buttons and axes; the owner's */
    InputCollector collectors[CW_PLAYER_MAX];
    PadSeat seats[CW_PLAYER_MAX];
} Players;

/* Starts `count` players, 1..CW_PLAYER_MAX. Nothing is bound until players_rebind. */
void players_init(Players *players, const DeviceState *devices, int count);

/* Like collector_rebind, with a map for each player. */
void players_rebind(Players *players, const InputMap maps[CW_PLAYER_MAX]);

/* Whether a controller belongs to one of several players. */
bool players_own_pad(const Players *players, int64_t id);

/* Passes the event to each collector. True when it changed any action. */
bool players_push(Players *players, const InputEvent *event);

/* Like the collectors' functions, for each player. */
void players_latch_tick(Players *players, CwInputFrame frames[CW_PLAYER_MAX]);
void players_peek_tick(const Players *players, CwInputFrame frames[CW_PLAYER_MAX]);
void players_suspend(Players *players, bool suspended);

/* Discards edges that no tick has taken; held actions stay held. */
void players_discard_edges(Players *players);
