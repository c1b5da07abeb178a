/* Finds the frame that an animation clip shows after some milliseconds. Rules and pictures use it,
 * so it computes with integers only. */
#pragma once

#include "clockwork/animation.h"

/* The frame, from 0 to last - first, in the order of the sheet. */
int animation_clip_frame(const CwClip *clip, uint64_t ms);

uint64_t animation_clip_length_ms(const CwClip *clip); /* the duration of one pass */
