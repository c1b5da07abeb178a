/* Paints the texts of a draw list: the glyphs that the typesetter places, as pictures.
 *
 * The renderer makes one for each painting, over its pictures of glyphs. It rounds places to pixels
 * where a text is upright, so that letters are sharp, and paints shadows first, edges next and
 * letters last. Knows the canvas and the draw list, no files. */
#ifndef DRAW_TEXT_PAINTER_H
#define DRAW_TEXT_PAINTER_H

#include "draw/canvas.h"
#include "draw/draw_list.h"
#include "draw/glyph_atlas.h"
#include "draw/viewport.h"

typedef struct TextPainter {
    const Painter *painter;
    GlyphAtlas *atlas;
} TextPainter;

/* Nothing, where the list has no typesetter; ask text_box first whether it is in sight. */
void text_paint(const TextPainter *text, Canvas *canvas, const Viewport *viewport,
                const CwDrawList *list, const TextCommand *command);

/* The pixels that a text may touch. Far outside the picture only roughly: what nobody sees is
 * neither set nor kept. */
PixelBox text_box(const Viewport *viewport, const CwDrawList *list, const TextCommand *command);

#endif
