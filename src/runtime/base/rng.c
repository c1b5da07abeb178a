#include "clockwork/rng.h"

void cw_rng_seed(CwRng *rng, uint64_t seed, uint64_t stream)
{
    rng->state = 0;
    rng->increment = stream << 1 | 1;
    cw_rng_next(rng);
    rng->state += seed;
    cw_rng_next(rng);
}

uint32_t cw_rng_next(CwRng *rng)
{
    uint64_t old = rng->state;
    rng->state = old * 6364136223846793005u + rng->increment;
    uint32_t shifted = (uint32_t)((old >> 18 ^ old) >> 27);
    uint32_t turn = (uint32_t)(old >> 59);
    return shifted >> turn | shifted << (-turn & 31);
}

uint32_t cw_rng_below(CwRng *rng, uint32_t bound)
{
    if (bound == 0) {
        return 0;
    }
    uint32_t threshold = -bound % bound; /* 2^32 mod bound: smaller draws favour low results */
    for (;;) {
        uint32_t bits = cw_rng_next(rng);
        if (bits >= threshold) {
            return bits % bound;
        }
    }
}

double cw_rng_range(CwRng *rng, double low, double high)
{
    return low + (high - low) * (cw_rng_next(rng) * (1.0 / 4294967296.0));
}
