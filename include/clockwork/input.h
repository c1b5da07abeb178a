/* What a tick knows of the player: one small plain InputFrame.
 *
 * A game names its actions in a const table; config.ini binds keys, mouse, controllers and touch
 * zones to them. The input collector (src/input/input_collector.h) turns uneven device events into
 * one InputFrame a tick, such that every press and every release reaches exactly one tick.
 * Everything in it is an integer: that is what makes it recordable and the tick repeatable. A game
 * reads it with the helpers below and never asks a device. */
#ifndef CLOCKWORK_INPUT_H
#define CLOCKWORK_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(default)

enum {
    ACTION_MAX = 16,       /* actions a game may name */
    ACTION_VALUE_MAX = 127 /* full deflection of an analogue action */
};

/* One row of a game's table of actions. `bindings` is the default of the config key [input] NAME,
 * for example "key:Right key:D pad:righttrigger"; see README for the words it may hold. */
typedef struct ActionDef {
    const char *name;     /* [a-z_]+: the key in [input] of config.ini */
    const char *label;    /* for people, for example "accelerate" */
    const char *bindings; /* separated by blanks */
} ActionDef;

/* Settings of the simulation that may change at a tick. Recordings hold the numbers: never reuse
 * one. */
typedef enum InputSetting {
    SETTING_NONE,
    SETTING_SUBSTEPS,
    SETTING_ITERATIONS,
    SETTING_GRAVITY, /* vertical, micrometres/s2: a whole number, like everything here */
    SETTING_COUNT
} InputSetting;

/* A setting that changes with this tick, before anything else in it happens. The engine applies it;
 * a game need not look. */
typedef struct InputCommand {
    uint32_t setting; /* an InputSetting; SETTING_NONE in nearly every tick */
    int32_t value;
} InputCommand;

/* The input of one tick. Bit n and value[n] belong to action n of the game's table. */
typedef struct InputFrame {
    uint16_t down;    /* held at the end of what this tick covers */
    uint16_t pressed; /* went down in this tick: at most one edge of each kind an action and tick */
    uint16_t released;         /* went up in this tick; pressed and released together are a tap */
    uint8_t value[ACTION_MAX]; /* deflection 0..127 after dead zone; 127 for a held key */
    int16_t pointer_x;         /* pointer in view points (see draw.h), clamped to the view */
    int16_t pointer_y;
    int16_t pointer_dx; /* motion since the last tick; never reported twice */
    int16_t pointer_dy;
    int16_t wheel; /* notches since the last tick, away from the user positive */
    InputCommand command;
} InputFrame;

static inline bool input_down(const InputFrame *input, int action)
{
    return (input->down >> action & 1) != 0;
}

static inline bool input_pressed(const InputFrame *input, int action)
{
    return (input->pressed >> action & 1) != 0;
}

static inline bool input_released(const InputFrame *input, int action)
{
    return (input->released >> action & 1) != 0;
}

/* Deflection of an action in [0, 1]. */
static inline double input_value(const InputFrame *input, int action)
{
    return input->value[action] / (double)ACTION_VALUE_MAX;
}

#pragma GCC visibility pop

#endif
