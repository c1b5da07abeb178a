/* Rows of pixels laid over one another: the inner loops of the span painter.
 *
 * Pixels are 32-bit words, alpha in the upper byte, then red, green, blue, with the colours
 * multiplied by alpha already ("premultiplied", Porter and Duff 1984): what lies over something is
 * then one multiplication a channel, and filtering needs no care for hidden colours. The alpha of
 * what is painted on counts for nothing. Written for SSE2, which every x86-64 processor has. Knows
 * rows of memory, no picture. */
#ifndef DRAW_PIXELS_H
#define DRAW_PIXELS_H

#include "clockwork/draw.h"

#include <stdint.h>

/* A colour as such a word. */
uint32_t pixels_premultiply(CwColour colour);

/* `count` words of the same opaque colour. */
void pixels_fill(uint32_t *to, int count, uint32_t colour);

/* The same colour over `count` pixels. */
void pixels_cover(uint32_t *to, int count, uint32_t colour);

/* A row over a row; they must not overlap. */
void pixels_over(uint32_t *to, const uint32_t *from, int count);

/* The same, each pixel of `from` multiplied by `tint` first. */
void pixels_over_tinted(uint32_t *to, const uint32_t *from, int count, uint32_t tint);

/* By one of the blends that are not normal. */
void pixels_blend(CwBlend blend, uint32_t *to, int count, uint32_t colour);
void pixels_blend_row(CwBlend blend, uint32_t *to, const uint32_t *from, int count, uint32_t tint);

/* By any. A tint of UINT32_MAX changes nothing. */
static inline void pixels_lay(CwBlend blend, uint32_t *to, int count, uint32_t colour)
{
    if (blend != CW_BLEND_NORMAL) {
        pixels_blend(blend, to, count, colour);
    } else if (colour >> 24 == 255) {
        pixels_fill(to, count, colour);
    } else {
        pixels_cover(to, count, colour);
    }
}

static inline void pixels_lay_row(CwBlend blend, uint32_t *to, const uint32_t *from, int count,
                                  uint32_t tint)
{
    if (blend != CW_BLEND_NORMAL) {
        pixels_blend_row(blend, to, from, count, tint);
    } else if (tint == UINT32_MAX) {
        pixels_over(to, from, count);
    } else {
        pixels_over_tinted(to, from, count, tint);
    }
}

/* Colours that change evenly: straight channels 0..255 in the order of a word's bytes, `slope` more
 * of each a unit of way. */
typedef struct PixelRamp {
    float base[4], slope[4];
} PixelRamp;
void pixels_ramp(const PixelRamp *ramp, const float *ways, uint32_t *to, int count);

/* Texels along a straight line through a picture, blended from the four around each place. Places
 * and steps are in 16.16; every place needs its right and its lower neighbour inside the picture.
 */
typedef struct PixelRun {
    const uint32_t *picture;
    int pitch; /* words from row to row */
    int32_t u, v, u_step, v_step;
} PixelRun;
void pixels_sample(const PixelRun *run, uint32_t *to, int count);

/* Places beyond these, in 16.16 too, are taken at them: the first and the last texel of a part.
 * Then any place may be asked for; the last texels need a right and a lower neighbour in memory,
 * which isn't seen. */
typedef struct PixelLimits {
    int32_t u_low, u_high, v_low, v_high;
} PixelLimits;
void pixels_sample_within(const PixelRun *run, const PixelLimits *limits, uint32_t *to, int count);

/* The texel at each place, unblended. */
void pixels_sample_nearest(const PixelRun *run, const PixelLimits *limits, uint32_t *to, int count);

#endif
