/* Actions on the program itself: bound in [input] like a game's actions, once a frame. */
#pragma once

#include "clockwork/input.h"

/* When an action counts; the inspector is part of a pause or of a replay. */
enum {
    UI_IN_PLAY = 1,
    UI_IN_MENUS = 2,
    UI_IN_PAUSE = 4,
    UI_IN_REPLAYS = 8,
    UI_IN_INSPECTOR = 16,
    UI_IN_ALL = UI_IN_PLAY | UI_IN_MENUS | UI_IN_PAUSE | UI_IN_REPLAYS | UI_IN_INSPECTOR
};

/* Key of [input], documentation, default bindings, name for players, when it counts. */
/* clang-format off */
#define UI_ACTIONS(X)                                                                              \
    X(UP, "menu_up", "menu: up", "key:Up key:W pad:dpup pad:lefty-", "Menu up", UI_IN_MENUS)       \
    X(DOWN, "menu_down", "menu: down",                                                             \
      "key:Down key:S pad:dpdown pad:lefty+", "Menu down", UI_IN_MENUS)                            \
    X(LEFT, "menu_left", "menu: left, less",                                                       \
      "key:Left key:A pad:dpleft pad:leftx-", "Menu left", UI_IN_MENUS)                            \
    X(RIGHT, "menu_right", "menu: right, more",                                                    \
      "key:Right key:D pad:dpright pad:leftx+", "Menu right", UI_IN_MENUS)                         \
    X(CONFIRM, "menu_confirm", "menu: choose",                                                     \
      "key:Return key:Keypad_Enter key:Space pad:a", "Choose", UI_IN_MENUS)                        \
    X(BACK, "menu_back", "menu: back", "key:Escape pad:b", "Back", UI_IN_MENUS)                    \
    X(PAUSE, "pause", "pause", "key:Escape key:P pad:start", "Pause", UI_IN_PLAY)                  \
    X(RETRY, "retry", "start the level again, at once",                                            \
      "key:T pad:back", "Start again", UI_IN_PLAY)                                                 \
    X(CLICK, "menu_click", "menu: point", "mouse:left touch:0-100/0-100", "Click", UI_IN_MENUS)    \
    X(DEBUG_DRAW, "draw_shapes", "show the physics shapes",                                        \
      "key:F2", "Physics shapes", UI_IN_ALL)                                                       \
    X(REWIND, "rewind", "hold to rewind",                                                          \
      "key:Backspace key:Z pad:leftshoulder", "Rewind", UI_IN_PLAY | UI_IN_REPLAYS)                \
    X(STEP_BACK, "step_back", "paused: a tick back",                                               \
      "key:Left key:, pad:dpleft", "A tick back", UI_IN_PAUSE | UI_IN_REPLAYS)                     \
    X(STEP_FORWARD, "step_forward", "paused: a tick forward",                                      \
      "key:Right key:. pad:dpright", "A tick on", UI_IN_PAUSE | UI_IN_REPLAYS)                     \
    X(SLOWER, "slower", "watch a replay slower",                                                   \
      "key:- key:PageDown pad:lefttrigger", "Replay slower", UI_IN_REPLAYS)                        \
    X(FASTER, "faster", "watch a replay faster",                                                   \
      "key:= key:PageUp pad:righttrigger", "Replay faster", UI_IN_REPLAYS)                         \
    X(SLOW_MOTION, "slow_motion", "slower; paused: debug.step_ticks ticks back",                   \
      "key:[", "Slow motion", UI_IN_PLAY | UI_IN_PAUSE)                                            \
    X(FAST_FORWARD, "fast_forward", "faster; paused: debug.step_ticks ticks forward",              \
      "key:]", "Fast forward", UI_IN_PLAY | UI_IN_PAUSE)                                           \
    X(OVERLAY, "overlay", "show times and figures: the graph, all, none",                          \
      "key:F3", "Figures", UI_IN_ALL)                                                              \
    X(TRACE, "trace", "write a trace of the last 10 s", "key:F9", "Write a trace", UI_IN_ALL)      \
    X(LOOK, "look", "paused: look inside what is there; a click does, too",                        \
      "key:I pad:y", "Look inside", UI_IN_PAUSE | UI_IN_REPLAYS)                                   \
    X(LOOK_NEXT, "look_next", "looking inside: the next thing",                                    \
      "key:E pad:rightshoulder", "Next thing", UI_IN_INSPECTOR)                                    \
    X(LOOK_PREVIOUS, "look_previous", "looking inside: the thing before",                          \
      "key:Q pad:leftshoulder", "Thing before", UI_IN_INSPECTOR)                                   \
    X(PIN, "pin", "looking inside: pin a field, for its curve",                                    \
      "key:F pad:x", "Pin a field", UI_IN_INSPECTOR)                                               \
    X(CHANGED_BEFORE, "changed_before", "looking inside: who changed it?",                         \
      "key:J pad:lefttrigger", "Who changed it?", UI_IN_INSPECTOR)                                 \
    X(CHANGED_NEXT, "changed_next", "looking inside: the next change",                             \
      "key:K pad:righttrigger", "The next change", UI_IN_INSPECTOR)                                \
    X(UNDO, "take_back", "looking inside: take the last change by hand back",                      \
      "key:Z pad:leftstick", "Take a change back", UI_IN_INSPECTOR)                                \
    X(MARK_A, "mark_a", "loop: it begins here; again: no loop",                                    \
      "key:F5", "Loop from here", UI_IN_ALL)                                                       \
    X(MARK_B, "mark_b", "loop: it ends here; again: no loop",                                      \
      "key:F6", "Loop to here", UI_IN_ALL)                                                         \
    X(TAKE_OVER, "take_over", "loop: take the input over, give it back",                           \
      "key:F7", "Take over a loop", UI_IN_ALL)                                                     \
    X(KEEP, "keep", "loop: keep what was done instead", "key:F8", "Keep it", UI_IN_ALL)            \
    X(AHEAD, "ahead", "show where things will be in two seconds",                                  \
      "key:F4", "Two seconds ahead", UI_IN_ALL)
/* clang-format on */

#define UI_ACTION_NAME(name, ...) UI_##name,
typedef enum UiAction { UI_ACTIONS(UI_ACTION_NAME) UI_ACTION_COUNT } UiAction;

/* The engine's own rows of [input], bound like a game's. */
extern const CwActionDef ui_actions[UI_ACTION_COUNT];

typedef struct UiActionUse {
    const char *label; /* for players */
    unsigned places;   /* UI_IN_... */
} UiActionUse;

extern const UiActionUse ui_action_uses[UI_ACTION_COUNT];

#define UI_REPEAT_FIRST_S 0.4 /* a key that is held steps again after this time, then faster */

/* Two opposite keys. */
typedef struct UiKeys {
    int less, more;  /* of UiAction */
    double repeat_s; /* from step to step while one is held */
} UiKeys;

/* +1 or -1 when a key was pressed, or is held and due again; `wait_s` is kept between frames. */
int ui_step(double *wait_s, const UiKeys *keys, const CwInputFrame *ui, double dt_s);
