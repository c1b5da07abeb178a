#include "input/input_script.h"

bool input_script_add_step(InputScript *script, const ScriptStep *step)
{
    if (script->step_count == SCRIPT_STEPS_MAX) {
        return false;
    }
    int at = script->step_count++;
    for (; at > 0 && script->steps[at - 1].tick > step->tick; at--) {
        script->steps[at] = script->steps[at - 1];
    }
    script->steps[at] = *step;
    return true;
}

static void set_action(CwInputFrame *frame, const CwInputFrame *previous, int action, uint8_t value)
{
    uint32_t bit = UINT32_C(1) << action, previous_down = previous->down & bit;
    if (value == 0 && previous_down == 0) {
        return;
    }
    frame->down |= value > 0 ? bit : 0;
    frame->pressed = (frame->pressed & ~bit) | (frame->down & bit & ~previous_down);
    frame->released = (frame->released & ~bit) | (previous_down & ~frame->down);
    frame->value[action] = value > frame->value[action] ? value : frame->value[action];
}

/* Applies the newest step of each action, and of the pointer, up to this tick. */
static void apply_steps(const InputScript *script, uint64_t tick, const CwTickInput *previous,
                        CwTickInput *input)
{
    uint64_t applied[CW_PLAYER_MAX] = {0}; /* a bit for the pointer and each action */
    for (int i = script->step_count - 1; i >= 0; i--) {
        const ScriptStep *step = &script->steps[i];
        CwInputFrame *frame = &input->players[step->player];
        uint64_t bit = UINT64_C(1) << (step->action - SCRIPT_POINTER);
        if (step->tick > tick || (applied[step->player] & bit) != 0) {
            continue;
        }
        applied[step->player] |= bit;
        if (step->action == SCRIPT_POINTER) {
            cw_input_point_at(frame, step->place_m);
        } else {
            set_action(frame, &previous->players[step->player], step->action, step->value);
        }
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
    apply_steps(script, tick, previous, input);
    for (int i = 0; i < script->tap_count; i++) {
        const ScriptTap *tap = &script->taps[i];
        if (taps_until(tap, tick, tick_rate) > taps_until(tap, tick - 1, tick_rate)) {
            press_and_release(&input->players[tap->player], tap->action);
        }
    }
}
