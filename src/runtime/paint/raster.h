/* Which pixels a shape covers, and by how much: exactly, by area (accumulated signed areas: R.
 * Levien, font-rs, 2016). A shape is a set of closed rings; what they wind around, either way,
 * counts once. Out come rows of runs, in bands, for both painters. Keeps its memory; knows no
 * colours. */
#pragma once

#include "draw/draw_list.h"
#include "draw/viewport.h"

#include <cglm/struct/vec2.h>
#include <stdbool.h>
#include <stdint.h>

enum { RASTER_ROWS = 16 /* of a band */ };

/* Pixels [from, to) of a row, all covered alike. */
typedef struct RasterRun {
    int from, to;
    int opacity; /* 1..255 */
} RasterRun;

typedef struct RasterEdge {
    double upper_x, upper_y, lower_y; /* from the clip's corner */
    double slope;                     /* of x by y */
    float winding;                    /* 1: down */
} RasterEdge;

/* Zero-initialise; raster_free when done. */
typedef struct Raster {
    int left, top, right, bottom; /* the clip */
    double low_y, high_y;
    RasterEdge *edges;
    uint32_t edge_count, edge_capacity;

    int y, row_count; /* of the band */
    RasterRun *runs;  /* of all its rows, one after another ... */
    uint32_t run_count, run_capacity;
    uint32_t row_runs[RASTER_ROWS + 1]; /* ... from here; and their end */

    float *areas;      /* a band's, signed; what a pixel differs by from that to its left */
    uint64_t *touched; /* which of them are not 0 */
    uint32_t area_capacity, touched_capacity;
} Raster;

/* A new shape; nothing is seen outside of these pixels. */
void raster_begin(Raster *raster, int left, int top, int right, int bottom);

/* The next band of rows, from the first that is touched on; false after the last one. */
bool raster_next_band(Raster *raster);

void raster_free(Raster *raster);

/* ---- a shape of the draw list as rings, in pixels ----
 *
 * A polygon grows by half a pixel, so its edges fade as an outline's (canvas.h) and neighbours
 * leave no seam. A stroke goes along one side and back along the other; a closed one is two rings.
 * At bends segments overlap. */

/* Adds all of them. `corners` are those of the command, in view points. */
void shape_rings_add(Raster *raster, const Viewport *viewport, const ShapeCommand *shape,
                     const vec2s *corners);

/* How far the shape may reach beyond its corners, in pixels. */
float shape_rings_reach_px(const Viewport *viewport, const ShapeCommand *shape);
