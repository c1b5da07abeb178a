/* Opens the window, and the renderer that suits this machine best. Owned by host_sdl.
 *
 * `auto` takes an accelerated renderer, or the software one if there is none or OpenGL is a
 * software rasteriser (ten times as slow). A named renderer that can't be opened falls back too,
 * with a message. Software never requests vsync: SDL would imitate it by sleeping. */
#pragma once

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
