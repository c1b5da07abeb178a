/* Time and flow: a game's requests to the engine's loop, such as a pause, slow motion or the next
 * level. docs/guide.md lists them.
 *
 * A tick calls cw_world_flow(world); a frame phase uses frame->flow. A tick's request takes effect
 * when the tick is played, not when a rewind, a seek or late input (source.h) simulates it again.
 * Late input can't withdraw a request, so make a request some ticks after the input that causes it.
 * A frame phase's request takes effect at the frame's end. Watched replays and the title ignore
 * requests.
 *
 * If a tick or frame makes several requests of one sort, only the last applies; pause, resume and
 * step are one sort. Quit overrides levels, and levels override a restart. A game's resume ends
 * neither the player's pause nor that of a background window; steps requested in such a pause are
 * lost. A rewind does not restore the scale, so request it in every tick. */
#pragma once

#include "clockwork/settings.h"
#include "clockwork/world.h"
CW_C_BEGIN

/* Takes requests to the loop; the engine owns it. */
typedef struct CwFlow CwFlow;

/* The flow of the running tick. A call in a frame phase fails an assertion. Requests before the
 * first tick are ignored and reported. */
CwFlow *cw_world_flow(CwWorld *world);

/* Pauses after this tick, showing the tick's end. Frame phases still run and may resume: time
 * continues with the next frame, from the moment shown. */
void cw_flow_pause(CwFlow *flow);
void cw_flow_resume(CwFlow *flow);

/* Pauses, and requests `ticks` more steps, which the next frames run; 0 or less does nothing. */
void cw_flow_step(CwFlow *flow, int ticks);

/* Multiplies simulation.time_scale and the player's own speed by `scale`, 0 to 100, from the next
 * frame on. Other values are clamped and reported once. The length of a tick does not change. */
void cw_flow_set_time_scale(CwFlow *flow, double scale);

/* Limits the frame rate to `fps`, 20 to 1000; 0: no limit. The lower of this and display.target_fps
 * applies. Other values are clamped and reported once. */
void cw_flow_set_target_fps(CwFlow *flow, int fps);

/* Pauses, and opens the page of CwGame.menu.pages with this title; it covers an open menu. Ignored
 * without a window, and if the same tick or frame ends the run. */
void cw_flow_open_page(CwFlow *flow, const char *title);

/* Saves the carry (CwGame.carry), as it is after this tick, for the next session. Writes nothing if
 * the save already holds that carry. */
void cw_flow_save_carry(CwFlow *flow);

/* The calls below end the run and its recording. The current tick is completed and shown; the other
 * ticks of the frame are skipped. The next frame starts the new run, which no rewind can leave. */

/* Ends the program with an exit status of 0 to 255. */
void cw_flow_quit(CwFlow *flow, int status);

/* Restarts the level from its first tick. */
void cw_flow_restart(CwFlow *flow);

/* Restarts under these settings; NULL: under the level's own. Begin with cw_world_settings and
 * change members. Retries keep the settings until another level is opened, also when the run is
 * continued in another session. A run under other settings than the level's own has no rank. */
void cw_flow_restart_with(CwFlow *flow, const CwSimSettings *settings);

/* Opens a level by its name for `clockwork play`. If there is no such level, a message says so and
 * the game continues. If it can't be loaded, the title appears; headless, the program fails. */
void cw_flow_open_level(CwFlow *flow, const char *name);

/* Opens the next level in the order of `clockwork levels`. After the last one the title appears;
 * without a window the program ends. */
void cw_flow_next_level(CwFlow *flow);
CW_C_END
