/* All sprites of a game as textures or bitmaps, rasterised for the scale of the picture.
 *
 * The renderer owns one. For graphics hardware the sprites share pages (a white square in the
 * corner of each lets plain shapes be drawn with the same texture); for the span painter each is a
 * bitmap in memory. Sprites that can't be loaded are reported once and
 * become a chequer. Knows files and SDL textures, nothing of draw lists. */
#ifndef DRAW_ATLAS_H
#define DRAW_ATLAS_H

#include "clockwork/base.h"
#include "draw/bitmap.h"
#include "draw/draw_list.h"

#include <SDL.h>

typedef struct AtlasSprite {
    int page;
    SDL_Rect picture_px; /* in its page, without the border of ART_BORDER_PX around it */
    Bitmap bitmap;       /* where pages are not shared: the whole sprite */
    bool reported;       /* that it could not be loaded */
} AtlasSprite;

/* Zero-initialise; fill in the upper part before atlas_rasterise. */
typedef struct Atlas {
    SDL_Renderer *sdl;
    SpriteTable table;
    const char *art_dir; /* must outlive the atlas */
    bool share_pages;
    int page_max_px;

    AtlasSprite *sprites;
    SDL_Texture **pages; /* room for at least one; NULL where sprites are bitmaps */
    int page_count;
    double pixels_per_metre; /* what the sprites were rasterised for; 0 before */
} Atlas;

/* Loads every sprite for a scale, in place of what was there. False when memory ran out or the
 * graphics device refuses textures. */
bool atlas_rasterise(Atlas *atlas, double pixels_per_metre, CwError *error);

void atlas_free(Atlas *atlas);

/* A texture with blending and smooth scaling; NULL with a cause in `error`. */
SDL_Texture *atlas_texture(SDL_Renderer *sdl, SDL_Surface *pixels, CwError *error);

#endif
