#include "paint/bitmap.h"

#include "paint/pixels.h"

/* A shorter stretch of opaque or clear pixels is not worth a run. */
enum { RUN_MIN_PX = 8 };

typedef enum PixelClass { PIXEL_CLEAR, PIXEL_MIXED, PIXEL_OPAQUE } PixelClass;

/* A surface over a block that begins with its pixels. On success the surface owns the block. */
static SDL_Surface *surface_over(void *block, int width_px, int height_px)
{
    SDL_Surface *surface = block == NULL
                               ? NULL
                               : SDL_CreateRGBSurfaceWithFormatFrom(block, width_px, height_px, 32,
                                                                    width_px * (int)sizeof(Uint32),
                                                                    SDL_PIXELFORMAT_ARGB8888);
    if (surface == NULL) {
        SDL_free(block);
        return NULL;
    }
    surface->flags &= ~(Uint32)SDL_PREALLOC; /* makes SDL free it */
    return surface;
}

SDL_Surface *bitmap_surface(int width_px, int height_px)
{
    /* SDL would clear all of it, although fresh pages of the system are clear. */
    bool is_empty = width_px <= 0 || height_px <= 0;
    void *pixels =
        is_empty ? NULL : SDL_calloc((size_t)height_px, (size_t)width_px * sizeof(Uint32));
    return surface_over(pixels, width_px, height_px);
}

static uint32_t *writable_row(SDL_Surface *surface, int y)
{
    return (uint32_t *)surface->pixels + (ptrdiff_t)y * surface->w;
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

/* The end of the stretch of a class from x on; short stretches count as mixed. */
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

/* Size of the block: pixels, indices of the rows' first runs, runs. */
static size_t block_bytes(size_t width, size_t rows, size_t run_count)
{
    return (rows * width + rows + 1) * sizeof(uint32_t) + run_count * sizeof(BitmapRun);
}

static void find_runs_in_block(Bitmap *bitmap)
{
    const SDL_Surface *surface = bitmap->surface;
    bitmap->row_runs = (uint32_t *)surface->pixels + (ptrdiff_t)surface->h * surface->w;
    bitmap->runs = (BitmapRun *)(void *)(bitmap->row_runs + surface->h + 1);
}

static bool resize(Bitmap *bitmap, size_t run_count)
{
    SDL_Surface *surface = bitmap->surface;
    void *block = SDL_realloc(surface->pixels,
                              block_bytes((size_t)surface->w, (size_t)surface->h, run_count));
    if (block == NULL) {
        bitmap_free(bitmap);
        return false;
    }
    surface->pixels = block;
    find_runs_in_block(bitmap);
    return true;
}

bool bitmap_take(Bitmap *bitmap, SDL_Surface *surface)
{
    size_t most = (size_t)surface->h * ((size_t)surface->w / (RUN_MIN_PX / 2) + 2);
    *bitmap = (Bitmap){.surface = surface};
    CW_ASSERT(surface->w <= UINT16_MAX, "Check the size of a picture before it is loaded.");
    if (!resize(bitmap, most)) {
        return false;
    }
    uint32_t *row_runs = bitmap->row_runs;
    row_runs[0] = 0;
    premultiply(surface);
    for (int y = 0; y < surface->h; y++) {
        BitmapRun *runs = bitmap->runs + row_runs[y];
        row_runs[y + 1] = row_runs[y] + find_runs(writable_row(surface, y), surface->w, runs);
    }
    return resize(bitmap, row_runs[surface->h]);
}

void bitmap_free(Bitmap *bitmap)
{
    SDL_FreeSurface(bitmap->surface);
    *bitmap = (Bitmap){0};
}

const uint32_t *bitmap_row(const Bitmap *bitmap, int y)
{
    return writable_row(bitmap->surface, y);
}

/* ---- kept on disk ---- */

CacheContent bitmap_content(const Bitmap *bitmap)
{
    const SDL_Surface *surface = bitmap->surface;
    size_t width = (size_t)surface->w, rows = (size_t)surface->h;
    return (CacheContent){{(uint32_t)width, (uint32_t)rows},
                          surface->pixels,
                          block_bytes(width, rows, bitmap->row_runs[rows])};
}

bool bitmap_load(Bitmap *bitmap, const CacheEntry *entry)
{
    int width_px = (int)entry->facts[0], height_px = (int)entry->facts[1];
    bool has_all_bytes = entry->size >= block_bytes(entry->facts[0], entry->facts[1], 0);
    void *block = has_all_bytes ? SDL_malloc(entry->size) : NULL;
    if (!cache_unpack(entry, block)) {
        SDL_free(block);
        return false;
    }
    *bitmap = (Bitmap){.surface = surface_over(block, width_px, height_px)};
    if (bitmap->surface != NULL) {
        find_runs_in_block(bitmap);
    }
    return bitmap->surface != NULL;
}
