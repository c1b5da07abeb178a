#include "host/sdl_events.h"

#include <SDL_syswm.h>

void event_stamp_open(void)
{
    SDL_EventState(SDL_SYSWMEVENT, SDL_ENABLE);
}

void event_stamp_take(const SDL_SysWMmsg *message, EventClock *clock)
{
    if (message == NULL || message->subsystem != SDL_SYSWM_X11) {
        return;
    }
    const XEvent *raw = &message->msg.x11.event;
    clock->is_stamped = true;
    switch (raw->type) {
    case KeyPress:
    case KeyRelease:
        clock->server_ms = (uint32_t)raw->xkey.time;
        break;
    case ButtonPress:
    case ButtonRelease:
        clock->server_ms = (uint32_t)raw->xbutton.time;
        break;
    case MotionNotify:
        clock->server_ms = (uint32_t)raw->xmotion.time;
        break;
    default:
        clock->is_stamped = false;
        break;
    }
}
