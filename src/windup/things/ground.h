/* Ground: polygons of soil with grass along the top and old clockwork inside. Its outline has
 * numbers: corners and edges go on around it, backwards too. Edge i is the one from corner i to the
 * next; tops run from right to left. */
#ifndef THINGS_GROUND_H
#define THINGS_GROUND_H

#include "things/polygon.h"
#include "things/thing.h"

/* Something small on or in the ground. */
typedef struct Ornament {
    cpVect centre_m;
    double size_m;
    double angle_rad;
    int sprite;
} Ornament;

typedef struct Soil Soil; /* soil.h */

/* The pointers are for drawing; a tick reads none of it. */
typedef struct Ground {
    cpVect *corners; /* counter-clockwise */
    int corner_count;
    bool *is_top; /* of the edge from each corner to the next: a surface to drive on */
    Soil *soil;   /* of each top */
    Pieces pieces;
    Ornament *relics;
    int relic_count;
    Ornament *tufts;
    int tuft_count;
    cpBB box;
} Ground;

THING(ground, Ground);

/* When all of a level's ground exists: finds what lies beside each. */
void ground_finish(CwWorld *world);

static inline int ground_around(const Ground *ground, int number)
{
    int count = ground->corner_count, left = number % count;
    return number >= 0 && number < count ? number : left < 0 ? left + count : left;
}

static inline cpVect ground_corner(const Ground *ground, int corner)
{
    return ground->corners[ground_around(ground, corner)];
}

/* True when the edge is a surface to drive on. */
static inline bool ground_is_top(const Ground *ground, int edge)
{
    return ground->is_top[ground_around(ground, edge)];
}

/* True when some of the edge may be in the picture. */
static inline bool ground_sees_edge(const Ground *ground, int edge, CwWorldRect seen)
{
    cpVect a = ground_corner(ground, edge), b = ground_corner(ground, edge + 1);
    return cpfmax(a.x, b.x) > seen.left_m - 1.0 && cpfmin(a.x, b.x) < seen.right_m + 1.0;
}

#endif
