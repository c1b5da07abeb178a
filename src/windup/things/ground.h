/* Ground, for its grass and soil. Numbers of corners and edges continue around the outline,
 * backwards too. Edge i leads from corner i to the next; tops run from right to left. */
#pragma once

#include "things/kinds.h"

/* Finds the neighbours of each ground, once all of a level's ground exists. */
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

/* True if an edge is a driving surface. */
static inline bool ground_is_top(const Ground *ground, int edge)
{
    return ground->is_top[ground_around(ground, edge)];
}

/* True if some of the edge may be in the picture. */
static inline bool ground_sees_edge(const Ground *ground, int edge, CwWorldRect seen)
{
    cpVect a = ground_corner(ground, edge), b = ground_corner(ground, edge + 1);
    return cpfmax(a.x, b.x) > seen.left_m - 1.0 && cpfmin(a.x, b.x) < seen.right_m + 1.0;
}

/* ---- soil: inside the ground it gets darker with depth, in bands that bend down where the ground
 * next door lies lower ---- */

typedef struct Soil Soil; /* soil.c */

/* Makes the soil of each top, in the world's memory, once all of a level's ground exists. */
Soil *soil_lay(CwWorld *world, const Ground *ground);

/* Draws soil in world space, on layers of its own. */
void soil_draw(const Ground *ground, CwDrawList *list, const CwColour colours[3]);

/* ---- grass along the tops: blades that sway in the wind and part under the buggy. How a blade
 * bends follows from where it is, where the buggy is and the time: nothing is kept. ---- */

/* Removes tufts that would grow through machines, once all of a level's things exist. */
void grass_mow(const CwWorld *world, Ground *ground);

/* Draws the visible tufts of a ground, in world space on the list's layer. */
void grass_draw(const CwWorld *world, const Ground *ground, CwFrame *frame);

/* A fixed pseudo-random number in [0, 1): the same for the same place and salt. */
double grass_scatter(double place_m, uint32_t salt);

/* The lean of a blade at `x_m` to the right, in shares of its height. */
double grass_bend(const CwWorld *world, const CwFrame *frame, CwPoint2 foot_m);
