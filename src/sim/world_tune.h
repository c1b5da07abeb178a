/* Turning a world's screws between ticks: for the lab, which shows what they do.
 *
 * Nothing here is recorded, so a run that uses it can't be replayed. Knows neither a clock nor a
 * loop. */
#ifndef SIM_WORLD_TUNE_H
#define SIM_WORLD_TUNE_H

#include "sim/world.h"

/* The length of the coming ticks, seconds, > 0: what a loop without a step clock does to its
 * physics with every frame. */
void world_set_dt(World *world, double dt_s);

/* Substeps and iterations from the next tick on, both > 0. */
void world_set_solver(World *world, int substeps, int iterations);

#endif
