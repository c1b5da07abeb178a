/* The fill of a shape: a colour, or a repeated picture's texel, at the middle of each pixel.
 *
 * The renderer makes it from the draw list's. The span painter asks for rows, the geometry painter
 * for corners. Smooth pictures repeat from the middle of their outermost texels. Owns nothing. */
#pragma once

#include "draw/draw_list.h"
#include "draw/viewport.h"
#include "paint/bitmap.h"
#include "paint/pixels.h"

#include <SDL.h>

typedef struct Fill {
    const ShapeFill *shape;
    const PixelLoops *loops;
    FillMap map;          /* maps pixels */
    Texels texels;        /* texels of a picture */
    vec2s from_px, to_px; /* texels at the edges of a tile */
    bool nearest;
} Fill;

CwPoint2 fill_place(const FillMap *map, double x_px, double y_px);

FillMap fill_map_from_pixels(const FillMap *from_view, const Viewport *viewport);

/* The gradient's stop at or before `way`; -1: before the first. */
int fill_stop(const ShapeFill *fill, double way);

/* The colour between that stop and the next, at `way`. */
CwColour fill_colour_after(const ShapeFill *fill, int stop, double way);

CwColour fill_faded(CwColour colour, int opacity);

/* A row of pixels from (x, y), premultiplied, without a picture's tint; at most FILL_ROW_MAX. */
enum { FILL_ROW_MAX = 256 };
void fill_row(const Fill *fill, int x, int y, uint32_t *to, int count);
