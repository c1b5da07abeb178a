/* Translates SDL's input events into those of input/input_event.h, and finds their age.
 *
 * SDL stamps an event once a frame. The X server stamps it on arrival, in a raw event that SDL
 * passes on first. On other systems only SDL's stamp exists. */
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
    bool is_stamped;    /* the next input event arrived at server_ms */
    uint32_t server_ms; /* ms of the monotonic clock, in 32 bits */
} EventClock;

/* Takes every event in order. Returns its age in ms at now_ns of clock_now_ns. */
uint32_t event_clock_age_ms(EventClock *clock, const SDL_Event *event, int64_t now_ns);

/* Requests an SDL_SYSWMEVENT before each input event. Does nothing on systems without times. */
void event_stamp_open(void);

/* Reads the time of X11's message, if it has one. */
void event_stamp_take(const SDL_SysWMmsg *message, EventClock *clock);

/* Fills `out` except time_ns; false for events that are no input. */
bool sdl_event_translate(const SDL_Event *event, const PointerMap *map, InputEvent *out);
