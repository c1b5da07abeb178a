/* Checks simple polygons, also concave ones (Chipmunk aborts on corners in a line and on crossing
 * edges), and splits them into Chipmunk's convex shapes. */
#pragma once

#include "clockwork/world.h"

/* False for non-finite corners, fewer than 3 corners, less than 1e-6 m2 or crossing edges. */
bool cw_world_check_polygon(const cpVect *corners_m, int count, CwError *error);

/* Called with each piece: convex, counter-clockwise, 3 or more corners, valid during the call. */
typedef void CwPolygonPieceFunction(const cpVect *corners_m, int count, void *context);

/* The convex pieces of a checked polygon, for drawing: at most count - 2 pieces with 3 * (count -
 * 2) corners in all. Only in a spawn or a tick, as it borrows memory of the world. */
void cw_polygon_split(const cpVect *corners_m, int count, CwPolygonPieceFunction *each,
                      void *context);

/* Common properties of the shapes of a polygon. Start from cw_polygon_desc_default(): zeros collide
 * with nothing and fail an assertion. */
typedef struct CwPolygonDesc {
    double radius_m;      /* rounds the corners, outwards; default 0 */
    double friction;      /* Chipmunk multiplies the friction of two shapes; default 0.6 */
    double elasticity;    /* multiplied, too; 0 is no bounce, 1 keeps all speed; default 0 */
    cpCollisionType type; /* the game's own number; default 0 */
    cpShapeFilter filter; /* default: collides with everything */
} CwPolygonDesc;
CwPolygonDesc cw_polygon_desc_default(void);

/* Adds convex shapes that cover a checked simple polygon (concave allowed) to `body`, all with the
 * properties of `desc`. Returns the number of pieces; 0 with `error` for a wrong polygon. */
int cw_world_add_polygon(CwWorld *world, CwEntity owner, cpBody *body, const cpVect *corners_m,
                         int count, const CwPolygonDesc *desc, CwError *error);
