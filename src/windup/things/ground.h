/* Ground, for its grass and soil. Edge i leads from corner i to the next; tops run from right to
 * left. */
#pragma once

#include "things/kinds.h"

/* Finds the neighbours of each ground, once all of a level's ground exists. */
void ground_finish(CwWorld *world);

/* A corner; the first follows the last. */
static inline cpVect ground_corner(const Ground *ground, int corner)
{
    return ground->corners[corner < ground->corner_count ? corner : 0];
}

/* True if some of the edge may be in the picture. */
static inline bool ground_sees_edge(const Ground *ground, int edge, CwWorldRect seen)
{
    cpVect a = ground_corner(ground, edge), b = ground_corner(ground, edge + 1);
    return cpfmax(a.x, b.x) > seen.left_m - 1.0 && cpfmin(a.x, b.x) < seen.right_m + 1.0;
}

/* ---- soil (soil.c): caves, and seams that follow the surface and, nearer, the walls ---- */

enum { SEAM_COUNT = LAYER_FINDS - LAYER_SOIL - 1, CAVE_CORNERS_MAX = 20 };

typedef struct Cave {
    cpVect at_m; /* middle of its floor */
    double half_m, height_m;
    CwPoint2 corners[CAVE_CORNERS_MAX];
    int corner_count;
} Cave;

/* The soil of a level in columns of equal width, for the eye. */
typedef struct Soil {
    double left_m; /* place of the first column */
    double width_m;
    int count;
    float *seams_m[SEAM_COUNT + 1]; /* from the surface of ground on the level's bottom down */
    Cave *caves;
    int cave_count;
    Ornament *finds;
    int find_count;
} Soil;

/* Lays the soil in the world's memory (Race.soil), once all of a level's ground exists. */
void soil_lay(CwWorld *world);

/* The lowest height of a seam (0: the surface) between two places. */
double soil_lowest_m(const Soil *soil, int seam, double from_m, double to_m);

/* Draws what is below the crust, in CW_PHASE_RENDER. */
CwFrameFunction soil_draw;

/* A fixed pseudo-random number in [0, 1): the same for the same place and salt. */
double grass_scatter(double place_m, uint32_t salt);

/* The lean to the right of a blade of grass at `foot_m`, in shares of its height. */
double grass_bend(const CwWorld *world, const CwFrame *frame, CwPoint2 foot_m);
