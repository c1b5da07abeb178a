/* Catching up: ticks that were played before run again, in slices of some ms a frame, and then play
 * goes on where the player was. For the last run that continues, a watched one that is taken over,
 * and guests, after a save or a change by hand. */
#pragma once

#include "program/loop_state.h"

bool catch_up_runs(const Loop *loop);

/* Once the run is open at its first tick, or its world is at the one before the first to repeat. */
void catch_up_begin(Loop *loop, const CatchUpDesc *desc);

/* Instead of a frame's new ticks. When the last one has run, play goes on where the player was. */
void catch_up_slice(Loop *loop);

/* How much of it has run, 0..1. */
double catch_up_share(const Loop *loop);

/* ---- runs that go on ---- */

/* Continues the last run, of this level or (NULL) any, where it was: in a pause, so that nobody is
 * surprised. False when there is none, or this program would not play it the same. */
bool catch_up_continue(Loop *loop, const char *level, CwError *error);

/* The same in place of the run that is open; the title where it can't be. */
void catch_up_continue_instead(Loop *loop);

/* The recording that is watched becomes a run of the player's at the tick that is shown. It is
 * marked and never ranked. */
void catch_up_take_over(Loop *loop);

void catch_up_close(Loop *loop);
