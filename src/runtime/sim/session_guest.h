/* The guest of a session: hooks for tools, which a finished game lacks. They change
 * numbers in the game's code, check new worlds, and take part in runs (run/run_guest.h). No
 * function is NULL; they get the `state` that `open` made. */
#pragma once

#include "clockwork/base.h"
#include "clockwork/world.h"

struct Session;

typedef struct SessionGuest {
    /* Sets session->guest_state and applies changes of session->desc from before the first tick.
     * False, with an error: a change is impossible, or no memory. */
    bool (*open)(struct Session *session, CwError *error);
    void (*close)(void *state);
    /* Called before the game's code runs: sets this session's numbers. */
    void (*enter)(const void *state);
    /* A number to mix into the world's hash; 0: none. */
    uint64_t (*salt)(const void *state);
    /* Checks for changes that bypassed the engine. Slow. */
    bool (*check)(const CwWorld *world, CwError *error);
    const struct RunGuest *run;
    int tested_ticks; /* depth of the run's sync test; 0: none */
} SessionGuest;
