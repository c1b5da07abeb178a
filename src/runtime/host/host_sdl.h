/* The host of windowed play: SDL's window, renderer, keyboard, mouse, touch and controllers, and
 * real time.
 *
 * The command line opens one, gives its renderer to src/runtime/paint and runs the loop on its
 * Host. It starts and stops SDL, and catches SIGINT and SIGTERM while open. Controllers are opened
 * after the first picture. F11 and Alt+Enter toggle fullscreen and never reach the input. */
#pragma once

#include "host/host.h"
#include "host/sdl_window.h"

/* "Clockwork", 1280x720, renderer auto with vsync. */
HostSdlDesc host_sdl_desc_default(void);

/* Opens the window. On false `error` says why, and nothing is left open. */
bool host_sdl_open(Host *host, const HostSdlDesc *desc, CwError *error);

/* The renderer of an open SDL host; it belongs to the host. Its window is SDL_RenderGetWindow's. */
SDL_Renderer *host_sdl_renderer(const Host *host);
