#include "draw/text.h"

#include "base/report.h"
#include "draw/art.h"
#include "draw/atlas.h"
#include "draw/canvas.h"
#include "draw/font_files.h"
#include "draw/shelf.h"
#include "draw/utf8.h"

#include <SDL_ttf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAGE_PX = 1024,
    SLOTS = 4096, /* of the hash table, a power of two; at most half of them are used */
    EM_MIN_PX = 4,
    EM_MAX_PX = 144, /* larger letters are scaled: a page would hold too few */
    REFERENCE_PX = 256
};

/* A glyph in the texture; a size of 0 x 0 has no ink. */
typedef struct Glyph {
    uint64_t key; /* 0: free slot */
    SDL_Rect source_px;
    int left_px, top_px; /* of the rectangle, from the pen and from the top of the line */
    int advance_px;
} Glyph;

typedef struct Face {
    TTF_Font *font;       /* NULL when it can't be opened */
    int em_px;            /* size it is set to */
    double height_per_em; /* of a line */
} Face;

struct Text {
    SDL_Renderer *sdl;
    bool in_memory;
    SDL_Texture *texture; /* or else ... */
    Bitmap bitmap;        /* ... in memory */
    Shelf shelf;
    bool fonts_opened;
    Face faces[CW_FACE_COUNT];
    uint32_t version;
    int glyph_count;
    Glyph glyphs[SLOTS];
};

/* ---- The texture ---- */

void text_clear(Text *text)
{
    text->shelf = shelf_make(PAGE_PX, PAGE_PX, WHITE_PX);
    text->glyph_count = 0;
    text->version++;
    memset(text->glyphs, 0, sizeof text->glyphs);
    if (text->bitmap.surface != NULL) {
        SDL_FillRect(text->bitmap.surface, NULL, 0);
    }
}

bool text_rebuild(Text *text, CwError *error)
{
    SDL_DestroyTexture(text->texture);
    text->texture = NULL;
    text_clear(text);
    if (text->in_memory && text->bitmap.surface != NULL) {
        return true;
    }
    SDL_Surface *page = art_surface(PAGE_PX, PAGE_PX);
    if (page == NULL) {
        return cw_error_set(error, "out of memory for the letters");
    }
    SDL_FillRect(page, &(SDL_Rect){0, 0, WHITE_PX, WHITE_PX}, 0xFFFFFFFF);
    if (text->in_memory) {
        text->bitmap.surface = page; /* letters are edges: runs would not pay */
        return true;
    }
    text->texture = atlas_texture(text->sdl, page, error);
    SDL_FreeSurface(page);
    return text->texture != NULL;
}

SDL_Texture *text_texture(const Text *text)
{
    return text->texture;
}

uint32_t text_version(const Text *text)
{
    return text->version;
}

const Bitmap *text_bitmap(const Text *text)
{
    return text->in_memory ? &text->bitmap : NULL;
}

/* ---- Fonts ---- */

static void open_face(Face *face, const FontFile *file)
{
    face->font =
        file->path[0] == '\0' ? NULL : TTF_OpenFontIndex(file->path, REFERENCE_PX, file->index);
    if (face->font == NULL) {
        return;
    }
    face->em_px = REFERENCE_PX;
    face->height_per_em = fmax(1, TTF_FontHeight(face->font)) / (double)REFERENCE_PX;
    TTF_SetFontHinting(face->font, TTF_HINTING_LIGHT);
}

static void open_fonts(Text *text)
{
    FontFile files[CW_FACE_COUNT];
    text->fonts_opened = true;
    font_files_find(files);
    for (int i = 0; i < CW_FACE_COUNT; i++) {
        open_face(&text->faces[i], &files[i]);
        if (text->faces[i].font == NULL && i == CW_FACE_REGULAR) {
            report("no font can be opened%s%s, so text is left out; install fonts-dejavu-core",
                   files[i].path[0] == '\0' ? "" : ", not even ", files[i].path);
        }
    }
}

/* The font of a face set to a size, or the regular one for it; NULL when there is none. */
static Face *use_face(Text *text, CwTextFace wanted)
{
    if (!text->fonts_opened) {
        open_fonts(text);
    }
    Face *face = &text->faces[wanted];
    if (face->font == NULL) {
        face = &text->faces[CW_FACE_REGULAR];
    }
    return face->font == NULL ? NULL : face;
}

static bool set_size(Face *face, int em_px)
{
    if (face->em_px != em_px && TTF_SetFontSize(face->font, em_px) == 0) {
        face->em_px = em_px;
    }
    return face->em_px == em_px;
}

/* ---- Glyphs ---- */

static Glyph *glyph_slot(Text *text, uint64_t key)
{
    uint64_t slot = key * 0x9E3779B97F4A7C15U >> 32;
    while (text->glyphs[slot % SLOTS].key != 0 && text->glyphs[slot % SLOTS].key != key) {
        slot++;
    }
    return &text->glyphs[slot % SLOTS];
}

/* Copies a rendered glyph into the texture. False when there is no room. */
static bool upload(Text *text, SDL_Surface *ink, SDL_Rect *source_px)
{
    SDL_Rect to = {0, 0, ink->w, ink->h};
    if (!shelf_place(&text->shelf, to.w, to.h, &to.x, &to.y)) {
        return false;
    }
    *source_px = to;
    text->version++;
    if (!text->in_memory) {
        SDL_UpdateTexture(text->texture, &to, ink->pixels, ink->pitch);
        return true;
    }
    SDL_PremultiplyAlpha(ink->w, ink->h, SDL_PIXELFORMAT_ARGB8888, ink->pixels, ink->pitch,
                         SDL_PIXELFORMAT_ARGB8888, ink->pixels, ink->pitch);
    SDL_SetSurfaceBlendMode(ink, SDL_BLENDMODE_NONE);
    SDL_BlitSurface(ink, NULL, text->bitmap.surface, &to);
    return true;
}

/* SDL_ttf renders a glyph as a line of one letter: its surface begins at the pen, or left of it
 * where the letter reaches out, and at the top of the line, or above. */
static bool rasterise(Text *text, Face *face, uint32_t letter, Glyph *glyph)
{
    int left = 0, right = 0, low = 0, high = 0;
    if (TTF_GlyphMetrics32(face->font, letter, &left, &right, &low, &high, &glyph->advance_px) !=
        0) {
        return true;
    }
    if (right <= left || high <= low) {
        return true;
    }
    SDL_Surface *ink = TTF_RenderGlyph32_Blended(
        face->font, letter, (SDL_Color){.r = 255, .g = 255, .b = 255, .a = 255});
    if (ink == NULL) {
        return true;
    }
    glyph->left_px = left < 0 ? left : 0;
    int above = high - TTF_FontAscent(face->font);
    glyph->top_px = above > 0 ? -above : 0;
    bool fits = upload(text, ink, &glyph->source_px);
    SDL_FreeSurface(ink);
    return fits;
}

/* NULL when the texture is full. */
static const Glyph *find_glyph(Text *text, Face *face, int em_px, uint32_t letter)
{
    uint64_t face_index = (uint64_t)(face - text->faces);
    uint64_t key = (uint64_t)1 << 63 | face_index << 56 | (uint64_t)em_px << 32 | letter;
    Glyph *glyph = glyph_slot(text, key);
    if (glyph->key == key) {
        return glyph;
    }
    if (text->glyph_count >= SLOTS / 2 || !set_size(face, em_px)) {
        return NULL;
    }
    Glyph fresh = {.key = key};
    if (!rasterise(text, face, letter, &fresh)) {
        return NULL;
    }
    *glyph = fresh;
    text->glyph_count++;
    return glyph;
}

/* ---- Layout ---- */

static void place_glyph(TextLayout *layout, const Glyph *glyph, float top_px, float scale)
{
    if (glyph->source_px.w > 0) {
        layout->glyphs[layout->count++] = (TextGlyph){
            .source_px = glyph->source_px,
            .low_px = {{layout->width_px + (float)glyph->left_px * scale,
                        top_px + (float)glyph->top_px * scale}},
            .size_px = {{(float)glyph->source_px.w * scale, (float)glyph->source_px.h * scale}}};
    }
    layout->width_px += (float)glyph->advance_px * scale;
}

bool text_layout(Text *text, const TextLine *line, TextLayout *layout)
{
    layout->count = 0;
    layout->width_px = 0;
    Face *face = use_face(text, line->face);
    if (face == NULL) {
        return true;
    }
    double wanted_em_px = fmax(EM_MIN_PX, floor(line->height_px / face->height_per_em + 0.5));
    int em_px = (int)fmin(wanted_em_px, EM_MAX_PX);
    float scale = (float)(wanted_em_px / em_px);
    float top_px = -floorf((float)(wanted_em_px * face->height_per_em) / 2 + 0.5F);
    const char *at = line->bytes, *end = line->bytes + line->byte_count;
    while (at < end && layout->count < (int)CW_ARRAY_LENGTH(layout->glyphs)) {
        const Glyph *glyph = find_glyph(text, face, em_px, utf8_next(&at, end));
        if (glyph == NULL) {
            return false;
        }
        place_glyph(layout, glyph, top_px, scale);
    }
    return true;
}

/* ---- Life ---- */

Text *text_create(SDL_Renderer *sdl, bool in_memory, CwError *error)
{
    Text *text = calloc(1, sizeof *text);
    if (text == NULL || TTF_Init() != 0) {
        free(text);
        cw_error_set(error, "the font library does not start (%s); reinstall SDL2_ttf",
                     TTF_GetError());
        return NULL;
    }
    text->sdl = sdl;
    text->in_memory = in_memory;
    if (!text_rebuild(text, error)) {
        text_destroy(text);
        return NULL;
    }
    return text;
}

void text_destroy(Text *text)
{
    if (text == NULL) {
        return;
    }
    for (int i = 0; i < CW_FACE_COUNT; i++) {
        if (text->faces[i].font != NULL) {
            TTF_CloseFont(text->faces[i].font);
        }
    }
    SDL_DestroyTexture(text->texture);
    bitmap_free(&text->bitmap);
    TTF_Quit();
    free(text);
}
