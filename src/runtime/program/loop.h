/* The loop: one frame function for windowed and headless play.
 *
 *     wait ─► poll ─► settings ─► menus ─► pacer, step clock ─► early ─► n x tick ─► coming tick
 *     ─► update ─► pre_render ─► render ─► paint ─► end_frame ─► present
 *
 * With display.latency = ahead each frame also simulates the coming tick, before it is due, with
 * the input held now. If the tick's true input is the same, n x tick only adopts that world.
 *
 * It joins a stage, which shows and times, and a playback, the run in time, with menus, logs and
 * the monitor. Real time ends here: a tick gets a CwTickInput and nothing else. */
#pragma once

#include "program/catch_up.h"
#include "program/playlist.h"

/* Opens logs, level and collectors. Host and renderer (or NULL) are open and the caller's. */
bool loop_open(Loop *loop, const LoopDesc *desc, Host *host, Renderer *renderer, CwError *error);

/* Runs a frame. False when the run is over; loop->end then tells how it ended. */
bool loop_frame(Loop *loop);

/* The exit status that the game's code requested; 0 when it requested none. */
int loop_exit_status(const Loop *loop);

/* Closes the loop. False when a log could not be written completely. */
bool loop_close(Loop *loop);

/* ---- the coming tick (loop_coming.c) ---- */

/* Decides whether this frame's picture may show the coming tick. */
void loop_coming_begin_frame(Loop *loop);

/* Notes how long a tick of the run took. */
void loop_coming_note_tick(Loop *loop, int64_t length_ns);

/* Before a tick with new input, a coming tick without it shows whether the input moves a body. */
void loop_coming_compare(Loop *loop);

/* The tick in which new input moves something: the world's tick plus `ahead`, or the one after. */
uint64_t loop_coming_effect_tick(const Loop *loop, uint64_t ahead);

/* After a frame's ticks: simulates the coming tick if it is shown, and places the picture. */
void loop_simulate_coming(Loop *loop, const StepFrame *step);
