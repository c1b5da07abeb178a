/* Paints the texts of a draw list: the glyphs that the typesetter places, as pictures. The renderer
 * owns one.
 *
 * Upright text is rounded to pixels; shadows come first, edges next, letters last. A glyph is
 * rasterised once for its size and part of a pixel, into a page that all share, kept until that is
 * full. Knows FreeType, the canvas and the draw list, no files. */
#pragma once

#include "draw/draw_list.h"
#include "draw/viewport.h"
#include "paint/canvas.h"

typedef struct TextPainter TextPainter;

/* Creates a text painter on a canvas, which must outlive it and have a painter. */
TextPainter *text_painter_create(const Painter *painter, Canvas *canvas, CwError *error);
void text_painter_destroy(TextPainter *text); /* NULL is fine */

/* Makes the page again after the graphics device lost it. */
bool text_painter_rebuild(TextPainter *text, CwError *error);

/* Paints a text; ask text_box first whether it is in sight. Without a typesetter paints nothing. */
void text_paint(TextPainter *text, const Viewport *viewport, const CwDrawList *list,
                const TextCommand *command);

/* The pixels that a text may touch; far outside the picture only roughly, without setting it. */
PixelBox text_box(const Viewport *viewport, const CwDrawList *list, const TextCommand *command);
