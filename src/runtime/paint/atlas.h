/* The atlas holds the pixels of a game's sprites and its level's pictures. The renderer owns one.
 *
 * Graphics hardware gets pages, which sprites share; the span painter gets bitmaps. Sprites are
 * rasterised for the scale of the view, or keep their file's pixels. Only sprites that a new scale
 * or level changes are loaded again. A bitmap from the cache stays packed, in a tenth of its size,
 * until it is drawn; after a run that does not draw it, the unpacked copy is freed. A sprite that
 * can't be loaded is reported once and becomes a chequer. Knows nothing of draw lists. */
#pragma once

#include "draw/draw_list.h"
#include "paint/art.h"

#include <SDL.h>
#include <stdbool.h>

/* A quad's part of a page, as canvas_quad_edge computes it. */
typedef struct AtlasQuad {
    vec2s half;      /* half of the quad; 1 is the size of the picture without its border */
    vec2s texels[4]; /* texture coordinates of the corners, clockwise from the top left */
} AtlasQuad;

/* A texture with several sprites, freed with the last of them. */
typedef struct AtlasPage {
    SDL_Texture *texture;
    int sprite_count;
} AtlasPage;

typedef struct AtlasSprite {
    CwSpriteDef def;       /* the sprite's row */
    char *path;            /* the file, owned; NULL: moved to another array */
    bool is_ready;         /* in a page, or drawn since atlas_set_pictures */
    bool was_reported;     /* a missing or different file was reported */
    SDL_Rect picture_px;   /* place in texture or bitmap, without the border of ART_BORDER_PX */
    vec2s unit_px;         /* pixels in a unit of the row */
    AtlasPage *page;       /* NULL: the sprite has a bitmap */
    AtlasQuad quads[2][2]; /* [turned][mirrored]; for sprites in pages */
    Bitmap bitmap;         /* pixels, for painters without pages */
    CacheEntry packed;     /* the pixels as the cache has them; no file: none */
} AtlasSprite;

/* Zero-initialise, then set the members above `sprites`. */
typedef struct Atlas {
    SDL_Renderer *sdl;
    const CwSpriteDef *table; /* the game's sprites */
    int table_count;
    const char *art_dir; /* must outlive the atlas */
    const Cache *cache;  /* must outlive the atlas; NULL: none */
    bool shares_pages;
    int page_max_px;    /* limit on a page's sides */
    int picture_max_px; /* limit on a picture with its own pixels: the device's */

    AtlasSprite *sprites; /* the table's sprites, then the pictures */
    int sprite_count;
    double pixels_per_metre; /* scale of the rasterised sprites; 0: none yet */
} Atlas;

/* Loads sprites that are missing or of another scale. False: no memory, or textures are refused. */
bool atlas_rasterise(Atlas *atlas, double pixels_per_metre, CwError *error);

/* Call it after the device lost its textures. */
bool atlas_restore(Atlas *atlas, CwError *error);

/* Call it when a run begins. Replaces the level's pictures, whose files are paths. They are loaded
 * now, or with the first atlas_rasterise; pictures already loaded stay. */
bool atlas_set_pictures(Atlas *atlas, const CwSpriteDef *pictures, int count, CwError *error);

/* Makes a loaded sprite ready. False: nothing was loaded, or out of memory. */
bool atlas_unpack(AtlasSprite *sprite);

/* A sprite's pixels; NULL: no such sprite, or nothing could be loaded. */
static inline const AtlasSprite *atlas_sprite(const Atlas *atlas, int number)
{
    bool there = number >= 0 && number < atlas->sprite_count;
    AtlasSprite *sprite = there ? &atlas->sprites[number] : NULL;
    return there && (sprite->is_ready || atlas_unpack(sprite)) ? sprite : NULL;
}

void atlas_free(Atlas *atlas);

/* A smooth texture with a white square in its corner, else undefined pixels. NULL with a cause. */
SDL_Texture *atlas_page_texture(SDL_Renderer *sdl, int width_px, int height_px, CwError *error);

/* ---- packing of rectangles in rows, best if heights are alike ---- */

typedef struct Shelf {
    int width_px, height_px; /* size of the page */
    int x_px, y_px;          /* place of the next rectangle */
    int row_px;              /* height of the current row */
} Shelf;

/* Makes an empty page whose first `corner_px` x `corner_px` pixels are taken. */
Shelf shelf_make(int width_px, int height_px, int corner_px);

/* Finds room, one pixel apart from other rectangles; false: the page is full. */
bool shelf_place(Shelf *shelf, int width_px, int height_px, SDL_Point *at_px);
