/* A picture in memory for the span painter: premultiplied pixels (pixels.h), and for each row its
 * opaque (a plain copy), mixed and clear runs. The atlas makes one of each sprite, the text one of
 * all letters, without runs. Owns its surface, one block of memory with the runs, as kept on
 * disk. */
#pragma once

#include "base/cache.h"

#include <SDL.h>
#include <stdbool.h>
#include <stdint.h>

/* Pixels [from, to) of a row that are not clear. */
typedef struct BitmapRun {
    uint16_t from, to;
    bool is_opaque;
} BitmapRun;

/* Zero-initialise. */
typedef struct Bitmap {
    SDL_Surface *surface; /* ARGB8888 by format, but premultiplied; NULL: empty */
    BitmapRun *runs;      /* runs row by row; NULL: unknown, all pixels may be mixed */
    uint32_t *row_runs;   /* first run of each row, and the end */
} Bitmap;

/* The texels of a picture: on the device, or in memory for the span painter. */
typedef struct Texels {
    SDL_Texture *texture;
    const Bitmap *bitmap;
} Texels;

/* A clear ARGB8888 surface; NULL: out of memory. */
SDL_Surface *bitmap_surface(int width_px, int height_px);

/* Takes an ARGB8888 surface of straight alpha, at most 65535 wide. False: out of memory; the
 * surface is freed. */
bool bitmap_take(Bitmap *bitmap, SDL_Surface *surface);

void bitmap_free(Bitmap *bitmap);

/* A bitmap with runs as stored in the cache: the first two facts are its size, the others the
 * caller's. bitmap_load reads a found entry and frees it; false on a miss. */
CacheContent bitmap_content(const Bitmap *bitmap);
bool bitmap_load(Bitmap *bitmap, CacheEntry *entry);

const uint32_t *bitmap_row(const Bitmap *bitmap, int y);

/* Words from one row to the next. */
int bitmap_pitch(const Bitmap *bitmap);
