/* Input from elsewhere: of players at another machine, of an AI, of a test.
 *
 * A game that names a CwInputSource in its table has a word in the input of every tick before it
 * runs. What it says is latched and recorded as a device's would be, so replays, rewinding and the
 * sync test need no source. In a frame the engine calls
 *
 *     late, until it has none ─► what was mistaken again ─► fill, once a tick, and the tick ─► send
 *
 * Over a network each machine simulates all players. It plays its own at once and guesses the
 * others (prediction); `late` tells what they really did, and the ticks since are simulated again
 * in the same frame with all that is known now (reconciliation), so both come to the same world;
 * bodies of others are drawn between ticks, and views may let what jumped slide (interpolation).
 * tests/example/apart.c is such a game, with two processes, 100 ms and lost packets between them.
 *
 * Where `late` is there, time is everybody's: the player can pause, and others wait then; but not
 * rewind or seek, it goes on while nobody looks (display.background), and settings of the
 * simulation hold from the start of a run on. A source runs on the thread of the loop, may use
 * clocks and sockets, and must not change the world. */
#ifndef CLOCKWORK_SOURCE_H
#define CLOCKWORK_SOURCE_H

#include "clockwork/world.h"

#pragma GCC visibility push(default)

/* What a player really did in a tick that has run. */
typedef struct CwLateInput {
    uint64_t tick;
    int player;
    CwInputFrame input;
} CwLateInput;

/* Each may be NULL. They are not called for the title screen's run and while a replay is watched.
 */
typedef struct CwInputSource {
    void *context; /* the game's own; handed to all of them */

    /* The tick after cw_world_tick(world): `players` holds what this machine's devices (or --bot,
     * --monkey, --hold, --tap) make of it, a frame for each player of the table. Move them to where
     * they belong, and give the others theirs, edges included (cw_input_derive_edges); the engine
     * corrects values and edges that no device can make. False: the tick has to wait, and with it
     * time, to be asked for again with the same frames in a later frame. A run that begins anew
     * begins at tick 1 again. */
    bool (*fill)(void *context, const CwWorld *world, CwInputFrame players[CW_PLAYER_MAX]);

    /* Called until it returns false, in every frame with ticks before its first. What it says of a
     * tick replaces what the tick had; when that is the same, nothing has to be done again. A tick
     * that has not run yet, or that the history no longer holds (game.history), ends the run. */
    bool (*late)(void *context, CwLateInput *late);

    /* After the ticks of a frame, also when there were none. */
    void (*send)(void *context, const CwWorld *world);
} CwInputSource;

#pragma GCC visibility pop

#endif
