#include "draw/glyph_atlas.h"

#include "draw/atlas.h"
#include "draw/canvas.h"
#include "draw/shelf.h"

#include <stdlib.h>
#include <string.h>

#include FT_GLYPH_H
#include FT_OUTLINE_H
#include FT_STROKER_H

enum {
    FIRST_PAGE_PX = 512, /* fresh memory costs more than the letters of a first picture */
    PAGE_MAX_PX = 2048,
    SLOTS = 8192 /* of the hash table, a power of two; at most half of them are used */
};

struct GlyphAtlas {
    SDL_Renderer *sdl;
    bool in_memory;
    int page_px;
    SDL_Texture *texture; /* the page on the device ... */
    Bitmap bitmap;        /* ... or in memory */
    Shelf shelf;
    int count;
    GlyphPicture pictures[SLOTS];
};

/* ---- The page ---- */

static void forget(GlyphAtlas *atlas)
{
    atlas->shelf = shelf_make(atlas->page_px, atlas->page_px, WHITE_PX);
    atlas->count = 0;
    memset(atlas->pictures, 0, sizeof atlas->pictures);
}

bool glyph_atlas_rebuild(GlyphAtlas *atlas, CwError *error)
{
    SDL_DestroyTexture(atlas->texture);
    atlas->texture = NULL;
    bitmap_free(&atlas->bitmap);
    forget(atlas);
    if (!atlas->in_memory) {
        atlas->texture = atlas_page_texture(atlas->sdl, atlas->page_px, atlas->page_px, error);
        return atlas->texture != NULL;
    }
    /* Letters are edges: runs would not pay. */
    atlas->bitmap.surface = bitmap_surface(atlas->page_px, atlas->page_px);
    return atlas->bitmap.surface != NULL || cw_error_set(error, "out of memory for the letters");
}

void glyph_atlas_clear(GlyphAtlas *atlas)
{
    if (atlas->page_px == PAGE_MAX_PX) {
        forget(atlas);
        return;
    }
    atlas->page_px *= 2;
    if (!glyph_atlas_rebuild(atlas, NULL)) { /* refused: a smaller page still serves */
        atlas->page_px /= 2;
        glyph_atlas_rebuild(atlas, NULL);
    }
}

Texels glyph_atlas_texels(const GlyphAtlas *atlas)
{
    return (Texels){atlas->texture, atlas->bitmap.surface != NULL ? &atlas->bitmap : NULL};
}

/* ---- Pictures ---- */

/* Copies FreeType's coverage as white, with a clear border, to `to`, of `pitch` words a row. */
static void copy_pixels(const FT_Bitmap *ink, uint32_t *to, int pitch)
{
    size_t width = ink->width + 2 * GLYPH_BORDER_PX, height = ink->rows + 2 * GLYPH_BORDER_PX;
    for (size_t y = 0; y < height; y++) {
        memset(to + y * (size_t)pitch, 0, width * sizeof *to);
    }
    for (size_t y = 0; y < ink->rows; y++) {
        const unsigned char *from = ink->buffer + (ptrdiff_t)y * ink->pitch;
        uint32_t *row = to + (y + GLYPH_BORDER_PX) * (size_t)pitch + GLYPH_BORDER_PX;
        for (size_t x = 0; x < ink->width; x++) {
            row[x] = from[x] * 0x01010101U;
        }
    }
}

/* Copies ink into the page. False when there is no room. */
static bool upload(GlyphAtlas *atlas, const FT_Bitmap *ink, SDL_Rect *source_px)
{
    SDL_Rect to = {0, 0, (int)ink->width + 2 * GLYPH_BORDER_PX,
                   (int)ink->rows + 2 * GLYPH_BORDER_PX};
    SDL_Point at_px;
    if (!shelf_place(&atlas->shelf, to.w, to.h, &at_px)) {
        return false;
    }
    to.x = at_px.x;
    to.y = at_px.y;
    *source_px =
        (SDL_Rect){to.x + GLYPH_BORDER_PX, to.y + GLYPH_BORDER_PX, (int)ink->width, (int)ink->rows};
    if (atlas->bitmap.surface != NULL) {
        int pitch = bitmap_pitch(&atlas->bitmap);
        uint32_t *pixels = atlas->bitmap.surface->pixels;
        copy_pixels(ink, pixels + (ptrdiff_t)to.y * pitch + to.x, pitch);
        return true;
    }
    uint32_t *pixels = malloc((size_t)to.w * (size_t)to.h * sizeof *pixels);
    if (pixels != NULL) {
        copy_pixels(ink, pixels, to.w);
        SDL_UpdateTexture(atlas->texture, &to, pixels, to.w * (int)sizeof *pixels);
        free(pixels);
    }
    return pixels != NULL;
}

/* The shape of a glyph with an edge around it, in place of the glyph. */
static void add_edge(FT_Library library, FT_Glyph *glyph, int radius_64ths)
{
    FT_Stroker stroker;
    if (FT_Stroker_New(library, &stroker) == 0) {
        FT_Stroker_Set(stroker, radius_64ths, FT_STROKER_LINECAP_ROUND, FT_STROKER_LINEJOIN_ROUND,
                       0);
        FT_Glyph_StrokeBorder(glyph, stroker, 0, 1);
        FT_Stroker_Done(stroker);
    }
}

/* NULL when the font has no outline for it. Hinted from top to bottom only, so that places within
 * a pixel stay what they are. */
static FT_Glyph load(const GlyphWish *wish)
{
    FT_Face face = wish->font->outlines;
    FT_Glyph glyph = NULL;
    if (FT_Set_Char_Size(face, 0, wish->em_64ths, 72, 72) != 0 ||
        FT_Load_Glyph(face, wish->glyph, FT_LOAD_NO_BITMAP | FT_LOAD_TARGET_LIGHT) != 0 ||
        face->glyph->format != FT_GLYPH_FORMAT_OUTLINE || FT_Get_Glyph(face->glyph, &glyph) != 0) {
        return NULL;
    }
    if (wish->radius_64ths > 0) {
        add_edge(face->glyph->library, &glyph, wish->radius_64ths);
    }
    const FT_Vector shift = {wish->shift * 64 / GLYPH_SHIFTS, 0};
    FT_Glyph_Transform(glyph, NULL, &shift);
    if (FT_Glyph_To_Bitmap(&glyph, FT_RENDER_MODE_NORMAL, NULL, 1) != 0) {
        FT_Done_Glyph(glyph);
        return NULL;
    }
    return glyph;
}

static bool rasterise(GlyphAtlas *atlas, const GlyphWish *wish, GlyphPicture *picture)
{
    FT_Glyph glyph = load(wish);
    if (glyph == NULL) {
        return true;
    }
    FT_BitmapGlyph ink = (FT_BitmapGlyph)glyph;
    bool fits = true; /* what has no ink does anywhere */
    if (ink->bitmap.width > 0 && ink->bitmap.rows > 0) {
        picture->left_px = ink->left;
        picture->top_px = -ink->top;
        fits = upload(atlas, &ink->bitmap, &picture->source_px);
    }
    FT_Done_Glyph(glyph);
    return fits;
}

static uint64_t key_of(const GlyphWish *wish)
{
    return (uint64_t)1 << 63 | (uint64_t)wish->font_index << 54 | (uint64_t)wish->em_64ths << 36 |
           (uint64_t)wish->radius_64ths << 18 | (uint64_t)wish->shift << 16 |
           (wish->glyph & 0xFFFF);
}

const GlyphPicture *glyph_atlas_find(GlyphAtlas *atlas, const GlyphWish *wish)
{
    uint64_t key = key_of(wish), slot = key * 0x9E3779B97F4A7C15U >> 32;
    while (atlas->pictures[slot % SLOTS].key != 0) {
        if (atlas->pictures[slot % SLOTS].key == key) {
            return &atlas->pictures[slot % SLOTS];
        }
        slot++;
    }
    GlyphPicture fresh = {.key = key};
    if (atlas->count == SLOTS / 2 || !rasterise(atlas, wish, &fresh)) {
        return NULL;
    }
    atlas->count++;
    atlas->pictures[slot % SLOTS] = fresh;
    return &atlas->pictures[slot % SLOTS];
}

/* ---- Life ---- */

GlyphAtlas *glyph_atlas_create(SDL_Renderer *sdl, bool in_memory, CwError *error)
{
    GlyphAtlas *atlas = calloc(1, sizeof *atlas);
    if (atlas == NULL) {
        cw_error_set(error, "out of memory for the letters");
        return NULL;
    }
    atlas->sdl = sdl;
    atlas->in_memory = in_memory;
    atlas->page_px = FIRST_PAGE_PX;
    if (!glyph_atlas_rebuild(atlas, error)) {
        glyph_atlas_destroy(atlas);
        return NULL;
    }
    return atlas;
}

void glyph_atlas_destroy(GlyphAtlas *atlas)
{
    if (atlas != NULL) {
        SDL_DestroyTexture(atlas->texture);
        bitmap_free(&atlas->bitmap);
        free(atlas);
    }
}
