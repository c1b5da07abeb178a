/* SDL's input events in the words of input/input_event.h.
 *
 * A pure translation of one event: no state, no queue, no window. Times are left to the host, which
 * knows the clock; hot-plug is gamepads.h, the window's own events are host_sdl.c. */
#ifndef HOST_SDL_EVENTS_H
#define HOST_SDL_EVENTS_H

#include "host/host.h"

#include <SDL.h>

/* From SDL's positions, whatever unit it reports them in, to view points. */
typedef struct PointerMap {
    double width_px, height_px;          /* of the picture */
    double px_per_unit_x, px_per_unit_y; /* SDL reports the mouse in units of the desktop */
    ViewportPlace viewport;
} PointerMap;

/* Fills `out` except time_ns; false for events that are no input. */
bool sdl_event_translate(const SDL_Event *event, const PointerMap *map, InputEvent *out);

#endif
