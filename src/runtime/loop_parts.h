/* The parts of the loop, between its files: loop.c has the frame, loop_window.c minds the window
 * and the limiter, loop_screens.c the levels and menus, loop_trouble.c the clock's troubles. */
#ifndef RUNTIME_LOOP_PARTS_H
#define RUNTIME_LOOP_PARTS_H

#include "runtime/loop.h"

/* Ends the run with the cause in loop->error. */
void loop_fail(Loop *loop);

/* Waits until the next frame is due, as the settings, the display and the background ask. */
void loop_wait(Loop *loop);

/* A HostSink: maps an event into the view and hands it to both collectors. */
void loop_take_event(void *loop, const InputEvent *event);

/* Maps pixels to the view from now on. */
void loop_fit_view(Loop *loop, const HostStatus *status);

/* Follows size, focus and lost textures. */
void loop_follow_window(Loop *loop, const HostStatus *status);

/* Opens a level by name or file; NULL: the game without a map. */
bool loop_open_level(Loop *loop, const char *level, Error *error);

/* Changes between title, play, pause and finish: who gets time and who gets input. */
void loop_show(Loop *loop, Screen screen);

/* Gives time to the world and input to the player, or takes them, as screen and background ask. */
void loop_share_out(Loop *loop);

/* Takes this frame's UI input and does what was chosen. */
void loop_run_menus(Loop *loop);

/* Shows the menu a moment after the finish. */
void loop_mind_finish(Loop *loop, int64_t elapsed_ns);

/* Says on stderr what was wrong with the clock's reading of this frame, once a run and trouble. */
void loop_mention_trouble(Loop *loop, const StepFrame *step);

#endif
