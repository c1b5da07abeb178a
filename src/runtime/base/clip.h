/* Which frame of a clip is on after how many milliseconds: the arithmetic of animations, the same
 * for rules and for pictures. Integers only. */
#pragma once

#include "clockwork/animation.h"

/* 0 to last - first, in order of the sheet. */
int clip_frame(const CwClip *clip, uint64_t ms);

uint64_t clip_length_ms(const CwClip *clip); /* once through */
