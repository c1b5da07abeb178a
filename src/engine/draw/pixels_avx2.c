/* Inner loops for AVX2. What the compiler's own vectors don't say is said by its intrinsics: bytes
 * multiplied and added in pairs, and words gathered without the one port that moves them between
 * lanes. */
#define VECTOR_BYTES 32
#include "draw/pixel_loops.h"

#include <immintrin.h>

/* A texel and the one to its right, of each of pixels i, i + 1, i + 4 and i + 5. */
ALWAYS_INLINE __m256i load_pairs(const uint32_t *row, const uint32_t texels[STEP], int i)
{
    __m256i a = _mm256_set1_epi64x((int64_t)load_pair(row + texels[i]));
    __m256i b = _mm256_set1_epi64x((int64_t)load_pair(row + texels[i + 1]));
    __m256i c = _mm256_set1_epi64x((int64_t)load_pair(row + texels[i + 4]));
    __m256i d = _mm256_set1_epi64x((int64_t)load_pair(row + texels[i + 5]));
    return _mm256_blend_epi32(_mm256_blend_epi32(a, b, 0x0C), _mm256_blend_epi32(c, d, 0xC0), 0xF0);
}

/* 0..15, the upper four bits of places' fractions. */
ALWAYS_INLINE Words ways_of(Words places)
{
    return places >> 12 & 15;
}

/* 256 times each channel, in lanes of 16 bits. `choose` takes a pixel's ways to its lanes. */
ALWAYS_INLINE __m256i between(__m256i upper, __m256i lower, Words across, Words down,
                              __m256i choose)
{
    const __m256i neighbours = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15));
    __m256i factors = _mm256_shuffle_epi8((__m256i)(across << 8 | (16 - across)), choose);
    __m256i above = _mm256_maddubs_epi16(_mm256_shuffle_epi8(upper, neighbours), factors);
    __m256i below = _mm256_maddubs_epi16(_mm256_shuffle_epi8(lower, neighbours), factors);
    Lanes way = (Lanes)_mm256_shuffle_epi8((__m256i)down, choose);
    return (__m256i)(((Lanes)above << 4) + ((Lanes)below - (Lanes)above) * way);
}

ALWAYS_INLINE bool walk_on(Walk *walk, Words *words)
{
    const __m256i firsts =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 0, 1, 0, 1, 0, 1, 4, 5, 4, 5, 4, 5, 4, 5));
    const __m256i seconds = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(8, 9, 8, 9, 8, 9, 8, 9, 12, 13, 12, 13, 12, 13, 12, 13));
    Words across = ways_of(walk->us), down = ways_of(walk->vs);
    uint32_t texels[STEP];
    store(texels, (walk->vs >> 16) * walk->pitch + (walk->us >> 16));
    __asm__("" : "+m"(texels)); /* by memory: taking lanes apart would need that port */
    __m256i upper[] = {load_pairs(walk->picture, texels, 0), load_pairs(walk->picture, texels, 2)};
    __m256i lower[] = {load_pairs(walk->below, texels, 0), load_pairs(walk->below, texels, 2)};
    walk->us += walk->u_steps;
    walk->vs += walk->v_steps;
    __m256i any = upper[0] | upper[1] | lower[0] | lower[1];
    if (_mm256_testz_si256(any, any)) {
        return false;
    }
    __m256i first = between(upper[0], lower[0], across, down, firsts);
    __m256i second = between(upper[1], lower[1], across, down, seconds);
    *words = (Words)_mm256_packus_epi16(_mm256_srli_epi16(first, 8), _mm256_srli_epi16(second, 8));
    return true;
}

static void lay_run(CwBlend blend, uint32_t *to, const PixelRun *run, int count, uint32_t tint)
{
    lay_walk(blend, to, run, count, tint, walk_on);
}

const PixelLoops pixel_loops_avx2 = {"avx2", lay, lay_faded, lay_row, copy_row, lay_run, ramp};
