/* The playlist decides which run is played, watched or shown behind the title. The loop tells it
 * what the player or the game's code asked for, and once a frame the time: a finish leads on. It
 * owns watched recordings and the choice of a ghost. */
#pragma once

#include "program/loop_state.h"

/* Zero-initialise, set `loop`, and open the first run. */
bool playlist_open_first(Playlist *playlist, CwError *error);
void playlist_close(Playlist *playlist);

/* Begins the run of the level or recording that was opened, for the activity that is shown. */
bool playlist_begin(Playlist *playlist, CwError *error);

void playlist_handle_ask(Playlist *playlist, const ScreenAsk *ask);

/* If a file was dropped on the window: offers a recording in the title, or plays a level. */
void playlist_open_dropped(Playlist *playlist);

/* Ends the run that is open, so that another one can be opened in its place. */
void playlist_end(Playlist *playlist);

/* The next run can't be opened: in a window the title shows a notice, "WHAT: CAUSE", in front of
 * the world that was shown before (NULL: a world of the title's own). Headless the program fails.
 */
void playlist_refuse(Playlist *playlist, const SessionDesc *before, const CwError *refusal,
                     const char *what);

/* Shows the results after a finish, and the next run on the title. */
void playlist_update_finish(Playlist *playlist);

/* Applies what a tick or a frame asked of the flow. True when no tick may follow in this frame. */
bool playlist_apply_flow(Playlist *playlist, const CwFlow *flow);

/* Between two frames: ends the run as the game's code asked. */
void playlist_end_as_asked(Playlist *playlist);
