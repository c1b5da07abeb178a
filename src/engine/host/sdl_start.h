/* Starting SDL the way Clockwork needs it, and whether there is a display at all.
 *
 * The command line asks sdl_has_display before it decides between window and demonstration;
 * host_sdl starts SDL and stops it. SDL itself never fails on a machine without a display: it
 * quietly draws into nothing (drivers `dummy` and `offscreen`). */
#pragma once

#include "clockwork/base.h"

/* sdl_has_display and sdl_start do it too; call it before other threads use SDL, which reads hints
 * in any of them without a lock. */
void sdl_set_hints(void);

/* Before SDL and before threads: a folder of the player's, or "", where Xlib may keep what it makes
 * of its rules for composed characters. It reads half a megabyte of them at each start otherwise,
 * which is a third of SDL's own. Root's folders it refuses. */
void sdl_keep_compose_rules(const char *folder);

/* True when there is a display to open a window on. Starts SDL's video; sdl_stop ends it, also when
 * a host is closed. */
bool sdl_has_display(void);

/* Starts video; gamepads_start starts controllers. For tests a driver that shows nothing will do.
 * On false the caller still calls sdl_stop. */
bool sdl_start(bool allow_dummy, CwError *error);

void sdl_stop(void);
