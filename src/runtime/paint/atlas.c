#include "paint/atlas.h"

#include "base/report.h"
#include "paint/canvas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHEQUER_PX = 8,       /* squares of a chequer, small enough for each part of a sheet */
    CHEQUER_MAX_PX = 256, /* larger chequers are scaled down: a level may state any size */
    PAGE_WIDTH_PX = 2048
};

static const char NO_MEMORY[] = "out of memory for the sprites; make the window smaller";

typedef struct Item {
    AtlasSprite *sprite;
    const SDL_Surface *pixels;
    SDL_Point at_px;
} Item;

SDL_Texture *atlas_page_texture(SDL_Renderer *sdl, int width_px, int height_px, CwError *error)
{
    Uint32 white[WHITE_PX * WHITE_PX];
    memset(white, 0xFF, sizeof white);
    SDL_Texture *texture = SDL_CreateTexture(sdl, SDL_PIXELFORMAT_ARGB8888,
                                             SDL_TEXTUREACCESS_STATIC, width_px, height_px);
    const SDL_Rect corner = {0, 0, WHITE_PX, WHITE_PX};
    if (texture == NULL ||
        SDL_UpdateTexture(texture, &corner, white, WHITE_PX * (int)sizeof *white) != 0) {
        cw_error_set(error, "no texture of %d x %d pixels (%s); try [display] renderer = software",
                     width_px, height_px, SDL_GetError());
        SDL_DestroyTexture(texture);
        return NULL;
    }
    SDL_SetTextureScaleMode(texture, SDL_ScaleModeLinear);
    return texture;
}

/* ---- what to load ---- */

/* The length in pixels, at most a page. Rounded up, so that neighbouring tiles leave no gap. */
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
static int raster_units_px(const Atlas *atlas, double unit_m, int units)
{
    double unit_px = ceil(unit_m * atlas->pixels_per_metre - 1e-3);
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
        CwPart frame = sprite_frame(def, 0);
        job->width_px = raster_units_px(atlas, def->width_m / frame.width, def->width_px);
        job->height_px = raster_units_px(atlas, def->height_m / frame.height, def->height_px);
    } else {
        bool any_size = art_is_svg(sprite->path);
        job->width_px = any_size ? def->width_px : 0;
        job->height_px = any_size ? def->height_px : 0;
        job->largest_px = own_max_px(atlas);
    }
    job->colour_key = def->key;
    job->cache = atlas->cache;
    job->stays_packed = !atlas->shares_pages;
    snprintf(job->path, sizeof job->path, "%s", sprite->path);
}

/* Reports a size that differs from the row's. Parts are taken as if the row's were right. */
static void compare_size(AtlasSprite *sprite, const ArtJob *job)
{
    const CwSpriteDef *def = &sprite->def;
    if (def->width_px > 0 && !art_is_svg(sprite->path) && !sprite->was_reported &&
        (job->file_width_px != def->width_px || job->file_height_px != def->height_px)) {
        report("%s has %d x %d pixels, not %d x %d; correct the sprite's width_px and height_px",
               sprite->path, job->file_width_px, job->file_height_px, def->width_px,
               def->height_px);
        sprite->was_reported = true;
    }
}

/* Reports the faults of a file once, even if several sprites use it. */
static void report_faults(const Atlas *atlas, AtlasSprite *sprite, const SvgFaults *faults)
{
    bool reported = faults->count == 0;
    for (int i = 0; i < atlas->sprite_count; i++) {
        const AtlasSprite *other = &atlas->sprites[i];
        reported = reported || (other->was_reported && strcmp(other->path, sprite->path) == 0);
    }
    if (!reported) {
        svg_faults_report(faults, sprite->path);
        sprite->was_reported = true;
    }
}

static int placeholder_px(int wanted_px, int units)
{
    return wanted_px > 0 ? wanted_px : units > 0 ? units : 4 * CHEQUER_PX;
}

/* A chequer of magenta and black, 4 x 4 squares, many small ones for parts. False: no memory. */
static bool make_chequer(const Atlas *atlas, const CwSpriteDef *def, ArtJob *job)
{
    int width_px = placeholder_px(job->width_px, def->width_px);
    int height_px = placeholder_px(job->height_px, def->height_px);
    int largest_px = SDL_min(CHEQUER_MAX_PX, own_max_px(atlas));
    int shrink = (SDL_max(width_px, height_px) - 1) / largest_px + 1;
    bool sharp = sprite_is_sharp(def);
    width_px = SDL_max(1, width_px / shrink);
    height_px = SDL_max(1, height_px / shrink);
    int square_px = SDL_max(1, CHEQUER_PX / shrink);
    SDL_Surface *surface =
        bitmap_surface(width_px + 2 * ART_BORDER_PX, height_px + 2 * ART_BORDER_PX);
    for (int i = 0; surface != NULL && i < width_px * height_px; i++) {
        int x = i % width_px, y = i / width_px;
        Uint32 *pixel = surface->pixels;
        pixel += (y + ART_BORDER_PX) * surface->w + x + ART_BORDER_PX;
        int across = sharp ? x / square_px : x * 4 / width_px;
        int down = sharp ? y / square_px : y * 4 / height_px;
        *pixel = (across + down) % 2 == 0 ? 0xFFFF00FF : 0xFF000000;
    }
    return surface != NULL && bitmap_take(&job->bitmap, surface);
}

/* Puts a chequer where a job failed, reporting a sprite's first. False: out of memory. */
static bool check_job(const Atlas *atlas, AtlasSprite *sprite, ArtJob *job)
{
    if (job->bitmap.surface != NULL || job->packed.file != NULL) {
        compare_size(sprite, job);
        report_faults(atlas, sprite, &job->faults);
        return true;
    }
    if (!sprite->was_reported) {
        report("%s (a chequer is drawn instead)", job->error.text);
        sprite->was_reported = true;
    }
    return make_chequer(atlas, &sprite->def, job);
}

/* ---- pages ---- */

static void put_sprite(AtlasSprite *sprite, SDL_Point at_px, const SDL_Surface *pixels)
{
    const CwSpriteDef *def = &sprite->def;
    int width_px = pixels->w - 2 * ART_BORDER_PX, height_px = pixels->h - 2 * ART_BORDER_PX;
    sprite->picture_px =
        (SDL_Rect){at_px.x + ART_BORDER_PX, at_px.y + ART_BORDER_PX, width_px, height_px};
    sprite->unit_px = (vec2s){{(float)width_px / (float)SDL_max(def->width_px, 1),
                               (float)height_px / (float)SDL_max(def->height_px, 1)}};
    sprite->is_ready = true;
}

bool atlas_unpack(AtlasSprite *sprite)
{
    if (sprite->bitmap.surface != NULL ||
        (sprite->packed.file != NULL && bitmap_load(&sprite->bitmap, &sprite->packed))) {
        put_sprite(sprite, (SDL_Point){0, 0}, sprite->bitmap.surface);
    }
    return sprite->is_ready;
}

/* Makes the plain quad and the mirrored one. */
static void put_quads(AtlasQuad quads[2], SDL_Rect picture_px, float border_px, const Shelf *page)
{
    float width = 1 / (float)page->width_px, height = 1 / (float)page->height_px;
    float x0 = ((float)picture_px.x - border_px) * width;
    float x1 = ((float)(picture_px.x + picture_px.w) + border_px) * width;
    float y0 = ((float)picture_px.y - border_px) * height;
    float y1 = ((float)(picture_px.y + picture_px.h) + border_px) * height;
    vec2s grow = border_px > 0 ? canvas_quad_grow(picture_px, border_px) : (vec2s){{1, 1}};
    vec2s half = glms_vec2_scale(grow, 0.5F);
    quads[0] = (AtlasQuad){half, {{{x0, y0}}, {{x1, y0}}, {{x1, y1}}, {{x0, y1}}}};
    quads[1] = (AtlasQuad){half, {{{x1, y0}}, {{x0, y0}}, {{x0, y1}}, {{x1, y1}}}};
}

/* Orders by filter (a page has one), then from tall to flat, then as in the atlas. */
static int compare_items(const void *a, const void *b)
{
    const Item *one = a, *other = b;
    if (one->sprite->def.filter != other->sprite->def.filter) {
        return one->sprite->def.filter < other->sprite->def.filter ? -1 : 1;
    }
    int flatter = other->pixels->h - one->pixels->h;
    return flatter != 0 ? flatter : one->sprite < other->sprite ? -1 : 1;
}

/* Places items on a page as wide as allowed, or as the first picture; returns how many fit.
 * make_pages cuts off the free rows, as fresh memory costs more than copying. */
static int fill_page(const Atlas *atlas, Item *items, int count, Shelf *shelf)
{
    const SDL_Surface *first = items[0].pixels;
    int width_px = SDL_max(SDL_min(atlas->page_max_px, PAGE_WIDTH_PX), first->w + WHITE_PX + 1);
    *shelf = shelf_make(width_px, SDL_max(atlas->page_max_px, first->h), WHITE_PX);
    int next = 0;
    while (next < count && items[next].sprite->def.filter == items[0].sprite->def.filter &&
           shelf_place(shelf, items[next].pixels->w, items[next].pixels->h, &items[next].at_px)) {
        next++;
    }
    return next;
}

/* Copies items into a texture; pixels between their borders are never seen. */
static bool upload_page(Atlas *atlas, const Item *items, int count, const Shelf *shelf,
                        CwError *error)
{
    AtlasPage *page = calloc(1, sizeof *page);
    if (page == NULL) {
        return cw_error_set(error, "%s", NO_MEMORY);
    }
    page->texture = atlas_page_texture(atlas->sdl, shelf->width_px, shelf->height_px, error);
    if (page->texture == NULL) {
        free(page);
        return false;
    }
    page->sprite_count = count;
    if (items[0].sprite->def.filter == CW_FILTER_NEAREST) {
        SDL_SetTextureScaleMode(page->texture, SDL_ScaleModeNearest);
    }
    bool uploaded = true;
    for (int i = 0; i < count; i++) {
        const SDL_Surface *pixels = items[i].pixels;
        AtlasSprite *sprite = items[i].sprite;
        SDL_Rect to = {items[i].at_px.x, items[i].at_px.y, pixels->w, pixels->h};
        uploaded &= SDL_UpdateTexture(page->texture, &to, pixels->pixels, pixels->pitch) == 0;
        sprite->page = page;
        put_sprite(sprite, items[i].at_px, pixels);
        put_quads(sprite->quads[false], sprite->picture_px, -0.5F, shelf);
        put_quads(sprite->quads[true], sprite->picture_px, (float)ART_BORDER_PX - 0.5F, shelf);
    }
    return uploaded || cw_error_set(error, "a texture can't be written (%s)", SDL_GetError());
}

static bool make_pages(Atlas *atlas, Item *items, int count, CwError *error)
{
    qsort(items, (size_t)count, sizeof *items, compare_items);
    for (int first = 0, placed; first < count; first += placed) {
        Shelf shelf;
        placed = fill_page(atlas, items + first, count - first, &shelf);
        CW_ASSERT(placed > 0, "A sprite must fit into an empty page.");
        shelf.height_px = shelf.y_px + shelf.row_px;
        if (!upload_page(atlas, items + first, placed, &shelf, error)) {
            return false;
        }
    }
    return true;
}

/* ---- loading ---- */

static bool load_items(Atlas *atlas, Item *items, ArtJob *jobs, int count, CwError *error)
{
    for (int i = 0; i < count; i++) {
        describe_job(atlas, items[i].sprite, &jobs[i]);
    }
    bool loaded = art_load_all(jobs, count);
    for (int i = 0; loaded && i < count; i++) {
        loaded = check_job(atlas, items[i].sprite, &jobs[i]);
    }
    if (!loaded) {
        return cw_error_set(error, "%s", NO_MEMORY);
    }
    for (int i = 0; i < count; i++) {
        items[i].pixels = jobs[i].bitmap.surface;
        if (!atlas->shares_pages) {
            items[i].sprite->bitmap = jobs[i].bitmap;
            items[i].sprite->packed = jobs[i].packed;
            jobs[i].bitmap = (Bitmap){0};
            jobs[i].packed = (CacheEntry){0};
        }
    }
    return !atlas->shares_pages || make_pages(atlas, items, count, error);
}

static bool load_missing(Atlas *atlas, CwError *error)
{
    size_t most = (size_t)atlas->sprite_count + 1;
    Item *items = calloc(most, sizeof *items);
    ArtJob *jobs = calloc(most, sizeof *jobs);
    int count = 0;
    for (int i = 0; items != NULL && i < atlas->sprite_count; i++) {
        AtlasSprite *sprite = &atlas->sprites[i];
        if (sprite->page == NULL && sprite->packed.file == NULL && sprite->bitmap.surface == NULL) {
            items[count++].sprite = sprite;
        }
    }
    bool made = items != NULL && jobs != NULL ? load_items(atlas, items, jobs, count, error)
                                              : cw_error_set(error, "%s", NO_MEMORY);
    for (int i = 0; jobs != NULL && i < count; i++) {
        bitmap_free(&jobs[i].bitmap);
        cache_free(&jobs[i].packed);
    }
    free(items);
    free(jobs);
    return made;
}

/* Frees the pixels; with the last sprite of a page also the page. */
static void drop_pixels(AtlasSprite *sprite)
{
    bitmap_free(&sprite->bitmap);
    cache_free(&sprite->packed);
    if (sprite->page != NULL && --sprite->page->sprite_count == 0) {
        SDL_DestroyTexture(sprite->page->texture);
        free(sprite->page);
    }
    sprite->page = NULL;
    sprite->is_ready = false;
}

static void free_sprites(AtlasSprite *sprites, int count)
{
    for (int i = 0; sprites != NULL && i < count; i++) {
        drop_pixels(&sprites[i]);
        free(sprites[i].path);
    }
    free(sprites);
}

/* ---- rows ---- */

static bool same_picture(const AtlasSprite *sprite, const char *path, const CwSpriteDef *def)
{
    const CwSpriteDef *was = &sprite->def;
    return sprite->path != NULL && strcmp(sprite->path, path) == 0 && was->filter == def->filter &&
           was->width_px == def->width_px && was->height_px == def->height_px &&
           memcmp(&was->key, &def->key, sizeof was->key) == 0 &&
           ((was->width_m == def->width_m && was->height_m == def->height_m) ||
            !depends_on_scale(def, path));
}

/* The sprite of a row: moved from `before`, or new. Its path is NULL when memory is short. Frees a
 * bitmap that the last run did not draw; others stay, so that a restart unpacks nothing. */
static AtlasSprite make_sprite(AtlasSprite *before, int before_count, const char *path,
                               const CwSpriteDef *def)
{
    AtlasSprite sprite = {0};
    for (int i = 0; i < before_count && sprite.path == NULL; i++) {
        if (same_picture(&before[i], path, def)) {
            sprite = before[i];
            before[i] = (AtlasSprite){0};
            if (!sprite.is_ready && sprite.packed.file != NULL) {
                bitmap_free(&sprite.bitmap);
            }
            sprite.is_ready = sprite.page != NULL;
        }
    }
    sprite.path = sprite.path == NULL ? strdup(path) : sprite.path;
    sprite.def = *def;
    sprite.def.file = sprite.path;
    return sprite;
}

/* Makes a sprite for each row. False: out of memory; then there are no sprites. */
static bool make_sprites(Atlas *atlas, const CwSpriteDef *pictures, int picture_count,
                         CwError *error)
{
    AtlasSprite *before = atlas->sprites;
    int before_count = atlas->sprite_count, count = atlas->table_count + picture_count;
    AtlasSprite *sprites = calloc((size_t)count + 1, sizeof *sprites);
    bool made = sprites != NULL;
    for (int i = 0; made && i < count; i++) {
        bool own = i < atlas->table_count;
        const CwSpriteDef *def = own ? &atlas->table[i] : &pictures[i - atlas->table_count];
        char path[PATH_BYTES_MAX];
        snprintf(path, sizeof path, "%s%s%s", own ? atlas->art_dir : "", own ? "/" : "", def->file);
        sprites[i] = make_sprite(before, before_count, path, def);
        made = sprites[i].path != NULL;
    }
    free_sprites(before, before_count);
    if (!made) {
        free_sprites(sprites, count);
    }
    atlas->sprites = made ? sprites : NULL;
    atlas->sprite_count = made ? count : 0;
    return made || cw_error_set(error, "%s", NO_MEMORY);
}

bool atlas_set_pictures(Atlas *atlas, const CwSpriteDef *pictures, int count, CwError *error)
{
    return make_sprites(atlas, pictures, count, error) &&
           (atlas->pixels_per_metre == 0 || load_missing(atlas, error));
}

bool atlas_rasterise(Atlas *atlas, double pixels_per_metre, CwError *error)
{
    if (atlas->sprites == NULL && !make_sprites(atlas, NULL, 0, error)) {
        return false;
    }
    atlas->pixels_per_metre = pixels_per_metre;
    for (int i = 0; i < atlas->sprite_count; i++) {
        AtlasSprite *sprite = &atlas->sprites[i];
        if (depends_on_scale(&sprite->def, sprite->path)) {
            drop_pixels(sprite);
        }
    }
    return load_missing(atlas, error);
}

bool atlas_restore(Atlas *atlas, CwError *error)
{
    for (int i = 0; i < atlas->sprite_count; i++) {
        drop_pixels(&atlas->sprites[i]);
    }
    return load_missing(atlas, error);
}

void atlas_free(Atlas *atlas)
{
    free_sprites(atlas->sprites, atlas->sprite_count);
    *atlas = (Atlas){0};
}

/* ---- rows of rectangles ---- */

Shelf shelf_make(int width_px, int height_px, int corner_px)
{
    return (Shelf){.width_px = width_px,
                   .height_px = height_px,
                   .x_px = corner_px > 0 ? corner_px + 1 : 0,
                   .row_px = corner_px};
}

bool shelf_place(Shelf *shelf, int width_px, int height_px, SDL_Point *at_px)
{
    if (shelf->x_px + width_px > shelf->width_px && shelf->x_px > 0) {
        shelf->y_px += shelf->row_px + 1;
        shelf->x_px = 0;
        shelf->row_px = 0;
    }
    if (shelf->x_px + width_px > shelf->width_px || shelf->y_px + height_px > shelf->height_px) {
        return false;
    }
    *at_px = (SDL_Point){shelf->x_px, shelf->y_px};
    shelf->x_px += width_px + 1;
    shelf->row_px = height_px > shelf->row_px ? height_px : shelf->row_px;
    return true;
}
