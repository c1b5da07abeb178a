/* Random numbers of the pacing families: the distributions that wake-ups and frames are made of. */
#ifndef TOOLS_PACING_RANDOM_H
#define TOOLS_PACING_RANDOM_H

#include "clockwork/rng.h"

#include <stdbool.h>

/* Above 0 and below 1. */
double random_unit(Rng *rng);

/* Mean 0, standard deviation 1. */
double random_gauss(Rng *rng);

double random_exponential(Rng *rng, double mean);

/* Mean 0; both tails exponential. */
double random_laplace(Rng *rng, double scale);

bool random_chance(Rng *rng, double probability);

#endif
