/* One picture file as pixels: an SVG rasterised at the size asked for, a PNG or JPEG scaled to it,
 * or either in its own size.
 *
 * The atlas loads sprites here on several threads, large ones first: at once, or ahead, into a
 * queue from which they are taken. Results are kept on disk by the file's bytes and the size.
 * Pixels are premultiplied, with a clear border. The caller frees the bitmap. Knows no renderer. */
#pragma once

#include "base/cache.h"
#include "clockwork/draw.h"
#include "paint/bitmap.h"

#include <SDL.h>

enum { SVG_FAULTS_MAX = 16 };

/* Something in an SVG that SDL_image does not draw as it is written. */
typedef struct SvgFault {
    char subject[48];
    int line;
} SvgFault;

/* The first of each kind. */
typedef struct SvgFaults {
    SvgFault each[SVG_FAULTS_MAX];
    int count;
} SvgFaults;

/* Reads an SVG before SDL_image does, which silently misreads much and works for minutes on absurd
 * numbers. False with line and remedy. At `height_px` 0 it must say its size. `bytes`, which end
 * with a 0, lose comments, that SDL_image would draw. In a locale with points. */
bool svg_check(char *bytes, size_t size, int height_px, SvgFaults *faults, CwError *error);

/* A line for each. */
void svg_faults_report(const SvgFaults *faults, const char *path);

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
    SvgFaults faults; /* of an SVG */
} ArtJob;

bool art_is_svg(const char *path);

/* Loads what isn't done yet, on all processors. False: no memory before anything was loaded. */
bool art_load_all(ArtJob *jobs, int count);

typedef struct ArtQueue ArtQueue;

/* Loads on other threads. The queue owns the jobs (calloc); NULL is fine. NULL: no memory. */
ArtQueue *art_queue_begin(ArtJob *jobs, int count);

/* Moves an equal job's result into `job`; false: there is none. The first call loads here, too,
 * until all are done; without an equal job the queue's others are cancelled. */
bool art_queue_take(ArtQueue *queue, ArtJob *job);

/* Frees the queue with the results that nobody took. NULL is fine. */
void art_queue_end(ArtQueue *queue);
