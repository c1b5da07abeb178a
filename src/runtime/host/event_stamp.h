/* The time of an input event as the window system (X11) gives it; SDL drops it. */
#pragma once

#include <SDL.h>
#include <stdbool.h>

/* Requests an SDL_SYSWMEVENT before each input event. Does nothing where there are no times. */
void event_stamp_open(void);

/* Reads X11's message: whether it has a time, and which: ms of the monotonic clock in 32 bits. */
void event_stamp_take(const SDL_SysWMmsg *message, bool *stamped, uint32_t *at_ms);
