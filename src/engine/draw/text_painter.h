/* Paints the texts of a draw list: the glyphs that the typesetter places, as pictures.
 *
 * The renderer owns one. It rounds places to pixels where a text is upright, so that letters are
 * sharp, and paints shadows first, edges next and letters last. A glyph is rasterised when it is
 * first seen, at its size in pixels and the part of a pixel at which it begins, into a page that
 * all share, a texture or a bitmap in memory, and kept until that is full. Knows FreeType, the
 * canvas and the draw list, no files. */
#pragma once

#include "draw/canvas.h"
#include "draw/draw_list.h"
#include "draw/viewport.h"

typedef struct TextPainter TextPainter;

/* On a canvas, which must outlive it, with a painter. */
TextPainter *text_painter_create(const Painter *painter, Canvas *canvas, CwError *error);
void text_painter_destroy(TextPainter *text); /* NULL is fine */

/* Makes the page again after the graphics device lost it. */
bool text_painter_rebuild(TextPainter *text, CwError *error);

/* Paints nothing where the list has no typesetter; ask text_box first whether it is in sight. */
void text_paint(TextPainter *text, const Viewport *viewport, const CwDrawList *list,
                const TextCommand *command);

/* Rasterises the glyphs of a text and paints nothing. */
void text_upload(TextPainter *text, const Viewport *viewport, const CwDrawList *list,
                 const TextCommand *command);

/* The pixels that a text may touch. Far outside the picture only roughly: what nobody sees is
 * neither set nor kept. */
PixelBox text_box(const Viewport *viewport, const CwDrawList *list, const TextCommand *command);
