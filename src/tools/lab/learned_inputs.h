/* The inputs of a game's bot in a level, learnt once and repeated tick by tick: for loops that are
 * measured, because a bot may think for longer than a tick takes, and for worlds with other
 * settings. The owner frees them. */
#ifndef LAB_LEARNED_INPUTS_H
#define LAB_LEARNED_INPUTS_H

#include "run/run_source.h"

typedef struct LearnedInputs {
    CwTickInput *inputs;
    uint64_t count;
} LearnedInputs;

/* Drives the session, which is at its first tick and returns there, for up to a minute or to the
 * finish. Nothing is held where the game has no bot. */
bool learned_inputs_learn(LearnedInputs *learned, Session *session, CwError *error);

/* The input of the tick that follows `tick` others; nothing is held after the last one. */
CwTickInput learned_inputs_at(const LearnedInputs *learned, uint64_t tick);

/* The same as a source. */
RunSource learned_inputs_source(const LearnedInputs *learned);

void learned_inputs_free(LearnedInputs *learned); /* fine on zeros */

#endif
