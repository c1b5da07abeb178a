#include "draw/canvas.h"
#include "draw/turned_copy.h"

#include <math.h>

static const float TURN_MIN_PX = 0.25F; /* corners that move less need no turned copy */

/* SDL's opaque fill writes around the cache: where every row ends amid a cache line it is slower
 * than its blending fill (28 pixels wide: 2.2 against 0.4 ms for a screen's worth of ground). */
enum { SPAN_WIDE_MIN_PX = 128 };

/* ---- Spans: filled rectangles that wait, by opacity ---- */

static void flush_level(Canvas *canvas, int level, Colour colour)
{
    if (canvas->span_counts[level] == 0) {
        return;
    }
    int steps = level == SPAN_WIDE ? SPAN_LEVELS : level;
    int opacity = (colour.a * steps + SPAN_LEVELS / 2) / SPAN_LEVELS;
    bool overwrite = level == SPAN_WIDE && opacity == 255;
    SDL_SetRenderDrawBlendMode(canvas->sdl, overwrite ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND);
    SDL_SetRenderDrawColor(canvas->sdl, colour.r, colour.g, colour.b, (Uint8)opacity);
    SDL_RenderFillRects(canvas->sdl, canvas->spans[level], canvas->span_counts[level]);
    canvas->span_counts[level] = 0;
    canvas->stats.draw_calls++;
}

static void push_span(Canvas *canvas, int level, SDL_Rect span, Colour colour)
{
    int count = canvas->span_counts[level];
    SDL_Rect *last = &canvas->spans[level][count - (count > 0)];
    if (count > 0 && last->x == span.x && last->w == span.w && last->y + last->h == span.y) {
        last->h += span.h;
        return;
    }
    if (count == SPANS_MAX) {
        flush_level(canvas, level, colour);
        count = 0;
    }
    canvas->spans[level][count] = span;
    canvas->span_counts[level] = count + 1;
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
static int edge_level(const SpanEdges *edges, float x)
{
    float outside = -1e9F;
    for (int i = 0; i < edges->count; i++) {
        outside = larger(outside, edges->edges[i].normal_x * x + edges->edges[i].row);
    }
    float opacity = larger(0, smaller(1, edges->reach_px - outside));
    return (int)(opacity * SPAN_LEVELS + 0.5F);
}

static void push_edge(Canvas *canvas, const SpanEdges *edges, SDL_Rect row, Colour colour)
{
    for (int x = row.x; x < row.x + row.w; x++) {
        int level = edge_level(edges, (float)x + 0.5F);
        if (level > 0) {
            push_span(canvas, level, (SDL_Rect){x, row.y, 1, 1}, colour);
        }
    }
}

static void push_row(Canvas *canvas, const SpanEdges *edges, int y, Colour colour)
{
    Span touched = row_span(edges, &canvas->clip_px, edges->reach_px);
    Span full = row_span(edges, &canvas->clip_px, edges->reach_px - 1);
    if (full.from >= full.to) {
        push_edge(canvas, edges, (SDL_Rect){touched.from, y, touched.to - touched.from, 1}, colour);
        return;
    }
    push_edge(canvas, edges, (SDL_Rect){touched.from, y, full.from - touched.from, 1}, colour);
    int width = full.to - full.from;
    int level = width < SPAN_WIDE_MIN_PX ? SPAN_LEVELS : SPAN_WIDE;
    push_span(canvas, level, (SDL_Rect){full.from, y, width, 1}, colour);
    push_edge(canvas, edges, (SDL_Rect){full.to, y, touched.to - full.to, 1}, colour);
}

static void paint_outline(Canvas *canvas, const Outline *outline, Colour colour)
{
    const SDL_Rect *clip = &canvas->clip_px;
    int top = (int)larger((float)clip->y, floorf(outline->low_px.y - 1));
    int end = (int)smaller((float)(clip->y + clip->h), ceilf(outline->high_px.y + 1));
    SpanEdges edges;
    prepare_edges(outline, &edges);
    for (int y = top; y < end; y++) {
        for (int i = 0; i < edges.count; i++) {
            SpanEdge *edge = &edges.edges[i];
            edge->row = edge->normal_y * ((float)y + 0.5F) + edge->offset;
        }
        push_row(canvas, &edges, y, colour);
    }
    for (int level = 1; level < SPAN_BUCKETS; level++) {
        flush_level(canvas, level, colour);
    }
}

/* ---- Rectangles ---- */

static Uint8 blend_channel(Uint8 from, Uint8 to, float part)
{
    return (Uint8)((float)from + ((float)to - (float)from) * part + 0.5F);
}

static Colour blend_colour(Colour from, Colour to, float part)
{
    return (Colour){blend_channel(from.r, to.r, part), blend_channel(from.g, to.g, part),
                    blend_channel(from.b, to.b, part), blend_channel(from.a, to.a, part)};
}

static bool same_colour(Colour a, Colour b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

static void fill(Canvas *canvas, SDL_Rect rect, Colour colour)
{
    canvas->spans[SPAN_WIDE][0] = rect;
    canvas->span_counts[SPAN_WIDE] = rect.h > 0 ? 1 : 0;
    flush_level(canvas, SPAN_WIDE, colour);
}

/* Rows of the same colour after rounding are filled together. */
static void paint_rect(Canvas *canvas, SDL_FRect rect_px, Colour top, Colour bottom)
{
    const SDL_Rect *clip = &canvas->clip_px;
    int left = (int)larger((float)clip->x, ceilf(rect_px.x - 0.5F));
    int right = (int)smaller((float)(clip->x + clip->w), ceilf(rect_px.x + rect_px.w - 0.5F));
    int from = (int)larger((float)clip->y, ceilf(rect_px.y - 0.5F));
    int end = (int)smaller((float)(clip->y + clip->h), ceilf(rect_px.y + rect_px.h - 0.5F));
    if (left >= right || from >= end) {
        return;
    }
    Colour colour = top;
    for (int y = from; y < end; y++) {
        float part = ((float)y + 0.5F - rect_px.y) / rect_px.h;
        Colour here = blend_colour(top, bottom, part);
        if (!same_colour(here, colour)) {
            fill(canvas, (SDL_Rect){left, from, right - left, y - from}, colour);
            colour = here;
            from = y;
        }
    }
    fill(canvas, (SDL_Rect){left, from, right - left, end - from}, colour);
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
    bool plain = has_source_size(quad, size);
    SDL_FRect to = {.x = floorf(quad->centre_px.x - size.x / 2 + 0.5F),
                    .y = floorf(quad->centre_px.y - size.y / 2 + 0.5F),
                    .w = plain ? (float)quad->source_px.w : floorf(size.x + 0.5F),
                    .h = plain ? (float)quad->source_px.h : floorf(size.y + 0.5F)};
    SDL_SetTextureColorMod(quad->texture, quad->tint.r, quad->tint.g, quad->tint.b);
    SDL_SetTextureAlphaMod(quad->texture, quad->tint.a);
    if (quad->mirrored) {
        SDL_RenderCopyExF(canvas->sdl, quad->texture, &quad->source_px, &to, 0, NULL,
                          SDL_FLIP_HORIZONTAL);
    } else {
        SDL_RenderCopyF(canvas->sdl, quad->texture, &quad->source_px, &to);
    }
}

static void paint_quad(Canvas *canvas, const Quad *quad)
{
    vec2s size = glms_vec2_mul(quad->size, quad->scale);
    bool turned = fabsf(quad->angle_rad) * larger(size.x, size.y) / 2 > TURN_MIN_PX;
    if (quad->pixels != NULL && (turned || !has_source_size(quad, size))) {
        turned_copy_paint(canvas, quad);
    } else {
        copy_upright(canvas, quad, size);
    }
    canvas->stats.sprites++;
    canvas->stats.draw_calls++;
}

static void begin(Canvas *canvas, SDL_Texture *texture)
{
    (void)texture;
    canvas->texture = NULL;
}

static void flush(Canvas *canvas)
{
    (void)canvas; /* spans never outlive the shape they belong to */
}

const Painter span_painter = {.begin = begin,
                              .quad = paint_quad,
                              .outline = paint_outline,
                              .rect = paint_rect,
                              .flush = flush};
