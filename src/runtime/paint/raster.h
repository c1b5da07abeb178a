/* Finds the pixels that a shape covers, and the exact share of each, by accumulated signed areas
 * (R. Levien, font-rs, 2016). A shape is a set of closed rings. Where rings of one direction
 * overlap, the area is covered once; opposite directions cancel, so a ring can cut a hole. Both
 * painters read the result as runs, a band of rows at a time. Knows no colours. */
#pragma once

#include "draw/draw_list.h"
#include "draw/viewport.h"

#include <cglm/struct/vec2.h>
#include <stdbool.h>
#include <stdint.h>

enum { RASTER_ROWS = 16 /* rows of a band */ };

/* Pixels [from, to) of a row with the same coverage. */
typedef struct RasterRun {
    int from, to;
    int opacity; /* 1..255 */
} RasterRun;

typedef struct RasterEdge {
    double upper_x, upper_y, lower_y; /* places from the clip's corner */
    double slope;                     /* change of x with y */
    float winding;                    /* 1: downwards */
} RasterEdge;

/* Zero-initialise; raster_free when done. */
typedef struct Raster {
    int left, top, right, bottom; /* the clip */
    double low_y, high_y;
    RasterEdge *edges;
    uint32_t edge_count, edge_capacity;

    int y, row_count; /* rows of the band */
    RasterRun *runs;  /* runs of the band, row by row */
    uint32_t run_count, run_capacity;
    uint32_t row_runs[RASTER_ROWS + 1]; /* index of each row's first run, and the end */

    float *areas;      /* signed areas of a band: each pixel minus its left neighbour */
    uint64_t *touched; /* bits of areas that are not 0 */
    uint32_t area_capacity, touched_capacity;
} Raster;

/* Begins a shape; pixels outside of the rectangle are ignored. */
void raster_begin(Raster *raster, int left, int top, int right, int bottom);

/* Moves to the next band of rows, from the first touched row; false: no more bands. */
bool raster_next_band(Raster *raster);

void raster_free(Raster *raster);

/* ---- shapes of the draw list as rings, in pixels ----
 *
 * A polygon grows by half a pixel, so its edges fade like an Outline's and leave no seam. A stroke
 * goes along one side of its line and back along the other; a closed one is two opposite rings. */

/* `corners` are the command's, in view points. */
void shape_rings_add(Raster *raster, const Viewport *viewport, const ShapeCommand *shape,
                     const vec2s *corners);

/* How far a shape may reach beyond its corners, in pixels. */
float shape_rings_reach_px(const Viewport *viewport, const ShapeCommand *shape);

/* ---- convex outlines, which need no raster ---- */

enum { OUTLINE_CORNERS_MAX = 96 };

/* A convex outline in pixels, of a polygon or a capsule of the draw list. Polygons keep full colour
 * up to their edge and fade over the next pixel: neighbours leave no seam. Capsules fade half a
 * pixel to each side and keep their exact width. */
typedef struct Outline {
    vec2s corners[OUTLINE_CORNERS_MAX]; /* no two neighbours alike */
    vec2s normals[OUTLINE_CORNERS_MAX]; /* unit, outward, of the edge from corner i to i + 1 */
    int count;
    float reach_px; /* opacity falls from 1 to 0 between reach - 1 and reach outside the edge */
    float opacity;  /* below 1 for lines thinner than a pixel */
    vec2s low_px, high_px; /* bounds of the corners */
} Outline;

/* Make an outline. False: too small to be seen at this scale. */
bool outline_polygon(const Viewport *viewport, const vec2s *ring, uint32_t count, Outline *outline);
bool outline_capsule(const Viewport *viewport, const CapsuleCommand *capsule, Outline *outline);
