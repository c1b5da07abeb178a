/* A picture in memory for the span painter: premultiplied pixels (pixels.h), and each row's runs of
 * like pixels. Opaque runs are copied, mixed ones blended, clear pixels skipped. The atlas makes a
 * bitmap of each sprite, the text painter one of all letters, without runs. It is one block, as on
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
    SDL_Surface *surface; /* ARGB8888, but premultiplied; rows without gaps; NULL: empty */
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

/* Takes an ARGB8888 surface of straight alpha, at most 65535 wide. False: no memory, it is
 * freed. */
bool bitmap_take(Bitmap *bitmap, SDL_Surface *surface);

void bitmap_free(Bitmap *bitmap);

/* A bitmap with runs, as stored in the cache. The first two facts are its size; the others are the
 * caller's. bitmap_load unpacks an entry; false: it is damaged, or out of memory. */
CacheContent bitmap_content(const Bitmap *bitmap);
bool bitmap_load(Bitmap *bitmap, const CacheEntry *entry);

const uint32_t *bitmap_row(const Bitmap *bitmap, int y);
