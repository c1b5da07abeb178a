/* Which run is played, watched or shown behind the title, and on which screen: where the loop's
 * runs begin and end. Who gets time and who gets input follows from the screen. */
#ifndef SHELL_LOOP_RUNS_H
#define SHELL_LOOP_RUNS_H

#include "shell/loop.h"

/* The first run: the replay, the level that was asked for, or the title over a bundled recording.
 */
bool loop_open_first(Loop *loop, CwError *error);

/* Changes between title, play, pause and finish. */
void loop_show(Loop *loop, Screen screen);

/* The run of the level or recording that was opened begins, for the screen that is shown. */
bool loop_begin_run(Loop *loop, CwError *error);

/* A run ends, the next begins. A failure is in loop->error, with loop->failed. */
void loop_open_title(Loop *loop);
void loop_restart_level(Loop *loop, Screen screen);
/* NULL: the first. */
void loop_play_level(Loop *loop, const char *level, Screen screen);
/* After the last comes the title. */
void loop_open_next_level(Loop *loop, Screen screen);

/* What was chosen on the replays' screen: to see, to drive against. */
void loop_watch(Loop *loop);
void loop_race(Loop *loop);
void loop_watch_again(Loop *loop);
void loop_close_watch_menu(Loop *loop);
/* To the title, or out where only this recording was to be seen. */
void loop_leave_recording(Loop *loop);

/* Time goes on where the player left it, after config->resume_countdown. */
void loop_count_down(Loop *loop);

/* Once a frame: what gives and takes time; a level that was saved; a finish that was enjoyed. */
void loop_update_countdown(Loop *loop);
void loop_update_holds(Loop *loop);
void loop_follow_level(Loop *loop);
void loop_update_finish(Loop *loop);

/* What a tick or a frame asked of the flow. True when no tick may follow in this frame. */
bool loop_apply_flow(Loop *loop, const CwFlow *flow);
/* Between two frames: ends the run as it was asked to. */
void loop_end_run_as_asked(Loop *loop);

#endif
