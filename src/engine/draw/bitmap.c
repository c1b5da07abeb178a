#include "draw/bitmap.h"

#include "draw/pixels.h"

#include <stdlib.h>
#include <string.h>

/* Shorter stretches of opaque or clear pixels are not worth a run of their own. */
enum { RUN_MIN_PX = 8 };

typedef enum PixelClass { PIXEL_CLEAR, PIXEL_MIXED, PIXEL_OPAQUE } PixelClass;

typedef struct RunList {
    BitmapRun *runs;
    uint32_t count, capacity;
} RunList;

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

static bool add_run(RunList *list, BitmapRun run)
{
    if (list->count == list->capacity) {
        uint32_t capacity = list->capacity * 2 + 64;
        BitmapRun *grown = realloc(list->runs, capacity * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        list->runs = grown;
        list->capacity = capacity;
    }
    list->runs[list->count++] = run;
    return true;
}

static bool add_row(RunList *list, const uint32_t *row, int width)
{
    int from = 0;
    while (from < width) {
        PixelClass class, next;
        int to = stretch(row, from, width, &class);
        while (to < width) {
            int end = stretch(row, to, width, &next);
            if (next != class) {
                break;
            }
            to = end;
        }
        BitmapRun run = {(uint16_t)from, (uint16_t)to, class == PIXEL_OPAQUE};
        if (class != PIXEL_CLEAR && !add_run(list, run)) {
            return false;
        }
        from = to;
    }
    return true;
}

bool bitmap_take(Bitmap *bitmap, SDL_Surface *surface)
{
    *bitmap = (Bitmap){.surface = surface};
    RunList list = {0};
    bitmap->row_runs = calloc((size_t)surface->h + 1, sizeof *bitmap->row_runs);
    bool taken = bitmap->row_runs != NULL && surface->w <= UINT16_MAX;
    premultiply(surface);
    for (int y = 0; taken && y < surface->h; y++) {
        taken = add_row(&list, writable_row(surface, y), surface->w);
        bitmap->row_runs[y + 1] = list.count;
    }
    bitmap->runs = list.runs;
    if (!taken) {
        bitmap_free(bitmap);
    }
    return taken;
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
