/* Polygons of any simple shape as Chipmunk's convex ones, checked before they get there: Chipmunk
 * aborts on corners that lie on a line or edges that cross. */
#ifndef CLOCKWORK_POLYGON_H
#define CLOCKWORK_POLYGON_H

#include "clockwork/world.h"

#pragma GCC visibility push(default)

/* Checks a polygon before it reaches Chipmunk: finite, at least 3 corners, area above 1e-6 m2, no
 * crossing edges. Winding is free. */
bool world_check_polygon(const cpVect *corners_m, int count, Error *error);

/* What the shapes of a polygon have in common. */
typedef struct PolygonDesc {
    double radius_m;
    double friction;
    double elasticity;
    cpCollisionType type;
    cpShapeFilter filter;
} PolygonDesc;

/* Adds convex shapes that cover a checked simple polygon (concave allowed) to `body`, all with what
 * `desc` says. Returns the number of pieces, 0 with `error` when the polygon is refused. */
int world_add_polygon(World *world, Entity owner, cpBody *body, const cpVect *corners_m, int count,
                      const PolygonDesc *desc, Error *error);

#pragma GCC visibility pop

#endif
