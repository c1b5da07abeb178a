/* The guest of a run may change the world between two ticks, and sees each tick. Changes by hand
 * and the sync test are guests; without one a run is only its inputs. Functions get the state of
 * the session's guest. */
#pragma once

#include "clockwork/world.h"

struct Run;

struct RunGuest {
    void (*begin)(void *state, struct Run *run);
    /* Makes the changes due at the world's tick. Called before each tick and after a seek. */
    bool (*apply)(void *state, struct Run *run, CwError *error);
    bool (*is_due)(const void *state, uint64_t tick);
    /* Whether it simulates ticks again to test them. Then no coming tick is adopted, but `before`
     * and `after` are called for each recorded tick. */
    bool (*tests)(const void *state);
    bool (*before)(void *state, const CwWorld *world, const CwTickInput *input, CwError *error);
    bool (*after)(void *state, struct Run *run, CwError *error);
    /* Called when the world was restored to this tick, without the changes of that tick. */
    void (*rewound)(void *state, uint64_t tick);
    /* Called when the next ticks replace written ones: writes the lost content again. */
    void (*branched)(void *state, struct Run *run);
    /* Discards changes after this tick. */
    void (*cut)(void *state, uint64_t tick);
    /* The tick of the first change, made or to come; UINT64_MAX: none. */
    uint64_t (*first)(const void *state);
};
