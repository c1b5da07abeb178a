/* Which run is played, watched or shown behind the title: where runs begin and end. Told what the
 * player or the game's code asked for and, once a frame, the time: a finish
 * leads on. Owns watched recordings and the choice of a ghost. */
#pragma once

#include "program/loop_state.h"

/* Zero-initialise, set `loop`, and open the first run. */
bool runs_open_first(Runs *runs, CwError *error);
void runs_close(Runs *runs);

/* Begins the run of the level or recording that was opened, for the activity that is shown. */
bool runs_begin(Runs *runs, CwError *error);

void runs_handle_ask(Runs *runs, const ScreenAsk *ask);

/* If a file was dropped on the window: offers a recording in the title, or plays a level. */
void runs_open_dropped(Runs *runs);

/* Ends the run that is open, so that another one can be opened in its place. */
void runs_end(Runs *runs);

/* The next run can't be opened: in a window the title shows a notice, "WHAT: CAUSE", in front of
 * the world that was shown before (NULL: a world of the title's own). Headless the program fails.
 */
void runs_refuse(Runs *runs, const SessionDesc *before, const CwError *refusal, const char *what);

/* Shows the results after a finish, and the next run on the title. */
void runs_update_finish(Runs *runs);

/* Applies what a tick or a frame asked of the flow. True when no tick may follow in this frame. */
bool runs_apply_flow(Runs *runs, const CwFlow *flow);

/* Between two frames: ends the run as the game's code asked. */
void runs_end_as_asked(Runs *runs);
