/* Polygons of ground and oil: their corners counter-clockwise, whichever way they were drawn in
 * Tiled, and the convex pieces that the draw list takes. */
#pragma once

#include "clockwork/clockwork.h"

/* Convex pieces, in the world's memory, which no tick reads. */
typedef struct Pieces {
    cpVect *corners_m; /* corners, piece by piece */
    int *ends;         /* end of each piece in the corners */
    int count;
} Pieces;

/* A copy of the object's corners, in the world's memory. */
cpVect *polygon_copy(CwWorld *world, const CwMapObject *object);

/* Whether a place is inside, by the even-odd rule. */
bool polygon_contains(const cpVect *corners_m, int count, cpVect place_m);

/* Splits a polygon whose corners run counter-clockwise and passed cw_world_check_polygon. */
Pieces polygon_split(CwWorld *world, const cpVect *corners_m, int corner_count);

/* Draws the visible pieces, in the list's space and layer. */
void pieces_draw(const Pieces *pieces, CwDrawList *list, CwColour colour);
