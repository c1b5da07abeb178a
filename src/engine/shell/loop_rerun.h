/* The loop simulates a run again, some milliseconds of it a frame, so that the picture lives: it
 * shows the run pass by, and how far it is where that takes long. That is a run of a plan
 * (rerun_plan.h), or the rest of the present one, after a value was changed by hand. */
#ifndef SHELL_LOOP_RERUN_H
#define SHELL_LOOP_RERUN_H

#include "shell/loop.h"

/* A run is being simulated again. */
bool loop_rerun_runs(const Loop *loop);

/* In place of a first level: opens the run at its first tick. On false no session is open. */
bool loop_open_rerun(Loop *loop, const RerunPlan *plan, CwError *error);

/* The player typed a value for the inspector's field, or takes the last one back: the ticks behind
 * the one that is shown run again with the same inputs. The panel says what came of it. */
void loop_rerun_edit(Loop *loop, const char *text);
void loop_rerun_take_back(Loop *loop);

/* Instead of a frame's new ticks. When the last one has run, play goes on where the player was. */
void loop_rerun_slice(Loop *loop);

/* While a picture is painted, a thread continues the simulation: painting does not read the world.
 * Both do nothing where no run is simulated again. */
void loop_rerun_begin_paint(Loop *loop);
void loop_rerun_end_paint(Loop *loop);

/* How much of it has run, 0..1. */
double loop_rerun_share(const Loop *loop);

#endif
