#include "draw/pixels.h"

#include <emmintrin.h>
#include <stddef.h>
#include <string.h>

enum { STEP = 4 }; /* pixels in a register */

static uint32_t divide_by_255(uint32_t product)
{
    return (product + 128 + ((product + 128) >> 8)) >> 8;
}

uint32_t pixels_premultiply(CwColour colour)
{
    uint32_t alpha = colour.a;
    return alpha << 24 | divide_by_255(colour.r * alpha) << 16 |
           divide_by_255(colour.g * alpha) << 8 | divide_by_255(colour.b * alpha);
}

/* ---- Registers ---- */

static inline __m128i load(const uint32_t *from)
{
    return _mm_loadu_si128((const __m128i *)(const void *)from);
}

static inline void store(uint32_t *to, __m128i pixels)
{
    _mm_storeu_si128((__m128i *)(void *)to, pixels);
}

/* Each 16-bit product of two bytes, divided by 255 and rounded: exact for all of them. */
static inline __m128i multiply(__m128i a, __m128i b)
{
    __m128i product = _mm_add_epi16(_mm_mullo_epi16(a, b), _mm_set1_epi16(128));
    return _mm_srli_epi16(_mm_add_epi16(product, _mm_srli_epi16(product, 8)), 8);
}

/* Two pixels in 16-bit channels to 255 - alpha in all four channels of each. */
static inline __m128i clearness(__m128i two)
{
    __m128i alpha = _mm_shufflehi_epi16(_mm_shufflelo_epi16(two, 0xFF), 0xFF);
    return _mm_sub_epi16(_mm_set1_epi16(255), alpha);
}

static inline __m128i over(__m128i to, __m128i from)
{
    const __m128i zero = _mm_setzero_si128();
    __m128i low = multiply(_mm_unpacklo_epi8(to, zero), clearness(_mm_unpacklo_epi8(from, zero)));
    __m128i high = multiply(_mm_unpackhi_epi8(to, zero), clearness(_mm_unpackhi_epi8(from, zero)));
    return _mm_adds_epu8(from, _mm_packus_epi16(low, high));
}

static inline __m128i tinted(__m128i from, __m128i tint)
{
    const __m128i zero = _mm_setzero_si128();
    __m128i low = multiply(_mm_unpacklo_epi8(from, zero), tint);
    __m128i high = multiply(_mm_unpackhi_epi8(from, zero), tint);
    return _mm_packus_epi16(low, high);
}

static inline bool is_clear(__m128i pixels)
{
    return _mm_movemask_epi8(_mm_cmpeq_epi32(pixels, _mm_setzero_si128())) == 0xFFFF;
}

/* ---- Rows ---- */

void pixels_fill(uint32_t *to, int count, uint32_t colour)
{
    const __m128i four = _mm_set1_epi32((int)colour);
    int i = 0;
    for (; i + STEP <= count; i += STEP) {
        store(to + i, four);
    }
    for (; i < count; i++) {
        to[i] = colour;
    }
}

void pixels_cover(uint32_t *to, int count, uint32_t colour)
{
    const __m128i four = _mm_set1_epi32((int)colour);
    int i = 0;
    for (; i + STEP <= count; i += STEP) {
        store(to + i, over(load(to + i), four));
    }
    for (; i < count; i++) {
        to[i] = (uint32_t)_mm_cvtsi128_si32(over(_mm_cvtsi32_si128((int)to[i]), four));
    }
}

void pixels_over(uint32_t *to, const uint32_t *from, int count)
{
    int i = 0;
    for (; i + STEP <= count; i += STEP) {
        __m128i four = load(from + i);
        if (!is_clear(four)) {
            store(to + i, over(load(to + i), four));
        }
    }
    for (; i < count; i++) {
        __m128i one = _mm_cvtsi32_si128((int)from[i]);
        to[i] = (uint32_t)_mm_cvtsi128_si32(over(_mm_cvtsi32_si128((int)to[i]), one));
    }
}

void pixels_over_tinted(uint32_t *to, const uint32_t *from, int count, uint32_t tint)
{
    const __m128i factor = _mm_unpacklo_epi8(_mm_set1_epi32((int)tint), _mm_setzero_si128());
    int i = 0;
    for (; i + STEP <= count; i += STEP) {
        __m128i four = load(from + i);
        if (!is_clear(four)) {
            store(to + i, over(load(to + i), tinted(four, factor)));
        }
    }
    for (; i < count; i++) {
        __m128i one = tinted(_mm_cvtsi32_si128((int)from[i]), factor);
        to[i] = (uint32_t)_mm_cvtsi128_si32(over(_mm_cvtsi32_si128((int)to[i]), one));
    }
}

/* ---- Blends ---- */

/* White where the colour is clear: it is multiplied already. */
static inline __m128i times(__m128i to, __m128i from)
{
    const __m128i zero = _mm_setzero_si128();
    __m128i low = _mm_unpacklo_epi8(from, zero), high = _mm_unpackhi_epi8(from, zero);
    low = multiply(_mm_unpacklo_epi8(to, zero), _mm_add_epi16(low, clearness(low)));
    high = multiply(_mm_unpackhi_epi8(to, zero), _mm_add_epi16(high, clearness(high)));
    return _mm_packus_epi16(low, high);
}

static inline __m128i blended(CwBlend blend, __m128i to, __m128i from)
{
    return blend == CW_BLEND_ADD ? _mm_adds_epu8(to, from) : times(to, from);
}

void pixels_blend(CwBlend blend, uint32_t *to, int count, uint32_t colour)
{
    const __m128i four = _mm_set1_epi32((int)colour);
    int i = 0;
    for (; i + STEP <= count; i += STEP) {
        store(to + i, blended(blend, load(to + i), four));
    }
    for (; i < count; i++) {
        to[i] = (uint32_t)_mm_cvtsi128_si32(blended(blend, _mm_cvtsi32_si128((int)to[i]), four));
    }
}

void pixels_blend_row(CwBlend blend, uint32_t *to, const uint32_t *from, int count, uint32_t tint)
{
    const __m128i factor = _mm_unpacklo_epi8(_mm_set1_epi32((int)tint), _mm_setzero_si128());
    int i = 0;
    for (; i + STEP <= count; i += STEP) {
        store(to + i, blended(blend, load(to + i), tinted(load(from + i), factor)));
    }
    for (; i < count; i++) {
        __m128i one = tinted(_mm_cvtsi32_si128((int)from[i]), factor);
        to[i] = (uint32_t)_mm_cvtsi128_si32(blended(blend, _mm_cvtsi32_si128((int)to[i]), one));
    }
}

void pixels_ramp(const PixelRamp *ramp, const float *ways, uint32_t *to, int count)
{
    const __m128 base = _mm_loadu_ps(ramp->base), slope = _mm_loadu_ps(ramp->slope);
    const __m128 part = _mm_set1_ps(1 / 255.0F), one = _mm_set_ps(1, 0, 0, 0);
    const __m128 colours = _mm_castsi128_ps(_mm_set_epi32(0, -1, -1, -1));
    for (int i = 0; i < count; i++) {
        __m128 colour = _mm_add_ps(base, _mm_mul_ps(slope, _mm_set1_ps(ways[i])));
        __m128 alpha = _mm_mul_ps(_mm_shuffle_ps(colour, colour, 0xFF), part);
        __m128 factor = _mm_or_ps(_mm_and_ps(alpha, colours), one);
        __m128i words = _mm_cvtps_epi32(_mm_mul_ps(colour, factor));
        __m128i shorts = _mm_packs_epi32(words, words);
        to[i] = (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(shorts, shorts));
    }
}

/* ---- Sampling ---- */

/* Two neighbours in 16-bit channels. */
static inline __m128i load_pair(const uint32_t *from)
{
    return _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(const void *)from),
                             _mm_setzero_si128());
}

/* The upper four bits of the fractions count: 255 * 16 * 16 still fits 16 bits. */
static inline uint32_t blend_four(const uint32_t *upper, const uint32_t *lower, int32_t u,
                                  int32_t v)
{
    const __m128i sixteen = _mm_set1_epi16(16);
    __m128i down = _mm_set1_epi16((short)(v >> 12 & 15));
    __m128i right = _mm_set1_epi16((short)(u >> 12 & 15));
    __m128i pair = _mm_add_epi16(_mm_mullo_epi16(load_pair(upper), _mm_sub_epi16(sixteen, down)),
                                 _mm_mullo_epi16(load_pair(lower), down));
    __m128i weights = _mm_unpacklo_epi64(_mm_sub_epi16(sixteen, right), right);
    __m128i sides = _mm_mullo_epi16(pair, weights);
    __m128i sum = _mm_srli_epi16(_mm_add_epi16(sides, _mm_srli_si128(sides, 8)), 8);
    return (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(sum, sum));
}

static inline uint64_t both(const uint32_t *pair)
{
    uint64_t word;
    memcpy(&word, pair, sizeof word);
    return word;
}

void pixels_sample(const PixelRun *run, uint32_t *to, int count)
{
    int32_t u = run->u, v = run->v;
    for (int i = 0; i < count; i++) {
        const uint32_t *upper = run->picture + (ptrdiff_t)(v >> 16) * run->pitch + (u >> 16);
        const uint32_t *lower = upper + run->pitch;
        bool clear = (both(upper) | both(lower)) == 0;
        to[i] = clear ? 0 : blend_four(upper, lower, u, v);
        u += run->u_step;
        v += run->v_step;
    }
}

static inline int32_t within(int64_t place, int32_t low, int32_t high)
{
    return (int32_t)(place < low ? low : place > high ? high : place);
}

void pixels_sample_within(const PixelRun *run, const PixelLimits *limits, uint32_t *to, int count)
{
    int64_t u_place = run->u, v_place = run->v;
    for (int i = 0; i < count; i++) {
        int32_t u = within(u_place, limits->u_low, limits->u_high);
        int32_t v = within(v_place, limits->v_low, limits->v_high);
        const uint32_t *upper = run->picture + (ptrdiff_t)(v >> 16) * run->pitch + (u >> 16);
        const uint32_t *lower = upper + run->pitch;
        bool clear = (both(upper) | both(lower)) == 0;
        to[i] = clear ? 0 : blend_four(upper, lower, u, v);
        u_place += run->u_step;
        v_place += run->v_step;
    }
}

void pixels_sample_nearest(const PixelRun *run, const PixelLimits *limits, uint32_t *to, int count)
{
    int64_t u_place = run->u, v_place = run->v;
    for (int i = 0; i < count; i++) {
        int32_t u = within(u_place, limits->u_low, limits->u_high);
        int32_t v = within(v_place, limits->v_low, limits->v_high);
        to[i] = run->picture[(ptrdiff_t)(v >> 16) * run->pitch + (u >> 16)];
        u_place += run->u_step;
        v_place += run->v_step;
    }
}
