/* The input that a tick can have. Sessions limit values and actions, runs settle edges, and the
 * reader of recordings accepts no other.
 *
 * Values are 0 to 127, actions the game's, and edges follow from before: what goes down is pressed,
 * what goes up released, what stays may be tapped. Pointers, motion and wheel may be anything.
 * Where a run begins, or goes on after a rewind, actions may be down without a press.
 *
 * Input of bots, scripts and a game's source is made to fit, so all that was played can be
 * recorded. Pure. */
#pragma once

#include "clockwork/base.h"
#include "clockwork/input.h"

/* Clamps values, and clears actions that the game doesn't have. */
void possible_input_limit(CwInputFrame *frame, int action_count);

/* Makes the edges follow from the tick before. Does not add missing presses. */
void possible_input_settle(CwInputFrame *frame, const CwInputFrame *before);

/* The actions that are down, but neither were in the tick before nor are pressed. */
uint32_t possible_input_held_since(const CwInputFrame *frame, const CwInputFrame *before);

/* The input of a tick in which nothing happens but that the same actions stay held. */
CwTickInput possible_input_held(const CwTickInput *before);

/* The actions of all players together. */
CwInputFrame possible_input_union(const CwTickInput *input);

/* Whether limit and settle would change nothing, else why. `begins`: actions may be held. */
bool possible_input_check(const CwInputFrame *frame, const CwInputFrame *before, int action_count,
                          bool begins, CwError *error);
