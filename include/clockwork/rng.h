/* A small seeded generator of random numbers (PCG32, O'Neill 2014, "PCG: A Family of Simple Fast
 * Space-Efficient Statistically Good Algorithms for Random Number Generation").
 *
 * The world owns one stream for the simulation (cw_world_rng): it is saved, restored and hashed
 * with the world. For cosmetics keep another generator in view memory, so that a spark never
 * changes the path of a crate. */
#pragma once

#include "clockwork/base.h"
CW_C_BEGIN

/* The state of a generator. */
typedef struct CwRng {
    uint64_t state;
    uint64_t increment; /* odd; selects the stream */
} CwRng;

/* Seeds a generator. The same seed and stream give the same numbers on every machine. */
void cw_rng_seed(CwRng *rng, uint64_t seed, uint64_t stream);

/* The next 32 random bits. */
uint32_t cw_rng_next(CwRng *rng);

/* A whole number in [0, bound), without bias; 0 when bound is 0. */
uint32_t cw_rng_below(CwRng *rng, uint32_t bound);

/* A number in [low, high), in steps of (high - low) / 2^32. */
double cw_rng_range(CwRng *rng, double low, double high);
CW_C_END
