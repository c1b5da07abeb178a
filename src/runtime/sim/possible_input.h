/* The rules for a tick's input. Sessions limit values and actions, and runs settle edges, so all
 * that was played can be recorded; the reader of recordings refuses other input. Pure.
 *
 * Values are 0 to 127, actions the game's, and edges follow from before: what goes down is pressed,
 * what goes up released, what stays may be tapped. Pointers, motion and wheel may be anything.
 * Where a run begins, or goes on after a rewind, actions may be down without a press. */
#pragma once

#include "clockwork/base.h"
#include "clockwork/input.h"

/* Clamps values, and clears actions that the game doesn't have. */
void possible_input_limit(CwInputFrame *frame, int action_count);

/* Derives the edges from the tick before. Does not add missing presses. */
void possible_input_settle(CwInputFrame *frame, const CwInputFrame *before);

/* The actions that are down without a press in this tick or the tick before. */
uint32_t possible_input_held_since(const CwInputFrame *frame, const CwInputFrame *before);

/* The input of a tick in which the same actions stay held, and nothing else happens. */
CwTickInput possible_input_held(const CwTickInput *before);

/* The actions of all players in one frame. */
CwInputFrame possible_input_union(const CwTickInput *input);

/* True if limit and settle would change nothing, else an error. `begins`: actions may be held. */
bool possible_input_check(const CwInputFrame *frame, const CwInputFrame *before, int action_count,
                          bool begins, CwError *error);
