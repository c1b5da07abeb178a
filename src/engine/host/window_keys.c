#include "host/window_keys.h"

static bool is_shortcut(const SDL_Keysym *key)
{
    if (key->scancode == SDL_SCANCODE_F11) {
        return true;
    }
    bool enter = key->scancode == SDL_SCANCODE_RETURN || key->scancode == SDL_SCANCODE_KP_ENTER;
    return enter && (key->mod & KMOD_ALT) != 0;
}

WindowKeyUse window_keys_use(WindowKeys *keys, const SDL_KeyboardEvent *event)
{
    if ((unsigned)event->keysym.scancode >= SDL_NUM_SCANCODES) {
        return WINDOW_KEY_NOT_OURS;
    }
    bool *taken = &keys->taken[event->keysym.scancode];
    if (*taken) {
        *taken = event->state == SDL_PRESSED;
        return WINDOW_KEY_SWALLOWED;
    }
    if (event->state == SDL_PRESSED && event->repeat == 0 && is_shortcut(&event->keysym)) {
        *taken = true;
        return WINDOW_KEY_TOGGLES_FULLSCREEN;
    }
    return WINDOW_KEY_NOT_OURS;
}
