#include "platform/display.h"

int display_run_frames(const Frames *frames)
{
    while (frames->run(frames->context)) {
    }
    return frames->end(frames->context);
}

bool display_frames_may_wait(void)
{
    return true;
}

bool display_show(const void *pixels, int width_px, int height_px)
{
    (void)pixels, (void)width_px, (void)height_px;
    return false;
}
