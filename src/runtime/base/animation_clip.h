/* The arithmetic of animations: the frame that a clip shows after some milliseconds, for rules and
 * pictures. Integers only. */
#pragma once

#include "clockwork/animation.h"

/* Frame 0 to last - first, in order of the sheet. */
int animation_clip_frame(const CwClip *clip, uint64_t ms);

uint64_t animation_clip_length_ms(const CwClip *clip); /* the duration of one pass */
