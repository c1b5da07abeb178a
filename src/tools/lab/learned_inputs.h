/* What a game's bot does in a level, learnt once and given again tick by tick: for loops that are
 * measured, as a bot may think for longer than a tick takes, and for worlds under settings of their
 * own. The owner frees it. */
#ifndef LAB_LEARNED_INPUTS_H
#define LAB_LEARNED_INPUTS_H

#include "sim/session.h"

typedef struct LearnedInputs {
    CwTickInput *inputs;
    uint64_t count;
} LearnedInputs;

/* Drives the session, which is at its first tick and returns there, for up to a minute or to the
 * finish. Nothing is held where the game has no bot. */
bool learned_inputs_learn(LearnedInputs *learned, Session *session, CwError *error);

/* Of the tick behind so many; nothing is held after the last one. */
CwTickInput learned_inputs_at(const LearnedInputs *learned, uint64_t tick);

void learned_inputs_free(LearnedInputs *learned); /* fine on zeros */

#endif
