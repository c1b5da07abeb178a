/* The inner loops of the span painter blend rows of pixels over others.
 *
 * A pixel is a word of 32 bits: alpha in the upper byte, then red, green and blue, premultiplied
 * (Porter and Duff 1984), so blending takes one multiplication a channel. The alpha of the lower
 * row is ignored. The plain loops and those for AVX2 give the same pixels. */
#pragma once

#include "clockwork/draw.h"

#include <stdbool.h>
#include <stdint.h>

/* Multiplies a word by 0..255: two channels at a time, each product divided by 255 and rounded. */
static inline uint32_t pixels_faded(uint32_t word, uint32_t opacity)
{
    const uint32_t lanes = 0x00FF00FF, half = 0x00800080;
    uint32_t even = (word & lanes) * opacity + half;
    uint32_t odd = (word >> 8 & lanes) * opacity + half;
    even = (even + (even >> 8 & lanes)) >> 8 & lanes;
    odd = (odd + (odd >> 8 & lanes)) & ~lanes;
    return even | odd;
}

static inline uint32_t pixels_premultiply(CwColour colour)
{
    uint32_t opaque = 255U << 24 | (uint32_t)colour.r << 16 | (uint32_t)colour.g << 8 | colour.b;
    return pixels_faded(opaque, colour.a);
}

/* Straight channels 0..255 in the order of a word's bytes; `slope`: change a unit of way. */
typedef struct PixelRamp {
    float base[4], slope[4];
} PixelRamp;

/* Texels along a line through a picture, blended from the four around each place, in 16.16. Every
 * place needs its right and lower neighbour inside the picture. */
typedef struct PixelRun {
    const uint32_t *picture;
    int pitch; /* words from one row to the next */
    int32_t u, v, u_step, v_step;
} PixelRun;

/* Runs are split where x is a multiple of this, and computed from there, whatever the clip is. */
enum { PIXELS_PIECE_PX = 256 };

static inline int pixels_piece_begin(int x)
{
    return x & -PIXELS_PIECE_PX;
}

/* A place in 16.16, some steps after a piece's beginning. */
static inline int64_t pixels_place(double begin, int32_t step, int steps)
{
    double fixed = begin * 65536;
    int64_t whole = (int64_t)fixed;
    return whole - (fixed < (double)whole) + (int64_t)steps * step;
}

/* Limits of sampling: texels [low, high] of a picture, in 16.16. Places beyond show the nearest of
 * them. Each needs a right and a lower neighbour in memory, which isn't shown. */
typedef struct PixelWindow {
    PixelRun run; /* the run, without its place */
    int32_t u_low, u_high, v_low, v_high;
    bool is_nearest; /* takes the texel at each place; else blends the four around it */
} PixelWindow;

int32_t pixels_fixed(double texels);

/* Samples texels along a piece, whose first place is (u, v), from the pixel number `offset` on. */
void pixels_sample(const PixelWindow *window, CwPoint2 place, int offset, uint32_t *to, int count);

/* An edge in a row: the place x lies `x_part * x + at` pixels outside of it. */
typedef struct PixelEdge {
    float x_part, at;
} PixelEdge;

/* Opacity falls from 1 to 0 between reach - 1 and reach outside of the furthest edge. */
typedef struct PixelFade {
    const PixelEdge *edges;
    int edge_count;
    float reach;
} PixelFade;

/* Blend pixels over others, after a tint (UINT32_MAX: none). Rows may not overlap. */
typedef struct PixelLoops {
    const char *name;
    /* Lays a colour `count` times. */
    void (*lay)(CwBlend blend, uint32_t *to, int count, uint32_t colour);
    /* Lays a colour with the opacity of a fade, from pixel number `x` of the row on. */
    void (*lay_faded)(CwBlend blend, uint32_t *to, int count, uint32_t colour,
                      const PixelFade *fade, int x);
    void (*lay_row)(CwBlend blend, uint32_t *to, const uint32_t *from, int count, uint32_t tint);
    /* Copies an opaque row with an opaque tint: nothing of the old row is left. */
    void (*copy_row)(uint32_t *to, const uint32_t *from, int count, uint32_t tint);
    void (*lay_run)(CwBlend blend, uint32_t *to, const PixelRun *run, int count, uint32_t tint);
    void (*ramp)(const PixelRamp *ramp, const float *ways, uint32_t *to, int count);
} PixelLoops;

extern const PixelLoops pixel_loops_plain, pixel_loops_avx2;

/* The loops for this kind of processor's own vectors, where it has any. */
static inline const PixelLoops *pixels_wide_loops(void)
{
#ifdef __x86_64__
    return __builtin_cpu_supports("avx2") ? &pixel_loops_avx2 : &pixel_loops_plain;
#else
    return &pixel_loops_plain;
#endif
}

/* The fastest loops for this processor; with CLOCKWORK_SIMD=plain in the environment those for
 * every processor, so that a test can compare. GLIBC_TUNABLES has no effect here. */
const PixelLoops *pixels_loops(void);
