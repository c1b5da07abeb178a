/* Scripted input: actions held, tapped and played from a list, for tests and measurements (--hold,
 * --tap and --script). It is added to the devices' input, which can't release scripted actions. It
 * depends on the tick alone, so it is the same in a window and headless. */
#pragma once

#include "clockwork/input.h"

enum { SCRIPT_STEPS_MAX = 4096, SCRIPT_TAPS_MAX = 32, SCRIPT_MILLIHERTZ_MAX = 1000000 };

typedef struct ScriptTap {
    int player, action;
    int32_t rate_mhz; /* 1..SCRIPT_MILLIHERTZ_MAX; above the tick rate it is once a tick */
} ScriptTap;

/* From its tick on an action has this value, up to the next step of the same action. */
typedef struct ScriptStep {
    uint64_t tick; /* from 1 */
    int player;
    int action;       /* SCRIPT_POINTER: the pointer moves to place_m in the world */
    uint8_t value;    /* 0..CW_ACTION_VALUE_MAX; 0: up */
    CwPoint2 place_m; /* m */
} ScriptStep;

enum { SCRIPT_POINTER = -1 };

typedef struct InputScript {
    ScriptStep steps[SCRIPT_STEPS_MAX]; /* sorted by tick */
    int step_count;
    ScriptTap taps[SCRIPT_TAPS_MAX];
    int tap_count;
} InputScript;

static inline bool input_script_is_empty(const InputScript *script)
{
    return script->step_count + script->tap_count == 0;
}

/* Adds a step after the others of its tick. False: there are SCRIPT_STEPS_MAX steps already. */
bool input_script_add_step(InputScript *script, const ScriptStep *step);

/* Adds to the input of `tick`, from 1. A tap lasts a tick; the first comes after half a period. */
void input_script_apply(const InputScript *script, uint64_t tick, int tick_rate,
                        const CwTickInput *previous, CwTickInput *input);
