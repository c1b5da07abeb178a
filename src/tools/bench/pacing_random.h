/* Random numbers of the pacing families: the distributions that wake-ups and frames are made of. */
#ifndef BENCH_PACING_RANDOM_H
#define BENCH_PACING_RANDOM_H

#include "clockwork/rng.h"

#include <stdbool.h>

/* Above 0 and below 1. */
double random_unit(CwRng *rng);

/* Mean 0, standard deviation 1. */
double random_gauss(CwRng *rng);

double random_exponential(CwRng *rng, double mean);

/* Mean 0; both tails exponential. */
double random_laplace(CwRng *rng, double scale);

bool random_chance(CwRng *rng, double probability);

#endif
