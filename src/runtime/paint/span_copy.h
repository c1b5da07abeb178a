/* Lays pictures over rows of pixels for the span painter, within the clip. An upright picture of
 * its own size is copied by runs; others take texels along a slanted line for each row. Parts show
 * no texel outside of them, and neighbours meet. (SDL_RenderCopyEx turns whole bounding boxes: 40
 * sprites took 11 ms.) */
#pragma once

#include "paint/canvas.h"

/* Copies `part` to `at_px`, all within the clip. `tint` is premultiplied. */
void bitmap_copy(const Canvas *canvas, const Bitmap *bitmap, const SDL_Rect *part, SDL_Point at_px,
                 uint32_t tint);

void turned_copy_paint(Canvas *canvas, const Quad *quad);

void part_copy_paint(Canvas *canvas, const Part *part);
