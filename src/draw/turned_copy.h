/* Turned, scaled and slanted quads for the span painter: rotates the pixels itself and leaves the
 * blending to SDL's copy.
 *
 * SDL's own SDL_RenderCopyEx allocates and turns the whole bounding box at whole-pixel places: it
 * took 11.1 ms for 40 sprites of 64 to 190 pixels where this takes a third, and a turning wheel
 * trembles. Works on one scratch texture, kept in the canvas. */
#ifndef DRAW_TURNED_COPY_H
#define DRAW_TURNED_COPY_H

#include "draw/canvas.h"

/* `quad->pixels` must be given. What lies outside the picture is not computed. */
void turned_copy_paint(Canvas *canvas, const Quad *quad);

#endif
