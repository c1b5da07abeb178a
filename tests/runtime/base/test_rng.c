/* Random numbers equal the published generator, without bias and within bounds. */
#include "clockwork/rng.h"
#include "support/test.h"

static CwRng rng;

SET_UP()
{
    cw_rng_seed(&rng, 3, 1);
}

TEST(the_numbers_are_pcg32s)
{
    /* The first line of pcg32-demo of the PCG C library (seed 42, stream 54). */
    static const uint32_t published[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330,
                                         0x83d2f293, 0xbfa4784b, 0xcbed606e};
    cw_rng_seed(&rng, 42, 54);
    for (int i = 0; i < 6; i++) {
        ck_assert_uint_eq(cw_rng_next(&rng), published[i]);
    }
}

TEST(streams_and_seeds_differ)
{
    CwRng a, b, c;
    cw_rng_seed(&a, 9, 1);
    cw_rng_seed(&b, 9, 2);
    cw_rng_seed(&c, 10, 1);
    uint32_t first = cw_rng_next(&a);
    ck_assert_uint_ne(first, cw_rng_next(&b));
    ck_assert_uint_ne(first, cw_rng_next(&c));
}

/* Taking the remainder alone would give the lower half twice as often. */
TEST(numbers_below_a_bound_are_fair)
{
    int low = 0;
    for (int i = 0; i < 30000; i++) {
        low += cw_rng_below(&rng, 0xC0000000u) < 0x40000000u;
    }
    ck_assert_int_gt(low, 10000 - 410); /* five standard deviations of 82 */
    ck_assert_int_lt(low, 10000 + 410);
}

TEST(bounds_of_zero_and_one_give_zero)
{
    ck_assert_uint_eq(cw_rng_below(&rng, 0), 0);
    ck_assert_uint_eq(cw_rng_below(&rng, 1), 0);
}

TEST(a_range_holds_its_low_end_and_not_its_high_end)
{
    double least = 1e9, most = -1e9;
    for (int i = 0; i < 10000; i++) {
        double number = cw_rng_range(&rng, -2, 3);
        least = number < least ? number : least;
        most = number > most ? number : most;
    }
    ck_assert_double_ge(least, -2);
    ck_assert_double_lt(most, 3);
    ck_assert_double_lt(least, -1.99);
    ck_assert_double_gt(most, 2.99);
}
