#include "host/sdl_events.h"

#include <SDL_syswm.h>

void event_stamp_open(void)
{
    SDL_EventState(SDL_SYSWMEVENT, SDL_ENABLE);
}

void event_stamp_take(const SDL_SysWMmsg *message, bool *is_stamped, uint32_t *at_ms)
{
    if (message == NULL || message->subsystem != SDL_SYSWM_X11) {
        return;
    }
    const XEvent *raw = &message->msg.x11.event;
    *is_stamped = true;
    switch (raw->type) {
    case KeyPress:
    case KeyRelease:
        *at_ms = (uint32_t)raw->xkey.time;
        break;
    case ButtonPress:
    case ButtonRelease:
        *at_ms = (uint32_t)raw->xbutton.time;
        break;
    case MotionNotify:
        *at_ms = (uint32_t)raw->xmotion.time;
        break;
    default:
        *is_stamped = false;
        break;
    }
}
