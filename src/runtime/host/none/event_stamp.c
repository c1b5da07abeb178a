#include "host/sdl_events.h"

void event_stamp_open(void)
{
}

void event_stamp_take(const SDL_SysWMmsg *message, bool *is_stamped, uint32_t *at_ms)
{
    (void)message, (void)is_stamped, (void)at_ms;
}
