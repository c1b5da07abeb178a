/* A shape of the draw list as rings for the raster, in pixels. Pure.
 *
 * A polygon grows by half a pixel, so its edges fade as an outline's (outline.h) and neighbours
 * leave no seam. A stroke goes along one side and back along the other; a closed one is two rings.
 * At bends segments overlap. */
#pragma once

#include "draw/draw_list.h"
#include "draw/raster.h"
#include "draw/viewport.h"

/* Adds all of them. `corners` are those of the command, in view points. */
void shape_rings_add(Raster *raster, const Viewport *viewport, const ShapeCommand *shape,
                     const vec2s *corners);

/* How far the shape may reach beyond its corners, in pixels. */
float shape_rings_reach_px(const Viewport *viewport, const ShapeCommand *shape);
