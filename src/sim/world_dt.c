#include "sim/world_dt.h"

#include <math.h>

void world_set_dt(CwWorld *world, double dt_s)
{
    CW_ASSERT(dt_s > 0 && isfinite(dt_s), "give a tick a finite length above 0");
    world->dt_s = dt_s;
}
