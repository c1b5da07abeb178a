/* The controls fill the input of a tick: a watched replay; else devices, the game's bot or
 * another pilot, with the last word of the game's source (clockwork/source.h). The loop asks once a
 * tick. Owns what these keep from tick to tick. */
#pragma once

#include "frame/playback.h"
#include "frame/stage.h"
#include "input/input_script.h"

typedef enum Pilot { PILOT_PLAYER, PILOT_BOT, PILOT_OTHER } Pilot;

/* Turns a player's last input into that of the coming tick. */
typedef void InputFill(CwRng *rng, const Session *session, CwInputFrame *input);

typedef struct RunDriver {
    Pilot pilot;
    InputFill *fill; /* fills the input for PILOT_OTHER */
    uint64_t fill_seed;
    const InputScript
        *script; /* --hold and --tap, added to the input; the caller's. NULL or empty: none */
} RunDriver;

typedef enum Steering {
    STEERING_PLAY,
    STEERING_COAST, /* the players' hands are off, and no script runs */
    STEERING_DEMO   /* the game's bot drives, without the game's source */
} Steering;

/* A player's pointer for one tick: the camera moves, so a guess would be wrong each time. */
typedef struct PointedPlace {
    uint64_t tick;
    int16_t pointer_x, pointer_y;
    int32_t world_x, world_y;
} PointedPlace;

typedef struct Controls {
    /* Set by the owner. */
    const Playback *playback;
    Stage *stage;
    const RunDriver *driver;
    Steering steering;

    PointedPlace pointed[CW_PLAYER_MAX];
    CwRng fill_rngs[CW_PLAYER_MAX];
    CwTickInput own; /* input of the last tick before the game's source changed it */
    bool waits;      /* the source had no input for that tick yet */
} Controls;

/* Begins a run. */
void controls_begin(Controls *controls);

/* Fills the input of the coming tick. False: the game's source lets it wait. */
bool controls_next(Controls *controls, CwTickInput *input);

/* The input that controls_next would give now, without taking anything; pilots, scripts and
 * a game's source are expected to hold their actions. False: others may change it. */
bool controls_guess(Controls *controls, CwTickInput *input);

/* Latches the input of this machine's players for the coming tick, whoever drives. */
void controls_latch(Controls *controls, CwTickInput *input);

/* The game's source if it takes part in the run; else NULL. */
const CwInputSource *controls_source(const Controls *controls);

/* True if devices alone steer: no other pilot and no script. */
bool driver_is_player(const RunDriver *driver);
