#include "ui/ui_actions.h"

const CwActionDef ui_actions[UI_ACTION_COUNT] = {UI_ACTIONS(UI_ACTION_ROW)};

const UiActionUse ui_action_uses[UI_ACTION_COUNT] = {UI_ACTIONS(UI_ACTION_USE)};

int ui_step(double *wait_s, const UiKeys *keys, const CwInputFrame *ui, double dt_s)
{
    int pressed = cw_input_pressed(ui, keys->more) - cw_input_pressed(ui, keys->less);
    int down = cw_input_down(ui, keys->more) - cw_input_down(ui, keys->less);
    if (pressed != 0) {
        *wait_s = UI_REPEAT_FIRST_S;
        return pressed;
    }
    if (down == 0 || (*wait_s -= dt_s) > 0) {
        return 0;
    }
    *wait_s = keys->repeat_s;
    return down;
}
