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

/* Plays forwards to the last frame and back to the second; each end is shown once. */
static int ping_pong_frame(const CwClip *clip, uint64_t ms)
{
    int count = count_of(clip);
    uint64_t ends_ms = (uint64_t)duration_ms(clip, 0) + duration_ms(clip, count - 1);
    ms %= 2 * animation_clip_length_ms(clip) - ends_ms;
    for (int step = 0;; step++) {
        int i = step < count ? step : 2 * count - 2 - step;
        uint32_t here_ms = duration_ms(clip, i);
        if (ms < here_ms) {
            return i;
        }
        ms -= here_ms;
    }
}

static int straight_frame(const CwClip *clip, uint64_t ms)
{
    int i = 0;
    for (; i < count_of(clip) - 1 && ms >= duration_ms(clip, i); i++) {
        ms -= duration_ms(clip, i);
    }
    return i;
}

int animation_clip_frame(const CwClip *clip, uint64_t ms)
{
    int i = 0;
    if (clip->play == CW_PLAY_PING_PONG && count_of(clip) > 1) {
        i = ping_pong_frame(clip, ms);
    } else {
        bool is_once = clip->play == CW_PLAY_ONCE;
        i = straight_frame(clip, is_once ? ms : ms % animation_clip_length_ms(clip));
    }
    return clip->reversed ? count_of(clip) - 1 - i : i;
}
