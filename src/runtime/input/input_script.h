/* Scripted input: actions that are held or tapped, for tests and measurements (--hold and --tap).
 * It is added to the devices' input, which can't release scripted actions. It depends on the tick
 * alone, so it is the same in a window and headless. A plain value. */
#pragma once

#include "clockwork/input.h"

enum { SCRIPT_TAPS_MAX = 32, SCRIPT_MILLIHERTZ_MAX = 1000000 };

typedef struct ScriptTap {
    int player, action;
    int32_t rate_mhz; /* 1..SCRIPT_MILLIHERTZ_MAX; above the tick rate it is once a tick */
} ScriptTap;

typedef struct InputScript {
    uint32_t held[CW_PLAYER_MAX]; /* masks of actions that each player holds fully */
    ScriptTap taps[SCRIPT_TAPS_MAX];
    int tap_count;
} InputScript;

bool input_script_is_empty(const InputScript *script);

/* Adds to the input of `tick`, from 1. A tap lasts a tick; the first comes after half a period. */
void input_script_apply(const InputScript *script, uint64_t tick, int tick_rate,
                        const CwTickInput *previous, CwTickInput *input);
