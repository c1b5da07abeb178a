/* Loads a picture file as pixels: an SVG rasterised at a size, a PNG or JPEG scaled to it, or
 * either in its own size.
 *
 * The atlas loads sprites here on several threads. Results are kept on disk by the file's bytes and
 * the size. Pixels are premultiplied, with a clear border. The caller frees the bitmap. Knows no
 * renderer. */
#pragma once

#include "base/text.h"
#include "clockwork/draw.h"
#include "paint/bitmap.h"

#include <SDL.h>

enum { SVG_FAULTS_MAX = 16 };

/* A part of an SVG that SDL_image draws wrong. */
typedef struct SvgFault {
    char subject[48];
    int line;
} SvgFault;

/* The first fault of each kind. */
typedef struct SvgFaults {
    SvgFault each[SVG_FAULTS_MAX];
    int count;
} SvgFaults;

/* Writes an SVG anew with what SDL_image's reader understands: the others it misreads silently, or
 * it crashes. False with line and remedy for what it would draw for minutes. At `height_px` 0 the
 * SVG must say its size. Wants a locale with points. */
bool svg_write(Text *svg, int height_px, SvgFaults *faults, CwError *error);

/* Adds a fault, unless there is one of its kind. */
void svg_faults_note(SvgFaults *faults, int line, const char *subject);

void svg_faults_report(const SvgFaults *faults, const char *path);

enum { ART_BORDER_PX = 1 };

/* A picture to load, and the result: a bitmap or an error. */
typedef struct ArtJob {
    char path[PATH_BYTES_MAX];
    int width_px, height_px;           /* wanted size without the border; 0: the file's size */
    int largest_px;                    /* limit to which larger files are scaled; 0: none */
    CwColour colour_key;               /* CwSpriteDef.key */
    const Cache *cache;                /* NULL: none */
    int file_width_px, file_height_px; /* size before scaling; an SVG's is the wanted one */
    Bitmap bitmap;
    CwError error;
    SvgFaults faults; /* faults of an SVG */
} ArtJob;

bool art_is_svg(const char *path);

/* Loads the jobs on several threads. False: no memory before anything was loaded. */
bool art_load_all(ArtJob *jobs, int count);
