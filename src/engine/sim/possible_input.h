/* The input that a tick can have. Sessions limit values and actions, runs settle the edges,
 * and the reader of recordings accepts no other input.
 *
 * An input collector latches values of 0 to 127, actions that the game has, and edges that follow
 * from what was held before: an action that goes down is pressed, one that goes up is released, one
 * that stays as it was may be tapped (pressed and released). Pointers, motion and the wheel may
 * have every value of their types, as views and cameras have any size. Where a run begins or goes
 * on after a rewind, what the player holds already is down without a press.
 *
 * Input of bots, scripts and a game's own source is made to fit, so whatever was played can be
 * recorded. Pure; knows no world and no file. */
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

/* True if limit and settle would not change the frame; else `error` says why. `begins`: actions may
 * be held since. */
bool possible_input_check(const CwInputFrame *frame, const CwInputFrame *before, int action_count,
                          bool begins, CwError *error);
