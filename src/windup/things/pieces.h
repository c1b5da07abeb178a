/* A polygon of any simple shape cut into convex pieces that the draw list takes. Ground and oil
 * keep theirs; a tick reads none of it. */
#ifndef THINGS_PIECES_H
#define THINGS_PIECES_H

#include "clockwork/clockwork.h"

/* In the world's memory. */
typedef struct Pieces {
    cpVect *corners_m; /* of one after the other */
    int *ends;         /* in them */
    int count;
} Pieces;

/* The corners run counter-clockwise and passed cw_world_check_polygon. */
Pieces pieces_split(CwWorld *world, const cpVect *corners_m, int corner_count);

/* Those that can be seen, in the list's present space and layer. */
void pieces_draw(const Pieces *pieces, CwDrawList *list, CwColour colour);

#endif
