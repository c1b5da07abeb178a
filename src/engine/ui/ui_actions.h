/* Actions of players on the program rather than in the game: bound in [input] like a game's
 * actions, collected for each frame. */
#ifndef UI_UI_ACTIONS_H
#define UI_UI_ACTIONS_H

#include "clockwork/input.h"

typedef enum UiAction {
    UI_UP,
    UI_DOWN,
    UI_LEFT,
    UI_RIGHT,
    UI_CONFIRM,
    UI_BACK,
    UI_PAUSE,
    UI_RETRY,
    UI_CLICK,
    UI_DEBUG_DRAW,
    UI_REWIND,
    UI_STEP_BACK,
    UI_STEP_FORWARD,
    UI_SLOWER,
    UI_FASTER,
    UI_SLOW_MOTION,
    UI_FAST_FORWARD,
    UI_OVERLAY,
    UI_TRACE,
    UI_LOOK,
    UI_LOOK_NEXT,
    UI_LOOK_PREVIOUS,
    UI_PIN,
    UI_CHANGED_BEFORE,
    UI_CHANGED_NEXT,
    UI_UNDO,
    UI_MARK_A,
    UI_MARK_B,
    UI_TAKE_OVER,
    UI_KEEP,
    UI_AHEAD,
    UI_ACTION_COUNT
} UiAction;

/* The engine's own rows of [input], bound like a game's. */
extern const CwActionDef ui_actions[UI_ACTION_COUNT];

#endif
