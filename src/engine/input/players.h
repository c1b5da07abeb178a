/* The players at this machine: of each an input collector with bindings of its own, and which
 * controller is whose.
 *
 * Where there is one player, every controller is his, as are keyboard, mouse and touch. Of several,
 * each reads all of keyboard, mouse and touch through his own bindings, but only his own
 * controller. The first one that is plugged in is the first player's from the start; any other
 * joins, as soon as a button of it is pressed, the next player who has none yet. A player whose
 * controller is unplugged keeps his place: when it comes back it is his again, and so is another
 * one that is pressed while nobody else waits for one. Players whose bindings name no controller
 * are left out, so that who plays at the keyboard leaves the first one to the next player.
 *
 * The stage owns it and hands it every event that no binding to be chosen, text or button on screen
 * took, after the devices have it; ticks latch from it. */
#ifndef INPUT_PLAYERS_H
#define INPUT_PLAYERS_H

#include "input/input_collector.h"

/* Whose controller one is; zero: nobody's yet. */
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

/* Like collector_suspend and collector_resume. */
void players_suspend(Players *players, bool suspended);

/* Edges that no tick has taken are gone; what is held stays held. */
void players_forget_edges(Players *players);

#endif
