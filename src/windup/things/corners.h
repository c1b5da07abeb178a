/* The corners of a map's polygon as ground and oil keep them: counter-clockwise, whichever way they
 * were drawn in Tiled. */
#ifndef THINGS_CORNERS_H
#define THINGS_CORNERS_H

#include "clockwork/clockwork.h"

/* object->corner_count of them, in the world's memory. */
cpVect *corners_copy(CwWorld *world, const CwMapObject *object);

/* True inside, by the even-odd rule. */
bool corners_hold(const cpVect *corners_m, int count, cpVect place_m);

#endif
