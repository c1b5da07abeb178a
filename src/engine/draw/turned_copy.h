/* Turned, scaled and slanted quads for the span painter: takes the picture's texels along a slanted
 * line for each row of pixels and lays them over what is there.
 *
 * SDL's own SDL_RenderCopyEx allocates and turns the whole bounding box at whole-pixel places: a
 * turning wheel trembles, and 40 sprites of 64 to 190 pixels took 11 ms. */
#ifndef DRAW_TURNED_COPY_H
#define DRAW_TURNED_COPY_H

#include "draw/canvas.h"

/* What lies outside the clip is not computed. */
void turned_copy_paint(Canvas *canvas, const Quad *quad);

#endif
