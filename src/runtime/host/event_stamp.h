/* The time of an input event as the window system (X11) gives it; SDL drops it. */
#pragma once

#include <SDL.h>
#include <stdbool.h>

/* Requests an SDL_SYSWMEVENT before each input event. Does nothing on systems without times. */
void event_stamp_open(void);

/* Reads the time of X11's message, if it has one: ms of the monotonic clock in 32 bits. */
void event_stamp_take(const SDL_SysWMmsg *message, bool *stamped, uint32_t *at_ms);
