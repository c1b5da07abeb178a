/* The rules for a tick's input, as pure functions. Sessions limit values and actions, and runs
 * settle edges, so everything that is played can be recorded. The reader of recordings refuses
 * input that breaks a rule.
 *
 * Values are 0 to 127, and only the game's actions are used. An action that goes down is pressed,
 * one that goes up is released, and one that stays may have been tapped. Pointers, motion and wheel
 * have no limits. At a run's start or after a rewind, actions may be down without a press. */
#pragma once

#include "clockwork/base.h"
#include "clockwork/input.h"

/* Clamps values, and clears actions that the game doesn't have. */
void possible_input_limit(CwInputFrame *frame, int action_count);

/* Corrects presses and releases by the previous tick, but doesn't add missing presses. */
void possible_input_settle(CwInputFrame *frame, const CwInputFrame *previous);

/* Actions that are down without a press in this tick or the previous one. */
uint32_t possible_input_held_since(const CwInputFrame *frame, const CwInputFrame *previous);

/* The next tick's input if the same actions stay held and nothing else happens. */
CwTickInput possible_input_held(const CwTickInput *previous);

/* The actions of all players together. */
CwInputFrame possible_input_union(const CwTickInput *input);

/* Whether possible_input_limit and possible_input_settle would change nothing. False with an error.
 * With `may_begin_held`, actions may be down without a press. */
bool possible_input_check(const CwInputFrame *frame, const CwInputFrame *previous, int action_count,
                          bool may_begin_held, CwError *error);
