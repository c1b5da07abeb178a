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
