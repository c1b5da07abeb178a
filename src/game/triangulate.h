/* Cuts a simple polygon into triangles, for drawing: the draw list takes convex polygons only. Pure
 * geometry on the caller's memory. */
#ifndef GAME_TRIANGULATE_H
#define GAME_TRIANGULATE_H

#include <chipmunk/chipmunk.h>
#include <stdbool.h>

/* Twice the signed area: positive when the corners run counter-clockwise. */
double polygon_doubled_area(const cpVect *corners, int count);

/* True for a point inside, whatever the winding. */
bool polygon_holds(const cpVect *corners, int count, cpVect point);

/* Ear clipping (Meisters 1975, "Polygons have ears"), O(n^2) for the polygons people draw. Writes
 * three corner numbers a triangle, at most count - 2 triangles, and returns how many. `scratch` is
 * `count` ints. */
int polygon_triangulate(const cpVect *corners, int count, int *triangles, int *scratch);

#endif
