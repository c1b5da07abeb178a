/* Polygons of ground and oil: their corners counter-clockwise, whichever way they were drawn in
 * Tiled, and the convex pieces that the draw list takes. */
#ifndef THINGS_POLYGON_H
#define THINGS_POLYGON_H

#include "clockwork/clockwork.h"

/* Convex pieces, in the world's memory; a tick reads none of it. */
typedef struct Pieces {
    cpVect *corners_m; /* of one piece after the other */
    int *ends;         /* of each piece, in the corners */
    int count;
} Pieces;

/* object->corner_count corners, in the world's memory. */
cpVect *polygon_copy(CwWorld *world, const CwMapObject *object);

/* True inside, by the even-odd rule. */
bool polygon_contains(const cpVect *corners_m, int count, cpVect place_m);

/* The corners run counter-clockwise and passed cw_world_check_polygon. */
Pieces polygon_split(CwWorld *world, const cpVect *corners_m, int corner_count);

/* Draws the pieces in sight, in the present space and layer of the list. */
void pieces_draw(const Pieces *pieces, CwDrawList *list, CwColour colour);

#endif
