/* The playlist decides which run is played, watched or shown behind the title. The loop passes it
 * the requests of the player and of the game's code, and updates it once a frame. It owns watched
 * recordings and the choice of a ghost. */
#pragma once

#include "program/loop_state.h"

/* Zero-initialise, set `loop`, and open the first run. */
bool playlist_open_first(Playlist *playlist, CwError *error);
void playlist_close(Playlist *playlist);

/* Begins the run of the level or recording that was opened, for the activity that is shown. */
bool playlist_begin(Playlist *playlist, CwError *error);

void playlist_handle_ask(Playlist *playlist, const ScreenAsk *ask);

/* Offers a dropped recording in the title, or plays a dropped level. */
void playlist_open_dropped(Playlist *playlist);

/* Ends the open run, so that another one can be opened. */
void playlist_end(Playlist *playlist);

/* Handles a run that can't be opened. In a window the title shows the notice "WHAT: CAUSE" in front
 * of the world that was shown before (NULL: a world of the title's own). Headless the program
 * fails. */
void playlist_refuse(Playlist *playlist, const SessionDesc *before, const CwError *refusal,
                     const char *what);

/* Shows the results after a finish, and the next run on the title. */
void playlist_update_finish(Playlist *playlist);

/* Applies a tick's or frame's flow requests. True when no tick may follow in this frame. */
bool playlist_apply_flow(Playlist *playlist, const CwFlow *flow);

/* Ends the run between two frames if the game's code requested it. */
void playlist_end_as_asked(Playlist *playlist);
