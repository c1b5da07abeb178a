/* Actions on the program itself, such as pause: bound like a game's, in [input], once a frame. */
#pragma once

#include "clockwork/input.h"

/* Places where an action counts; the inspector is part of a pause or of a replay. */
enum {
    UI_IN_PLAY = 1,
    UI_IN_MENUS = 2,
    UI_IN_PAUSE = 4,
    UI_IN_REPLAYS = 8,
    UI_IN_INSPECTOR = 16,
    UI_IN_ALL = UI_IN_PLAY | UI_IN_MENUS | UI_IN_PAUSE | UI_IN_REPLAYS | UI_IN_INSPECTOR
};

/* Key of [input], documentation, default bindings, name for players, places. */
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
    X(RETRY, "retry", "start the level again at once",                                             \
      "key:T pad:back", "Retry", UI_IN_PLAY)                                                       \
    X(CLICK, "menu_click", "menu: click", "mouse:left touch:0-100/0-100", "Click", UI_IN_MENUS)    \
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
    X(SLOW_MOTION, "slow_motion", "slow down time; paused: debug.step_ticks ticks back",           \
      "key:[", "Slow motion", UI_IN_PLAY | UI_IN_PAUSE)                                            \
    X(FAST_FORWARD, "fast_forward", "speed up time; paused: debug.step_ticks ticks forward",       \
      "key:]", "Fast forward", UI_IN_PLAY | UI_IN_PAUSE)                                           \
    X(OVERLAY, "overlay", "performance overlay: graph, full, off",                                 \
      "key:F3", "Overlay", UI_IN_ALL)                                                              \
    X(TRACE, "trace", "write a trace of the last 10 s", "key:F9", "Write a trace", UI_IN_ALL)      \
    X(LOOK, "look", "paused: open the inspector; a click does the same",                           \
      "key:I pad:y", "Inspect", UI_IN_PAUSE | UI_IN_REPLAYS)                                   \
    X(LOOK_NEXT, "look_next", "inspector: the next thing",                                         \
      "key:E pad:rightshoulder", "Next thing", UI_IN_INSPECTOR)                                    \
    X(LOOK_PREVIOUS, "look_previous", "inspector: the previous thing",                             \
      "key:Q pad:leftshoulder", "Previous thing", UI_IN_INSPECTOR)                                 \
    X(PIN, "pin", "inspector: pin the curve of a field",                                           \
      "key:F pad:x", "Pin a field", UI_IN_INSPECTOR)                                               \
    X(CHANGED_BEFORE, "changed_before",                                                            \
      "paused: the previous mark; inspector: the previous change of a field",                      \
      "key:J pad:lefttrigger", "Previous change", UI_IN_PAUSE | UI_IN_INSPECTOR)                   \
    X(CHANGED_NEXT, "changed_next", "paused: the next mark; inspector: the next change of a field", \
      "key:K pad:righttrigger", "Next change", UI_IN_PAUSE | UI_IN_INSPECTOR)                      \
    X(UNDO, "take_back", "inspector: undo your last change",                                       \
      "key:Z pad:leftstick", "Undo a change", UI_IN_INSPECTOR)                                \
    X(MARK_A, "mark_a", "loop: set its start (A); again: end the loop",                            \
      "key:F5", "Loop from here", UI_IN_ALL)                                                       \
    X(MARK_B, "mark_b", "loop: set its end (B); again: end the loop",                              \
      "key:F6", "Loop to here", UI_IN_ALL)                                                         \
    X(TAKE_OVER, "take_over", "loop: take over the controls, or give them back",                   \
      "key:F7", "Take over a loop", UI_IN_ALL)                                                     \
    X(KEEP, "keep", "loop: make your round part of the run", "key:F8", "Keep it", UI_IN_ALL)          \
    X(AHEAD, "ahead", "forecast: show where things will be in two seconds",                        \
      "key:F4", "Forecast", UI_IN_ALL)
/* clang-format on */

#define UI_ACTION_NAME(name, ...) UI_##name,
typedef enum UiAction { UI_ACTIONS(UI_ACTION_NAME) UI_ACTION_COUNT } UiAction;

/* The engine's own rows of [input], bound like a game's. */
extern const CwActionDef ui_actions[UI_ACTION_COUNT];

typedef struct UiActionUse {
    const char *label; /* name for players */
    unsigned places;   /* sum of UI_IN_... */
} UiActionUse;

extern const UiActionUse ui_action_uses[UI_ACTION_COUNT];

#define UI_REPEAT_FIRST_S 0.4 /* delay of a held key's second step; later steps follow faster */

typedef struct UiKeys {
    int less, more;  /* a UiAction each */
    double repeat_s; /* time between steps of a held key */
} UiKeys;

/* +1 or -1 when a key was pressed, or is held and due again; `wait_s` is kept between frames. */
int ui_step(double *wait_s, const UiKeys *keys, const CwInputFrame *ui, double dt_s);
