/* A shape of the draw list as rings for the raster, in pixels.
 *
 * A polygon grows by half a pixel: its edges then fade as those of a convex outline (outline.h) do,
 * and neighbours that share one leave no seam. A stroke is the way along one of its sides, around
 * its end and back along the other; a closed one is two rings. Where it bends, segments reach to
 * the corner itself and overlap: whatever is wound around at least once is filled. Pure geometry.
 */
#pragma once

#include "draw/draw_list.h"
#include "draw/raster.h"
#include "draw/viewport.h"

/* Adds all of them. `corners` are those of the command, in view points. */
void shape_rings_add(Raster *raster, const Viewport *viewport, const ShapeCommand *shape,
                     const vec2s *corners);

/* How far the shape may reach beyond its corners, in pixels. */
float shape_rings_reach_px(const Viewport *viewport, const ShapeCommand *shape);
