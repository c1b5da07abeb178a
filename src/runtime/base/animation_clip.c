#include "base/animation_clip.h"

static int count_of(const CwClip *clip)
{
    return clip->last - clip->first + 1;
}

static uint32_t duration_ms(const CwClip *clip, int i)
{
    int frame = clip->reversed ? count_of(clip) - 1 - i : i;
    return clip->frames_ms == NULL ? clip->frame_ms : clip->frames_ms[frame];
}

uint64_t animation_clip_length_ms(const CwClip *clip)
{
    uint64_t length_ms = 0;
    for (int i = 0; i < count_of(clip); i++) {
        length_ms += duration_ms(clip, i);
    }
    return length_ms;
}

int animation_clip_frame(const CwClip *clip, uint64_t ms)
{
    int count = count_of(clip), steps = count, i = 0;
    uint64_t length_ms = animation_clip_length_ms(clip);
    if (clip->play == CW_PLAY_PING_PONG && count > 1) { /* back to the second frame */
        steps = 2 * count - 2;
        length_ms = 2 * length_ms - duration_ms(clip, 0) - duration_ms(clip, count - 1);
    }
    ms = clip->play == CW_PLAY_ONCE ? ms : ms % length_ms;
    for (int step = 0; step < steps; step++) {
        i = step < count ? step : steps - step;
        if (ms < duration_ms(clip, i)) {
            break;
        }
        ms -= duration_ms(clip, i);
    }
    return clip->reversed ? count - 1 - i : i;
}
