#include "host/sdl_events.h"

void event_stamp_open(void)
{
}

void event_stamp_take(const SDL_SysWMmsg *message, EventClock *clock)
{
    (void)message, (void)clock;
}
