#include "host/event_clock.h"

#include <SDL_syswm.h>

static const int64_t MS = 1000000;
static const uint32_t AGE_MAX_MS = 1000; /* older: another clock than ours */

static bool is_input(const SDL_Event *event)
{
    return event->type == SDL_KEYDOWN || event->type == SDL_KEYUP ||
           event->type == SDL_MOUSEMOTION || event->type == SDL_MOUSEBUTTONDOWN ||
           event->type == SDL_MOUSEBUTTONUP;
}

static void take_stamp(EventClock *clock, const SDL_SysWMmsg *message)
{
    if (message == NULL || message->subsystem != SDL_SYSWM_X11) {
        return;
    }
    const XEvent *raw = &message->msg.x11.event;
    clock->stamped = true;
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
        clock->stamped = false;
        break;
    }
}

void event_clock_open(void)
{
    SDL_EventState(SDL_SYSWMEVENT, SDL_ENABLE);
}

/* SDL stamps events in milliseconds of its own clock; only their age means something on ours. */
static uint32_t sdl_age_ms(const SDL_Event *event)
{
    uint32_t age_ms = SDL_GetTicks() - event->common.timestamp;
    return age_ms < 0x80000000U ? age_ms : 0;
}

uint32_t event_clock_age_ms(EventClock *clock, const SDL_Event *event, int64_t now_ns)
{
    if (event->type == SDL_SYSWMEVENT) {
        take_stamp(clock, event->syswm.msg);
        return 0;
    }
    bool stamped = clock->stamped && is_input(event);
    clock->stamped = clock->stamped && !is_input(event);
    uint32_t age_ms = (uint32_t)(now_ns / MS) - clock->server_ms;
    return stamped && age_ms <= AGE_MAX_MS ? age_ms : sdl_age_ms(event);
}
