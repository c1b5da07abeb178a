/* Converts samples to 16 bits and clips them. Pure. */
#ifndef SOUND_SOUND_LEVEL_H
#define SOUND_SOUND_LEVEL_H

#include <math.h>
#include <stdint.h>

#define SOUND_FULL 32767.0

static inline void sound_level_whole(int16_t *out, const float *samples, int count)
{
    for (int i = 0; i < count; i++) {
        out[i] = (int16_t)lrintf(fminf(fmaxf(samples[i], -1), 1) * (float)SOUND_FULL);
    }
}

#endif
