/* A rasterised shape as triangles: what is whole in several rows at once as large pieces, cut where
 * a gradient has its stops and a picture its tiles; edges pixel by pixel. All outer borders lie
 * between pixels, and neighbouring pieces share their corners to the last bit: no pixel is drawn
 * twice or left out. Short plain rows are wedges instead, which have the middles of their pixels in
 * them, where SDL's devices take their one sample. For the geometry painter. */
#ifndef DRAW_SHAPE_TRIANGLES_H
#define DRAW_SHAPE_TRIANGLES_H

#include "draw/canvas.h"

void shape_triangles_paint(Canvas *canvas, Raster *raster, const Fill *fill);

#endif
