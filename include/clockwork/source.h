/* Input from elsewhere: from players at another machine, an AI, or a test.
 *
 * A game that names a CwInputSource in its table may change the input of every tick before it runs.
 * That input is latched and recorded as a device's would be, so replays, rewinding and the sync
 * test need no source. In a frame the engine calls
 *
 *     late (repeated) ─► mispredicted ticks are simulated again
 *          ─► fill, once a tick, and the tick ─► send
 *
 * Over a network each machine simulates all players. It plays its own at once and guesses the
 * others (prediction). `late` tells what they really did, and the ticks since are simulated again
 * in the same frame with all that is known now (reconciliation), so both reach the same world.
 * Bodies of others are drawn between ticks, and views may smooth the jumps after a correction.
 * docs/example/apart.c is such a game, with two processes, 100 ms and lost packets between them.
 *
 * With `late`, all players share time. The player can pause, and the others wait; rewinding and
 * seeking are off, the game runs on in the background (display.background), and settings of the
 * simulation are fixed when a run starts. A source runs on the thread of the loop, may use clocks
 * and sockets, and must not change the world. */
#pragma once

#include "clockwork/world.h"

/* The real input of a player in a tick that has run. */
typedef struct CwLateInput {
    uint64_t tick;
    int player;
    CwInputFrame input;
} CwLateInput;

/* Each may be NULL. They are not called for the title's run and while a replay is watched. */
typedef struct CwInputSource {
    void *context; /* the game's own; handed to all of them */

    /* For the tick after cw_world_tick(world). `players` holds the input of this machine's devices
     * (or of --bot, --monkey, --hold, --tap), a frame for each player of the table. Move the frames
     * to their players, and give the other players theirs, edges included (cw_input_derive_edges).
     * The engine corrects values and edges that no device can make. False: the tick waits, and with
     * it time; a later frame calls again with the same frames. A new run begins at tick 1. */
    bool (*fill)(void *context, const CwWorld *world, CwInputFrame players[CW_PLAYER_MAX]);

    /* Called until it returns false, in every frame with ticks before the first of them. Its input
     * replaces the tick's; if they are equal, nothing is simulated again. A tick that has not run
     * yet, or that the history no longer holds (game.history), ends the run. */
    bool (*late)(void *context, CwLateInput *late);

    /* After the ticks of a frame, also when there were none. */
    void (*send)(void *context, const CwWorld *world);
} CwInputSource;
