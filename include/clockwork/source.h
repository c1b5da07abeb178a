/* Input from elsewhere: from players at another machine, an AI, or a test.
 *
 * A game with a CwInputSource in its table can change each tick's input before the tick runs. The
 * input is recorded like a device's, so replays, rewinding and the sync test need no source.
 *
 * Over a network each machine simulates all players. It plays its own players' input at once and
 * guesses the others'. `late` gives their real input, and the ticks since then are simulated again
 * in the same frame, so that all machines reach the same world. Then all players share time: any
 * can pause, and the others wait. Rewinding and seeking are off, the game runs on in the
 * background, and settings of the simulation are fixed when a run starts. A source runs on the
 * thread of the loop, may use clocks and sockets, and must not change the world.
 * docs/example/apart.c is such a game. */
#pragma once

#include "clockwork/world.h"

/* The real input of a player in a tick that has run. */
typedef struct CwLateInput {
    uint64_t tick;
    int player;
    CwInputFrame input;
} CwLateInput;

/* Each function may be NULL. None is called on the title or while a replay is watched. */
typedef struct CwInputSource {
    void *context; /* the game's own, passed to each function */

    /* For the tick after cw_world_tick(world). `players` holds the input of this machine's devices
     * (or of --bot, --monkey, --hold, --tap), a frame for each player of the table. Move each frame
     * to its player's index and fill in the others, `pressed` and `released` too
     * (cw_input_derive_edges). The engine corrects input that no device can make. False: the tick
     * waits, and time with it; a later frame of the loop calls again with the same input. A new run
     * begins at tick 1. */
    bool (*fill)(void *context, const CwWorld *world, CwInputFrame players[CW_PLAYER_MAX]);

    /* Called before the first tick of a frame, until it returns false. Its input replaces the
     * input of the tick. Later ticks that only held its actions now hold the actions of the new
     * input. So report each tick from the first wrong one on, even if it is as it was filled. If
     * nothing changes, nothing is simulated again. Input for a tick that has not run yet, or that
     * the history no longer holds (game.history), ends the run. */
    bool (*late)(void *context, CwLateInput *late);

    /* Called after the ticks of a frame, also if there were none. */
    void (*send)(void *context, const CwWorld *world);
} CwInputSource;
