#include "draw/atlas.h"

#include "base/report.h"
#include "draw/art.h"
#include "draw/canvas.h"
#include "draw/shelf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What one rasterisation works with: a surface a sprite, and the sprites from tall to flat. */
typedef struct Packing {
    SDL_Surface **pixels;
    int *order;
    Shelf shelf;
} Packing;

SDL_Texture *atlas_texture(SDL_Renderer *sdl, SDL_Surface *pixels, CwError *error)
{
    SDL_Texture *texture = SDL_CreateTexture(sdl, SDL_PIXELFORMAT_ARGB8888,
                                             SDL_TEXTUREACCESS_STATIC, pixels->w, pixels->h);
    if (texture == NULL || SDL_UpdateTexture(texture, NULL, pixels->pixels, pixels->pitch) != 0) {
        cw_error_set(error, "no texture of %d x %d pixels (%s); try [display] renderer = software",
                     pixels->w, pixels->h, SDL_GetError());
        SDL_DestroyTexture(texture);
        return NULL;
    }
    SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_BLEND);
    SDL_SetTextureScaleMode(texture, SDL_ScaleModeLinear);
    return texture;
}

/* Rounded up, so that neighbouring tiles overlap rather than gape; no larger than a page. */
static int raster_length_px(const Atlas *atlas, double length_m, double pixels_per_metre)
{
    double length_px = ceil(length_m * pixels_per_metre - 1e-3);
    int largest_px = atlas->page_max_px - 2 * ART_BORDER_PX - WHITE_PX - 1;
    return (int)fmax(1, fmin(length_px, largest_px));
}

/* Pixels of a finished job, or a chequer in their place; the first failure is reported. */
static SDL_Surface *take_pixels(Atlas *atlas, int sprite, const ArtJob *job)
{
    if (job->pixels != NULL) {
        return job->pixels;
    }
    if (!atlas->sprites[sprite].reported) {
        report("%s (a chequer is drawn instead)", job->error.text);
        atlas->sprites[sprite].reported = true;
    }
    return art_placeholder(job->width_px, job->height_px);
}

static void describe_job(const Atlas *atlas, int sprite, double pixels_per_metre, ArtJob *job)
{
    const CwSpriteDef *def = &atlas->table.sprites[sprite];
    job->width_px = raster_length_px(atlas, def->width_m, pixels_per_metre);
    job->height_px = raster_length_px(atlas, def->height_m, pixels_per_metre);
    snprintf(job->path, sizeof job->path, "%s/%s", atlas->art_dir, def->file);
}

static bool load_sprites(Atlas *atlas, Packing *packing, double pixels_per_metre)
{
    ArtJob *jobs = calloc((size_t)atlas->table.count + 1, sizeof *jobs);
    for (int i = 0; jobs != NULL && i < atlas->table.count; i++) {
        describe_job(atlas, i, pixels_per_metre, &jobs[i]);
    }
    bool loaded = jobs != NULL && art_load_all(jobs, atlas->table.count);
    for (int i = 0; loaded && i < atlas->table.count; i++) {
        packing->pixels[i] = take_pixels(atlas, i, &jobs[i]);
    }
    free(jobs);
    return loaded;
}

/* False when one has no pixels at all. */
static bool sort_by_height(Packing *packing, int count)
{
    for (int i = 0; i < count; i++) {
        if (packing->pixels[i] == NULL) {
            return false;
        }
        int at = i;
        for (; at > 0 && packing->pixels[packing->order[at - 1]]->h < packing->pixels[i]->h; at--) {
            packing->order[at] = packing->order[at - 1];
        }
        packing->order[at] = i;
    }
    return true;
}

static bool add_page(Atlas *atlas, SDL_Surface *pixels, CwError *error)
{
    SDL_Texture *texture = atlas_texture(atlas->sdl, pixels, error);
    if (texture != NULL) {
        atlas->pages[atlas->page_count++] = texture;
    }
    return texture != NULL;
}

static void put_sprite(Atlas *atlas, int sprite, int x_px, int y_px, const SDL_Surface *pixels)
{
    AtlasSprite *entry = &atlas->sprites[sprite];
    entry->page = atlas->page_count;
    entry->picture_px = (SDL_Rect){x_px + ART_BORDER_PX, y_px + ART_BORDER_PX,
                                   pixels->w - 2 * ART_BORDER_PX, pixels->h - 2 * ART_BORDER_PX};
}

static bool make_bitmaps(Atlas *atlas, Packing *packing, CwError *error)
{
    for (int i = 0; i < atlas->table.count; i++) {
        SDL_Surface *pixels = packing->pixels[i];
        packing->pixels[i] = NULL;
        put_sprite(atlas, i, 0, 0, pixels);
        if (!bitmap_take(&atlas->sprites[i].bitmap, pixels)) {
            return cw_error_set(error, "out of memory for the sprites; make the window smaller");
        }
    }
    return true;
}

/* Places sprites from `first` of the order on until the page is full. Returns the first that is
 * left. */
static int fill_page(Atlas *atlas, Packing *packing, int first)
{
    packing->shelf = shelf_make(atlas->page_max_px, atlas->page_max_px, WHITE_PX);
    int next = first, x_px, y_px;
    for (; next < atlas->table.count; next++) {
        int sprite = packing->order[next];
        SDL_Surface *pixels = packing->pixels[sprite];
        if (!shelf_place(&packing->shelf, pixels->w, pixels->h, &x_px, &y_px)) {
            break;
        }
        put_sprite(atlas, sprite, x_px, y_px, pixels);
    }
    return next;
}

/* Paints the sprites `first` to `end` of the order into one texture. */
static bool upload_page(Atlas *atlas, const Packing *packing, int first, int end, CwError *error)
{
    int height_px = packing->shelf.y_px + packing->shelf.row_px;
    SDL_Surface *page = art_surface(atlas->page_max_px, height_px);
    if (page == NULL) {
        return cw_error_set(error, "out of memory for the sprites; make the window smaller");
    }
    SDL_FillRect(page, &(SDL_Rect){0, 0, WHITE_PX, WHITE_PX}, 0xFFFFFFFF);
    for (int i = first; i < end; i++) {
        int sprite = packing->order[i];
        SDL_Rect to = {atlas->sprites[sprite].picture_px.x - ART_BORDER_PX,
                       atlas->sprites[sprite].picture_px.y - ART_BORDER_PX, 0, 0};
        SDL_SetSurfaceBlendMode(packing->pixels[sprite], SDL_BLENDMODE_NONE);
        SDL_BlitSurface(packing->pixels[sprite], NULL, page, &to);
    }
    bool added = add_page(atlas, page, error);
    SDL_FreeSurface(page);
    return added;
}

static bool make_shared_pages(Atlas *atlas, Packing *packing, CwError *error)
{
    int first = 0;
    do {
        int end = fill_page(atlas, packing, first);
        if (!upload_page(atlas, packing, first, end, error)) {
            return false;
        }
        CW_ASSERT(end > first || atlas->table.count == 0, "A sprite must fit into an empty page.");
        first = end;
    } while (first < atlas->table.count);
    return true;
}

static void free_pages(Atlas *atlas)
{
    for (int i = 0; i < atlas->page_count; i++) {
        SDL_DestroyTexture(atlas->pages[i]);
        atlas->pages[i] = NULL;
    }
    for (int i = 0; atlas->sprites != NULL && i < atlas->table.count; i++) {
        bitmap_free(&atlas->sprites[i].bitmap);
    }
    atlas->page_count = 0;
}

static bool make_pages(Atlas *atlas, Packing *packing, double pixels_per_metre, CwError *error)
{
    if (!load_sprites(atlas, packing, pixels_per_metre) ||
        !sort_by_height(packing, atlas->table.count)) {
        return cw_error_set(error, "out of memory for the sprites; make the window smaller");
    }
    free_pages(atlas);
    atlas->pixels_per_metre = pixels_per_metre;
    return atlas->share_pages ? make_shared_pages(atlas, packing, error)
                              : make_bitmaps(atlas, packing, error);
}

bool atlas_rasterise(Atlas *atlas, double pixels_per_metre, CwError *error)
{
    size_t count = (size_t)atlas->table.count + 1;
    if (atlas->sprites == NULL) {
        atlas->sprites = calloc(count, sizeof *atlas->sprites);
        atlas->pages = calloc(count, sizeof *atlas->pages);
    }
    Packing packing = {.pixels = calloc(count, sizeof *packing.pixels),
                       .order = calloc(count, sizeof *packing.order)};
    bool made = false;
    if (atlas->sprites != NULL && atlas->pages != NULL && packing.pixels != NULL &&
        packing.order != NULL) {
        made = make_pages(atlas, &packing, pixels_per_metre, error);
    } else {
        cw_error_set(error, "out of memory for the sprites");
    }
    for (int i = 0; packing.pixels != NULL && i < atlas->table.count; i++) {
        SDL_FreeSurface(packing.pixels[i]);
    }
    free(packing.pixels);
    free(packing.order);
    return made;
}

void atlas_free(Atlas *atlas)
{
    free_pages(atlas);
    free(atlas->sprites);
    free(atlas->pages);
    *atlas = (Atlas){0};
}
