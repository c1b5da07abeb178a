/* Sprites of an atlas straight to triangles: what most of a frame by graphics hardware is.
 *
 * The renderer hands over runs of sprites that lie one behind the other in the draw list, under one
 * clip and one blend; what is the same for all of a run is computed once. They look as the geometry
 * painter's quads, which the letters of texts are. Owns nothing. */
#ifndef DRAW_SPRITE_TRIANGLES_H
#define DRAW_SPRITE_TRIANGLES_H

#include "draw/atlas.h"
#include "draw/canvas.h"
#include "draw/viewport.h"

typedef struct SpriteTriangles {
    Canvas *canvas;
    const Atlas *atlas; /* with shared pages */
    const Viewport *viewport;
    const CwDrawList *list; /* sorted */
} SpriteTriangles;

/* Number `first` in order of drawing, a sprite, and those that follow it alike. Returns the number
 * behind them. */
uint32_t sprite_triangles_paint(const SpriteTriangles *scene, uint32_t first);

#endif
