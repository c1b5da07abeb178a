/* The actions that can be bound, the game's for each of its players and the engine's own, as rows
 * of one list: for the page on which keys and buttons are changed.
 *
 * Two actions are in conflict where one key drives both at the same time: one that drives the game
 * and pauses it, but not one that drives the game and moves in menus. */
#ifndef SHELL_ACTION_BINDINGS_H
#define SHELL_ACTION_BINDINGS_H

#include "input/binding.h"
#include "shell/settings.h"

/* Devices whose bindings are changed together. */
typedef enum BindingHalf { HALF_KEYS, HALF_PAD } BindingHalf; /* keyboard and mouse; controllers */

typedef struct BoundAction {
    const char *label;
    int player;      /* from 0; -1: the engine's own */
    int action;      /* of the game's, or UiAction */
    int index;       /* of its key in the table */
    unsigned places; /* where it counts, bits */
    ActionBindings bindings;
} BoundAction;

enum { BOUND_ACTIONS_MAX = CW_PLAYER_MAX * CW_ACTION_MAX + UI_ACTION_COUNT };

typedef struct BoundActions {
    BoundAction items[BOUND_ACTIONS_MAX];
    int count;
} BoundActions;

/* Reads the bindings in force. */
void bound_actions_read(BoundActions *actions, const CwGame *game, const Settings *settings);

/* The names of the bindings of these devices, with commas between them; "" for none. */
void bound_action_text(const BoundAction *action, BindingHalf half, char *text, size_t size);

/* The first other action that a binding of this one drives too, and which; NULL: none. */
const BoundAction *bound_action_conflict(const BoundActions *actions, int number, BindingHalf half,
                                         const Binding **binding);

/* Binds an action to this alone among these devices. */
void bound_action_bind(const BoundAction *action, Settings *settings, const Binding *binding);

/* Restores the bindings that these devices had at first. */
void bound_action_reset(const BoundAction *action, Settings *settings, BindingHalf half);

#endif
