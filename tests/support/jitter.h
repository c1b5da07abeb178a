/* Noise of a clock's readings, for tests of pacing. */
#pragma once

#include "clockwork/rng.h"

#include <math.h>

/* A random number with mean 0 and standard deviation 1 (Box and Muller, 1958). */
static inline double jitter(CwRng *rng)
{
    double radius = sqrt(-2 * log(cw_rng_range(rng, 1e-12, 1)));
    return radius * cos(cw_rng_range(rng, 0, 6.283185307179586));
}
