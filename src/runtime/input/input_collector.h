/* Input collectors turn uneven device events into one CwInputFrame a tick, one for each player.
 *
 * Events are pushed when the host polls; each tick latches once. Every press and release reaches
 * exactly one tick, in order, however many ticks a frame has. A latch takes at most one press and
 * one release of an action; the rest waits. The menus' collector latches after each edge. */
#pragma once

#include "input/device_state.h"

/* Limit on pending edges of an action; one more cancels the newest. No player reaches the limit. */
enum { PENDING_EDGES_MAX = 32 };

typedef struct BindingState {
    bool is_held;
    bool is_muted; /* counts as released until the player has released it once */
    uint8_t value; /* 0..CW_ACTION_VALUE_MAX */
} BindingState;

typedef struct ActionState {
    uint8_t pending_count; /* edges since the last latch, press and release in turn */
    uint8_t value;         /* deflection now, the largest among the bindings */
    uint8_t peak;          /* largest value since a latch that left nothing pending */
} ActionState;

typedef struct InputCollector {
    InputMap map;
    const DeviceState *devices; /* held buttons and axes; the owner's */
    unsigned pads;              /* controllers that count: bit n, ~0 for all */
    BindingState bindings[CW_ACTION_MAX][BINDING_MAX];
    ActionState actions[CW_ACTION_MAX];
    CwInputFrame latched;       /* result of the last latch */
    uint32_t pressed, released; /* edges since the last look, a bit for each action */
    /* While set, in a pause menu, no tick latches. Afterwards held actions stay held, releases and
     * pending edges arrive, and actions pressed meanwhile count when pressed again. */
    bool is_suspended;
    bool has_pointed;                   /* the pointer moved at all */
    double pointer_x, pointer_y;        /* view points */
    double motion_x, motion_y, notches; /* motion and notches not yet latched, with fractions */
    uint64_t edge_count;                /* presses and releases so far */
} InputCollector;

/* Starts with nothing bound, held or pending. The devices must stay where they are. */
void collector_init(InputCollector *collector, const DeviceState *devices);

/* Changes bindings or dead zones; held actions are released and count after a new press. */
void collector_rebind(InputCollector *collector, const InputMap *map);

/* Takes an event, in order of time and after device_state_apply. */
void collector_push(InputCollector *collector, const InputEvent *event);

/* A tick's input; call it once a tick. A step in a pause gets input as if the pause had ended. */
CwInputFrame collector_latch_tick(InputCollector *collector);

/* The frame that collector_latch_tick would return now. Latches are not affected. */
CwInputFrame collector_peek_tick(const InputCollector *collector);

/* The current actions and pointer, with edges since the last look. Latches are not affected. */
CwInputFrame collector_look(InputCollector *collector);

/* Writes the pointer's place in the world to world_x, world_y, once it has moved. */
void collector_point(const InputCollector *collector, const CwCamera *camera, CwInputFrame *frame);

/* ---- the players at this machine, each with a collector and bindings of its own ----
 *
 * A single player has every device. Several players share keyboard, mouse and touch by their
 * bindings, and have one controller each. The first controllers go to the later players, the next
 * one to the first player. A new controller replaces one that was unplugged. Players whose bindings
 * name no controller get none. players_give assigns devices.
 *
 * The stage owns them and passes them each event that nothing else took. */

/* The seat of a player's controller; zero: none yet. */
typedef struct PadSeat {
    bool is_taken;
    bool is_plugged;
    int64_t id;
} PadSeat;

typedef struct Players {
    int count;
    const DeviceState *devices; /* held buttons and axes; the owner's */
    InputCollector collectors[CW_PLAYER_MAX];
    PadSeat seats[CW_PLAYER_MAX];
    int bindings[CW_PLAYER_MAX]; /* the map that each player's collector has */
    int first_with_pad;          /* player who gets the first controller */
    bool is_joining;             /* devices of earlier players are not given to later ones */
} Players;

/* Starts `count` players, 1..CW_PLAYER_MAX. Nothing is bound until players_rebind. */
void players_init(Players *players, const DeviceState *devices, int count);

/* Like collector_rebind, with a map for each player. */
void players_rebind(Players *players, const InputMap maps[CW_PLAYER_MAX]);

/* Among several players, the one with this controller; -1: none. */
int players_pad_owner(const Players *players, int64_t id);

/* Gives a player the controller that a press came from, or the keyboard with its bindings, in
 * exchange for the player's own. False: an earlier player joined with it, or it is unknown. */
bool players_give(Players *players, int player, const Binding *pressed, int64_t device);

/* Passes the event to each collector. True when it changed any action. */
bool players_push(Players *players, const InputEvent *event);

/* Like the collectors' functions, for each player. */
void players_latch_tick(Players *players, CwInputFrame frames[CW_PLAYER_MAX]);
void players_peek_tick(const Players *players, CwInputFrame frames[CW_PLAYER_MAX]);
void players_suspend(Players *players, bool suspended);

/* Discards edges that no tick has taken; held actions stay held. */
void players_discard_edges(Players *players);
