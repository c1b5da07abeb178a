/* The host of windowed play: SDL's window, renderer, keyboard, mouse, touch and controllers, and
 * real time.
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
    bool vsync;
    bool fullscreen;
    bool never_waits;   /* presents without waiting: the loop's caller paces frames */
    const Paths *paths; /* places of gamecontrollerdb.txt; may be NULL. Stay the caller's */
    bool allow_dummy;   /* allows SDL's dummy and offscreen drivers, for tests */
} HostSdlDesc;

/* "Clockwork", 1280x720, renderer auto with vsync. */
HostSdlDesc host_sdl_desc_default(void);

/* Opens the window. On false `error` says why, and nothing is left open. */
bool host_sdl_open(Host *host, const HostSdlDesc *desc, CwError *error);

/* The renderer of an open SDL host; it belongs to the host. Its window is SDL_RenderGetWindow's. */
SDL_Renderer *host_sdl_renderer(const Host *host);

/* ---- the window, and the renderer that suits this machine best ----
 *
 * `auto` takes an accelerated renderer, or the software one if there is none or OpenGL is a
 * software rasteriser (ten times as slow). A named renderer that can't be opened falls back too,
 * with a message. Software never requests vsync: SDL would imitate it by sleeping. */

typedef struct SdlWindow {
    SDL_Window *window;
    SDL_Renderer *renderer;
    const char *driver; /* SDL's name of the renderer */
} SdlWindow;

/* Whether this renderer will most likely draw in software; doesn't call SDL. */
bool sdl_window_expects_software(const char *renderer);

/* Opens a resizable window. Video must be initialised. */
bool sdl_window_open(SdlWindow *window, const HostSdlDesc *desc, CwError *error);
void sdl_window_close(SdlWindow *window);

/* Requests vsync or none; true if the renderer now claims to wait for the display. */
bool sdl_window_set_vsync(SdlWindow *window, bool vsync);

/* Fills the desktop, without changing the display's mode. */
void sdl_window_set_fullscreen(SdlWindow *window, bool fullscreen);

/* The rate that the window's display reports; 0: unknown. */
double sdl_window_refresh_hz(const SdlWindow *window);
