/* Actions on the program itself, such as pause: bound in [input], and read once a frame. */
#pragma once

#include "clockwork/input.h"

/* Places where an action counts; the guest's panel is part of a pause or of a replay. */
enum {
    UI_IN_PLAY = 1,
    UI_IN_MENUS = 2,
    UI_IN_PAUSE = 4,
    UI_IN_REPLAYS = 8,
    UI_IN_PANEL = 16,
    UI_IN_ALL = UI_IN_PLAY | UI_IN_MENUS | UI_IN_PAUSE | UI_IN_REPLAYS | UI_IN_PANEL
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
    X(OVERLAY, "overlay", "performance overlay: graph, full, off",                                 \
      "key:F3", "Overlay", UI_IN_ALL)                                                              \
    X(MARK_BEFORE, "changed_before", "paused: the previous mark",                                  \
      "key:J pad:lefttrigger", "Previous mark", UI_IN_PAUSE | UI_IN_PANEL)                         \
    X(MARK_NEXT, "changed_next", "paused: the next mark",                                          \
      "key:K pad:righttrigger", "Next mark", UI_IN_PAUSE | UI_IN_PANEL)
/* clang-format on */

#define UI_ACTION_NAME(name, ...) UI_##name,
#define UI_ACTION_ROW(id, name, documentation, bindings, label, places)                            \
    {name, documentation, bindings},
#define UI_ACTION_USE(id, name, documentation, bindings, label, places) {label, places},
typedef enum UiAction { UI_ACTIONS(UI_ACTION_NAME) UI_ACTION_COUNT } UiAction;

/* The runtime's own rows of [input], bound like a game's. A guest's follow them. */
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
