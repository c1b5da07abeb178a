#include "ui/ui_actions.h"

#define ROW(id, name, documentation, bindings, label, places) {name, documentation, bindings},
const CwActionDef ui_actions[UI_ACTION_COUNT] = {UI_ACTIONS(ROW)};

#define USE(id, name, documentation, bindings, label, places) {label, places},
const UiActionUse ui_action_uses[UI_ACTION_COUNT] = {UI_ACTIONS(USE)};
