/* A monkey at the controls: random but plausible input from a seed, for soak tests and --monkey.
 * Makes a tick's input from the last one, with edges that agree. */
#pragma once

#include "clockwork/rng.h"
#include "sim/session.h"

/* Turns the previous tick's input into the next one's: actions 0..action_count-1 are held for about
 * half a second to several seconds at 60 ticks a second or tapped; everything else is let go. The
 * same numbers from `rng` give the same input. */
void input_monkey(CwRng *rng, CwInputFrame *frame, int action_count);

/* Fills the input of a player of a run, pointer included (frame/controls.h). */
void input_monkey_fill(CwRng *rng, const Session *session, CwInputFrame *input);
