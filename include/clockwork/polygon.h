/* Checks simple polygons, also concave ones, and splits them into the convex shapes of Chipmunk,
 * because Chipmunk aborts on corners that lie on a line or edges that cross. */
#pragma once

#include "clockwork/world.h"

/* False for a corner that is not finite, less than 3 corners or 1e-6 m2, and edges that cross. */
bool cw_world_check_polygon(const cpVect *corners_m, int count, CwError *error);

/* Called with each piece: convex, counter-clockwise, 3 or more corners, valid during the call. */
typedef void CwPolygonPieceFunction(const cpVect *corners_m, int count, void *context);

/* The convex pieces of a checked polygon, for drawing: at most count - 2 pieces with 3 * (count -
 * 2) corners in all. Only in a spawn or a tick, as it borrows memory of the world. */
void cw_polygon_split(const cpVect *corners_m, int count, CwPolygonPieceFunction *each,
                      void *context);

/* Common properties of the shapes of a polygon. Start from cw_polygon_desc_default(): zeros would
 * be a filter that collides with nothing, so such a filter is an assertion. */
typedef struct CwPolygonDesc {
    double radius_m;      /* rounds the corners, outwards; 0 */
    double friction;      /* Chipmunk multiplies those of two shapes; 0.6 */
    double elasticity;    /* multiplied too: 0 does not bounce, 1 keeps all speed; 0 */
    cpCollisionType type; /* the game's own number; 0 */
    cpShapeFilter filter; /* collides with everything */
} CwPolygonDesc;

/* The desc to begin with. */
CwPolygonDesc cw_polygon_desc_default(void);

/* Adds convex shapes that cover a checked simple polygon (concave allowed) to `body`, all with the
 * properties of `desc`. Returns the number of pieces, 0 with `error` when the polygon is refused.
 */
int cw_world_add_polygon(CwWorld *world, CwEntity owner, cpBody *body, const cpVect *corners_m,
                         int count, const CwPolygonDesc *desc, CwError *error);
