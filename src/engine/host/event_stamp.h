/* When input happened, where the window system says it and SDL does not: X11's times of keys,
 * buttons and motion. */
#pragma once

#include <SDL.h>
#include <stdbool.h>

/* From now on SDL_SYSWMEVENT comes before such an event. Does nothing where there are no times. */
void event_stamp_open(void);

/* Takes the time, in milliseconds of the monotonic clock cut to 32 bits, and whether the event has
 * one. Messages of other window systems change nothing. */
void event_stamp_take(const SDL_SysWMmsg *message, bool *stamped, uint32_t *at_ms);
