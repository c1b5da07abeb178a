/* Time and flow: a game's requests to the engine's loop. docs/guide.md lists them.
 *
 * A tick uses cw_world_flow(world), a frame phase frame->flow. A tick's request is an output of
 * that tick, as its events are: the loop acts when the tick runs for the first time. Late input
 * (source.h) does not repeat, withdraw or add requests, so make them some ticks after input that
 * may still change. A frame phase's request takes effect when the frame is over. The loop ignores
 * requests on the title and in watched replays.
 *
 * The last of pause, resume and step wins, and so does the last scale and rate. Quitting overrides
 * levels, and levels override a restart. A game's resume does not end the player's pause, or that
 * of a window in the background, and steps requested meanwhile are lost. A scale stays until
 * another call; a rewind does not restore an older one, so request the scale in every tick. */
#pragma once

#include "clockwork/settings.h"
#include "clockwork/world.h"
CW_C_BEGIN

/* Takes requests to the loop; the engine owns it. */
typedef struct CwFlow CwFlow;

/* The flow of the running tick. Calling it in a frame phase fails an assertion; requests before the
 * first tick are ignored and reported. */
CwFlow *cw_world_flow(CwWorld *world);

/* Pauses after this tick, showing the tick's end. Frame phases still run and may resume: time
 * continues with the next frame, from the moment shown. */
void cw_flow_pause(CwFlow *flow);
void cw_flow_resume(CwFlow *flow);

/* Pauses, and runs `ticks` more (if above 0) in the next frames. Steps of several frames add up. */
void cw_flow_step(CwFlow *flow, int ticks);

/* From the next frame on `scale`, 0 to 100, multiplies simulation.time_scale and the player's own
 * speed. Other values are clamped and reported once. The length of a tick does not change. */
void cw_flow_set_time_scale(CwFlow *flow, double scale);

/* Limits frames a second, 20 to 1000; 0 for no limit. The lower of this and display.target_fps
 * applies. Other values are clamped and reported once. */
void cw_flow_set_target_fps(CwFlow *flow, int fps);

/* Pauses with a page of CwGame.menu.pages, named by its title, or shows it over the menu that is
 * open. Ignored without a window, and if the same tick or frame ends the run. */
void cw_flow_open_page(CwFlow *flow, const char *title);

/* Saves the carry (CwGame.carry) for the next session, as it is after this tick. A tick that runs
 * again after a rewind writes only a carry that differs from the saved one. */
void cw_flow_save_carry(CwFlow *flow);

/* The calls below end the run and its recording. This tick is completed and shown, the frame's
 * other ticks are skipped, and the next frame starts the new run. No rewind goes past its start. */

/* Ends the program with an exit status of 0 to 255. */
void cw_flow_quit(CwFlow *flow, int status);

/* Restarts the level from its first tick. */
void cw_flow_restart(CwFlow *flow);

/* Restarts under these settings. The player's retries keep them until another level is opened, also
 * when the run is continued in another session. NULL: the level's own settings. Begin with
 * cw_world_settings and change members. A run under other settings than the level's own has no
 * rank. */
void cw_flow_restart_with(CwFlow *flow, const CwSimSettings *settings);

/* Opens a level by its name as `clockwork play` takes it. If there is none, a message says so and
 * the game continues. If it can't be loaded, the title appears; headless, the program fails. */
void cw_flow_open_level(CwFlow *flow, const char *name);

/* Opens the next level in the order of `clockwork levels`. After the last one the title appears;
 * without a window the program ends. */
void cw_flow_next_level(CwFlow *flow);
CW_C_END
