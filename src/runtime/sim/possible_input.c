#include "sim/possible_input.h"

#include <string.h>

void possible_input_limit(CwInputFrame *frame, int action_count)
{
    uint32_t known = action_count >= CW_ACTION_MAX ? UINT32_MAX : (UINT32_C(1) << action_count) - 1;
    frame->down &= known;
    frame->pressed &= known;
    frame->released &= known;
    for (int action = 0; action < CW_ACTION_MAX; action++) {
        uint8_t value = frame->value[action];
        value = value < CW_ACTION_VALUE_MAX ? value : CW_ACTION_VALUE_MAX;
        frame->value[action] = action < action_count ? value : 0;
    }
    frame->unused = 0;
}

void possible_input_settle(CwInputFrame *frame, const CwInputFrame *previous)
{
    uint32_t taps = frame->pressed & frame->released & ~(frame->down ^ previous->down);
    uint32_t presses = frame->pressed & frame->down & ~previous->down;
    frame->pressed = taps | presses;
    frame->released = taps | (previous->down & ~frame->down);
}

uint32_t possible_input_held_since(const CwInputFrame *frame, const CwInputFrame *previous)
{
    return frame->down & ~previous->down & ~frame->pressed;
}

CwInputFrame possible_input_union(const CwTickInput *input)
{
    CwInputFrame all = {0};
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        all.down |= input->players[i].down;
        all.pressed |= input->players[i].pressed;
        all.released |= input->players[i].released;
    }
    return all;
}

CwTickInput possible_input_held(const CwTickInput *previous)
{
    CwTickInput held = *previous;
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        CwInputFrame *frame = &held.players[i];
        frame->pressed = frame->released = 0;
        frame->pointer_dx = frame->pointer_dy = frame->wheel = 0;
    }
    held.command = (CwInputCommand){0};
    return held;
}

bool possible_input_check(const CwInputFrame *frame, const CwInputFrame *previous, int action_count,
                          bool may_begin_held, CwError *error)
{
    CwInputFrame possible = *frame;
    possible_input_limit(&possible, action_count);
    if (memcmp(&possible, frame, sizeof possible) != 0) {
        for (int action = 0; action < action_count; action++) {
            if (frame->value[action] > CW_ACTION_VALUE_MAX) {
                return cw_error_set(error, "action %d has the value %d: the most is %d", action,
                                    frame->value[action], CW_ACTION_VALUE_MAX);
            }
        }
        return cw_error_set(error, "input of an action beyond the game's %d", action_count);
    }
    possible_input_settle(&possible, previous);
    uint32_t wrong = (possible.pressed ^ frame->pressed) | (possible.released ^ frame->released) |
                     (may_begin_held ? 0 : possible_input_held_since(frame, previous));
    return wrong == 0 ||
           cw_error_set(error, "the edges of action %d contradict what was held before",
                        __builtin_ctz(wrong));
}
