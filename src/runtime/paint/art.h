/* Loads picture files as pixels, in a wanted size or their own; SVGs are drawn, others scaled.
 *
 * The atlas loads sprites here, on several threads. Pixels are premultiplied, with a clear border.
 * The cache keeps them; its key is a hash of the file's bytes and the size. The caller frees the
 * bitmap. Knows no renderer. */
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

/* Rewrites an SVG with only the elements and attributes that SDL_image's reader understands: others
 * are misread silently, or crash it. At `height_px` 0 the SVG must state its size. False, with line
 * and remedy, for a drawing that would take minutes. Needs a locale with decimal points. */
bool svg_write(Text *svg, int height_px, SvgFaults *faults, CwError *error);

/* Adds a fault, unless there is one of its kind. */
void svg_faults_note(SvgFaults *faults, int line, const char *subject);

void svg_faults_report(const SvgFaults *faults, const char *path);

enum { ART_BORDER_PX = 1 };

/* A picture to load, and the result: a bitmap, a packed one, or an error. */
typedef struct ArtJob {
    char path[PATH_BYTES_MAX];
    int width_px, height_px;           /* wanted size without the border; 0: the file's size */
    int largest_px;                    /* larger files are scaled down to this; 0: no limit */
    CwColour colour_key;               /* CwSpriteDef.key */
    const Cache *cache;                /* NULL: none */
    bool stays_packed;                 /* what the cache has goes to `packed`, not to `bitmap` */
    int file_width_px, file_height_px; /* size before scaling; an SVG's is the wanted one */
    Bitmap bitmap;
    CacheEntry packed;
    CwError error;
    SvgFaults faults; /* faults of an SVG */
} ArtJob;

bool art_is_svg(const char *path);

/* Loads the jobs on several threads. False: no memory before anything was loaded. */
bool art_load_all(ArtJob *jobs, int count);
