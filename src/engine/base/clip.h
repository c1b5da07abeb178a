/* Which frame of a clip is on after how many milliseconds: the arithmetic of animations, the same
 * for rules and for pictures. Integers only. */
#ifndef BASE_CLIP_H
#define BASE_CLIP_H

#include "clockwork/animation.h"

typedef struct ClipTiming {
    const uint32_t *frames_ms; /* each above 0; NULL: all of them frame_ms */
    uint32_t frame_ms;
    int count; /* at least 1 */
    CwPlay play;
    bool reversed;
} ClipTiming;

/* 0 to count - 1, in order of the sheet. */
int clip_frame(const ClipTiming *timing, uint64_t ms);

uint64_t clip_length_ms(const ClipTiming *timing); /* once through */

#endif
