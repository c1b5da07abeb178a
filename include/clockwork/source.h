/* Input from elsewhere: from players at another machine, an AI, or a test.
 *
 * A CwInputSource in the game's table can change each tick's input before the tick runs. The result
 * is recorded like a device's input, so replays, rewinding and the sync test need no source. A
 * source runs on the thread of the loop, may use clocks and sockets, and must not change the world.
 *
 * Over a network each machine simulates all players. It applies its own players' input at once, and
 * guesses the input of the others. When their real input arrives, `late` returns it. The engine
 * simulates the ticks since then again, in the same frame, so all machines reach the same world.
 * docs/example/apart.c is such a game.
 *
 * If `late` is set, players share time: any player can pause, and the others wait. Rewind and seek
 * are off, the game runs on in the background, and a run's simulation settings are fixed. */
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

    /* Fills in the input of the coming tick, cw_world_tick(world) + 1; a new run begins at tick 1.
     * At first players[n] holds the input of this machine's player n, from devices or from --bot,
     * --monkey, --hold or --tap. Move it to the index that this player has in the game, and fill
     * in the others' input, `pressed` and `released` included (cw_input_derive_edges).
     * The engine corrects input that no device can make. False: no further tick runs in this frame,
     * and a later frame calls again with the same input. */
    bool (*fill)(void *context, const CwWorld *world, CwInputFrame players[CW_PLAYER_MAX]);

    /* Returns the real input of a past tick. Called before the first tick of a frame, again and
     * again until it returns false. The input replaces the guess for that tick. The engine then
     * guesses later ticks again, with the same actions held down. So once a guess was wrong, report
     * every later tick, even one that was guessed right at first. Ticks run again only if something
     * changed. Input for a tick that has not run yet, or that the history no longer holds
     * (game.history), ends the run. */
    bool (*late)(void *context, CwLateInput *late);

    /* Called after the ticks of a frame, also if there were none. */
    void (*send)(void *context, const CwWorld *world);
} CwInputSource;
