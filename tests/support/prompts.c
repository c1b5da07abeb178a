#include "prompts.h"

#include "expect.h"
#include "host/bindings.h"
#include "windup/windup.h"

static void bind(ActionBindings *bindings, const char *words)
{
    EXPECT_OK(bindings_parse(words, bindings->items, BINDING_MAX, &bindings->count, &error));
}

Prompts windup_prompts(void)
{
    static Players players;
    static InputMap ui;
    static const DeviceState devices;
    InputMap maps[CW_PLAYER_MAX] = {0};
    for (int i = 0; i < windup_game.input.action_count; i++) {
        bind(&maps[0].actions[i], windup_game.input.actions[i].bindings);
    }
    bind(&ui.actions[UI_REWIND], ui_actions[UI_REWIND].bindings);
    players_init(&players, &devices, 1);
    players_rebind(&players, maps);
    return (Prompts){&windup_game, &players, &ui, DEVICE_KEYBOARD};
}
