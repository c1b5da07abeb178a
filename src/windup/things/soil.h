/* Soil inside the ground: it gets darker with depth, in bands that bend down where the ground next
 * door lies lower. */
#ifndef THINGS_SOIL_H
#define THINGS_SOIL_H

#include "things/ground.h"

/* The end of a row of tops: the ground next door lies so far below, or there is none. */
typedef struct Cliff {
    double x_m, drop_m;
    bool is_far; /* beyond what bends and any wall that matters */
} Cliff;

/* The soil under a top edge. */
struct Soil {
    int edge;
    cpVect left, right;
    Cliff left_cliff, right_cliff;
    bool bent;
    double reach_m; /* from them, of what bends */
    double floor_m;
    float ends_m[SOIL_BANDS + 1][2][2]; /* of each band's upper and lower side, from left, right */
};

/* As many as the ground has tops, in the world's memory; for when all of the level's ground stands.
 */
Soil *soil_lay(CwWorld *world, const Ground *ground);

/* In world space, on layers of its own. */
void soil_draw(const Ground *ground, CwDrawList *list, const CwColour colours[3]);

#endif
