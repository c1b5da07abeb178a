/* All sprites of a game, and the pictures of what is played, as textures or bitmaps: rasterised for
 * the scale of the picture, or with the file's own pixels.
 *
 * The renderer owns one. For graphics hardware the sprites share pages (a white square in the
 * corner of each lets plain shapes be drawn with the same texture); for the span painter each is a
 * bitmap in memory. Sprites that can't be loaded are reported once and become a chequer. What is
 * there stays until its scale or the pictures change: then only what differs is loaded. Knows files
 * and SDL textures, nothing of draw lists. */
#ifndef DRAW_ATLAS_H
#define DRAW_ATLAS_H

#include "clockwork/base.h"
#include "draw/art_queue.h"
#include "draw/bitmap.h"
#include "draw/placement.h"
#include "draw/sprite_table.h"

#include <SDL.h>

/* What of a page a quad shows, as canvas_quad_edge has it. */
typedef struct AtlasQuad {
    vec2s half;      /* of the quad, times the size of the picture proper */
    vec2s texels[4]; /* texture coordinates of its corners, clockwise from the top left */
} AtlasQuad;

typedef struct AtlasSprite {
    CwSpriteDef def; /* its row ... */
    char *path;      /* ... and file, owned */
    bool loaded;
    bool reported;         /* that it could not be loaded, or not as the row says */
    int page;              /* -1: none */
    SDL_Rect picture_px;   /* in its page, without the border of ART_BORDER_PX around it */
    vec2s unit_px;         /* one of its row's units */
    AtlasQuad quads[2][2]; /* [turned][mirrored]; where pages are shared */
    Bitmap bitmap;         /* where pages are not shared: the whole sprite */
} AtlasSprite;

typedef struct AtlasPage {
    SDL_Texture *texture; /* NULL: free */
    int sprite_count;     /* that are on it */
} AtlasPage;

/* Zero-initialise; fill in the upper part before anything else. */
typedef struct Atlas {
    SDL_Renderer *sdl;
    const CwSpriteDef *table; /* of the game */
    int table_count;
    const char *art_dir;     /* must outlive the atlas */
    const Cache *cache;      /* so must it; NULL: none */
    ArtQueue *preloaded_art; /* what the first loading takes from, not owned; NULL: none */
    bool share_pages;
    int page_max_px;    /* of pages that are shared */
    int picture_max_px; /* of what the device takes: pictures with their own pixels may be as large
                         */

    AtlasSprite *sprites; /* the table's, then the pictures */
    int sprite_count;
    AtlasPage *pages; /* none where sprites are bitmaps */
    int page_count;
    double pixels_per_metre; /* what the sprites were rasterised for; 0 before */
} Atlas;

/* Begins to load what the first atlas_rasterise will want of an atlas like this one, which needs no
 * `sdl` and must not have loaded anything itself. NULL when memory ran out. */
ArtQueue *atlas_preload_art(const Atlas *atlas, double pixels_per_metre);

/* Loads what is missing for a scale, and anew what was rasterised for another one. False when
 * memory ran out or the graphics device refuses textures. */
bool atlas_rasterise(Atlas *atlas, double pixels_per_metre, CwError *error);

/* Makes everything anew, after the device lost its textures. */
bool atlas_restore(Atlas *atlas, CwError *error);

/* The pictures of what is played, in place of those before; their files are paths. They are loaded
 * now, or with the first atlas_rasterise; those that were there stay as they are. */
bool atlas_set_pictures(Atlas *atlas, const CwSpriteDef *pictures, int count, CwError *error);

/* NULL where the number is none or nothing could be loaded. */
static inline const AtlasSprite *atlas_sprite(const Atlas *atlas, int number)
{
    bool there = number >= 0 && number < atlas->sprite_count && atlas->sprites[number].loaded;
    return there ? &atlas->sprites[number] : NULL;
}

/* The texture of a page; of any when the number is negative. NULL: none. */
SDL_Texture *atlas_page(const Atlas *atlas, int page);

void atlas_free(Atlas *atlas);

/* A texture with blending and smooth scaling; NULL with a cause in `error`. That of a page has a
 * white square in its corner, and else what the device left there: write a border around what is
 * drawn. */
SDL_Texture *atlas_texture(SDL_Renderer *sdl, SDL_Surface *pixels, CwError *error);
SDL_Texture *atlas_page_texture(SDL_Renderer *sdl, int width_px, int height_px, CwError *error);

#endif
