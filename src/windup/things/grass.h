/* Grass along the tops of ground: blades that sway in the wind and part under the buggy.
 *
 * How a blade bends follows from where it is, where the buggy is and the time: nothing is kept. */
#ifndef THINGS_GRASS_H
#define THINGS_GRASS_H

#include "things/ground.h"

/* All tufts of a ground that are in the picture, in world space on the list's present layer. */
void grass_draw(const CwWorld *world, const Ground *ground, CwFrame *frame);

/* A fixed scatter: the same for the same place and salt, in [0, 1). */
double grass_scatter(double place_m, uint32_t salt);

/* How far a blade at `x_m` leans to the right, in shares of its height. */
double grass_bend(const CwWorld *world, const CwFrame *frame, CwPoint2 foot_m);

#endif
