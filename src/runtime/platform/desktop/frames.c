#include "platform/frames.h"

int frames_run(const Frames *frames)
{
    while (frames->run(frames->context)) {
    }
    return frames->end(frames->context);
}

bool frames_may_wait(void)
{
    return true;
}

bool frames_show(const void *pixels, int width_px, int height_px)
{
    (void)pixels, (void)width_px, (void)height_px;
    return false;
}
