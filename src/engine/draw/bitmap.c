#include "draw/bitmap.h"

#include "draw/pixels.h"

#include <stdlib.h>
#include <string.h>

/* Shorter stretches of opaque or clear pixels are not worth a run of their own. */
enum { RUN_MIN_PX = 8 };

typedef enum PixelClass { PIXEL_CLEAR, PIXEL_MIXED, PIXEL_OPAQUE } PixelClass;

SDL_Surface *bitmap_surface(int width_px, int height_px)
{
    /* SDL would write to all of it at once, although the system's pages are clear. */
    void *pixels = width_px <= 0 || height_px <= 0
                       ? NULL
                       : SDL_calloc((size_t)height_px, (size_t)width_px * sizeof(Uint32));
    SDL_Surface *surface = pixels == NULL
                               ? NULL
                               : SDL_CreateRGBSurfaceWithFormatFrom(pixels, width_px, height_px, 32,
                                                                    width_px * (int)sizeof(Uint32),
                                                                    SDL_PIXELFORMAT_ARGB8888);
    if (surface == NULL) {
        SDL_free(pixels);
        return NULL;
    }
    surface->flags &= ~(Uint32)SDL_PREALLOC; /* SDL frees them */
    return surface;
}

static uint32_t *writable_row(SDL_Surface *surface, int y)
{
    return (uint32_t *)(void *)((char *)surface->pixels + (ptrdiff_t)y * surface->pitch);
}

static void premultiply(SDL_Surface *surface)
{
    for (int y = 0; y < surface->h; y++) {
        uint32_t *row = writable_row(surface, y);
        for (int x = 0; x < surface->w; x++) {
            uint32_t pixel = row[x], alpha = pixel >> 24;
            if (alpha != 255) {
                row[x] = pixels_premultiply((CwColour){
                    (uint8_t)(pixel >> 16), (uint8_t)(pixel >> 8), (uint8_t)pixel, (uint8_t)alpha});
            }
        }
    }
}

static PixelClass class_of(uint32_t pixel)
{
    uint32_t alpha = pixel >> 24;
    return alpha == 0 ? PIXEL_CLEAR : alpha == 255 ? PIXEL_OPAQUE : PIXEL_MIXED;
}

/* The end of the stretch of one class from x on; short ones count as mixed. */
static int stretch(const uint32_t *row, int x, int width, PixelClass *class)
{
    int end = x + 1;
    *class = class_of(row[x]);
    while (end < width && class_of(row[end]) == *class) {
        end++;
    }
    if (end - x < RUN_MIN_PX) {
        *class = PIXEL_MIXED;
    }
    return end;
}

/* Writes the runs of a row, and returns how many. */
static uint32_t find_runs(const uint32_t *row, int width, BitmapRun *runs)
{
    uint32_t count = 0;
    for (int from = 0, to; from < width; from = to) {
        PixelClass class, next;
        to = stretch(row, from, width, &class);
        for (int end; to < width; to = end) {
            end = stretch(row, to, width, &next);
            if (next != class) {
                break;
            }
        }
        if (class != PIXEL_CLEAR) {
            runs[count++] = (BitmapRun){(uint16_t)from, (uint16_t)to, class == PIXEL_OPAQUE};
        }
    }
    return count;
}

bool bitmap_take(Bitmap *bitmap, SDL_Surface *surface)
{
    size_t rows = (size_t)surface->h, row_max = (size_t)surface->w / (RUN_MIN_PX / 2) + 2;
    *bitmap = (Bitmap){.surface = surface,
                       .row_runs = calloc(rows + 1, sizeof *bitmap->row_runs),
                       .runs = malloc(rows * row_max * sizeof *bitmap->runs)};
    if (bitmap->row_runs == NULL || bitmap->runs == NULL || surface->w > UINT16_MAX) {
        bitmap_free(bitmap);
        return false;
    }
    uint32_t count = 0;
    premultiply(surface);
    for (int y = 0; y < surface->h; y++) {
        count += find_runs(writable_row(surface, y), surface->w, bitmap->runs + count);
        bitmap->row_runs[y + 1] = count;
    }
    BitmapRun *fitting = realloc(bitmap->runs, (count + 1) * sizeof *fitting);
    bitmap->runs = fitting == NULL ? bitmap->runs : fitting;
    return true;
}

void bitmap_free(Bitmap *bitmap)
{
    SDL_FreeSurface(bitmap->surface);
    free(bitmap->runs);
    free(bitmap->row_runs);
    *bitmap = (Bitmap){0};
}

const uint32_t *bitmap_row(const Bitmap *bitmap, int y)
{
    return writable_row(bitmap->surface, y);
}

int bitmap_pitch(const Bitmap *bitmap)
{
    return bitmap->surface->pitch / (int)sizeof(uint32_t);
}

/* ---- Kept on disk ---- */

void bitmap_store(const Bitmap *bitmap, const Cache *cache, CacheKey key,
                  uint32_t facts[CACHE_FACTS])
{
    const SDL_Surface *surface = bitmap->surface;
    size_t rows = (size_t)surface->h;
    const CachePart parts[] = {{surface->pixels, rows * (size_t)surface->pitch},
                               {bitmap->row_runs, (rows + 1) * sizeof *bitmap->row_runs},
                               {bitmap->runs, bitmap->row_runs[rows] * sizeof *bitmap->runs}};
    facts[0] = (uint32_t)surface->w;
    facts[1] = (uint32_t)surface->h;
    cache_put(cache, key, facts, parts, CW_ARRAY_LENGTH(parts));
}

bool bitmap_load(Bitmap *bitmap, CacheEntry *entry)
{
    *bitmap = (Bitmap){.surface = bitmap_surface((int)entry->facts[0], (int)entry->facts[1]),
                       .row_runs = malloc(entry->sizes[1]),
                       .runs = malloc(entry->sizes[2] + 1)};
    const SDL_Surface *surface = bitmap->surface;
    bool fits = surface != NULL && bitmap->row_runs != NULL && bitmap->runs != NULL &&
                entry->sizes[0] == (size_t)surface->h * (size_t)surface->pitch;
    void *const places[] = {fits ? surface->pixels : NULL, bitmap->row_runs, bitmap->runs};
    if (!cache_take(entry, fits ? places : NULL) || !fits) {
        bitmap_free(bitmap);
        return false;
    }
    return true;
}
