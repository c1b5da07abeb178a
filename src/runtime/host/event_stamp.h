/* The time of an input event as the window system (X11) gives it; SDL drops it. */
#pragma once

#include <SDL.h>
#include <stdbool.h>

/* From now on SDL_SYSWMEVENT comes before such an event. Does nothing where there are no times. */
void event_stamp_open(void);

/* Takes the time, ms of the monotonic clock in 32 bits, and whether there is one, of X11's. */
void event_stamp_take(const SDL_SysWMmsg *message, bool *stamped, uint32_t *at_ms);
