/* cw_frame_prompt, which names an action's button on the device in use, and cw_frame_join. */
#include "base/frame_services.h"
#include "base/report.h"
#include "frame/stage.h"
#include "host/bindings.h"

#include <stdio.h>

_Static_assert((int)CW_PROMPT_BYTES >= (int)BINDING_LABEL_BYTES, "a prompt holds any label");

static const UiAction OWN[] = {UI_REWIND, UI_RETRY, UI_PAUSE}; /* index: -CW_PROMPT_... - 1 */

/* Labels a stick by its letter and an arrow: the whole name is too long for a hint. */
static void put_label(const Binding *binding, char text[CW_PROMPT_BYTES])
{
    static const char *const sticks[][2] = {[PAD_AXIS_LEFT_X] = {"L\u2190", "L\u2192"},
                                            [PAD_AXIS_LEFT_Y] = {"L\u2191", "L\u2193"},
                                            [PAD_AXIS_RIGHT_X] = {"R\u2190", "R\u2192"},
                                            [PAD_AXIS_RIGHT_Y] = {"R\u2191", "R\u2193"}};
    binding_label(binding, text);
    if (binding->source == BINDING_PAD_AXIS && binding->code <= PAD_AXIS_RIGHT_Y) {
        snprintf(text, CW_PROMPT_BYTES, "%s", sticks[binding->code][binding->sign > 0]);
    }
}

/* The device that was used last; among several players, the player's own. */
static Device device_of(const Stage *stage, int player)
{
    const Players *players = &stage->players;
    Device used = stage->device_use.device;
    bool has_pad = players->seats[player].is_plugged;
    bool is_at_keys = used != DEVICE_PAD && (!has_pad || players->bindings[player] == 0);
    return players->count == 1 || is_at_keys ? used : has_pad ? DEVICE_PAD : DEVICE_KEYBOARD;
}

static void put_binding(Device device, const ActionBindings *bindings, char text[CW_PROMPT_BYTES])
{
    const Binding *binding = binding_of_device(bindings, device);
    if (binding == NULL && device == DEVICE_MOUSE) {
        binding = binding_of_device(bindings, DEVICE_KEYBOARD);
    }
    if (binding != NULL) {
        put_label(binding, text);
    }
}

void cw_frame_prompt(const CwFrame *frame, int player, int action, char text[CW_PROMPT_BYTES])
{
    const Stage *stage = services_of(frame)->stage;
    bool is_own = action < 0;
    text[0] = '\0';
    if (stage == NULL) {
        return;
    }
    ASSERT_NUMBER(player, player >= 0 && player < stage->players.count,
                  "name a player of the game");
    ASSERT_NUMBER(action,
                  action >= -(int)CW_ARRAY_LENGTH(OWN) &&
                      action < stage->desc.game->input.action_count,
                  "name an action of the game, or a CW_PROMPT_...");
    const InputMap *map = is_own ? &stage->ui_input.map : &stage->players.collectors[player].map;
    const ActionBindings *bindings = &map->actions[is_own ? (int)OWN[-action - 1] : action];
    Device device = device_of(stage, player);
    bool is_touch = device == DEVICE_TOUCH;
    if (is_touch && is_own) {
        snprintf(text, CW_PROMPT_BYTES, "%s", screen_button_sign(OWN[-action - 1], false));
    } else if (is_touch && binding_of_device(bindings, DEVICE_TOUCH) != NULL) {
        char sign[PAGE_LABEL_BYTES];
        action_sign(stage->desc.game, action, sign);
        snprintf(text, CW_PROMPT_BYTES, "%.*s", CW_PROMPT_BYTES - 1, sign);
    } else if (!is_touch) {
        put_binding(device, bindings, text);
    }
}

void cw_frame_join(CwFrame *frame)
{
    Stage *stage = services_of(frame)->stage;
    if (stage != NULL) {
        /* Nobody joins in a replay or behind the title, where typing is not allowed either. */
        stage->is_join_asked = stage->typing.is_allowed && stage->players.count > 1;
    }
}
