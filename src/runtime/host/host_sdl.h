/* The host of windowed play: SDL's window, renderer, keyboard, mouse, touch, controllers, real
 * time.
 *
 * The command line opens one, gives its renderer to src/runtime/paint and runs the loop on its
 * Host. It starts and stops SDL, and catches SIGINT and SIGTERM while open. Controllers are opened
 * after the first picture. F11 and Alt+Enter toggle fullscreen and never reach the input. */
#pragma once

#include "host/host.h"
#include "host/paths.h"

#include <SDL.h>

typedef struct HostSdlDesc {
    const char *title;
    int width, height;    /* the window's size, in units of the desktop */
    const char *renderer; /* "auto", "opengl" or "software" */
    bool has_vsync;
    bool is_fullscreen;
    bool never_waits;   /* presents without waiting: the loop's caller paces frames */
    const Paths *paths; /* places of gamecontrollerdb.txt; may be NULL. Stay the caller's */
    bool allows_dummy;  /* allows SDL's dummy and offscreen drivers, for tests */
} HostSdlDesc;

/* Opens the window. On false `error` says why, and nothing is left open. */
bool host_sdl_open(Host *host, const HostSdlDesc *desc, CwError *error);

/* The renderer of an open SDL host; it belongs to the host. Its window is SDL_RenderGetWindow's. */
SDL_Renderer *host_sdl_renderer(const Host *host);

/* ---- starting SDL: without a display it does not fail but silently draws into nothing (`dummy`,
 * `offscreen`), so the command line asks first ---- */

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
