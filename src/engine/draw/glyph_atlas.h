/* Glyphs as pictures: a texture, or a bitmap in memory, with those in use.
 *
 * The renderer owns one, and lends it to the text painter. A glyph is rasterised when it is first
 * seen, at its size in pixels and the part of a pixel at which it begins, and kept until the page
 * is full. Knows FreeType and textures, nothing of texts. */
#ifndef DRAW_GLYPH_ATLAS_H
#define DRAW_GLYPH_ATLAS_H

#include "clockwork/base.h"
#include "draw/bitmap.h"
#include "draw/fonts.h"

#include <SDL.h>

enum {
    GLYPH_EM_MAX_PX = 640, /* larger ones are scaled */
    GLYPH_SHIFTS = 4,      /* places within a pixel from left to right */
    GLYPH_BORDER_PX = 1    /* transparent, around the picture */
};

/* Everything that a picture depends on. */
typedef struct GlyphWish {
    const Font *font;
    int font_index; /* tells fonts apart */
    uint32_t glyph;
    int em_64ths;     /* of a pixel, at most GLYPH_EM_MAX_PX */
    int radius_64ths; /* of an edge around it, 0: none */
    int shift;        /* below GLYPH_SHIFTS */
} GlyphWish;

/* A picture in the page, without its border; a size of 0 x 0 has no ink. */
typedef struct GlyphPicture {
    uint64_t key; /* 0: free slot */
    SDL_Rect source_px;
    int left_px, top_px; /* of the picture, from the pen on the baseline */
} GlyphPicture;

typedef struct GlyphAtlas GlyphAtlas;

/* With `in_memory` the page is a bitmap instead of a texture. */
GlyphAtlas *glyph_atlas_create(SDL_Renderer *sdl, bool in_memory, CwError *error);
void glyph_atlas_destroy(GlyphAtlas *atlas); /* NULL is fine */

/* NULL when the page has no room: clear it and ask again, once all that uses it has been drawn. */
const GlyphPicture *glyph_atlas_find(GlyphAtlas *atlas, const GlyphWish *wish);

/* Empties the page, and makes it larger up to a limit. */
void glyph_atlas_clear(GlyphAtlas *atlas);

/* The page, which begins with a white square of WHITE_PX (canvas.h) where it is a texture. */
Texels glyph_atlas_texels(const GlyphAtlas *atlas);

/* Makes the page again after the graphics device lost it. */
bool glyph_atlas_rebuild(GlyphAtlas *atlas, CwError *error);

#endif
