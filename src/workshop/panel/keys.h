/* The maker's keys and settings. The workshop adds these rows of [input] and [debug] to config.ini
 * (GuestConfig). A finished game does not have them. */
#pragma once

#include "frame/loop_guest.h"

/* As in ui/ui_actions.h. */
/* clang-format off */
#define MAKER_ACTIONS(X)                                                                           \
    X(DEBUG_DRAW, "draw_shapes", "show the physics shapes",                                        \
      "key:F2", "Physics shapes", UI_IN_ALL)                                                       \
    X(SLOW_MOTION, "slow_motion", "slow down time; paused: debug.step_ticks ticks back",           \
      "key:[", "Slow motion", UI_IN_PLAY | UI_IN_PAUSE)                                            \
    X(FAST_FORWARD, "fast_forward", "speed up time; paused: debug.step_ticks ticks forward",       \
      "key:]", "Fast forward", UI_IN_PLAY | UI_IN_PAUSE)                                           \
    X(TRACE, "trace", "write a trace of the last 10 s", "key:F9", "Write a trace", UI_IN_ALL)      \
    X(LOOK, "look", "paused: open the inspector; a click does the same",                           \
      "key:I pad:y", "Inspect", UI_IN_PAUSE | UI_IN_REPLAYS)                                       \
    X(TAB, "next_tab", "paused: the next tab of the side panel",                                    \
      "key:Tab pad:rightstick", "Next tab", UI_IN_PAUSE | UI_IN_PANEL)                           \
    X(LOOK_NEXT, "look_next", "inspector: the next thing",                                         \
      "key:E pad:rightshoulder", "Next thing", UI_IN_PANEL)                                        \
    X(LOOK_PREVIOUS, "look_previous", "inspector: the previous thing",                             \
      "key:Q pad:leftshoulder", "Previous thing", UI_IN_PANEL)                                     \
    X(PIN, "pin", "inspector: pin the curve of a field",                                           \
      "key:F pad:x", "Pin a field", UI_IN_PANEL)                                                   \
    X(UNDO, "take_back", "inspector: undo your last change",                                       \
      "key:Z pad:leftstick", "Undo a change", UI_IN_PANEL)                                         \
    X(MARK_A, "mark_a", "loop: set its start (A); again: end the loop",                            \
      "key:F5", "Loop from here", UI_IN_ALL)                                                       \
    X(MARK_B, "mark_b", "loop: set its end (B); again: end the loop",                              \
      "key:F6", "Loop to here", UI_IN_ALL)                                                         \
    X(TAKE_OVER, "take_over", "loop: take over the controls, or give them back",                   \
      "key:F7", "Take over a loop", UI_IN_ALL)                                                     \
    X(KEEP, "keep", "loop: make your round part of the run", "key:F8", "Keep it", UI_IN_ALL)       \
    X(AHEAD, "ahead", "forecast: show where things will be in two seconds",                        \
      "key:F4", "Forecast", UI_IN_ALL)
/* clang-format on */

enum { MAKER_ACTIONS_BEGIN = UI_ACTION_COUNT - 1, MAKER_ACTIONS(UI_ACTION_NAME) MAKER_ACTIONS_END };

/* Settings of [debug], whose values are in Config.guest_values. */
typedef enum DebugKey {
    DEBUG_DRAW_SHAPES,
    DEBUG_STEP_TICKS,
    DEBUG_TRACE_RING,
    DEBUG_PROTECT_WORLD,
    DEBUG_KEY_COUNT
} DebugKey;

extern const GuestConfig maker_config;

/* A key of dev, which can't be bound. */
typedef struct FixedKey {
    const char *label, *documentation;
    int code; /* SDL_Scancode */
} FixedKey;

/* The page of all keys. Its guest points to the pointer to dev's keys. The last key has no label.
 */
extern const struct ScreenDef keys_page;
