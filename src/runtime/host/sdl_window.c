#include "host/host_sdl.h"

#include "base/report.h"
#include "host/sdl_start.h"
#include "platform/display.h"

#include <string.h>

enum { WIDTH_MIN = 320, HEIGHT_MIN = 180 };

static const unsigned GL_RENDERER_NAME = 0x1F01; /* GL_RENDERER of OpenGL and OpenGL ES */

typedef const unsigned char *GlGetString(unsigned name);

bool sdl_window_expects_software(const char *renderer)
{
    bool automatic = strcmp(renderer, "auto") == 0;
    return automatic ? !display_may_have_gpu() : strcmp(renderer, "software") == 0;
}

static const char *gl_renderer_name(const SdlWindow *window)
{
    if (strncmp(window->driver, "opengl", 6) != 0) {
        return "";
    }
    void *address = SDL_GL_GetProcAddress("glGetString");
    if (address == NULL) {
        return "";
    }
    GlGetString *get_string = NULL;
    memcpy(&get_string, &address, sizeof get_string);
    const unsigned char *name = get_string(GL_RENDERER_NAME);
    return name == NULL ? "" : (const char *)name;
}

static bool is_rasteriser(const char *gl_renderer)
{
    static const char *const NAMES[] = {"llvmpipe", "softpipe", "swrast", "Software Rasterizer",
                                        "SwiftShader"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(NAMES); i++) {
        if (strstr(gl_renderer, NAMES[i]) != NULL) {
            return true;
        }
    }
    return false;
}

static int driver_index(const char *name)
{
    for (int i = 0; i < SDL_GetNumRenderDrivers(); i++) {
        SDL_RendererInfo info;
        if (SDL_GetRenderDriverInfo(i, &info) == 0 && strcmp(info.name, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* Opens a hidden window with the render driver of this number, -1 for any accelerated one. */
static bool try_driver(SdlWindow *window, const HostSdlDesc *desc, int index)
{
    const int centred = (int)SDL_WINDOWPOS_CENTERED;
    const Uint32 flags = SDL_WINDOW_HIDDEN | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    SDL_ClearError();
    window->window =
        SDL_CreateWindow(desc->title, centred, centred, desc->width, desc->height, flags);
    if (window->window == NULL) {
        return false;
    }
    Uint32 wanted = index < 0 ? (Uint32)SDL_RENDERER_ACCELERATED : 0;
    SDL_RendererInfo info;
    window->renderer = SDL_CreateRenderer(window->window, index, wanted);
    if (window->renderer == NULL || SDL_GetRendererInfo(window->renderer, &info) != 0) {
        sdl_window_close(window);
        return false;
    }
    window->driver = info.name;
    return true;
}

/* SDL would show the software renderer's picture through an OpenGL texture, the most expensive way
 * without a GPU. It is still allowed where the window system needs it (native Wayland). */
static bool try_software(SdlWindow *window, const HostSdlDesc *desc)
{
    int index = driver_index("software");
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    bool opened = try_driver(window, desc, index);
    SDL_ResetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION);
    return opened || try_driver(window, desc, index);
}

static bool try_accelerated(SdlWindow *window, const HostSdlDesc *desc)
{
    if (!display_may_have_gpu()) {
        return false;
    }
    if (!try_driver(window, desc, -1)) {
        report("no accelerated renderer here (%s): drawing in software", sdl_reason());
        return false;
    }
    const char *behind = gl_renderer_name(window);
    if (strcmp(window->driver, "software") != 0 && !is_rasteriser(behind)) {
        return true;
    }
    report("OpenGL draws in software here (%s): SDL's software renderer is cheaper", behind);
    sdl_window_close(window);
    return false;
}

static bool try_wanted(SdlWindow *window, const HostSdlDesc *desc)
{
    if (strcmp(desc->renderer, "software") == 0) {
        return false;
    }
    if (strcmp(desc->renderer, "auto") == 0) {
        return try_accelerated(window, desc);
    }
    int index = driver_index(desc->renderer);
    if (index >= 0 && try_driver(window, desc, index)) {
        return true;
    }
    report("display.renderer = %s is refused here (%s): drawing in software; \"auto\" takes what "
           "works",
           desc->renderer, index < 0 ? "no such renderer" : sdl_reason());
    return false;
}

bool sdl_window_open(SdlWindow *window, const HostSdlDesc *desc, CwError *error)
{
    *window = (SdlWindow){0};
    if (!try_wanted(window, desc) && !try_software(window, desc)) {
        return cw_error_set(error, "can't open a window (SDL's driver %s): %s; try --headless",
                            SDL_GetCurrentVideoDriver(), sdl_reason());
    }
    SDL_SetWindowMinimumSize(window->window, WIDTH_MIN, HEIGHT_MIN);
    sdl_window_set_fullscreen(window, desc->fullscreen);
    SDL_ShowWindow(window->window);
    return true;
}

void sdl_window_close(SdlWindow *window)
{
    if (window->renderer != NULL) {
        SDL_DestroyRenderer(window->renderer);
    }
    if (window->window != NULL) {
        SDL_DestroyWindow(window->window);
    }
    *window = (SdlWindow){0};
}

bool sdl_window_set_vsync(SdlWindow *window, bool vsync)
{
    if (strcmp(window->driver, "software") == 0) {
        return false;
    }
    bool taken = SDL_RenderSetVSync(window->renderer, vsync ? 1 : 0) == 0;
    if (!vsync || !taken) {
        return false;
    }
    /* When the driver refuses vsync, SDL silently imitates it, as the swap interval shows. */
    bool imitated = strncmp(window->driver, "opengl", 6) == 0 && SDL_GL_GetSwapInterval() == 0;
    if (imitated) {
        SDL_RenderSetVSync(window->renderer, 0);
    }
    return !imitated;
}

void sdl_window_set_fullscreen(SdlWindow *window, bool fullscreen)
{
    SDL_SetWindowFullscreen(window->window, fullscreen ? (Uint32)SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}

double sdl_window_refresh_hz(const SdlWindow *window)
{
    SDL_DisplayMode mode;
    int display = SDL_GetWindowDisplayIndex(window->window);
    if (display < 0 || SDL_GetCurrentDisplayMode(display, &mode) != 0) {
        return 0.0;
    }
    return mode.refresh_rate > 0 ? (double)mode.refresh_rate : 0.0;
}
