#include "draw/glyph_atlas.h"

#include "draw/art.h"
#include "draw/atlas.h"
#include "draw/canvas.h"
#include "draw/shelf.h"

#include <stdlib.h>
#include <string.h>

#include FT_GLYPH_H
#include FT_OUTLINE_H
#include FT_STROKER_H

enum {
    FIRST_PAGE_PX = 512,  /* fresh memory costs more than the letters of a first picture */
    PAGE_PX = 1024,       /* where those don't fit */
    LARGE_PAGE_PX = 2048, /* where larger letters than these are seen */
    LARGE_EM_PX = 144,
    SLOTS = 8192 /* of the hash table, a power of two; at most half of them are used */
};

struct GlyphAtlas {
    SDL_Renderer *sdl;
    bool in_memory;
    uint32_t version;
    int page_px, wanted_px;
    bool large_refused;
    SDL_Texture *texture; /* or else ... */
    Bitmap bitmap;        /* ... in memory */
    Shelf shelf;
    int count;
    GlyphPicture pictures[SLOTS];
};

/* ---- The page ---- */

static void forget(GlyphAtlas *atlas)
{
    atlas->shelf = shelf_make(atlas->page_px, atlas->page_px, WHITE_PX);
    atlas->count = 0;
    atlas->version++;
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
    SDL_Surface *page = bitmap_surface(atlas->page_px, atlas->page_px);
    if (page == NULL) {
        return cw_error_set(error, "out of memory for the letters");
    }
    SDL_FillRect(page, &(SDL_Rect){0, 0, WHITE_PX, WHITE_PX}, 0xFFFFFFFF);
    atlas->bitmap.surface = page; /* letters are edges: runs would not pay */
    return true;
}

/* A device that refuses the large page keeps a smaller one, and scaled letters. */
static void grow(GlyphAtlas *atlas)
{
    int before_px = atlas->page_px;
    atlas->page_px = atlas->wanted_px;
    if (!glyph_atlas_rebuild(atlas, NULL)) {
        atlas->page_px = before_px;
        atlas->large_refused = true;
        glyph_atlas_rebuild(atlas, NULL);
    }
}

void glyph_atlas_clear(GlyphAtlas *atlas)
{
    if (atlas->wanted_px > atlas->page_px) {
        grow(atlas);
    } else {
        forget(atlas);
    }
}

uint32_t glyph_atlas_version(const GlyphAtlas *atlas)
{
    return atlas->version;
}

SDL_Texture *glyph_atlas_texture(const GlyphAtlas *atlas)
{
    return atlas->texture;
}

const Bitmap *glyph_atlas_bitmap(const GlyphAtlas *atlas)
{
    return atlas->in_memory && atlas->bitmap.surface != NULL ? &atlas->bitmap : NULL;
}

/* ---- Pictures ---- */

/* White of FreeType's coverage: premultiplied for memory, straight for a texture. */
static uint32_t pixel_of(const GlyphAtlas *atlas, uint32_t coverage)
{
    return atlas->in_memory ? coverage * 0x01010101U : coverage << 24 | 0xFFFFFFU;
}

/* Copies coverage with a border around it to `to`, of `pitch` words a row. */
static void copy_pixels(const GlyphAtlas *atlas, const FT_Bitmap *ink, uint32_t *to, int pitch)
{
    int width = (int)ink->width + 2 * GLYPH_BORDER_PX,
        height = (int)ink->rows + 2 * GLYPH_BORDER_PX;
    for (int y = 0; y < height; y++, to += pitch) {
        int row = y - GLYPH_BORDER_PX;
        bool inked = row >= 0 && row < (int)ink->rows;
        const unsigned char *from = inked ? ink->buffer + (ptrdiff_t)row * ink->pitch : NULL;
        for (int x = 0; x < width; x++) {
            int column = x - GLYPH_BORDER_PX;
            inked = from != NULL && column >= 0 && column < (int)ink->width;
            to[x] = pixel_of(atlas, inked ? from[column] : 0);
        }
    }
}

/* Copies ink into the page. False when there is no room. */
static bool upload(GlyphAtlas *atlas, const FT_Bitmap *ink, SDL_Rect *source_px)
{
    SDL_Rect to = {0, 0, (int)ink->width + 2 * GLYPH_BORDER_PX,
                   (int)ink->rows + 2 * GLYPH_BORDER_PX};
    if (!shelf_place(&atlas->shelf, to.w, to.h, &to.x, &to.y)) {
        return false;
    }
    *source_px =
        (SDL_Rect){to.x + GLYPH_BORDER_PX, to.y + GLYPH_BORDER_PX, (int)ink->width, (int)ink->rows};
    if (glyph_atlas_bitmap(atlas) != NULL) {
        int pitch = bitmap_pitch(&atlas->bitmap);
        uint32_t *pixels = atlas->bitmap.surface->pixels;
        copy_pixels(atlas, ink, pixels + (ptrdiff_t)to.y * pitch + to.x, pitch);
        return true;
    }
    uint32_t *pixels = malloc((size_t)to.w * (size_t)to.h * sizeof *pixels);
    if (pixels != NULL) {
        copy_pixels(atlas, ink, pixels, to.w);
        atlas->version++;
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
    bool large = wish->em_64ths > LARGE_EM_PX * 64 && atlas->page_px < LARGE_PAGE_PX &&
                 !atlas->large_refused;
    GlyphPicture fresh = {.key = key};
    if (large || atlas->count == SLOTS / 2 || !rasterise(atlas, wish, &fresh)) {
        atlas->wanted_px = large ? LARGE_PAGE_PX : PAGE_PX;
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
