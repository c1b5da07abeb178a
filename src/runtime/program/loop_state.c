#include "program/loop_state.h"

bool loop_expect(Loop *loop, bool good)
{
    loop->end.failed |= !good;
    loop->end.done |= !good;
    return good;
}

void loop_tell_tick(Loop *loop)
{
    const Guest *guest = loop->desc.guest;
    if (guest != NULL && guest->ticked != NULL) {
        guest->ticked(guest->self, &loop->playback.session);
    }
}
