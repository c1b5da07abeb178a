/* Parts of pictures for the span painter: a row of pixels at a time, each with the texel under its
 * middle, or with the four around it blended.
 *
 * Which pixels belong to a part follows from its corners alone, and an edge is computed alike from
 * both of its sides: neighbours leave no gap and cover nothing twice. Texels of the picture outside
 * of the part are never blended in. */
#ifndef DRAW_PART_COPY_H
#define DRAW_PART_COPY_H

#include "draw/canvas.h"

/* What lies outside the clip is not computed. */
void part_copy_paint(Canvas *canvas, const Part *part);

#endif
