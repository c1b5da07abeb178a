/* The keys that belong to the window, not to the game: F11 and Alt+Enter toggle fullscreen.
 *
 * Such a key never reaches the input, from its press through its repeats to its release. Without
 * Alt, Enter is the game's. Owned by host_sdl. */
#ifndef HOST_WINDOW_KEYS_H
#define HOST_WINDOW_KEYS_H

#include <SDL.h>
#include <stdbool.h>

typedef struct WindowKeys {
    bool taken[SDL_NUM_SCANCODES]; /* pressed for the window and not released yet */
} WindowKeys;

typedef enum WindowKeyUse {
    WINDOW_KEY_NOT_OURS,
    WINDOW_KEY_SWALLOWED,
    WINDOW_KEY_TOGGLES_FULLSCREEN
} WindowKeyUse;

WindowKeyUse window_keys_use(WindowKeys *keys, const SDL_KeyboardEvent *event);

#endif
