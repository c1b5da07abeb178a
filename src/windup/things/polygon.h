/* Polygons of ground and oil: their corners counter-clockwise, whichever way they were drawn in
 * Tiled. */
#pragma once

#include "clockwork/clockwork.h"

/* A copy of the object's corners, in the world's memory. */
cpVect *polygon_copy(CwWorld *world, const CwMapObject *object);

/* Whether a place is inside, by the even-odd rule. */
bool polygon_contains(const cpVect *corners_m, int count, cpVect place_m);

/* Draws a polygon of at most CW_SHAPE_CORNERS_MAX corners in the list's space and layer. */
void polygon_draw(CwDrawList *list, const cpVect *corners_m, int count, CwColour colour);
