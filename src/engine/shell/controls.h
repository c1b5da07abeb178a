/* The controls: who fills the input of a tick. A replay that is watched; else the players at their
 * devices, the game's bot or a monkey, and the game's source (clockwork/source.h) has the last
 * word.
 *
 * The loop asks once for each tick. It owns what these need to go on from tick to tick; players,
 * game and replay stay the caller's. */
#ifndef SHELL_CONTROLS_H
#define SHELL_CONTROLS_H

#include "input/input_script.h"
#include "input/players.h"
#include "shell/playback.h"
#include "shell/screen.h"

typedef enum Pilot { PILOT_PLAYER, PILOT_BOT, PILOT_MONKEY } Pilot;

typedef struct ControlsDesc {
    const CwGame *game;
    Players *players;
    const CwCamera *shown; /* of the last picture; stays the caller's */
    Pilot pilot;
    uint64_t monkey_seed;
    const InputScript *script; /* NULL: none */
} ControlsDesc;

typedef struct Controls {
    ControlsDesc desc;
    CwRng monkeys[CW_PLAYER_MAX];
    CwTickInput own; /* of the last tick, before the game's source had its word */
    bool waits;      /* the source lets that tick wait */
} Controls;

/* At the beginning of each run. */
void controls_begin(Controls *controls, const ControlsDesc *desc);

/* The input of the coming tick. False when the game's source lets it wait. */
bool controls_next(Controls *controls, const Playback *playback, Screen screen, CwTickInput *input);

/* What the players at this machine do in the coming tick, whoever plays it. */
void controls_latch(Controls *controls, CwTickInput *input);

/* The game's source, where it has a word in a run; else NULL. */
const CwInputSource *controls_source(const Controls *controls, Screen screen);

#endif
