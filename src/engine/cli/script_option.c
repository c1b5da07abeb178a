#include "cli/script_option.h"

#include "base/number.h"
#include "sim/session.h"

#include <math.h>
#include <string.h>

static bool refuse_action(const CwGame *game, const char *name, size_t length, CwError *error)
{
    char names[CW_ACTION_MAX * 34] = "";
    size_t used = 0;
    for (int i = 0; i < game->action_count && used < sizeof names; i++) {
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                                 game->actions[i].name);
    }
    return cw_error_set(error, "there is no action \"%.*s\"; the actions are %s",
                        length < 40 ? (int)length : 40, name, names);
}

/* Finds the action and the player that `length` bytes name. */
static bool find_action(const CwGame *game, const char *text, size_t length, ScriptTap *found,
                        CwError *error)
{
    found->player = 0;
    if (length > 2 && text[1] == ':') {
        found->player = text[0] - '1';
        text += 2;
        length -= 2;
    }
    if (found->player < 0 || found->player >= game_player_count(game)) {
        return cw_error_set(error, "there is no player %c; the game has %d", text[-2],
                            game_player_count(game));
    }
    for (found->action = 0; found->action < game->action_count; found->action++) {
        const char *name = game->actions[found->action].name;
        if (strlen(name) == length && memcmp(name, text, length) == 0) {
            return true;
        }
    }
    return refuse_action(game, text, length, error);
}

bool script_option_hold(InputScript *script, const CwGame *game, const char *text, CwError *error)
{
    for (bool more = true; more;) {
        size_t length = strcspn(text, "+");
        ScriptTap it;
        if (!find_action(game, text, length, &it, error)) {
            return cw_error_context(error, "--hold");
        }
        script->held[it.player] |= UINT32_C(1) << it.action;
        more = text[length] == '+';
        text += length + more;
    }
    return true;
}

bool script_option_tap(InputScript *script, const CwGame *game, const char *text, CwError *error)
{
    size_t length = strcspn(text, "@");
    double rate_hz = 0;
    bool read = text[length] == '@' && number_parse(text + length + 1, &rate_hz);
    double rate_mhz = round(rate_hz * 1000);
    if (!read || !(rate_mhz >= 1 && rate_mhz <= (double)SCRIPT_MILLIHERTZ_MAX)) {
        return cw_error_set(
            error, "--tap wants ACTION@HZ, with HZ from 0.001 to 1000, not \"%.60s\"", text);
    }
    if (script->tap_count == SCRIPT_TAPS_MAX) {
        return cw_error_set(error, "more than %d --tap", SCRIPT_TAPS_MAX);
    }
    ScriptTap *tap = &script->taps[script->tap_count];
    tap->rate_mhz = (int32_t)rate_mhz;
    script->tap_count++;
    return find_action(game, text, length, tap, error) || cw_error_context(error, "--tap");
}
