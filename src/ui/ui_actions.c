#include "ui/ui_actions.h"

const CwActionDef ui_actions[UI_ACTION_COUNT] = {
    [UI_UP] = {"menu_up", "menu: up", "key:Up key:W pad:dpup pad:lefty-"},
    [UI_DOWN] = {"menu_down", "menu: down", "key:Down key:S pad:dpdown pad:lefty+"},
    [UI_LEFT] = {"menu_left", "menu: left, less", "key:Left key:A pad:dpleft pad:leftx-"},
    [UI_RIGHT] = {"menu_right", "menu: right, more", "key:Right key:D pad:dpright pad:leftx+"},
    [UI_CONFIRM] = {"menu_confirm", "menu: choose", "key:Return key:Keypad_Enter key:Space pad:a"},
    [UI_BACK] = {"menu_back", "menu: back", "key:Escape pad:b"},
    [UI_PAUSE] = {"pause", "pause", "key:Escape key:P pad:start"},
    [UI_RETRY] = {"retry", "start the level again, at once", "key:T pad:back"},
    [UI_CLICK] = {"menu_click", "menu: point", "mouse:left touch:0-100/0-100"},
    [UI_DEBUG_DRAW] = {"draw_shapes", "show the physics shapes", "key:F2"},
    [UI_REWIND] = {"rewind", "hold to rewind", "key:Backspace key:Z pad:leftshoulder"},
    [UI_STEP_BACK] = {"step_back", "paused: a tick back", "key:Left key:, pad:dpleft"},
    [UI_STEP_FORWARD] = {"step_forward", "paused: a tick forward", "key:Right key:. pad:dpright"},
    [UI_SLOWER] = {"slower", "watch a replay slower", "key:- key:PageDown pad:lefttrigger"},
    [UI_FASTER] = {"faster", "watch a replay faster", "key:= key:PageUp pad:righttrigger"},
    [UI_SLOW_MOTION] = {"slow_motion", "slower; paused: debug.step_ticks ticks back", "key:["},
    [UI_FAST_FORWARD] = {"fast_forward", "faster; paused: debug.step_ticks ticks forward", "key:]"},
    [UI_OVERLAY] = {"overlay", "show times and figures: the graph, all, none", "key:F3"},
    [UI_TRACE] = {"trace", "write a trace of the last 10 s", "key:F9"},
};
