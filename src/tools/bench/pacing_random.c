#include "bench/pacing_random.h"

#include <math.h>

static const double TURN = 6.283185307179586;

double random_unit(CwRng *rng)
{
    return (cw_rng_next(rng) + 0.5) / 4294967296.0;
}

double random_gauss(CwRng *rng)
{
    double radius = sqrt(-2 * log(random_unit(rng)));
    return radius * cos(TURN * random_unit(rng)); /* Box and Muller, 1958 */
}

double random_exponential(CwRng *rng, double mean)
{
    return -mean * log(random_unit(rng));
}

double random_laplace(CwRng *rng, double scale)
{
    double size = random_exponential(rng, scale);
    return random_chance(rng, 0.5) ? -size : size;
}

bool random_chance(CwRng *rng, double probability)
{
    return random_unit(rng) < probability;
}
