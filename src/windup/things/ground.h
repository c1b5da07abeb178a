/* The outline of ground, edge by edge, as what draws it goes round. */
#ifndef THINGS_GROUND_H
#define THINGS_GROUND_H

#include "clockwork/clockwork.h"
#include "things/things.h"

/* Corners and edges have numbers that go on around the outline, backwards too. Edge i is the one
 * from corner i to the next; tops run from right to left. */
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
