/* How hard things press on what breaks. */
#ifndef THINGS_PRESSURE_H
#define THINGS_PRESSURE_H

#include "clockwork/clockwork.h"

/* Once a tick: brings `load_N` up to date with all that touches the entity, smoothed: a blow counts
 * by its impulse over 50 ms. The body of the entity's that is pressed hardest, NULL: none. */
cpBody *pressure_tick(const CwWorld *world, CwEntity self, double *load_N);

#endif
