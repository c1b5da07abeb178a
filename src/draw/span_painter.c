#include "draw/bitmap_copy.h"
#include "draw/canvas.h"
#include "draw/part_copy.h"
#include "draw/pixels.h"
#include "draw/turned_copy.h"

#include <math.h>

static const float TURN_MIN_PX = 0.25F; /* corners that move less need no turned copy */

enum { EDGE_LEVELS = 64 }; /* opacities of an edge pixel that are told apart; this one is full */

/* A colour at each opacity. */
typedef struct Paint {
    uint32_t levels[EDGE_LEVELS + 1];
} Paint;

static CwColour part_of(CwColour colour, int level)
{
    colour.a = (Uint8)((colour.a * level + EDGE_LEVELS / 2) / EDGE_LEVELS);
    return colour;
}

static Paint make_paint(CwColour colour)
{
    Paint paint;
    for (int level = 0; level <= EDGE_LEVELS; level++) {
        paint.levels[level] = pixels_premultiply(part_of(colour, level));
    }
    return paint;
}

/* ---- Outlines, a row of pixels at a time ---- */

/* An edge prepared for rows: the place x lies `normal_x * x + row` outside, where `row` changes
 * with y. */
typedef struct SpanEdge {
    float normal_x, inverse_x; /* 1 / normal_x; 0 for a level edge */
    float normal_y, offset;
    float row;
} SpanEdge;

typedef struct SpanEdges {
    SpanEdge edges[OUTLINE_CORNERS_MAX];
    int count;
    float reach_px;
} SpanEdges;

/* Pixels [from, to) of a row. */
typedef struct Span {
    int from, to;
} Span;

static float smaller(float a, float b)
{
    return a < b ? a : b;
}

static float larger(float a, float b)
{
    return a > b ? a : b;
}

static void prepare_edges(const Outline *outline, SpanEdges *edges)
{
    edges->count = outline->count;
    edges->reach_px = outline->reach_px;
    for (int i = 0; i < outline->count; i++) {
        vec2s normal = outline->normals[i];
        edges->edges[i] = (SpanEdge){
            .normal_x = normal.x,
            .inverse_x = fabsf(normal.x) < 1e-6F ? 0 : 1 / normal.x,
            .normal_y = normal.y,
            .offset = -glms_vec2_dot(normal, outline->corners[i]),
        };
    }
}

/* The pixels of a row whose centres lie less than `reach` outside of every edge. */
static Span row_span(const SpanEdges *edges, const SDL_Rect *clip, float reach)
{
    float low = (float)clip->x, high = (float)(clip->x + clip->w);
    for (int i = 0; i < edges->count; i++) {
        const SpanEdge *edge = &edges->edges[i];
        float bound = (reach - edge->row) * edge->inverse_x;
        if (edge->inverse_x > 0) {
            high = smaller(high, bound);
        } else if (edge->inverse_x < 0) {
            low = larger(low, bound);
        } else if (edge->row > reach) {
            return (Span){0, 0};
        }
    }
    if (!(low < high)) {
        return (Span){0, 0};
    }
    return (Span){(int)ceilf(low - 0.5F), (int)ceilf(high - 0.5F)};
}

/* Opacity of the pixel with its centre at x, from the edge it is furthest outside of. */
static inline int edge_level(const SpanEdges *edges, float x)
{
    float outside = -1e9F;
    for (int i = 0; i < edges->count; i++) {
        outside = larger(outside, edges->edges[i].normal_x * x + edges->edges[i].row);
    }
    float opacity = larger(0, smaller(1, edges->reach_px - outside));
    return (int)(opacity * (float)EDGE_LEVELS + 0.5F);
}

static void paint_edge(Canvas *canvas, const SpanEdges *edges, SDL_Rect row, const Paint *paint)
{
    for (int x = row.x; x < row.x + row.w; x++) {
        int level = edge_level(edges, (float)x + 0.5F);
        if (level > 0) {
            canvas->loops->lay(canvas->blend, canvas_pixel(canvas, x, row.y), 1,
                               paint->levels[level]);
        }
    }
}

static void paint_row(Canvas *canvas, const SpanEdges *edges, int y, const Paint *paint)
{
    Span touched = row_span(edges, &canvas->clip_px, edges->reach_px);
    Span full = row_span(edges, &canvas->clip_px, edges->reach_px - 1);
    if (full.from >= full.to) {
        paint_edge(canvas, edges, (SDL_Rect){touched.from, y, touched.to - touched.from, 1}, paint);
        return;
    }
    paint_edge(canvas, edges, (SDL_Rect){touched.from, y, full.from - touched.from, 1}, paint);
    canvas->loops->lay(canvas->blend, canvas_pixel(canvas, full.from, y), full.to - full.from,
                       paint->levels[EDGE_LEVELS]);
    paint_edge(canvas, edges, (SDL_Rect){full.to, y, touched.to - full.to, 1}, paint);
}

/* All pixels of a row, each in a colour of its own. */
static void paint_shaded_row(Canvas *canvas, const SpanEdges *edges, int y, const Gradient *colours)
{
    Span touched = row_span(edges, &canvas->clip_px, edges->reach_px);
    for (int x = touched.from; x < touched.to; x++) {
        vec2s middle = {{(float)x + 0.5F, (float)y + 0.5F}};
        CwColour colour = part_of(canvas_gradient_at(colours, middle), edge_level(edges, middle.x));
        canvas->loops->lay(canvas->blend, canvas_pixel(canvas, x, y), 1,
                           pixels_premultiply(colour));
    }
}

static void paint_outline(Canvas *canvas, const Outline *outline, const Gradient *colours)
{
    const SDL_Rect *clip = &canvas->clip_px;
    int top = (int)larger((float)clip->y, floorf(outline->low_px.y - 1));
    int end = (int)smaller((float)(clip->y + clip->h), ceilf(outline->high_px.y + 1));
    bool even = canvas_same_colour(colours->begin, colours->end);
    SpanEdges edges;
    Paint paint = make_paint(colours->begin);
    if (canvas->screen_pixels == NULL) {
        return;
    }
    prepare_edges(outline, &edges);
    for (int y = top; y < end; y++) {
        for (int i = 0; i < edges.count; i++) {
            SpanEdge *edge = &edges.edges[i];
            edge->row = edge->normal_y * ((float)y + 0.5F) + edge->offset;
        }
        if (even) {
            paint_row(canvas, &edges, y, &paint);
        } else {
            paint_shaded_row(canvas, &edges, y, colours);
        }
    }
    canvas->stats.draw_calls++;
}

/* ---- Rectangles ---- */

static void paint_rect(Canvas *canvas, const RectCommand *rect)
{
    const SDL_Rect *clip = &canvas->clip_px;
    vec2s low = rect->top_left, high = glms_vec2_add(low, rect->size);
    int left = (int)larger((float)clip->x, ceilf(low.x - 0.5F));
    int right = (int)smaller((float)(clip->x + clip->w), ceilf(high.x - 0.5F));
    int from = (int)larger((float)clip->y, ceilf(low.y - 0.5F));
    int end = (int)smaller((float)(clip->y + clip->h), ceilf(high.y - 0.5F));
    if (left >= right || from >= end || canvas->screen_pixels == NULL) {
        return;
    }
    bool even = canvas_same_colour(rect->top, rect->bottom);
    uint32_t colour = pixels_premultiply(rect->top);
    for (int y = from; y < end; y++) {
        float part = ((float)y + 0.5F - low.y) / rect->size.y;
        colour = even ? colour : pixels_premultiply(canvas_blend(rect->top, rect->bottom, part));
        canvas->loops->lay(canvas->blend, canvas_pixel(canvas, left, y), right - left, colour);
    }
    canvas->stats.draw_calls++;
}

/* ---- Shapes ---- */

static void paint_run(Canvas *canvas, const Fill *fill, const RasterRun *run, int y)
{
    uint32_t row[FILL_ROW_MAX];
    bool picture = fill->shape->kind == FILL_PICTURE;
    CwColour white = {255, 255, 255, 255};
    CwColour tint = fill_faded(picture ? fill->shape->colour : white, run->opacity);
    for (int x = run->from, count; x < run->to; x += count) {
        count = SDL_min(run->to - x, FILL_ROW_MAX);
        fill_row(fill, x, y, row, count);
        canvas->loops->lay_row(canvas->blend, canvas_pixel(canvas, x, y), row, count,
                               pixels_premultiply(tint));
    }
}

static void paint_shape_row(Canvas *canvas, const Raster *raster, const Fill *fill, int row)
{
    int y = raster->y + row;
    for (uint32_t i = raster->row_runs[row]; i < raster->row_runs[row + 1]; i++) {
        const RasterRun *run = &raster->runs[i];
        if (fill->shape->kind == FILL_COLOUR) {
            canvas->loops->lay(canvas->blend, canvas_pixel(canvas, run->from, y),
                               run->to - run->from,
                               pixels_premultiply(fill_faded(fill->shape->colour, run->opacity)));
        } else {
            paint_run(canvas, fill, run, y);
        }
    }
}

static void paint_shape(Canvas *canvas, Raster *raster, const Fill *fill)
{
    while (canvas->screen_pixels != NULL && raster_next_band(raster)) {
        for (int row = 0; row < raster->row_count; row++) {
            paint_shape_row(canvas, raster, fill, row);
        }
    }
    canvas->stats.draw_calls++;
}

/* ---- Quads ---- */

/* Texels fall on pixels when the quad has nearly the size of its source: then it is copied at the
 * nearest whole pixel, which is several times cheaper. */
static bool has_source_size(const Quad *quad, vec2s size)
{
    return fabsf(size.x - (float)quad->source_px.w) < 1 &&
           fabsf(size.y - (float)quad->source_px.h) < 1;
}

static void copy_upright(Canvas *canvas, const Quad *quad, vec2s size)
{
    SDL_Rect source = quad->source_px;
    SDL_Rect whole = {(int)floorf(quad->centre_px.x - size.x / 2 + 0.5F),
                      (int)floorf(quad->centre_px.y - size.y / 2 + 0.5F), source.w, source.h};
    SDL_Rect seen;
    if (SDL_IntersectRect(&whole, &canvas->clip_px, &seen)) {
        SDL_Rect part = {source.x + seen.x - whole.x, source.y + seen.y - whole.y, seen.w, seen.h};
        bitmap_copy(canvas, quad->bitmap, &part, (SDL_Point){seen.x, seen.y},
                    pixels_premultiply(quad->tint));
    }
}

static void paint_quad(Canvas *canvas, const Quad *quad)
{
    vec2s size = glms_vec2_mul(quad->size, quad->scale);
    float sine = fabsf(quad->right.y), cosine = quad->right.x;
    bool turned = cosine < 0 || sine * larger(size.x, size.y) / 2 > TURN_MIN_PX;
    if (canvas->screen_pixels == NULL || quad->bitmap == NULL) {
        return;
    }
    if (turned || quad->mirrored || !has_source_size(quad, size)) {
        turned_copy_paint(canvas, quad);
    } else {
        copy_upright(canvas, quad, size);
    }
    canvas->stats.sprites++;
    canvas->stats.draw_calls++;
}

static void paint_part(Canvas *canvas, const Part *part)
{
    if (canvas->screen_pixels == NULL || part->bitmap == NULL) {
        return;
    }
    part_copy_paint(canvas, part);
    canvas->stats.sprites++;
    canvas->stats.draw_calls++;
}

/* ---- Frames ---- */

/* Of the format that SDL gives windows, so that handing over is a plain copy. */
static void make_screen(Canvas *canvas)
{
    SDL_DestroyTexture(canvas->screen);
    canvas->screen_px = canvas->clip_px;
    canvas->screen =
        SDL_CreateTexture(canvas->sdl, SDL_PIXELFORMAT_RGB888, SDL_TEXTUREACCESS_STREAMING,
                          canvas->screen_px.w, canvas->screen_px.h);
    if (canvas->screen != NULL) {
        SDL_SetTextureBlendMode(canvas->screen, SDL_BLENDMODE_NONE);
    }
}

static void begin(Canvas *canvas, SDL_Texture *texture)
{
    (void)texture;
    void *pixels = NULL;
    int pitch_bytes = 0;
    if (canvas->screen == NULL || !SDL_RectEquals(&canvas->screen_px, &canvas->clip_px)) {
        make_screen(canvas);
    }
    bool locked =
        canvas->screen != NULL && SDL_LockTexture(canvas->screen, NULL, &pixels, &pitch_bytes) == 0;
    canvas->screen_pixels = locked ? pixels : NULL;
    canvas->screen_pitch = pitch_bytes / (int)sizeof *canvas->screen_pixels;
    if (locked) {
        for (int y = 0; y < canvas->screen_px.h; y++) {
            canvas->loops->lay(CW_BLEND_NORMAL,
                               canvas->screen_pixels + (ptrdiff_t)y * canvas->screen_pitch,
                               canvas->screen_px.w, 0xFF000000U);
        }
    }
}

static void flush(Canvas *canvas)
{
    (void)canvas; /* nothing waits */
}

static void end(Canvas *canvas)
{
    if (canvas->screen_pixels != NULL) {
        SDL_UnlockTexture(canvas->screen);
        SDL_RenderCopy(canvas->sdl, canvas->screen, NULL, &canvas->screen_px);
        canvas->screen_pixels = NULL;
    }
}

const Painter span_painter = {.begin = begin,
                              .quad = paint_quad,
                              .part = paint_part,
                              .outline = paint_outline,
                              .rect = paint_rect,
                              .shape = paint_shape,
                              .flush = flush,
                              .end = end};
