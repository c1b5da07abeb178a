/* Loops in the compiler's own vectors of 16 bytes: SSE2, NEON, or plain code. */
#include "draw/pixel_loops.h"

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

/* 0..16 of the way from each word to its partner; 255 * 16 fits a lane, twice, too. */
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

ALWAYS_INLINE bool walk_on(Walk *walk, Words *words)
{
    Pairs upper_even = {0}, lower_even = {0}, upper_odd = {0}, lower_odd = {0};
    Words texels = (walk->vs >> 16) * walk->pitch + (walk->us >> 16);
    Lanes across = ways_of(walk->us), down = ways_of(walk->vs);
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

static void lay_run(CwBlend blend, uint32_t *to, const PixelRun *run, int count, uint32_t tint)
{
    lay_walk(blend, to, run, count, tint, walk_on);
}

const PixelLoops pixel_loops_plain = {"plain", lay, lay_faded, lay_row, copy_row, lay_run, ramp};
