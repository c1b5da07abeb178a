/* Texels of a bitmap laid over pixels, one on each: what most of a picture in memory is made of.
 * Opaque runs are plain copies, clear ones nothing. For the span painter and its parts. */
#ifndef DRAW_BITMAP_COPY_H
#define DRAW_BITMAP_COPY_H

#include "draw/canvas.h"

/* Texels `part` of the bitmap to pixels, the first to `at_px`; all of them in the clip. `tint` is
 * premultiplied. */
void bitmap_copy(const Canvas *canvas, const Bitmap *bitmap, const SDL_Rect *part, SDL_Point at_px,
                 uint32_t tint);

#endif
