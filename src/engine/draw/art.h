/* One picture file as pixels: an SVG rasterised at the size asked for, a PNG or JPEG scaled to it,
 * or either in its own size.
 *
 * The queue calls it for every sprite of the atlas. Results are kept on disk, by the file's bytes
 * and the size, where there is a cache. Pixels are premultiplied, with one clear pixel around the
 * picture. The caller frees the bitmap. Knows SDL_image, no renderer. */
#ifndef DRAW_ART_H
#define DRAW_ART_H

#include "base/cache.h"
#include "clockwork/draw.h"
#include "draw/bitmap.h"
#include "draw/sdl_image.h"
#include "draw/svg_check.h"

#include <SDL.h>

enum { ART_BORDER_PX = 1 };

/* One picture to load, and the result: a bitmap or an error. */
typedef struct ArtJob {
    char path[PATH_BYTES_MAX];
    int width_px, height_px;           /* wanted, without the border; 0: the file's own ... */
    int largest_px;                    /* ... but scaled down to this, where it isn't 0 */
    CwColour colour_key;               /* as in CwSpriteDef */
    const Cache *cache;                /* NULL: none */
    int file_width_px, file_height_px; /* before scaling; an SVG's are those wanted */
    Bitmap bitmap;
    CwError error;
    SvgFaults faults; /* features of an SVG that are not drawn as it says */
} ArtJob;

/* Shared by jobs: SDL_image, loaded when the first of them has to decode a file. */
typedef struct ArtDecoder {
    SdlImage image;
    CacheKey image_key;
    CwError error;  /* why SDL_image can't be loaded */
    int64_t pixels; /* sum over all pictures that were decoded */
    bool tried;
    SDL_mutex *lock; /* of the members above but the key */
} ArtDecoder;

/* False when memory ran out. */
bool art_decoder_open(ArtDecoder *decoder);
void art_decoder_close(ArtDecoder *decoder);

/* Loads one picture; jobs with one decoder may run on several threads. */
void art_load(ArtJob *job, ArtDecoder *decoder);

/* True when the job has its result. */
bool art_is_done(const ArtJob *job);

/* True when both jobs want the same of the same file. */
bool art_jobs_equal(const ArtJob *a, const ArtJob *b);

bool art_is_svg(const char *path);

/* A magenta and black chequer in place of a picture that could not be loaded, 4 x 4 squares or
 * squares of `square_px`. False when memory ran out. */
bool art_placeholder(Bitmap *bitmap, int width_px, int height_px, int square_px);

#endif
