/* Time and flow: what a game's code asks of the loop around it.
 *
 * A tick asks through cw_world_flow(world), a frame phase through frame->flow; the calls are the
 * same:
 *
 *     cw_flow_set_time_scale(cw_world_flow(world), dazed ? 0.3 : 1);
 *     cw_flow_open_level(frame->flow, "night-shift");
 *
 * What a tick asks is an output of that tick, as its events are: nothing that a tick can read
 * changes by it. Only the loop acts, once, when the tick first becomes the newest one; a rewind, a
 * seek, the sync test and `verify` simulate it again and nothing happens. So it is with late input
 * (source.h): a correction of the tick neither repeats nor withdraws what it asked for, nor adds to
 * it, so ask some ticks after what another machine may still change. What a frame phase asks counts
 * when the frame is over. Ticks of the title's backdrop and of a replay that is watched are
 * not listened to, nor are frames meanwhile; without a window only quit, restart and levels are.
 *
 * Asked for twice is asked for once. Within a tick (or a frame) pause, resume and step override one
 * another, the last call wins; so it is with scales and with rates; quitting goes before levels,
 * those before a restart. Every run begins without anything asked for.
 *
 * Time stands while anybody wants it to. The player's pause and that of a window nobody looks at
 * are theirs: a game's resume does not end them, and steps asked for meanwhile are lost. But when
 * the player continues, or lets go of a rewind, the game's pause ends too: nobody is locked in. A
 * scale stays until another call, across a rewind as well: ask for it in every tick it is meant
 * for. */
#ifndef CLOCKWORK_FLOW_H
#define CLOCKWORK_FLOW_H

#include "clockwork/world.h"

#pragma GCC visibility push(default)

typedef struct CwFlow CwFlow;

/* Of the tick that runs: outside of ticks (from CwGame.start, say) nobody listens, and says so. */
CwFlow *cw_world_flow(CwWorld *world);

/* No further tick, in this frame neither, and the picture stands on this one. Views go on: frame
 * phases run, and may resume. */
void cw_flow_pause(CwFlow *flow);

/* Time goes on with the next frame, from the moment that was shown. */
void cw_flow_resume(CwFlow *flow);

/* Pauses, and runs `ticks` more from the next frame on, as many a frame as the caps allow. What
 * steps ask for adds up over ticks and frames. Does nothing unless `ticks` > 0. */
void cw_flow_step(CwFlow *flow, int ticks);

/* From the next frame on simulated time runs at `scale` of real time, 0 to 100, beside
 * simulation.time_scale and what the player chose; 0 stands still. A tick is as long as ever. A
 * scale out of range is moved into it, NaN becomes 1, and stderr says so once. */
void cw_flow_set_time_scale(CwFlow *flow, double scale);

/* Limits frames a second, 20 to 1000, 0 for no limit; the lower of this and display.target_fps
 * holds. A limit out of range is moved into it, and stderr says so once. */
void cw_flow_set_target_fps(CwFlow *flow, int fps);

/* These end the run, and its recording, with this tick: it is completed and shown, the rest of the
 * frame's ticks doesn't run, and the next frame begins anew. No rewind leads back across it. */

/* Ends the program with an exit status of 0 to 255. */
void cw_flow_quit(CwFlow *flow, int status);

/* The same level from its first tick. */
void cw_flow_restart(CwFlow *flow);

/* Another level, or the same, by the name that `play` takes. One that doesn't exist is a message,
 * and the game goes on; one that can't be played ends without a window in failure, else at the
 * title. */
void cw_flow_open_level(CwFlow *flow, const char *name);

/* The next one in the order of `levels`; after the last the title, without a window the end. */
void cw_flow_next_level(CwFlow *flow);

#pragma GCC visibility pop

#endif
