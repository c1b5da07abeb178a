/* The inner loops of the span painter (pixels.h) in the compiler's own vectors. pixels.c and
 * pixels_avx2.c compile them, each for vectors of VECTOR_BYTES.
 *
 * A word is worked on as two vectors of 16-bit lanes, blue and red ("even"), green and alpha
 * ("odd"). All sets give the same pixels: they use whole numbers, and floats one by one. */
#pragma once

#include "paint/pixels.h"

#include <string.h>

#ifndef VECTOR_BYTES
#define VECTOR_BYTES 16
#endif

typedef uint32_t Words __attribute__((vector_size(VECTOR_BYTES))); /* pixels */
typedef uint16_t Lanes __attribute__((vector_size(VECTOR_BYTES)));
typedef uint64_t Pairs __attribute__((vector_size(VECTOR_BYTES))); /* pairs of neighbours */

enum { STEP = VECTOR_BYTES / 4 }; /* pixels in a vector */

#define ALWAYS_INLINE static inline __attribute__((always_inline))

ALWAYS_INLINE Words load(const uint32_t *from)
{
    Words words;
    memcpy(&words, from, sizeof words);
    return words;
}

ALWAYS_INLINE void store(uint32_t *to, Words words)
{
    memcpy(to, &words, sizeof words);
}

ALWAYS_INLINE Words all(uint32_t word)
{
    return (Words){0} + word;
}

ALWAYS_INLINE Words numbers(void)
{
    static const uint32_t first[] = {0, 1, 2, 3, 4, 5, 6, 7};
    return load(first);
}

/* ---- arithmetic ---- */

typedef struct Factors {
    Lanes even, odd;
} Factors;

ALWAYS_INLINE Factors factors_of(Words words)
{
    return (Factors){(Lanes)(words & 0x00FF00FFU), (Lanes)words >> 8};
}

/* Multiplies bytes, divides by 255 and rounds: exact for all products. */
ALWAYS_INLINE Words multiply(Words words, Factors factors)
{
    Factors parts = factors_of(words);
    Lanes even = parts.even * factors.even + 128, odd = parts.odd * factors.odd + 128;
    even = (even + (even >> 8)) >> 8;
    odd = (odd + (odd >> 8)) & 0xFF00;
    return (Words)(even | odd);
}

/* 255 - alpha in all channels. */
ALWAYS_INLINE Lanes clearness(Words words)
{
    Words clear = 255 - (words >> 24);
    return (Lanes)(clear | clear << 16);
}

/* Lays colours over others. No colour exceeds its alpha, so no channel's sum exceeds 255. */
ALWAYS_INLINE Words over(Words to, Words from)
{
    Lanes clear = clearness(from);
    return from + multiply(to, (Factors){clear, clear});
}

/* Adds channel by channel; a carry fills the channel with ones. */
ALWAYS_INLINE Words sum(Words to, Words from)
{
    Factors a = factors_of(to), b = factors_of(from);
    Lanes even = a.even + b.even, odd = a.odd + b.odd;
    even |= 256 - (even >> 8);
    odd |= 256 - (odd >> 8);
    return (Words)(even & 255) | (Words)(odd << 8);
}

/* Multiplies colours. A clear, premultiplied colour counts as white. */
ALWAYS_INLINE Words times(Words to, Words from)
{
    Factors factors = factors_of(from);
    Lanes clear = clearness(from);
    return multiply(to, (Factors){factors.even + clear, factors.odd + clear});
}

/* Blends. Clear pixels change nothing with any blend. */
ALWAYS_INLINE Words blended(CwBlend blend, Words to, Words from)
{
    return blend == CW_BLEND_NORMAL ? over(to, from)
           : blend == CW_BLEND_ADD  ? sum(to, from)
                                    : times(to, from);
}

/* ---- sampling ---- */

/* The next places along a run. */
typedef struct Walk {
    const uint32_t *picture, *below; /* rows of the picture: this one and the one below */
    uint32_t pitch;
    Words us, vs, u_steps, v_steps;
} Walk;

/* A walk from place `at` of a run on; after place `last` the place stays the same. */
ALWAYS_INLINE Walk walk_from(const PixelRun *run, int at, int last)
{
    Words steps = numbers(), end = all((uint32_t)last), beyond = (Words)(steps > end);
    steps = ((steps & ~beyond) | (end & beyond)) + (uint32_t)at;
    return (Walk){.picture = run->picture,
                  .below = run->picture + run->pitch,
                  .pitch = (uint32_t)run->pitch,
                  .us = (uint32_t)run->u + steps * (uint32_t)run->u_step,
                  .vs = (uint32_t)run->v + steps * (uint32_t)run->v_step,
                  .u_steps = all((uint32_t)run->u_step * STEP),
                  .v_steps = all((uint32_t)run->v_step * STEP)};
}

ALWAYS_INLINE uint64_t load_pair(const uint32_t *from)
{
    uint64_t pair;
    memcpy(&pair, from, sizeof pair);
    return pair;
}

/* The left texels of pairs, in the order of the pixels. */
ALWAYS_INLINE Words lefts(Pairs evens, Pairs odds)
{
    return (Words)((evens & 0xFFFFFFFFU) | odds << 32);
}

ALWAYS_INLINE Words rights(Pairs evens, Pairs odds)
{
    return (Words)(evens >> 32 | (odds & ~(uint64_t)0xFFFFFFFFU));
}

ALWAYS_INLINE bool is_clear(Pairs pairs)
{
    uint64_t any = 0;
    for (int i = 0; i < STEP / 2; i++) {
        any |= pairs[i];
    }
    return any == 0;
}

/* Blends words in sixteenths: 255 * 16 * 16 fits a lane. */
ALWAYS_INLINE Factors between(Factors from, Factors to, Lanes way)
{
    return (Factors){from.even * (16 - way) + to.even * way, from.odd * (16 - way) + to.odd * way};
}

/* The upper four bits of places' fractions, for all channels. */
ALWAYS_INLINE Lanes ways_of(Words places)
{
    Words ways = places >> 12 & 15;
    return (Lanes)(ways | ways << 16);
}

/* Takes the next STEP pixels, blended from four texels by sixteenths. False: all are clear. */
ALWAYS_INLINE bool walk_on(Walk *walk, Words *words)
{
    Pairs upper_even = {0}, lower_even = {0}, upper_odd = {0}, lower_odd = {0};
    Words texels = (walk->vs >> 16) * walk->pitch + (walk->us >> 16);
    Lanes across = ways_of(walk->us), down = ways_of(walk->vs);
#ifdef __clang__ /* for WebAssembly it keeps the vectors of a loop in memory */
#pragma clang loop unroll(full)
#endif
    for (int i = 0; i < STEP; i += 2) {
        upper_even[i / 2] = load_pair(walk->picture + texels[i]);
        lower_even[i / 2] = load_pair(walk->below + texels[i]);
        upper_odd[i / 2] = load_pair(walk->picture + texels[i + 1]);
        lower_odd[i / 2] = load_pair(walk->below + texels[i + 1]);
    }
    walk->us += walk->u_steps;
    walk->vs += walk->v_steps;
    if (is_clear(upper_even | lower_even | upper_odd | lower_odd)) {
        return false;
    }
    Factors left = between(factors_of(lefts(upper_even, upper_odd)),
                           factors_of(lefts(lower_even, lower_odd)), down);
    Factors right = between(factors_of(rights(upper_even, upper_odd)),
                            factors_of(rights(lower_even, lower_odd)), down);
    Factors sums = between(left, right, across);
    *words = (Words)(sums.even >> 8) | ((Words)sums.odd & 0xFF00FF00U);
    return true;
}

/* ---- laying ---- */

typedef enum SourceKind { SOURCE_COLOUR, SOURCE_ROW, SOURCE_RUN } SourceKind;

typedef struct Source {
    SourceKind kind;
    bool is_tinted;
    uint32_t word; /* a colour, or the tint */
    const uint32_t *row;
    const PixelRun *run;
} Source;

ALWAYS_INLINE Words tinted(const Source *source, Words words)
{
    return source->is_tinted ? multiply(words, factors_of(all(source->word))) : words;
}

/* Copies fewer than STEP words, of sizes that need no call of memcpy. */
ALWAYS_INLINE void copy_few(uint32_t *to, const uint32_t *from, int count)
{
    if ((count & STEP / 2) != 0) {
        memcpy(to, from, STEP / 2 * sizeof *to);
    }
    if (STEP / 4 > 1 && (count & STEP / 4) != 0) {
        memcpy(to + (count & STEP / 2), from + (count & STEP / 2), STEP / 4 * sizeof *to);
    }
    if ((count & 1) != 0) {
        to[count - 1] = from[count - 1];
    }
}

/* Loads fewer than STEP words. With a mask no load waits for the stores before it. */
ALWAYS_INLINE Words load_few(const uint32_t *from, int count)
{
#if VECTOR_BYTES == 32
    typedef int32_t Mask __attribute__((vector_size(VECTOR_BYTES)));
    return (Words)__builtin_ia32_maskloadd256((const Mask *)from, (Mask)numbers() < count);
#else
    uint32_t words[STEP] = {0};
    copy_few(words, from, count);
    return load(words);
#endif
}

ALWAYS_INLINE void store_few(uint32_t *to, Words few, int count)
{
    uint32_t words[STEP];
    store(words, few);
    copy_few(to, words, count);
}

/* Blends fewer than STEP pixels as one vector: LLVM 14 compiles single lanes endlessly. */
ALWAYS_INLINE void blend_few(CwBlend blend, uint32_t *to, Words from, int count)
{
    store_few(to, blended(blend, load_few(to, count), from), count);
}

ALWAYS_INLINE void lay_few(CwBlend blend, uint32_t *to, int count, const Source *source)
{
    Words from = all(source->word);
    if (source->kind == SOURCE_ROW) {
        from = load_few(source->row, count);
    } else if (source->kind == SOURCE_RUN) {
        Walk walk = walk_from(source->run, 0, count - 1);
        if (!walk_on(&walk, &from)) {
            return;
        }
    }
    blend_few(blend, to, tinted(source, from), count);
}

/* Blends a row. The last vector may overlap the previous one, with the same result. */
ALWAYS_INLINE void lay_many(CwBlend blend, uint32_t *to, int count, const Source *source)
{
    int last = count - STEP;
    Words under = load(to + last), from = all(source->word);
    Walk walk = {0};
    if (source->kind == SOURCE_RUN) {
        walk = walk_from(source->run, 0, STEP);
    }
    for (int i = 0; i < last; i += STEP) {
        if (source->kind == SOURCE_ROW) {
            from = load(source->row + i);
        } else if (source->kind == SOURCE_RUN && !walk_on(&walk, &from)) {
            continue;
        }
        store(to + i, blended(blend, load(to + i), tinted(source, from)));
    }
    if (source->kind == SOURCE_RUN) {
        walk = walk_from(source->run, last, STEP);
        if (!walk_on(&walk, &from)) {
            return;
        }
    } else if (source->kind == SOURCE_ROW) {
        from = load(source->row + last);
    }
    store(to + last, blended(blend, under, tinted(source, from)));
}

ALWAYS_INLINE void lay_all(CwBlend blend, uint32_t *to, int count, const Source *source)
{
    if (count >= STEP) {
        lay_many(blend, to, count, source);
    } else if (count > 0) {
        lay_few(blend, to, count, source);
    }
}

/* The last vector may overlap the previous one. */
static inline void fill(uint32_t *to, int count, uint32_t colour)
{
    for (int i = 0; i < count - STEP; i += STEP) {
        store(to + i, all(colour));
    }
    if (count >= STEP) {
        store(to + count - STEP, all(colour));
    } else if (count > 0) {
        store_few(to, all(colour), count);
    }
}

static inline void lay(CwBlend blend, uint32_t *to, int count, uint32_t colour)
{
    const Source source = {.kind = SOURCE_COLOUR, .word = colour};
    if (blend != CW_BLEND_NORMAL) {
        lay_all(blend, to, count, &source);
    } else if (colour >> 24 == 255) {
        fill(to, count, colour);
    } else {
        lay_all(CW_BLEND_NORMAL, to, count, &source);
    }
}

/* Normal blending has a loop of its own, because nearly all is normal. */
ALWAYS_INLINE void lay_tinted(CwBlend blend, uint32_t *to, int count, Source plain, uint32_t tint)
{
    Source tinted = plain;
    tinted.word = tint;
    tinted.is_tinted = true;
    if (blend != CW_BLEND_NORMAL) {
        lay_all(blend, to, count, &tinted);
    } else if (tint != UINT32_MAX) {
        lay_all(CW_BLEND_NORMAL, to, count, &tinted);
    } else {
        lay_all(CW_BLEND_NORMAL, to, count, &plain);
    }
}

static inline void lay_row(CwBlend blend, uint32_t *to, const uint32_t *from, int count,
                           uint32_t tint)
{
    lay_tinted(blend, to, count, (Source){.kind = SOURCE_ROW, .row = from}, tint);
}

static inline void copy_row(uint32_t *to, const uint32_t *from, int count, uint32_t tint)
{
    const Factors factors = factors_of(all(tint));
    for (int i = 0; i < count - STEP; i += STEP) {
        store(to + i, multiply(load(from + i), factors));
    }
    if (count >= STEP) {
        store(to + count - STEP, multiply(load(from + count - STEP), factors));
    } else {
        store_few(to, multiply(load_few(from, count), factors), count);
    }
}

static inline void lay_run(CwBlend blend, uint32_t *to, const PixelRun *run, int count,
                           uint32_t tint)
{
    lay_tinted(blend, to, count, (Source){.kind = SOURCE_RUN, .run = run}, tint);
}

/* ---- fading ---- */

typedef float Floats __attribute__((vector_size(VECTOR_BYTES)));
typedef int32_t Wholes __attribute__((vector_size(VECTOR_BYTES)));

/* The larger of each pair, written with vectors that all C compilers have. */
ALWAYS_INLINE Floats larger(Floats a, Floats b)
{
    Wholes first = a > b;
    return (Floats)((first & (Wholes)a) | (~first & (Wholes)b));
}

/* A colour with the fade's opacity at the pixels' middles x. */
ALWAYS_INLINE Words faded(uint32_t colour, const PixelFade *fade, Floats x)
{
    Floats outside = (Floats){0} + (fade->reach - 1); /* opacity is full nearer to the edge */
    for (int i = 0; i < fade->edge_count; i++) {
        outside = larger(outside, fade->edges[i].x_part * x + fade->edges[i].at);
    }
    Floats opacity = larger(fade->reach - outside, (Floats){0});
    Words factor = (Words) __builtin_convertvector(opacity * 255.0F + 0.5F, Wholes);
    Lanes factors = (Lanes)(factor | factor << 16);
    return multiply(all(colour), (Factors){factors, factors});
}

ALWAYS_INLINE void fade_all(CwBlend blend, uint32_t *to, int count, uint32_t colour,
                            const PixelFade *fade, int x)
{
    const Floats middles = __builtin_convertvector((Wholes)numbers() + x, Floats) + 0.5F;
    if (count < STEP) {
        blend_few(blend, to, faded(colour, fade, middles), count);
        return;
    }
    int last = count - STEP;
    Words under = load(to + last); /* the last vector may overlap the previous one */
    for (int i = 0; i < last; i += STEP) {
        store(to + i, blended(blend, load(to + i), faded(colour, fade, middles + (float)i)));
    }
    store(to + last, blended(blend, under, faded(colour, fade, middles + (float)last)));
}

static inline void lay_faded(CwBlend blend, uint32_t *to, int count, uint32_t colour,
                             const PixelFade *fade, int x)
{
    if (blend != CW_BLEND_NORMAL) {
        fade_all(blend, to, count, colour, fade, x);
    } else {
        fade_all(CW_BLEND_NORMAL, to, count, colour, fade, x);
    }
}

/* ---- ramps ---- */

/* Rounds to the nearest, ties to even: the large addend leaves no room for fractions. */
ALWAYS_INLINE Words rounded(Floats values)
{
    return (Words)(values + 12582912.0F) - 0x4B400000U;
}

ALWAYS_INLINE Words ramp_words(const PixelRamp *ramp, const float *ways)
{
    Floats way;
    memcpy(&way, ways, sizeof way);
    Floats alpha = ramp->base[3] + ramp->slope[3] * way;
    Words words = rounded(alpha) << 24;
    alpha *= 1 / 255.0F;
    for (int i = 0; i < 3; i++) {
        words |= rounded((ramp->base[i] + ramp->slope[i] * way) * alpha) << 8 * i;
    }
    return words;
}

static inline void ramp(const PixelRamp *ramp, const float *ways, uint32_t *to, int count)
{
    float few[STEP] = {0};
    int i = 0;
    for (; i + STEP <= count; i += STEP) {
        store(to + i, ramp_words(ramp, ways + i));
    }
    for (int j = i; j < count; j++) {
        few[j - i] = ways[j];
    }
    store_few(to + i, ramp_words(ramp, few), count - i);
}
