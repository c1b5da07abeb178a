/* One picture file as pixels: an SVG rasterised at the size asked for, or a PNG scaled to it; or
 * either in its own size.
 *
 * The queue calls it for every sprite of the atlas; what came of a file is kept on disk, by its
 * bytes and size, where there is a cache. Surfaces are ARGB8888 with straight alpha and one
 * transparent pixel around the picture, whose hidden colours continue the picture's edge: filtering
 * between the two makes no dark fringe. The caller frees the surface. Knows SDL_image, no renderer.
 */
#ifndef DRAW_ART_H
#define DRAW_ART_H

#include "base/cache.h"
#include "clockwork/draw.h"
#include "draw/bitmap.h"
#include "draw/sdl_image.h"
#include "draw/svg_check.h"

#include <SDL.h>

enum { ART_BORDER_PX = 1 };

/* One picture to load, and what came of it: pixels or a bitmap, or neither and the error. */
typedef struct ArtJob {
    char path[PATH_BYTES_MAX];
    int width_px, height_px;           /* wanted, without the border; 0: the file's own ... */
    int largest_px;                    /* ... but scaled down to this, where it isn't 0 */
    CwColour colour_key;               /* as in CwSpriteDef */
    bool as_bitmap;                    /* wanted, in place of a surface */
    const Cache *cache;                /* NULL: none */
    int file_width_px, file_height_px; /* found: before scaling; an SVG's are those wanted */
    SDL_Surface *pixels;
    Bitmap bitmap;
    CwError error;
    SvgFaults faults; /* what an SVG shows that is not drawn as it says */
    Bitmap unstored;  /* a copy of what art_store has to write, under this key */
    CacheKey cache_key;
} ArtJob;

/* What jobs share: SDL_image, which the first of them that has to decode a file loads. */
typedef struct ArtDecoder {
    SdlImage image;
    CacheKey image_key;
    CwError error;  /* why there is none */
    int64_t pixels; /* of all that it made */
    bool tried;
    bool stores_later; /* art_store writes what was made; else art_load does */
    SDL_mutex *lock;   /* of those above but the key */
} ArtDecoder;

/* False when memory ran out. */
bool art_decoder_open(ArtDecoder *decoder);
void art_decoder_close(ArtDecoder *decoder);

/* Loads one; jobs with one decoder may run on several threads. */
void art_load(ArtJob *job, ArtDecoder *decoder);

/* Writes what one made to the cache, and ends with it. */
void art_store(ArtJob *job);

/* True when they want the same of the same file. */
bool art_jobs_equal(const ArtJob *a, const ArtJob *b);

bool art_is_svg(const char *path);

/* A magenta and black chequer for what could not be loaded, 4 x 4 or in squares of
 * `square_px`. NULL only when out of memory. */
SDL_Surface *art_placeholder(int width_px, int height_px, int square_px);

#endif
