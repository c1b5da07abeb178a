#include "base/clip.h"

/* The duration of frame i in the order of playing. */
static uint32_t duration_ms(const ClipTiming *timing, int i)
{
    int frame = timing->reversed ? timing->count - 1 - i : i;
    return timing->frames_ms == NULL ? timing->frame_ms : timing->frames_ms[frame];
}

uint64_t clip_length_ms(const ClipTiming *timing)
{
    uint64_t length_ms = 0;
    for (int i = 0; i < timing->count; i++) {
        length_ms += duration_ms(timing, i);
    }
    return length_ms;
}

/* Forwards to the last frame and back to the second, in order of playing; the ends are on once. */
static int ping_pong(const ClipTiming *timing, uint64_t ms)
{
    int count = timing->count;
    uint64_t ends_ms = (uint64_t)duration_ms(timing, 0) + duration_ms(timing, count - 1);
    ms %= 2 * clip_length_ms(timing) - ends_ms;
    for (int step = 0;; step++) {
        int i = step < count ? step : 2 * count - 2 - step;
        uint32_t here_ms = duration_ms(timing, i);
        if (ms < here_ms) {
            return i;
        }
        ms -= here_ms;
    }
}

static int straight(const ClipTiming *timing, uint64_t ms)
{
    int i = 0;
    for (; i < timing->count - 1 && ms >= duration_ms(timing, i); i++) {
        ms -= duration_ms(timing, i);
    }
    return i;
}

int clip_frame(const ClipTiming *timing, uint64_t ms)
{
    int i = 0;
    if (timing->play == CW_PLAY_PING_PONG && timing->count > 1) {
        i = ping_pong(timing, ms);
    } else {
        bool once = timing->play == CW_PLAY_ONCE;
        i = straight(timing, once ? ms : ms % clip_length_ms(timing));
    }
    return timing->reversed ? timing->count - 1 - i : i;
}
