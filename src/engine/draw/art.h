/* One picture file as pixels: an SVG rasterised at the size asked for, a PNG or JPEG scaled to it,
 * or either in its own size.
 *
 * The atlas loads sprites here on several threads, large ones first: at once, or ahead, into a
 * queue from which they are taken. Results are kept on disk by the file's bytes and the size.
 * Pixels are premultiplied, with a clear border. The caller frees the bitmap. Knows no renderer. */
#pragma once

#include "base/cache.h"
#include "clockwork/draw.h"
#include "draw/bitmap.h"

#include <SDL.h>

/* svg_check.c reads an SVG file before SDL_image does, which silently misreads much and works for
 * minutes on absurd numbers. These are its findings. */
typedef enum SvgFault {
    SVG_TEXT,
    SVG_USE,
    SVG_IMAGE,
    SVG_PATTERN,
    SVG_SYMBOL,
    SVG_FOREIGN,
    SVG_CLIP,
    SVG_MASK,
    SVG_FILTER,
    SVG_MARKER,
    SVG_FRACTION,
    SVG_HREF,
    SVG_COLOUR,
    SVG_FAULT_COUNT
} SvgFault;

/* The line of the first of each kind, 0 for none. */
typedef struct SvgFaults {
    int lines[SVG_FAULT_COUNT];
} SvgFaults;

/* False with line and remedy. At `height_px` 0 it must say its size. In a locale with points. */
bool svg_check(const void *bytes, size_t size, int height_px, SvgFaults *faults, CwError *error);

bool svg_faults_any(const SvgFaults *faults);

/* A line for each kind. */
void svg_faults_report(const SvgFaults *faults, const char *path);

/* How large a PNG or JPEG would be, from the first bytes of its file: a few KiB can stand for
 * gigabytes, so SDL_image is asked after this. */
enum {
    PICTURE_SIDE_MAX_PX = 16384,
    PICTURE_AREA_MAX_PX =
        1 << 25, /* all pixels of one: 8192 x 4096; 128 MiB, and twice that to decode */
    PICTURES_AREA_MAX_PX = 1 << 27 /* of those that are loaded together: 512 MiB */
};

/* False for what is neither of these formats, or too short to say. */
bool picture_size(const void *bytes, size_t size, int *width_px, int *height_px);

/* True for what may be decoded or rasterised. */
bool picture_fits(int width_px, int height_px);

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
