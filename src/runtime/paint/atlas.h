/* All sprites of a game, and the pictures of what is played, as textures or bitmaps: rasterised for
 * the scale of the picture, or with the file's own pixels.
 *
 * The renderer owns one. Graphics hardware gets pages, with a white square for plain shapes; the
 * span painter gets bitmaps. A sprite that can't be loaded is reported once and becomes a chequer.
 * Only what differs is loaded again. Knows nothing of draw lists. */
#pragma once

#include "clockwork/base.h"
#include "draw/placement.h"
#include "draw/sprite_table.h"
#include "paint/art.h"

#include <SDL.h>
#include <stdbool.h>

/* The part of a page that a quad shows, as canvas_quad_edge has it. */
typedef struct AtlasQuad {
    vec2s half;      /* of the quad, times the size of the picture proper */
    vec2s texels[4]; /* texture coordinates of its corners, clockwise from the top left */
} AtlasQuad;

/* A texture with several sprites; freed with the last of them. */
typedef struct AtlasPage {
    SDL_Texture *texture;
    int sprite_count;
} AtlasPage;

typedef struct AtlasSprite {
    CwSpriteDef def; /* its row ... */
    char *path;      /* ... and file, owned; NULL: moved to another array */
    bool loaded;
    bool reported;         /* as missing, or as other than its row says */
    SDL_Rect picture_px;   /* in its texture or bitmap, inside the border of ART_BORDER_PX */
    vec2s unit_px;         /* pixels in a unit of its row */
    AtlasPage *page;       /* NULL where there is a bitmap */
    AtlasQuad quads[2][2]; /* [turned][mirrored]; of a page */
    Bitmap bitmap;         /* the sprite alone, where pages are not shared */
} AtlasSprite;

/* Zero-initialise; fill in the upper part before anything else. */
typedef struct Atlas {
    SDL_Renderer *sdl;
    const CwSpriteDef *table; /* of the game */
    int table_count;
    const char *art_dir;     /* must outlive the atlas */
    const Cache *cache;      /* must outlive it, too; NULL: none */
    ArtQueue *preloaded_art; /* the first loading takes from it; not owned; NULL: none */
    bool share_pages;
    int page_max_px;    /* of pages */
    int picture_max_px; /* of a picture with its own pixels: what the device takes */

    AtlasSprite *sprites; /* the table's, then the pictures */
    int sprite_count;
    SDL_Texture *white;      /* for plain shapes, where there is no page */
    double pixels_per_metre; /* what the sprites were rasterised for; 0 before */
} Atlas;

/* Loads what an equal atlas will rasterise first. Needs no `sdl`. NULL: out of memory. */
ArtQueue *atlas_preload_art(const Atlas *atlas, double pixels_per_metre);

/* Loads sprites that are missing or of another scale. False: no memory, or refused textures. */
bool atlas_rasterise(Atlas *atlas, double pixels_per_metre, CwError *error);

/* Loads all sprites again, after the device lost its textures. */
bool atlas_restore(Atlas *atlas, CwError *error);

/* Replaces the pictures of what is played; their files are paths. They are loaded now, or with the
 * first atlas_rasterise; pictures that were there before stay loaded. */
bool atlas_set_pictures(Atlas *atlas, const CwSpriteDef *pictures, int count, CwError *error);

/* NULL where there is no such sprite or nothing could be loaded. */
static inline const AtlasSprite *atlas_sprite(const Atlas *atlas, int number)
{
    bool there = number >= 0 && number < atlas->sprite_count && atlas->sprites[number].loaded;
    return there ? &atlas->sprites[number] : NULL;
}

/* A texture that plain shapes can be drawn with; NULL: none. */
SDL_Texture *atlas_white(const Atlas *atlas);

void atlas_free(Atlas *atlas);

/* A smooth texture with a white square in its corner, else undefined. NULL with a cause. */
SDL_Texture *atlas_page_texture(SDL_Renderer *sdl, int width_px, int height_px, CwError *error);

/* ---- rectangles in rows: packs well when heights are alike (sorted sprites, glyphs) ---- */

typedef struct Shelf {
    int width_px, height_px; /* of the page */
    int x_px, y_px;          /* where the next rectangle goes */
    int row_px;              /* height of the current row */
} Shelf;

/* An empty page whose first `corner_px` x `corner_px` pixels are taken. */
Shelf shelf_make(int width_px, int height_px, int corner_px);

/* Finds room, one pixel apart from the others; false when the page is full. */
bool shelf_place(Shelf *shelf, int width_px, int height_px, SDL_Point *at_px);
