/* The window and the renderer that serves this machine best.
 *
 * `auto` takes an accelerated renderer, or the software one if there is none or OpenGL is a
 * software rasteriser (ten times as slow). A named one that is refused falls back too, with a
 * message. Software never asks for vsync: SDL would imitate it by sleeping. Owned by host_sdl. */
#pragma once

#include "host/paths.h"

#include <SDL.h>

typedef struct HostSdlDesc {
    const char *title;
    int width, height;    /* the window's size, in units of the desktop */
    const char *renderer; /* "auto", "opengl" or "software" */
    bool vsync;
    bool fullscreen;
    bool never_waits;   /* does not wait for frames: the caller of the loop paces them */
    const Paths *paths; /* places of gamecontrollerdb.txt; may be NULL. Stay the caller's */
    bool allow_dummy;   /* allows SDL's dummy and offscreen drivers, for tests */
} HostSdlDesc;

typedef struct SdlWindow {
    SDL_Window *window;
    SDL_Renderer *renderer;
    const char *driver; /* SDL's name of the renderer */
} SdlWindow;

/* Whether a renderer of this name will most likely draw in software; asks no SDL. */
bool sdl_window_expects_software(const char *renderer);

/* Opens a resizable window. Video must be initialised. */
bool sdl_window_open(SdlWindow *window, const HostSdlDesc *desc, CwError *error);
void sdl_window_close(SdlWindow *window);

/* Asks for vsync or none; true when the renderer claims to wait for the display now. */
bool sdl_window_set_vsync(SdlWindow *window, bool vsync);

/* Fills the desktop, without changing the display's mode. */
void sdl_window_set_fullscreen(SdlWindow *window, bool fullscreen);

/* The rate that the window's display reports; 0: unknown. */
double sdl_window_refresh_hz(const SdlWindow *window);
