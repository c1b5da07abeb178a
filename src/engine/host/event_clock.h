/* When input really came. SDL stamps an event when it takes it from the window system, which is
 * once a frame; the X server stamps it on arrival, with its own milliseconds of CLOCK_MONOTONIC.
 * This takes the server's stamp from the raw event that SDL passes on ahead of its own. Elsewhere
 * SDL's stamp is all there is. Owned by host_sdl. */
#ifndef HOST_EVENT_CLOCK_H
#define HOST_EVENT_CLOCK_H

#include <SDL.h>
#include <stdbool.h>

typedef struct EventClock {
    bool stamped; /* the coming input event came at server_ms */
    uint32_t server_ms;
} EventClock;

/* Asks SDL for the raw events. */
void event_clock_open(void);

/* Looks at every event in turn. Returns its age in ms at now_ns of CLOCK_MONOTONIC. */
uint32_t event_clock_age_ms(EventClock *clock, const SDL_Event *event, int64_t now_ns);

#endif
