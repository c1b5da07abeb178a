/* Catching up repeats ticks that were played before, in slices of some ms a frame. Then play
 * resumes at the player's tick. The loop catches up to continue the last run, to take over a
 * watched one, and for guests after a save or a change by hand. */
#pragma once

#include "program/loop_state.h"

bool catch_up_runs(const Loop *loop);

/* Begins with the world at the run's start, or before the first tick to repeat. */
void catch_up_begin(Loop *loop, const CatchUpDesc *desc);

/* Runs a frame's slice instead of new ticks. After the last tick play resumes. */
void catch_up_slice(Loop *loop);

/* The share of these ticks that has run, 0..1. */
double catch_up_share(const Loop *loop);

/* ---- runs that continue ---- */

/* Continues the last run of this level, or of any level (NULL). Begins paused, so that the player
 * is not surprised. False when there is none, or this program would play it differently. */
bool catch_up_continue(Loop *loop, const char *level, CwError *error);

/* Ends the open run and continues the last run of any level. Shows the title if that fails. */
void catch_up_continue_instead(Loop *loop);

/* Turns the watched recording into a run of the player from the shown tick on. The run is marked
 * and never ranked. */
void catch_up_take_over(Loop *loop);

void catch_up_close(Loop *loop);
