/* Ticks of uneven length: what a loop without a step clock does to its physics.
 *
 * For the lab only, which shows what comes of it. Such a run can't be replayed. */
#ifndef SIM_WORLD_DT_H
#define SIM_WORLD_DT_H

#include "sim/world.h"

/* The length of the coming ticks, seconds, > 0 and finite. */
void world_set_dt(CwWorld *world, double dt_s);

#endif
