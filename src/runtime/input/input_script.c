#include "input/input_script.h"

bool input_script_is_empty(const InputScript *script)
{
    uint32_t held = 0;
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        held |= script->held[i];
    }
    return held == 0 && script->tap_count == 0;
}

static void hold(CwInputFrame *frame, const CwInputFrame *previous, uint32_t held)
{
    frame->down |= held;
    frame->pressed = (frame->pressed & ~held) | (held & ~previous->down);
    frame->released &= ~held;
    for (int action = 0; action < CW_ACTION_MAX; action++) {
        bool is_held = (held >> action & 1) != 0;
        frame->value[action] = is_held ? CW_ACTION_VALUE_MAX : frame->value[action];
    }
}

/* The number of taps up to the end of a tick. */
static uint64_t taps_until(const ScriptTap *tap, uint64_t tick, int tick_rate)
{
    const uint64_t period = (uint64_t)tick_rate * 1000;
    return (tick * (uint64_t)tap->rate_mhz + period / 2) / period;
}

static void press_and_release(CwInputFrame *frame, int action)
{
    uint32_t bit = UINT32_C(1) << action;
    if ((frame->down & bit) == 0) {
        frame->pressed |= bit;
        frame->released |= bit;
        frame->value[action] = CW_ACTION_VALUE_MAX;
    }
}

void input_script_apply(const InputScript *script, uint64_t tick, int tick_rate,
                        const CwTickInput *previous, CwTickInput *input)
{
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        hold(&input->players[i], &previous->players[i], script->held[i]);
    }
    for (int i = 0; i < script->tap_count; i++) {
        const ScriptTap *tap = &script->taps[i];
        if (taps_until(tap, tick, tick_rate) > taps_until(tap, tick - 1, tick_rate)) {
            press_and_release(&input->players[tap->player], tap->action);
        }
    }
}
