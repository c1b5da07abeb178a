/* Makes random but plausible input from a seed, for soak tests and --monkey. */
#pragma once

#include "sim/session.h"

/* Turns the previous tick's input into the next one's, with matching edges. Actions are tapped, or
 * held for 30 to several hundred ticks. */
void input_monkey(CwRng *rng, CwInputFrame *frame, int action_count);

/* Fills one player's input of a run, including the pointer (program/ticks.c). */
void input_monkey_fill(CwRng *rng, const Session *session, CwInputFrame *input);
