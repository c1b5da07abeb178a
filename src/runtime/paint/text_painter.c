#include "base/report.h"
#include "paint/canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include FT_GLYPH_H
#include FT_OUTLINE_H
#include FT_STROKER_H

enum {
    GLYPH_EM_MAX_PX = 640, /* larger glyphs are scaled */
    GLYPH_SHIFTS = 4,      /* horizontal places within a pixel */
    BORDER_PX = 1,         /* transparent pixels around the picture */
    FIRST_PAGE_PX = 512,   /* fresh memory costs more than a first picture's letters */
    PAGE_MAX_PX = 2048,
    SLOTS = 8192 /* of the hash table, a power of two; at most half are used */
};

static const double TEXT_LEAST_PX = 5; /* lower lines can't be read */
static const double EM_LEAST_PX = 4;
static const float FINE_EM_PX = 32; /* smaller sizes are rounded to quarters of a pixel */

typedef struct GlyphWish {
    const Font *font;
    int font_index; /* tells fonts apart */
    uint32_t glyph;
    int em_64ths;     /* size in 64ths of a pixel, at most GLYPH_EM_MAX_PX */
    int radius_64ths; /* width of an edge; 0: none */
    int shift;        /* below GLYPH_SHIFTS */
} GlyphWish;

/* A glyph's picture in the page, without its border; 0 x 0: no ink. */
typedef struct GlyphPicture {
    uint64_t key; /* 0: free slot */
    SDL_Rect source_px;
    int left_px, top_px; /* offset of the picture from the pen on the baseline */
} GlyphPicture;

struct TextPainter {
    const Painter *painter;
    Canvas *canvas;
    int page_px;
    Bitmap bitmap;        /* the page, without runs: letters consist of edges */
    SDL_Texture *texture; /* copy of the page on the device; NULL: the painter needs none */
    Shelf shelf;
    bool was_reported; /* the missing letter was reported */
    int count;
    GlyphPicture pictures[SLOTS];
};

/* ---- the page ---- */

static void clear_letters(TextPainter *text)
{
    text->shelf = shelf_make(text->page_px, text->page_px, WHITE_PX);
    text->count = 0;
    memset(text->pictures, 0, sizeof text->pictures);
}

bool text_painter_rebuild(TextPainter *text, CwError *error)
{
    SDL_DestroyTexture(text->texture);
    text->texture = NULL;
    bitmap_free(&text->bitmap);
    clear_letters(text);
    text->bitmap.surface = bitmap_surface(text->page_px, text->page_px);
    if (text->bitmap.surface == NULL) {
        return cw_error_set(error, "out of memory for the letters");
    }
    if (!text->painter->keeps_picture) {
        text->texture = atlas_page_texture(text->canvas->sdl, text->page_px, text->page_px, error);
    }
    return text->painter->keeps_picture || text->texture != NULL;
}

static void clear_page(TextPainter *text)
{
    if (text->page_px == PAGE_MAX_PX) {
        clear_letters(text);
        return;
    }
    text->page_px *= 2;
    if (!text_painter_rebuild(text, NULL)) { /* refused: a smaller page still serves */
        text->page_px /= 2;
        text_painter_rebuild(text, NULL);
    }
}

/* ---- glyphs ---- */

/* Copies FreeType's coverage as white, with a clear border, to `to`, of `pitch` words a row. */
static void copy_pixels(const FT_Bitmap *ink, uint32_t *to, int pitch)
{
    size_t width = ink->width + 2 * BORDER_PX, height = ink->rows + 2 * BORDER_PX;
    for (size_t y = 0; y < height; y++) {
        memset(to + y * (size_t)pitch, 0, width * sizeof *to);
    }
    for (size_t y = 0; y < ink->rows; y++) {
        const unsigned char *from = ink->buffer + (ptrdiff_t)y * ink->pitch;
        uint32_t *row = to + (y + BORDER_PX) * (size_t)pitch + BORDER_PX;
        for (size_t x = 0; x < ink->width; x++) {
            row[x] = from[x] * 0x01010101U;
        }
    }
}

/* Copies ink into the page. False: no room, or no page. */
static bool upload_ink(TextPainter *text, const FT_Bitmap *ink, SDL_Rect *source_px)
{
    SDL_Rect to = {0, 0, (int)ink->width + 2 * BORDER_PX, (int)ink->rows + 2 * BORDER_PX};
    SDL_Point at_px;
    if (text->bitmap.surface == NULL || !shelf_place(&text->shelf, to.w, to.h, &at_px)) {
        return false;
    }
    to.x = at_px.x;
    to.y = at_px.y;
    *source_px = (SDL_Rect){to.x + BORDER_PX, to.y + BORDER_PX, (int)ink->width, (int)ink->rows};
    int pitch = text->bitmap.surface->w;
    uint32_t *pixels = text->bitmap.surface->pixels;
    pixels += (ptrdiff_t)to.y * pitch + to.x;
    copy_pixels(ink, pixels, pitch);
    return text->texture == NULL ||
           SDL_UpdateTexture(text->texture, &to, pixels, pitch * (int)sizeof *pixels) == 0;
}

/* Replaces a glyph by its shape with an edge around it. */
static void stroke_glyph(FT_Library library, FT_Glyph *glyph, int radius_64ths)
{
    FT_Stroker pen;
    if (FT_Stroker_New(library, &pen) == 0) {
        FT_Stroker_Set(pen, radius_64ths, FT_STROKER_LINECAP_ROUND, FT_STROKER_LINEJOIN_ROUND, 0);
        FT_Glyph_StrokeBorder(glyph, pen, 0, 1);
        FT_Stroker_Done(pen);
    }
}

/* Loads a glyph; NULL: no outline. Hinted only vertically, so places within a pixel stay. */
static FT_Glyph load_glyph(const GlyphWish *wish)
{
    FT_Face face = wish->font->outlines;
    FT_Glyph glyph = NULL;
    if (FT_Set_Char_Size(face, 0, wish->em_64ths, 72, 72) != 0 ||
        FT_Load_Glyph(face, wish->glyph, FT_LOAD_NO_BITMAP | FT_LOAD_TARGET_LIGHT) != 0 ||
        face->glyph->format != FT_GLYPH_FORMAT_OUTLINE || FT_Get_Glyph(face->glyph, &glyph) != 0) {
        return NULL;
    }
    if (wish->radius_64ths > 0) {
        stroke_glyph(face->glyph->library, &glyph, wish->radius_64ths);
    }
    const FT_Vector shift = {wish->shift * 64 / GLYPH_SHIFTS, 0};
    FT_Glyph_Transform(glyph, NULL, &shift);
    if (FT_Glyph_To_Bitmap(&glyph, FT_RENDER_MODE_NORMAL, NULL, 1) != 0) {
        FT_Done_Glyph(glyph);
        return NULL;
    }
    return glyph;
}

static bool rasterise(TextPainter *text, const GlyphWish *wish, GlyphPicture *picture)
{
    FT_Glyph glyph = load_glyph(wish);
    if (glyph == NULL) {
        report_once(&text->was_reported,
                    "a letter can't be drawn: its font is damaged, or there is no memory");
        return true;
    }
    FT_BitmapGlyph ink = (FT_BitmapGlyph)glyph;
    bool fits = true; /* a glyph without ink always fits */
    if (ink->bitmap.width > 0 && ink->bitmap.rows > 0) {
        picture->left_px = ink->left;
        picture->top_px = -ink->top;
        fits = upload_ink(text, &ink->bitmap, &picture->source_px);
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

/* A glyph's picture; NULL: the page is full. */
static const GlyphPicture *find_or_rasterise(TextPainter *text, const GlyphWish *wish)
{
    uint64_t key = key_of(wish), slot = key * 0x9E3779B97F4A7C15U >> 32;
    while (text->pictures[slot % SLOTS].key != 0) {
        if (text->pictures[slot % SLOTS].key == key) {
            return &text->pictures[slot % SLOTS];
        }
        slot++;
    }
    GlyphPicture made = {.key = key};
    if (text->count == SLOTS / 2 || !rasterise(text, wish, &made)) {
        return NULL;
    }
    text->count++;
    text->pictures[slot % SLOTS] = made;
    return &text->pictures[slot % SLOTS];
}

/* ---- texts ---- */

typedef struct Job {
    TextPainter *text;
    const CwDrawList *list;
    const TextCommand *command;
    const TextBlock *block;
    TypeLayout layout;
    float scale;     /* pixels per view point */
    Placement place; /* the anchor, pixels */
    bool is_turned;
    float line_px; /* height of a line */
    float top_px;  /* top of the block, from the anchor */
    float raster;  /* pixels of the picture for one of the raster; 1: sharp */
    int em_64ths;  /* size of the raster */
} Job;

typedef struct Pass {
    vec2s offset_px; /* along the text's own axes */
    float radius_px; /* width of an edge; 0: the letters themselves */
    CwColour colour;
} Pass;

/* Finds a picture. If the page is full, paints what waits and clears it. */
static const GlyphPicture *find_picture(const Job *job, const GlyphWish *wish)
{
    TextPainter *text = job->text;
    const GlyphPicture *picture = find_or_rasterise(text, wish);
    if (picture == NULL) {
        text->painter->flush(text->canvas);
        SDL_RenderFlush(text->canvas->sdl);
        clear_page(text);
        picture = find_or_rasterise(text, wish);
        text->canvas->texture = NULL; /* the texture may have changed */
    }
    return picture;
}

/* Paints a glyph at `pen` (pixels of the picture); upright ones are rounded to the raster's. */
static void paint_glyph(const Job *job, const TypeGlyph *glyph, const Pass *pass, vec2s pen)
{
    GlyphWish wish = {.font = fonts_at(typesetter_fonts(job->list->typesetter), glyph->font),
                      .font_index = glyph->font,
                      .glyph = glyph->glyph,
                      .em_64ths = job->em_64ths,
                      .radius_64ths = (int)(pass->radius_px / job->raster * 16 + 0.5F) * 4};
    if (!job->is_turned) {
        float quarters = floorf(pen.x * (float)GLYPH_SHIFTS + 0.5F);
        float whole = floorf(quarters / (float)GLYPH_SHIFTS);
        wish.shift = (int)(quarters - whole * (float)GLYPH_SHIFTS);
        pen = (vec2s){{whole, floorf(pen.y + 0.5F)}};
    }
    const GlyphPicture *picture = find_picture(job, &wish);
    if (picture == NULL || picture->source_px.w == 0) {
        return;
    }
    vec2s size = {
        {(float)picture->source_px.w * job->raster, (float)picture->source_px.h * job->raster}};
    vec2s middle = {{(float)picture->left_px * job->raster + size.x / 2,
                     (float)picture->top_px * job->raster + size.y / 2}};
    vec2s centre = glms_vec2_add(pen, placement_direction(job->place, middle));
    Quad quad = {.texels = {job->text->texture, &job->text->bitmap},
                 .source_px = picture->source_px,
                 .border_px = BORDER_PX,
                 .is_exact = !job->is_turned && job->raster == 1,
                 .right = job->place.right,
                 .down = placement_down(job->place),
                 .centre_px = centre,
                 .size = size,
                 .scale = {{1, 1}},
                 .tint = pass->colour};
    job->text->painter->quad(job->text->canvas, &quad);
}

static float glyph_reach_px(const Job *job, float radius_px)
{
    return 2 * job->line_px + radius_px;
}

static PixelBox box_around(vec2s place_px, float reach_px)
{
    return (PixelBox){glms_vec2_subs(place_px, reach_px), glms_vec2_adds(place_px, reach_px)};
}

static void paint_pass(const Job *job, const Pass *pass)
{
    float reach_px = glyph_reach_px(job, pass->radius_px);
    vec2s top = {{pass->offset_px.x, job->top_px + pass->offset_px.y}};
    vec2s anchor = job->place.origin;
    if (pass->colour.a == 0) {
        return;
    }
    for (uint32_t i = 0; i < job->layout.count; i++) {
        const TypeGlyph *glyph = &job->layout.glyphs[i];
        vec2s along = glms_vec2_add(glms_vec2_scale(glyph->pen, job->line_px), top);
        vec2s pen = glms_vec2_add(anchor, placement_direction(job->place, along));
        if (canvas_sees(job->text->canvas, box_around(pen, reach_px))) {
            paint_glyph(job, glyph, pass, pen);
        }
    }
}

static float outline_px(const Job *job)
{
    return fminf(job->block->outline * job->scale, 0.2F * job->line_px);
}

static vec2s shadow_px(const Job *job)
{
    return glms_vec2_scale(job->block->shadow, job->scale);
}

static void paint_passes(const Job *job)
{
    const TextBlock *block = job->block;
    CwColour colour = job->command->colour;
    vec2s shadow = shadow_px(job);
    float radius_px = outline_px(job);
    if (shadow.x != 0 || shadow.y != 0) {
        paint_pass(job, &(Pass){shadow, radius_px, fill_faded(block->shadow_colour, colour.a)});
    }
    if (radius_px > 0) {
        paint_pass(job, &(Pass){.radius_px = radius_px,
                                .colour = fill_faded(block->outline_colour, colour.a)});
    }
    paint_pass(job, &(Pass){.colour = colour});
}

/* The way from the top of the block down to the anchor, in heights of a line. */
static float anchor_of(const TypeLayout *layout, CwTextAnchor anchor)
{
    const float places[] = {[CW_ANCHOR_MIDDLE] = layout->height / 2,
                            [CW_ANCHOR_TOP] = 0,
                            [CW_ANCHOR_BASELINE] = layout->baseline,
                            [CW_ANCHOR_BOTTOM] = layout->height};
    return places[anchor];
}

/* A guess for a text without layout: a byte is twice as wide as high, or a line of its own. */
static PixelBox far_box(const Job *job)
{
    float spacing = fmaxf(1, job->block->line_spacing);
    float reach_px = job->line_px * (2 + 2 * spacing * (float)job->command->byte_count);
    return box_around(job->place.origin, reach_px + glms_vec2_norm(shadow_px(job)));
}

static Job make_job(const Viewport *viewport, const CwDrawList *list, const TextCommand *command)
{
    float scale = (float)fmin(viewport->scale_x, viewport->scale_y);
    Placement place = command->place;
    place.origin = viewport_pixel(viewport, place.origin);
    return (Job){.list = list,
                 .command = command,
                 .block = draw_list_block(list, command),
                 .scale = scale,
                 .place = place,
                 .is_turned = place.right.y != 0,
                 .line_px = command->size * scale};
}

static bool can_be_seen(const Job *job)
{
    return job->list->typesetter != NULL && job->line_px >= TEXT_LEAST_PX;
}

static void lay_out(Job *job)
{
    job->layout = draw_list_layout(job->list, job->command);
    float em_px = job->line_px * job->layout.em_per_line;
    float step = em_px < FINE_EM_PX ? 4 : 1; /* more sizes would fill the page while a text grows */
    float near_px = floorf(em_px * step + 0.5F) / step;
    job->em_64ths = (int)(64 * fminf(fmaxf(near_px, (float)EM_LEAST_PX), (float)GLYPH_EM_MAX_PX));
    bool is_sharp = !job->is_turned && em_px < (float)GLYPH_EM_MAX_PX + 1;
    job->raster = is_sharp ? 1 : em_px * 64 / (float)job->em_64ths;
    job->top_px = -job->line_px * anchor_of(&job->layout, job->block->anchor);
}

void text_paint(TextPainter *text, const Viewport *viewport, const CwDrawList *list,
                const TextCommand *command)
{
    Job job = make_job(viewport, list, command);
    job.text = text;
    if (can_be_seen(&job)) {
        lay_out(&job);
        paint_passes(&job);
    }
}

PixelBox text_box(const Viewport *viewport, const CwDrawList *list, const TextCommand *command)
{
    PixelBox box = {{{INFINITY, INFINITY}}, {{-INFINITY, -INFINITY}}};
    Job job = make_job(viewport, list, command);
    if (!can_be_seen(&job)) {
        return box;
    }
    PixelBox far = far_box(&job);
    if (!canvas_is_in(far, canvas_picture_px(viewport))) {
        return far;
    }
    lay_out(&job);
    float reach_px = glyph_reach_px(&job, outline_px(&job)) + glms_vec2_norm(shadow_px(&job));
    for (uint32_t i = 0; i < job.layout.count; i++) {
        vec2s along = glms_vec2_scale(job.layout.glyphs[i].pen, job.line_px);
        along.y += job.top_px;
        PixelBox glyph = box_around(
            glms_vec2_add(job.place.origin, placement_direction(job.place, along)), reach_px);
        box.low = glms_vec2_minv(box.low, glyph.low);
        box.high = glms_vec2_maxv(box.high, glyph.high);
    }
    return box;
}

/* ---- life ---- */

TextPainter *text_painter_create(const Painter *painter, Canvas *canvas, CwError *error)
{
    TextPainter *text = calloc(1, sizeof *text);
    if (text == NULL) {
        cw_error_set(error, "out of memory for the letters");
        return NULL;
    }
    text->painter = painter;
    text->canvas = canvas;
    text->page_px = FIRST_PAGE_PX;
    if (!text_painter_rebuild(text, error)) {
        text_painter_destroy(text);
        return NULL;
    }
    return text;
}

void text_painter_destroy(TextPainter *text)
{
    if (text != NULL) {
        SDL_DestroyTexture(text->texture);
        bitmap_free(&text->bitmap);
        free(text);
    }
}
