#include "sim/world_tune.h"

#include <math.h>

void world_set_dt(World *world, double dt_s)
{
    CW_ASSERT(dt_s > 0 && isfinite(dt_s), "give a tick a finite length above 0");
    world->dt_s = dt_s;
}

void world_set_solver(World *world, int substeps, int iterations)
{
    CW_ASSERT(substeps > 0 && iterations > 0, "give a world at least 1 substep and 1 iteration");
    world->desc.settings.substeps = substeps;
    world->desc.settings.iterations = iterations;
    cpSpaceSetIterations(world->space, iterations);
}
