/* Translates SDL's input events into those of input/input_event.h, and finds their age.
 *
 * SDL stamps an event once a frame; the X server stamped it on arrival, in the raw event that SDL
 * passes on ahead. Elsewhere SDL's stamp is all there is. */
#pragma once

#include "host/host.h"

#include <SDL.h>

/* Maps SDL's positions, in any unit, to view points. */
typedef struct PointerMap {
    double width_px, height_px;          /* size of the picture */
    double px_per_unit_x, px_per_unit_y; /* SDL reports the mouse in units of the desktop */
    ViewportPlace viewport;
} PointerMap;

/* The clock of events. Zero-initialise. */
typedef struct EventClock {
    bool stamped; /* the coming input event came at server_ms */
    uint32_t server_ms;
} EventClock;

/* Looks at every event in turn. Returns its age in ms at now_ns of clock_now_ns. */
uint32_t event_clock_age_ms(EventClock *clock, const SDL_Event *event, int64_t now_ns);

/* Fills `out` except time_ns; false for events that are no input. */
bool sdl_event_translate(const SDL_Event *event, const PointerMap *map, InputEvent *out);
