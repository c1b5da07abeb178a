#include "draw/atlas.h"

#include "base/report.h"
#include "draw/art_queue.h"
#include "draw/canvas.h"
#include "draw/shelf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHEQUER_PX = 8,       /* of a sheet that could not be loaded: seen in each of its parts */
    CHEQUER_MAX_PX = 256, /* a larger one is scaled down: a level may state any size */
    PAGE_LEAST_PX = 256
};

/* What one loading works with: the sprites that lack pixels, and those of one filter from tall to
 * flat. */
typedef struct Packing {
    int *missing;      /* numbers */
    ArtJob *jobs;      /* as many */
    SDL_Point *places; /* on their page */
    int missing_count;
    CwFilter filter;
    int *order; /* indices of the three above */
    int order_count;
    Shelf shelf;
} Packing;

static SDL_Texture *refused(SDL_Texture *texture, int width_px, int height_px, CwError *error)
{
    cw_error_set(error, "no texture of %d x %d pixels (%s); try [display] renderer = software",
                 width_px, height_px, SDL_GetError());
    SDL_DestroyTexture(texture);
    return NULL;
}

static SDL_Texture *make_texture(SDL_Renderer *sdl, int width_px, int height_px, CwError *error)
{
    SDL_Texture *texture = SDL_CreateTexture(sdl, SDL_PIXELFORMAT_ARGB8888,
                                             SDL_TEXTUREACCESS_STATIC, width_px, height_px);
    if (texture == NULL) {
        return refused(NULL, width_px, height_px, error);
    }
    SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_BLEND);
    SDL_SetTextureScaleMode(texture, SDL_ScaleModeLinear);
    return texture;
}

SDL_Texture *atlas_texture(SDL_Renderer *sdl, SDL_Surface *pixels, CwError *error)
{
    SDL_Texture *texture = make_texture(sdl, pixels->w, pixels->h, error);
    if (texture != NULL && SDL_UpdateTexture(texture, NULL, pixels->pixels, pixels->pitch) != 0) {
        return refused(texture, pixels->w, pixels->h, error);
    }
    return texture;
}

SDL_Texture *atlas_page_texture(SDL_Renderer *sdl, int width_px, int height_px, CwError *error)
{
    static const SDL_Rect corner = {0, 0, WHITE_PX, WHITE_PX};
    Uint32 white[WHITE_PX * WHITE_PX];
    memset(white, 0xFF, sizeof white);
    SDL_Texture *texture = make_texture(sdl, width_px, height_px, error);
    if (texture != NULL &&
        SDL_UpdateTexture(texture, &corner, white, WHITE_PX * (int)sizeof *white) != 0) {
        return refused(texture, width_px, height_px, error);
    }
    return texture;
}

/* ---- What to load ---- */

/* Rounded up, so that neighbouring tiles overlap rather than gape; no larger than a page. */
static int raster_length_px(const Atlas *atlas, double length_m)
{
    double length_px = ceil(length_m * atlas->pixels_per_metre - 1e-3);
    int largest_px = atlas->page_max_px - 2 * ART_BORDER_PX - WHITE_PX - 1;
    return (int)fmax(1, fmin(length_px, largest_px));
}

static int own_max_px(const Atlas *atlas)
{
    return atlas->picture_max_px - 2 * ART_BORDER_PX - WHITE_PX - 1;
}

/* Whole pixels a unit, so that no pixel belongs to two parts. */
static int raster_units_px(const Atlas *atlas, double length_m, int units)
{
    double unit_px = ceil(length_m * atlas->pixels_per_metre / units - 1e-3);
    return units * (int)fmax(1, fmin(unit_px, own_max_px(atlas) / units));
}

static bool depends_on_scale(const CwSpriteDef *def, const char *path)
{
    return def->filter == CW_FILTER_SMOOTH && (def->width_px == 0 || art_is_svg(path));
}

static void describe_job(const Atlas *atlas, const AtlasSprite *sprite, ArtJob *job)
{
    const CwSpriteDef *def = &sprite->def;
    if (!sprite_is_sharp(def)) {
        job->width_px = raster_length_px(atlas, def->width_m);
        job->height_px = raster_length_px(atlas, def->height_m);
    } else if (depends_on_scale(def, sprite->path)) {
        job->width_px = raster_units_px(atlas, def->width_m, def->width_px);
        job->height_px = raster_units_px(atlas, def->height_m, def->height_px);
    } else {
        bool any_size = art_is_svg(sprite->path);
        job->width_px = any_size ? def->width_px : 0;
        job->height_px = any_size ? def->height_px : 0;
        job->largest_px = own_max_px(atlas);
    }
    job->colour_key = def->key;
    job->as_bitmap = !atlas->share_pages;
    job->cache = atlas->cache;
    snprintf(job->path, sizeof job->path, "%s", sprite->path);
}

/* Parts are then taken as if the file had the size in the row. */
static void compare_size(AtlasSprite *sprite, const ArtJob *job)
{
    const CwSpriteDef *def = &sprite->def;
    if (def->width_px > 0 && !art_is_svg(sprite->path) && !sprite->reported &&
        (job->file_width_px != def->width_px || job->file_height_px != def->height_px)) {
        report(
            "%s has %d x %d pixels, not %d x %d; correct the sprite's width_px and height_px, or "
            "the size in the map's tileset",
            sprite->path, job->file_width_px, job->file_height_px, def->width_px, def->height_px);
        sprite->reported = true;
    }
}

/* Once a file, of which there may be several sprites. */
static void report_faults(const Atlas *atlas, AtlasSprite *sprite, const SvgFaults *faults)
{
    bool reported = !svg_faults_any(faults);
    for (int i = 0; i < atlas->sprite_count; i++) {
        const AtlasSprite *other = &atlas->sprites[i];
        reported = reported || (other->reported && strcmp(other->path, sprite->path) == 0);
    }
    if (!reported) {
        svg_faults_report(faults, sprite->path);
        sprite->reported = true;
    }
}

static int placeholder_px(int wanted_px, int units)
{
    return wanted_px > 0 ? wanted_px : units > 0 ? units : 4 * CHEQUER_PX;
}

static SDL_Surface *make_chequer(const Atlas *atlas, const CwSpriteDef *def, const ArtJob *job)
{
    int width_px = placeholder_px(job->width_px, def->width_px);
    int height_px = placeholder_px(job->height_px, def->height_px);
    int largest_px = SDL_min(CHEQUER_MAX_PX, own_max_px(atlas));
    int shrink = (SDL_max(width_px, height_px) - 1) / largest_px + 1;
    int square_px = sprite_is_sharp(def) ? SDL_max(1, CHEQUER_PX / shrink) : 0;
    return art_placeholder(SDL_max(1, width_px / shrink), SDL_max(1, height_px / shrink),
                           square_px);
}

/* Pixels of a finished job, or a chequer in their place; the first failure is reported. */
static void check_pixels(const Atlas *atlas, AtlasSprite *sprite, ArtJob *job)
{
    const CwSpriteDef *def = &sprite->def;
    if (job->pixels != NULL || job->bitmap.surface != NULL) {
        compare_size(sprite, job);
        report_faults(atlas, sprite, &job->faults);
        return;
    }
    if (!sprite->reported) {
        report("%s (a chequer is drawn instead)", job->error.text);
        sprite->reported = true;
    }
    job->pixels = make_chequer(atlas, def, job);
    if (job->as_bitmap && job->pixels != NULL) {
        bitmap_take(&job->bitmap, job->pixels);
        job->pixels = NULL;
    }
}

static bool load_jobs(Atlas *atlas, Packing *packing)
{
    int count = packing->missing_count;
    for (int i = 0; i < count; i++) {
        describe_job(atlas, &atlas->sprites[packing->missing[i]], &packing->jobs[i]);
        if (atlas->preloaded_art != NULL) {
            art_queue_take(atlas->preloaded_art, &packing->jobs[i]);
        }
    }
    atlas->preloaded_art = NULL;
    bool loaded = art_load_all(packing->jobs, count);
    for (int i = 0; loaded && i < count; i++) {
        check_pixels(atlas, &atlas->sprites[packing->missing[i]], &packing->jobs[i]);
        loaded = packing->jobs[i].pixels != NULL || packing->jobs[i].bitmap.surface != NULL;
    }
    return loaded;
}

/* ---- Where it goes ---- */

/* Those of one filter. */
static void sort_by_height(const Atlas *atlas, Packing *packing, CwFilter filter)
{
    int count = 0;
    packing->filter = filter;
    for (int i = 0; i < packing->missing_count; i++) {
        if (atlas->sprites[packing->missing[i]].def.filter != filter) {
            continue;
        }
        int at = count++;
        int height_px = packing->jobs[i].pixels->h;
        for (; at > 0 && packing->jobs[packing->order[at - 1]].pixels->h < height_px; at--) {
            packing->order[at] = packing->order[at - 1];
        }
        packing->order[at] = i;
    }
    packing->order_count = count;
}

static void put_sprite(AtlasSprite *sprite, int page, SDL_Point at_px, const SDL_Surface *pixels)
{
    const CwSpriteDef *def = &sprite->def;
    int width_px = pixels->w - 2 * ART_BORDER_PX, height_px = pixels->h - 2 * ART_BORDER_PX;
    sprite->page = page;
    sprite->picture_px =
        (SDL_Rect){at_px.x + ART_BORDER_PX, at_px.y + ART_BORDER_PX, width_px, height_px};
    sprite->unit_px = (vec2s){{(float)width_px / (float)SDL_max(def->width_px, 1),
                               (float)height_px / (float)SDL_max(def->height_px, 1)}};
    sprite->loaded = true;
}

/* And mirrored. */
static void put_quads(AtlasQuad quads[2], SDL_Rect picture_px, float border_px, CwPoint2 page_px)
{
    float width = 1 / (float)page_px.x, height = 1 / (float)page_px.y;
    float left = ((float)picture_px.x - border_px) * width;
    float right = ((float)(picture_px.x + picture_px.w) + border_px) * width;
    float top = ((float)picture_px.y - border_px) * height;
    float bottom = ((float)(picture_px.y + picture_px.h) + border_px) * height;
    vec2s grow = border_px > 0 ? canvas_quad_grow(picture_px, border_px) : (vec2s){{1, 1}};
    vec2s half = glms_vec2_scale(grow, 0.5F);
    quads[0] =
        (AtlasQuad){half, {{{left, top}}, {{right, top}}, {{right, bottom}}, {{left, bottom}}}};
    quads[1] =
        (AtlasQuad){half, {{{right, top}}, {{left, top}}, {{left, bottom}}, {{right, bottom}}}};
}

static void take_bitmaps(Atlas *atlas, Packing *packing)
{
    for (int i = 0; i < packing->missing_count; i++) {
        AtlasSprite *sprite = &atlas->sprites[packing->missing[i]];
        sprite->bitmap = packing->jobs[i].bitmap;
        packing->jobs[i].bitmap = (Bitmap){0};
        put_sprite(sprite, -1, (SDL_Point){0, 0}, sprite->bitmap.surface);
    }
}

/* A free place for a page; NULL when memory ran out. */
static AtlasPage *new_page(Atlas *atlas)
{
    for (int i = 0; i < atlas->page_count; i++) {
        if (atlas->pages[i].texture == NULL) {
            return &atlas->pages[i];
        }
    }
    AtlasPage *grown = realloc(atlas->pages, ((size_t)atlas->page_count + 1) * sizeof *grown);
    if (grown == NULL) {
        return NULL;
    }
    atlas->pages = grown;
    grown[atlas->page_count] = (AtlasPage){0};
    return &grown[atlas->page_count++];
}

/* Places sprites from `first` of the order on until the page is full. Returns the first that is
 * left. */
static int place_sprites(Packing *packing, int first, int width_px, int height_px)
{
    int next = first;
    packing->shelf = shelf_make(width_px, height_px, WHITE_PX);
    for (; next < packing->order_count; next++) {
        int item = packing->order[next];
        const SDL_Surface *pixels = packing->jobs[item].pixels;
        SDL_Point *place = &packing->places[item];
        if (!shelf_place(&packing->shelf, pixels->w, pixels->h, &place->x, &place->y)) {
            break;
        }
    }
    return next;
}

/* The same, in the narrowest page that takes all and isn't tall: it wastes least beside the tallest
 * sprites, and memory that is fresh costs more than what is copied into it. Where there is none, it
 * is as large as pages may be; a picture larger than that makes its page larger. */
static int fill_page(const Atlas *atlas, Packing *packing, int first)
{
    int width_px = atlas->page_max_px, height_px = atlas->page_max_px;
    for (int narrow_px = PAGE_LEAST_PX; 2 * narrow_px <= atlas->page_max_px; narrow_px *= 2) {
        if (place_sprites(packing, first, narrow_px, 2 * narrow_px) == packing->order_count) {
            return packing->order_count;
        }
    }
    if (first < packing->order_count) {
        const SDL_Surface *tallest = packing->jobs[packing->order[first]].pixels;
        width_px = SDL_max(width_px, tallest->w + WHITE_PX + 1);
        height_px = SDL_max(height_px, tallest->h);
    }
    return place_sprites(packing, first, width_px, height_px);
}

/* Copies the sprites `first` to `end` of the order into one texture; what is between their borders
 * is never seen. */
static bool upload_page(Atlas *atlas, const Packing *packing, int first, int end, CwError *error)
{
    int width_px = packing->shelf.width_px;
    int height_px = packing->shelf.y_px + packing->shelf.row_px;
    AtlasPage *page = new_page(atlas);
    if (page == NULL) {
        return cw_error_set(error, "out of memory for the sprites; make the window smaller");
    }
    page->texture = atlas_page_texture(atlas->sdl, width_px, height_px, error);
    for (int i = first; page->texture != NULL && i < end; i++) {
        int item = packing->order[i];
        const SDL_Surface *pixels = packing->jobs[item].pixels;
        SDL_Rect to = {packing->places[item].x, packing->places[item].y, pixels->w, pixels->h};
        if (SDL_UpdateTexture(page->texture, &to, pixels->pixels, pixels->pitch) != 0) {
            page->texture = refused(page->texture, width_px, height_px, error);
        }
    }
    if (page->texture == NULL) {
        return false;
    }
    if (packing->filter == CW_FILTER_NEAREST) {
        SDL_SetTextureScaleMode(page->texture, SDL_ScaleModeNearest);
    }
    page->sprite_count = end - first;
    const CwPoint2 size_px = {width_px, height_px};
    for (int i = first; i < end; i++) {
        int item = packing->order[i];
        AtlasSprite *sprite = &atlas->sprites[packing->missing[item]];
        put_sprite(sprite, (int)(page - atlas->pages), packing->places[item],
                   packing->jobs[item].pixels);
        put_quads(sprite->quads[false], sprite->picture_px, -0.5F, size_px);
        put_quads(sprite->quads[true], sprite->picture_px, (float)ART_BORDER_PX - 0.5F, size_px);
    }
    return true;
}

static bool make_pages(Atlas *atlas, Packing *packing, CwFilter filter, CwError *error)
{
    sort_by_height(atlas, packing, filter);
    for (int first = 0; first < packing->order_count;) {
        int end = fill_page(atlas, packing, first);
        CW_ASSERT(end > first, "A sprite must fit into an empty page.");
        if (!upload_page(atlas, packing, first, end, error)) {
            return false;
        }
        first = end;
    }
    return true;
}

/* A page without sprites, for plain shapes. */
static bool make_white_page(Atlas *atlas, Packing *packing, CwError *error)
{
    packing->order_count = 0;
    fill_page(atlas, packing, 0);
    return upload_page(atlas, packing, 0, 0, error);
}

static bool make_shared_pages(Atlas *atlas, Packing *packing, CwError *error)
{
    return make_pages(atlas, packing, CW_FILTER_SMOOTH, error) &&
           make_pages(atlas, packing, CW_FILTER_NEAREST, error) &&
           (atlas_page(atlas, -1) != NULL || make_white_page(atlas, packing, error));
}

/* ---- What is there ---- */

static bool fill_packing(Atlas *atlas, Packing *packing, CwError *error)
{
    for (int i = 0; i < atlas->sprite_count; i++) {
        if (!atlas->sprites[i].loaded) {
            packing->missing[packing->missing_count++] = i;
        }
    }
    size_t count = (size_t)packing->missing_count + 1;
    packing->jobs = calloc(count, sizeof *packing->jobs);
    packing->places = calloc(count, sizeof *packing->places);
    packing->order = calloc(count, sizeof *packing->order);
    if (packing->jobs == NULL || packing->places == NULL || packing->order == NULL ||
        !load_jobs(atlas, packing)) {
        return cw_error_set(error, "out of memory for the sprites; make the window smaller");
    }
    return true;
}

static bool load_missing(Atlas *atlas, CwError *error)
{
    Packing packing = {.missing = calloc((size_t)atlas->sprite_count + 1, sizeof(int))};
    bool made = false;
    if (packing.missing == NULL) {
        cw_error_set(error, "out of memory for the sprites");
    } else if (fill_packing(atlas, &packing, error)) {
        made = !atlas->share_pages || make_shared_pages(atlas, &packing, error);
        if (!atlas->share_pages) {
            take_bitmaps(atlas, &packing);
        }
    }
    for (int i = 0; packing.jobs != NULL && i < packing.missing_count; i++) {
        SDL_FreeSurface(packing.jobs[i].pixels);
        bitmap_free(&packing.jobs[i].bitmap);
    }
    free(packing.missing);
    free(packing.jobs);
    free(packing.places);
    free(packing.order);
    return made;
}

/* The pixels; a page goes with the last sprite on it. */
static void drop(Atlas *atlas, AtlasSprite *sprite)
{
    bitmap_free(&sprite->bitmap);
    if (sprite->loaded && sprite->page >= 0) {
        AtlasPage *page = &atlas->pages[sprite->page];
        if (--page->sprite_count == 0) {
            SDL_DestroyTexture(page->texture);
            page->texture = NULL;
        }
    }
    sprite->loaded = false;
}

static void drop_all(Atlas *atlas)
{
    for (int i = 0; i < atlas->sprite_count; i++) {
        drop(atlas, &atlas->sprites[i]);
    }
    for (int i = 0; i < atlas->page_count; i++) { /* the white one */
        SDL_DestroyTexture(atlas->pages[i].texture);
        atlas->pages[i].texture = NULL;
    }
}

static void forget(Atlas *atlas, AtlasSprite *sprites, int count)
{
    for (int i = 0; sprites != NULL && i < count; i++) {
        drop(atlas, &sprites[i]);
        free(sprites[i].path);
    }
    free(sprites);
}

static bool same_picture(const AtlasSprite *sprite, const CwSpriteDef *def)
{
    const CwSpriteDef *was = &sprite->def;
    return strcmp(sprite->path, def->file) == 0 && was->filter == def->filter &&
           was->width_px == def->width_px && was->height_px == def->height_px &&
           memcmp(&was->key, &def->key, sizeof was->key) == 0 &&
           ((was->width_m == def->width_m && was->height_m == def->height_m) ||
            !depends_on_scale(def, def->file));
}

/* An own copy of a row; NULL path when memory ran out. */
static AtlasSprite describe_sprite(const char *folder, const CwSpriteDef *def)
{
    size_t bytes = strlen(folder) + strlen(def->file) + 2;
    AtlasSprite sprite = {.def = *def, .path = malloc(bytes), .page = -1};
    if (sprite.path != NULL) {
        snprintf(sprite.path, bytes, "%s%s%s", folder, folder[0] == '\0' ? "" : "/", def->file);
    }
    sprite.def.file = sprite.path;
    return sprite;
}

/* The picture as it was, taken out of there, or a new one. */
static AtlasSprite take_picture(AtlasSprite *before, int before_count, const CwSpriteDef *def)
{
    for (int i = 0; i < before_count; i++) {
        if (before[i].path != NULL && same_picture(&before[i], def)) {
            AtlasSprite taken = before[i];
            taken.def = *def;
            taken.def.file = taken.path;
            before[i] = (AtlasSprite){.page = -1};
            return taken;
        }
    }
    return describe_sprite("", def);
}

/* False when memory ran out: then there are no sprites at all. */
static bool describe_all(Atlas *atlas, const CwSpriteDef *pictures, int picture_count)
{
    AtlasSprite *before = atlas->sprites;
    int before_count = atlas->sprite_count, count = atlas->table_count + picture_count;
    AtlasSprite *sprites = calloc((size_t)count + 1, sizeof *sprites);
    bool made = sprites != NULL;
    for (int i = 0; made && i < count; i++) {
        if (i >= atlas->table_count) {
            sprites[i] = take_picture(before, before_count, &pictures[i - atlas->table_count]);
        } else if (before == NULL) {
            sprites[i] = describe_sprite(atlas->art_dir, &atlas->table[i]);
        } else {
            sprites[i] = before[i];
            before[i] = (AtlasSprite){.page = -1};
        }
        made = sprites[i].path != NULL;
    }
    forget(atlas, before, before_count);
    if (!made && sprites != NULL) {
        forget(atlas, sprites, count);
    }
    atlas->sprites = made ? sprites : NULL;
    atlas->sprite_count = made ? count : 0;
    return made;
}

ArtQueue *atlas_preload_art(const Atlas *atlas, double pixels_per_metre)
{
    CW_ASSERT(atlas->sprites == NULL, "Preload for an atlas that has no sprites yet.");
    Atlas like = *atlas;
    like.pixels_per_metre = pixels_per_metre;
    ArtJob *jobs = NULL;
    if (describe_all(&like, NULL, 0)) {
        jobs = calloc((size_t)like.sprite_count + 1, sizeof *jobs);
    }
    for (int i = 0; jobs != NULL && i < like.sprite_count; i++) {
        describe_job(&like, &like.sprites[i], &jobs[i]);
    }
    forget(&like, like.sprites, like.sprite_count);
    return art_queue_begin(jobs, like.sprite_count);
}

bool atlas_set_pictures(Atlas *atlas, const CwSpriteDef *pictures, int count, CwError *error)
{
    if (!describe_all(atlas, pictures, count)) {
        return cw_error_set(error, "out of memory for the sprites");
    }
    return atlas->pixels_per_metre == 0 || load_missing(atlas, error);
}

bool atlas_rasterise(Atlas *atlas, double pixels_per_metre, CwError *error)
{
    if (atlas->sprites == NULL && !describe_all(atlas, NULL, 0)) {
        return cw_error_set(error, "out of memory for the sprites");
    }
    atlas->pixels_per_metre = pixels_per_metre;
    for (int i = 0; i < atlas->sprite_count; i++) {
        AtlasSprite *sprite = &atlas->sprites[i];
        if (depends_on_scale(&sprite->def, sprite->path)) {
            drop(atlas, sprite);
        }
    }
    return load_missing(atlas, error);
}

bool atlas_restore(Atlas *atlas, CwError *error)
{
    drop_all(atlas);
    return load_missing(atlas, error);
}

SDL_Texture *atlas_page(const Atlas *atlas, int page)
{
    if (page >= 0) {
        return atlas->pages[page].texture;
    }
    for (int i = 0; i < atlas->page_count; i++) {
        if (atlas->pages[i].texture != NULL) {
            return atlas->pages[i].texture;
        }
    }
    return NULL;
}

void atlas_free(Atlas *atlas)
{
    drop_all(atlas);
    forget(atlas, atlas->sprites, atlas->sprite_count);
    free(atlas->pages);
    *atlas = (Atlas){0};
}
