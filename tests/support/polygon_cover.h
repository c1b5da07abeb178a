/* Whether the shapes that a polygon was cut into cover it: by area, and by point queries against
 * the even-odd rule. */
#pragma once

#include "sim_world.h"

enum { CORNER_MAX = 64 };

typedef struct Polygon {
    int count;
    cpVect corners[CORNER_MAX];
} Polygon;

double polygon_area(const cpVect *corners, int count);

/* Sum over a body's shapes. */
double polygon_area_of_pieces(const cpBody *body);

/* Adds the polygon to a static body of its own, fails the test unless it is covered at random
 * points, and takes the shapes away again. */
void expect_covered(const Polygon *polygon, CwRng *rng);
