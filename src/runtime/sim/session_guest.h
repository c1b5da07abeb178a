/* The guest of a session: what a maker's tools give to it, which a finished game has not. They turn
 * numbers of the game's code, look into worlds that were built, and take part in runs
 * (run/run_guest.h). All functions are there; they get the `state` that `open` made. */
#pragma once

#include "clockwork/base.h"
#include "clockwork/world.h"

struct Session;

typedef struct SessionGuest {
    /* Sets session->guest. Takes the changes of its desc that are older than the first tick. False,
     * with the cause: these are not possible, or memory is refused. */
    bool (*open)(struct Session *session, CwError *error);
    void (*close)(void *state);
    /* Before the game's code runs: gives it the numbers of this session. */
    void (*enter)(const void *state);
    /* A number that is mixed into the world's hash; 0: nothing is. */
    uint64_t (*salt)(const void *state);
    /* Refuses a world that the game changed behind the engine's back. Slow. */
    bool (*check)(const CwWorld *world, CwError *error);
    const struct RunGuest *run;
    int tested_ticks; /* a sync test of its run goes so far back; 0: none is wanted */
} SessionGuest;
