/* The guest of a run may change the world between two ticks, and sees each tick: changes by hand,
 * or a sync test. A run without one is only its inputs. The functions get the state of the
 * session's guest. */
#pragma once

#include "clockwork/world.h"

struct Run;

struct RunGuest {
    void (*begin)(void *state, struct Run *run);
    /* Makes the changes that are due at the world's tick. Before each tick, and after a seek. */
    bool (*apply)(void *state, struct Run *run, CwError *error);
    bool (*is_due)(const void *state, uint64_t tick);
    /* Whether ticks are simulated again to test them: then none is adopted, but `before` and
     * `after` are called for each that is recorded. */
    bool (*tests)(const void *state);
    bool (*before)(void *state, const CwWorld *world, const CwTickInput *input, CwError *error);
    bool (*after)(void *state, struct Run *run, CwError *error);
    /* The world was put to this tick, and lacks the changes of that tick. */
    void (*rewound)(void *state, uint64_t tick);
    /* The next ticks replace those that were written: writes again what the writers lost. */
    void (*branched)(void *state, struct Run *run);
    /* What is later than this tick does not come. */
    void (*cut)(void *state, uint64_t tick);
    /* The tick of the first change, made or to come; UINT64_MAX: there is none. */
    uint64_t (*first)(const void *state);
};
