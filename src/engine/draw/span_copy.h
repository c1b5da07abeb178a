/* Pictures for the span painter: rows of texels laid over rows of pixels. Nothing outside the clip
 * is computed.
 *
 * An upright picture of its own size is copied; opaque runs of it are plain copies, clear ones
 * nothing. Turned, scaled and slanted quads take their texels along a slanted line for each row.
 * Parts show no texel outside of them, and neighbours leave no gap and cover nothing twice. (SDL's
 * own SDL_RenderCopyEx allocates and turns the whole bounding box at whole-pixel places: 40 sprites
 * of 64 to 190 pixels took 11 ms.) */
#pragma once

#include "draw/canvas.h"

/* Copies the texels of `part` to pixels from `at_px` on; all of them lie in the clip. `tint` is
 * premultiplied. */
void bitmap_copy(const Canvas *canvas, const Bitmap *bitmap, const SDL_Rect *part, SDL_Point at_px,
                 uint32_t tint);

void turned_copy_paint(Canvas *canvas, const Quad *quad);

void part_copy_paint(Canvas *canvas, const Part *part);
