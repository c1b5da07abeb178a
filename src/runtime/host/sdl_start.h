/* Starts SDL with Clockwork's hints, and tells whether there is a display. Without one SDL does not
 * fail but silently draws into nothing (`dummy`, `offscreen`), so the command line asks first. */
#pragma once

#include "clockwork/base.h"

/* SDL reads hints unlocked: set them before other threads use SDL. sdl_start does, too. */
void sdl_set_hints(void);

/* Caches Xlib's compose rules in the player's folder (or ""); making them takes a third of SDL's
 * start. Call it before SDL and threads. It refuses root's folders. */
void sdl_keep_compose_rules(const char *folder);

/* Whether there is a display for a window. Starts SDL's video; sdl_stop ends it. */
bool sdl_has_display(void);

/* Starts video; tests may use a driver that shows nothing. On false call sdl_stop, too. */
bool sdl_start(bool allow_dummy, CwError *error);

void sdl_stop(void);

/* Why SDL's last call failed, even if SDL gives no reason. */
const char *sdl_reason(void);
