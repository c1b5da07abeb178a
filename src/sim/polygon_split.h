/* Convex pieces of a simple polygon: ears are clipped (Meisters 1975, "Polygons have ears"), then
 * cuts that convexity does not need are taken back (Hertel and Mehlhorn 1983: at most four times as
 * many pieces as necessary). cw_world_add_polygon calls it.
 *
 * Chipmunk's own cpPolylineConvexDecomposition is not used: on one corner-on-a-grid polygon in a
 * few thousand it recursed without end. This one always ends, and same corners give same pieces.
 * Works in the current arena and gives everything back; knows nothing of worlds or shapes. */
#ifndef SIM_POLYGON_SPLIT_H
#define SIM_POLYGON_SPLIT_H

#include <chipmunk/chipmunk.h>
#include <stdbool.h>

/* Called with each piece: convex, counter-clockwise, 3 or more corners, valid during the call. */
typedef void PolygonPieceFunction(const cpVect *corners_m, int count, void *context);

/* `corners_m` must be a polygon that cw_world_check_polygon takes, of either winding. */
void polygon_split(const cpVect *corners_m, int count, PolygonPieceFunction *each, void *context);

#endif
