/* The input of a tick: a small, plain CwInputFrame for each player. Also prompts and rumble.
 *
 * A game names its actions in a const table. config.ini binds keys, mouse, controllers and touch
 * zones to them, for each player separately. A game reads a CwInputFrame with the functions below,
 * never a device. Each press and each release reaches exactly one tick. A CwInputFrame holds only
 * integers, so recordings repeat it exactly. */
#pragma once

#include "clockwork/draw.h"
#include "clockwork/settings.h"
CW_C_BEGIN

enum {
    CW_PLAYER_MAX = 4,        /* players a game may have */
    CW_ACTION_MAX = 32,       /* actions a game may name */
    CW_ACTION_VALUE_MAX = 127 /* full deflection of an analogue action */
};

/* The unit of CwInputFrame.world_x and world_y: steps per metre. */
#define CW_POINTER_STEPS_PER_M 1024

/* One row of a game's table of actions. `bindings` is the default of the config key [input] NAME,
 * for example "key:Right key:D pad:righttrigger"; docs/input.md lists the words. */
typedef struct CwActionDef {
    const char *name;     /* [a-z_]+: the key in [input] of config.ini */
    const char *label;    /* name for people, such as "accelerate" */
    const char *bindings; /* separated by blanks */
} CwActionDef;

/* A setting that the engine changes at the start of this tick. */
typedef struct CwInputCommand {
    uint32_t setting; /* a CwInputSetting; CW_SETTING_NONE in nearly every tick */
    int32_t value;
} CwInputCommand;

/* One player's input in one tick. Bit n and value[n] belong to action n of the game's table. */
typedef struct CwInputFrame {
    uint32_t down;     /* held at the end of the tick's time */
    uint32_t pressed;  /* went down in this tick; an action has at most one press in a tick */
    uint32_t released; /* went up in this tick; pressed and released together are a tap */
    uint8_t value[CW_ACTION_MAX]; /* deflection 0..127 after dead zone; 127 for a held key */
    int16_t pointer_x, pointer_y; /* view points from the base's corner, clamped to the view; may be
                                     negative in an expanded view (draw.h) */
    int16_t pointer_dx, pointer_dy; /* motion since the last tick; never reported twice */
    int16_t wheel;                  /* notches since the last tick; positive: away from the user */
    uint16_t unused;                /* always 0, so equal frames have equal bytes */
    int32_t world_x, world_y; /* the pointer in the world, in steps: call cw_input_pointer_m. 0
                                 until it moves, and without CwGame.input.pointer_in_world */
} CwInputFrame;

/* Everything that a tick reads besides the world. Unused players have zeros. */
typedef struct CwTickInput {
    CwInputFrame players[CW_PLAYER_MAX];
    CwInputCommand command;
} CwTickInput;

/* Fills in `pressed` and `released` of input that code made. `before` is the last tick's input. */
static inline void cw_input_derive_edges(CwInputFrame *input, const CwInputFrame *before)
{
    input->pressed = input->down & ~before->down;
    input->released = before->down & ~input->down;
}

/* Whether an action is held in this tick, was pressed in it, or released in it. */
static inline bool cw_input_down(const CwInputFrame *input, int action)
{
    CW_ASSERT((unsigned)action < CW_ACTION_MAX, "name an action of the game's table");
    return (input->down >> action & 1) != 0;
}
static inline bool cw_input_pressed(const CwInputFrame *input, int action)
{
    CW_ASSERT((unsigned)action < CW_ACTION_MAX, "name an action of the game's table");
    return (input->pressed >> action & 1) != 0;
}
static inline bool cw_input_released(const CwInputFrame *input, int action)
{
    CW_ASSERT((unsigned)action < CW_ACTION_MAX, "name an action of the game's table");
    return (input->released >> action & 1) != 0;
}

/* Deflection of an action in [0, 1]. */
static inline double cw_input_value(const CwInputFrame *input, int action)
{
    CW_ASSERT((unsigned)action < CW_ACTION_MAX, "name an action of the game's table");
    return input->value[action] / (double)CW_ACTION_VALUE_MAX;
}

/* The place in the world, in metres, that the player saw under the pointer in the last picture
 * before the tick. Only with CwGame.input.pointer_in_world. */
static inline CwPoint2 cw_input_pointer_m(const CwInputFrame *input)
{
    CwPoint2 at_m = {input->world_x / (double)CW_POINTER_STEPS_PER_M,
                     input->world_y / (double)CW_POINTER_STEPS_PER_M};
    return at_m;
}

/* Sets the pointer's place in the world, rounded to steps, in input made by code, such as a bot. */
void cw_input_point_at(CwInputFrame *input, CwPoint2 place_m);

/* ---- the player's devices, for frame phases ---- */

typedef struct CwFrame CwFrame; /* system.h */

/* Shakes a player's controller for up to 10 s: `strong` drives its slow motor and `weak` its fast
 * one, 0 to 1 each. Call it once, when an event happens. A call replaces the previous one; 0, 0
 * ends the rumble. The last call of a frame wins. Works only with input.rumble = on, and not in a
 * watched recording or behind the title. A menu or another window stops it. */
void cw_rumble(CwFrame *frame, int player, double strong, double weak, double seconds);

/* Pauses the run and opens the engine's page Players, on which players join one by one with a
 * button or a key. For games with several players: call it once, for example when a match begins.
 * Does nothing headless. In a replay and on the title only menu rows can call it. Players also find
 * the page in the menus of title and pause. */
void cw_frame_join(CwFrame *frame);

enum { CW_PROMPT_BYTES = 32 };

/* The engine's own actions, for cw_frame_prompt. */
enum { CW_PROMPT_REWIND = -1, CW_PROMPT_RETRY = -2, CW_PROMPT_PAUSE = -3 };

/* Writes the name of a player's key or button for an action, for hints that a game draws. Players
 * are numbered from 0. The name is for the device used last: "Space" for a keyboard (in the
 * player's layout), "A" for a controller (a letter and an arrow for a stick), the sign of the touch
 * zone (CwGame.input.signs) for touch. "" if the device has no binding, and without a window. If
 * the mouse was used last, an action without a mouse button has the name of its key. */
void cw_frame_prompt(const CwFrame *frame, int player, int action, char text[CW_PROMPT_BYTES]);
CW_C_END
