/* Starts SDL the way Clockwork needs it, and tells whether there is a display: without one SDL does
 * not fail, but quietly draws into nothing (`dummy`, `offscreen`). The command line asks first. */
#pragma once

#include "clockwork/base.h"

/* SDL reads hints unlocked: set them before other threads use SDL. sdl_start does, too. */
void sdl_set_hints(void);

/* Keeps Xlib's compose rules in a folder of the player's (or ""); otherwise they are made at each
 * start, a third of SDL's own time. Call it before SDL and threads. It refuses root's folders. */
void sdl_keep_compose_rules(const char *folder);

/* Whether there is a display for a window. Starts SDL's video; sdl_stop ends it. */
bool sdl_has_display(void);

/* Starts video, for tests on a driver that shows nothing. On false call sdl_stop, too. */
bool sdl_start(bool allow_dummy, CwError *error);

void sdl_stop(void);

/* Why SDL's last call failed, also where SDL says nothing. */
const char *sdl_reason(void);
