/* One picture file as pixels: an SVG rasterised at the size asked for, a PNG or JPEG scaled to it,
 * or either in its own size.
 *
 * The atlas loads its sprites here, on several threads, large ones first: all at once, or ahead,
 * while the program opens its window; an owner that later wants the same picture takes it from the
 * queue. Results are kept on disk, by the file's bytes and the size, where there is a cache. Pixels
 * are premultiplied, with one clear pixel around the picture. The caller frees the bitmap. Knows
 * SDL_image, no renderer. */
#pragma once

#include "base/cache.h"
#include "clockwork/draw.h"
#include "draw/bitmap.h"
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

bool art_is_svg(const char *path);

/* Loads the jobs that are not done yet on all processors: large backdrops take most of a start's
 * time. False when memory ran out before anything was loaded. */
bool art_load_all(ArtJob *jobs, int count);

typedef struct ArtQueue ArtQueue;

/* Begins to load on other threads. The queue owns the jobs, which are from calloc; NULL is fine.
 * NULL when memory ran out. */
ArtQueue *art_queue_begin(ArtJob *jobs, int count);

/* Moves the result of an equal job into `job`; false when there is none. The first call loads on
 * this thread, too, until all jobs are done. If the queue has no equal job, its other jobs are
 * cancelled: nobody will want them. */
bool art_queue_take(ArtQueue *queue, ArtJob *job);

/* Frees the queue with the results that nobody took. NULL is fine. */
void art_queue_end(ArtQueue *queue);
