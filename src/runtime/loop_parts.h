/* The parts of the loop, between its files:
 *   loop.c          the frame                    loop_input.c    what a tick gets to read
 *   loop_window.c   window and limiter           loop_pace.c     real time on its way to ticks
 *   loop_screens.c  levels and menus             loop_live.c     a configuration that changed
 *   loop_watch.c    overlay and traces           loop_trouble.c  what is said of the clock */
#ifndef RUNTIME_LOOP_PARTS_H
#define RUNTIME_LOOP_PARTS_H

#include "runtime/loop.h"

/* The bindings and dead zones that the configuration asks for: of the game's actions and the
 * engine's. */
InputMap loop_play_map(const Loop *loop);
InputMap loop_ui_map(const Loop *loop);

/* Ends the run with the cause in loop->error. */
void loop_fail(Loop *loop);

/* Waits until the next frame is due, as the settings, the display and the background ask. */
void loop_wait(Loop *loop);

/* The input of the coming tick, from whoever is at the controls. */
InputFrame loop_next_input(Loop *loop);

/* A HostSink: maps an event into the view and hands it to both collectors. */
void loop_take_event(void *loop, const InputEvent *event);

/* Maps pixels to the view from now on. */
void loop_fit_view(Loop *loop, const HostStatus *status);

/* The picture fits the window as the settings ask. */
void loop_fit_picture(Loop *loop, const HostStatus *status);

/* Follows size, focus and lost textures. */
void loop_follow_window(Loop *loop, const HostStatus *status);

/* Real time on its way to ticks, in loop_pace.c: the host's clock, the frame pacer, the step clock.
 * A frame's ticks and alpha for the clock's reading at its start; what the pacer knows of the
 * display; and a new start after frames at another pace. */
void loop_open_pacer(Loop *loop, const HostStatus *status);
StepFrame loop_pace(Loop *loop, int64_t now_ns);
void loop_follow_display(Loop *loop, const HostStatus *status);
void loop_restart_pace(Loop *loop, const HostStatus *status);

/* Changes between title, play, pause and finish: who gets time and who gets input. */
void loop_show(Loop *loop, Screen screen);

/* Gives time to the world and input to the player, or takes them, as screen and background ask. */
void loop_share_out(Loop *loop);

/* Takes this frame's UI input and does what was chosen. */
void loop_run_menus(Loop *loop, int64_t elapsed_ns);

/* Shows the menu a moment after the finish. */
void loop_mind_finish(Loop *loop, int64_t elapsed_ns);

/* The time up to the next frame does not count. */
void loop_forget_time(Loop *loop);

/* The watch on the loop (watch.h): opens it; begins a frame; says that levels and ticks of the
 * frame are known; ends a part of the frame, which began where the last one or a phase ended; puts
 * a tick in brackets; draws overlay and notices; obeys their keys; ends the frame. */
bool loop_watch_open(Loop *loop, Error *error);
void loop_watch_begin(Loop *loop);
void loop_watch_planned(Loop *loop);
void loop_watch_mark(Loop *loop, FramePart part);
void loop_watch_begin_tick(Loop *loop);
void loop_watch_end_tick(Loop *loop);
void loop_watch_draw(Loop *loop);
void loop_watch_keys(Loop *loop, const InputFrame *ui);
void loop_watch_end(Loop *loop, const StepFrame *step, int64_t measured_ns);

/* The configuration that changes while the loop runs, in loop_live.c: takes it over; looks whether
 * a file was saved and applies it. */
void loop_live_open(Loop *loop);
void loop_live_follow(Loop *loop);

/* Begins the run of the level that was opened: for the screen that is shown. */
bool loop_begin_run(Loop *loop, Error *error);

/* The transport bar and the signs of speed and rewinding. */
void loop_draw_time(Loop *loop);

/* Says on stderr what was wrong with the clock's reading of this frame, once a run and trouble. */
void loop_mention_trouble(Loop *loop, const StepFrame *step);

#endif
