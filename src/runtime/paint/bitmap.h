/* A picture in memory as the span painter copies it: premultiplied pixels (pixels.h), and for each
 * row which are opaque (a plain copy), mixed, or not there.
 *
 * The atlas makes one of each sprite, the text one of all letters, without runs. Owns its surface,
 * one block of memory with the runs, as kept on disk. */
#pragma once

#include "base/cache.h"

#include <SDL.h>
#include <stdbool.h>
#include <stdint.h>

/* Pixels [from, to) of a row that are not clear. */
typedef struct BitmapRun {
    uint16_t from, to;
    bool opaque;
} BitmapRun;

/* Zero-initialise. */
typedef struct Bitmap {
    SDL_Surface *surface; /* ARGB8888 by format, but premultiplied; NULL: empty */
    BitmapRun *runs;      /* row after row; NULL: not known, all may be mixed */
    uint32_t *row_runs;   /* the first run of each row, and the end of all */
} Bitmap;

/* A picture's texels: on the device, or in memory for the span painter. */
typedef struct Texels {
    SDL_Texture *texture;
    const Bitmap *bitmap;
} Texels;

/* An ARGB8888 surface, clear; NULL when out of memory. */
SDL_Surface *bitmap_surface(int width_px, int height_px);

/* Takes an ARGB8888 surface of straight alpha, at most 65535 wide. False when memory ran out: the
 * surface is freed then. */
bool bitmap_take(Bitmap *bitmap, SDL_Surface *surface);

void bitmap_free(Bitmap *bitmap);

/* One with runs as it is stored: the first two facts are its size, the others the caller's. It is
 * loaded from an entry that was found, which is freed; false on a miss. */
CacheContent bitmap_content(const Bitmap *bitmap);
bool bitmap_load(Bitmap *bitmap, CacheEntry *entry);

const uint32_t *bitmap_row(const Bitmap *bitmap, int y);

/* Words from row to row. */
int bitmap_pitch(const Bitmap *bitmap);
