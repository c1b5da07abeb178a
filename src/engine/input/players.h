/* The players at this machine: each has an input collector with bindings of its own, and at most
 * one controller where there are several players.
 *
 * A single player has every controller, the keyboard, the mouse and touch. Each of several players
 * reads all of keyboard, mouse and touch through bindings of their own, but only one controller.
 * The first controller that is plugged in belongs to the first player. Any other joins the next
 * player without one as soon as a button of it is pressed. A player whose controller is unplugged
 * gets it back with its return, or gets another one whose button is pressed while no other player
 * waits. Players whose bindings name no controller are left out, so a player at the keyboard leaves
 * the first controller to the next player.
 *
 * The stage owns it and hands it every event that no binding menu, text field or button on the
 * screen took, after the devices have it. Ticks latch from it. */
#pragma once

#include "input/input_collector.h"

/* The controller of a player; zero: none yet. */
typedef struct PadSeat {
    bool taken;
    bool plugged;
    int64_t id;
    int32_t make; /* tells it when it comes back under another id */
} PadSeat;

typedef struct Players {
    int count;
    const DeviceState *devices; /* what is held; its owner's */
    InputCollector collectors[CW_PLAYER_MAX];
    PadSeat seats[CW_PLAYER_MAX];
} Players;

/* `count` in 1..CW_PLAYER_MAX. Nothing is bound until players_rebind. */
void players_init(Players *players, const DeviceState *devices, int count);

/* Like collector_rebind, with a map for each player. */
void players_rebind(Players *players, const InputMap maps[CW_PLAYER_MAX]);

/* Like collector_push, to all. True when it changed an action of any. */
bool players_push(Players *players, const InputEvent *event);

/* Like collector_latch_tick: a frame of each player. */
void players_latch_tick(Players *players, CwInputFrame frames[CW_PLAYER_MAX]);

/* Like collector_peek_tick. */
void players_peek_tick(const Players *players, CwInputFrame frames[CW_PLAYER_MAX]);

/* Sets InputCollector.suspended for each. */
void players_suspend(Players *players, bool suspended);

/* Edges that no tick has taken are gone; what is held stays held. */
void players_discard_edges(Players *players);
