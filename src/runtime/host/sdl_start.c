#include "host/sdl_start.h"

#include "platform/display.h"

#include <SDL.h>
#include <string.h>

/* We handle Ctrl-C. A touch must not also arrive as a mouse. SDL turns batching off if a render
 * driver is named. Windows shows the suggestions of input methods. */
void sdl_set_hints(void)
{
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    SDL_SetHint(SDL_HINT_RENDER_BATCHING, "1");
    SDL_SetHint(SDL_HINT_IME_SHOW_UI, "1");
    SDL_SetHintWithPriority(SDL_HINT_TOUCH_MOUSE_EVENTS, "0", SDL_HINT_OVERRIDE);
    SDL_SetHintWithPriority(SDL_HINT_MOUSE_TOUCH_EVENTS, "0", SDL_HINT_OVERRIDE);
}

static bool driver_shows_nothing(void)
{
    const char *driver = SDL_GetCurrentVideoDriver();
    return driver == NULL || strcmp(driver, "dummy") == 0 || strcmp(driver, "offscreen") == 0;
}

void sdl_keep_compose_rules(const char *folder)
{
    if (folder[0] != '\0') {
        SDL_setenv("XCOMPOSECACHE", folder, 0); /* cache of Compose(5) */
    }
}

bool sdl_has_display(void)
{
    if (!display_may_exist()) {
        return false;
    }
    sdl_set_hints();
    bool started = SDL_WasInit(SDL_INIT_VIDEO) != 0 || SDL_InitSubSystem(SDL_INIT_VIDEO) == 0;
    return started && !driver_shows_nothing();
}

bool sdl_start(bool allow_dummy, CwError *error)
{
    sdl_set_hints();
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) {
        return cw_error_set(error, "can't start SDL: %s; try --headless", sdl_reason());
    }
    if (driver_shows_nothing() && !allow_dummy) {
        return cw_error_set(error, "there is no display here; set DISPLAY or use --headless");
    }
    /* Dropped text is never read and would leak. */
    SDL_EventState(SDL_DROPTEXT, SDL_DISABLE);
    return true;
}

const char *sdl_reason(void)
{
    const char *reason = SDL_GetError();
    return reason[0] == '\0' ? "SDL gives no reason" : reason;
}

void sdl_stop(void)
{
    SDL_Quit();
}
