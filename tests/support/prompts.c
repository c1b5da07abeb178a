#include "prompts.h"

#include "expect.h"
#include "host/bindings.h"
#include "windup/windup.h"

static void bind(ActionBindings *bindings, const char *words)
{
    EXPECT_OK(bindings_parse(words, bindings->items, BINDING_MAX, &bindings->count, &error));
}

void bind_windup(Stage *stage)
{
    InputMap maps[CW_PLAYER_MAX] = {0};
    *stage = (Stage){.desc = {.game = &windup_game}, .device_use = {.device = DEVICE_KEYBOARD}};
    for (int i = 0; i < windup_game.input.action_count; i++) {
        bind(&maps[0].actions[i], windup_game.input.actions[i].bindings);
    }
    bind(&stage->ui_input.map.actions[UI_REWIND], ui_actions[UI_REWIND].bindings);
    players_init(&stage->players, &stage->devices, 1);
    players_rebind(&stage->players, maps);
}
