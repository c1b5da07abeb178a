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

typedef float Floats __attribute__((vector_size(16)));
typedef int32_t Whole __attribute__((vector_size(16)));
enum { LANES = 4 };

/* Around its ends an edge bounds no row further away: at a corner so flat that it would, it meets
 * the next edge sooner (an angle t lets lines that lie 1 px outside meet 2 cos(t / 2)^2 rows on).
 */
static const float ROWS_AROUND = 3;

/* An edge prepared for rows: the place x lies `normal_x * x + row` outside of it, where `row`
 * changes with y. */
typedef struct SpanEdge {
    float normal_x, inverse_x; /* 1 / normal_x; 0 for a level edge */
    float normal_y, offset;
    float row;
    float first_y, last_y; /* rows that it may bound */
} SpanEdge;

/* In the order of their sides, so that rows needn't ask. */
typedef enum Side { SIDE_LEFT, SIDE_RIGHT, SIDE_LEVEL, SIDE_COUNT } Side;

/* Those of a side. */
typedef struct SpanEdges {
    SpanEdge edges[OUTLINE_CORNERS_MAX]; /* from above to below */
    int count;
    int first, end; /* those that may bound the row */
} SpanEdges;

/* Pixels [from, to) of a row. */
typedef struct Span {
    int from, to;
} Span;

typedef struct SpanOutline {
    SpanEdges sides[SIDE_COUNT];
    Span bounds; /* an acute corner would reach far */
    float reach_px;
} SpanOutline;

static float smaller(float a, float b)
{
    return a < b ? a : b;
}

static float larger(float a, float b)
{
    return a > b ? a : b;
}

/* The larger of each pair: all of GNU C's vectors that C compilers agree on. */
static inline Floats larger_ones(Floats a, Floats b)
{
    Whole first = a > b;
    return (Floats)((first & (Whole)a) | (~first & (Whole)b));
}

static int ceil_of(float value)
{
    int whole = (int)value;
    return whole + (value > (float)whole);
}

static Side side_of(vec2s normal)
{
    return fabsf(normal.x) < 1e-6F ? SIDE_LEVEL : normal.x < 0 ? SIDE_LEFT : SIDE_RIGHT;
}

static void add_edge(SpanOutline *spans, const Outline *outline, int edge)
{
    vec2s normal = outline->normals[edge], corner = outline->corners[edge];
    float y = corner.y, next_y = outline->corners[(edge + 1) % outline->count].y;
    Side side = side_of(normal);
    SpanEdges *edges = &spans->sides[side];
    edges->edges[edges->count++] =
        (SpanEdge){.normal_x = normal.x,
                   .inverse_x = side == SIDE_LEVEL ? 0 : 1 / normal.x,
                   .normal_y = normal.y,
                   .offset = -glms_vec2_dot(normal, corner),
                   .first_y = side == SIDE_LEVEL ? -INFINITY : smaller(y, next_y) - ROWS_AROUND,
                   .last_y = side == SIDE_LEVEL ? INFINITY : larger(y, next_y) + ROWS_AROUND};
}

/* From the uppermost corner on down one side, and then the other. */
static void prepare_edges(const Outline *outline, SpanOutline *spans)
{
    int count = outline->count, top = 0;
    for (int i = 1; i < count; i++) {
        top = outline->corners[i].y < outline->corners[top].y ? i : top;
    }
    for (Side side = SIDE_LEFT; side < SIDE_COUNT; side++) {
        spans->sides[side].count = spans->sides[side].first = 0;
    }
    for (int i = top; i < top + count; i++) {
        if (outline->corners[(i + 1) % count].y >= outline->corners[i % count].y) {
            add_edge(spans, outline, i % count);
        }
    }
    for (int i = top + count - 1; i >= top; i--) {
        if (outline->corners[(i + 1) % count].y < outline->corners[i % count].y) {
            add_edge(spans, outline, i % count);
        }
    }
    spans->reach_px = outline->reach_px;
}

/* Rows come from above to below. */
static void find_edges(SpanEdges *edges, float y)
{
    SpanEdge *edge = edges->edges + edges->first, *end = edges->edges + edges->count;
    for (; edge < end && edge->last_y < y; edge++) {
        edges->first++;
    }
    for (; edge < end && edge->first_y <= y; edge++) {
        edge->row = edge->normal_y * y + edge->offset;
    }
    edges->end = (int)(edge - edges->edges);
}

/* Of the pixels whose middles are at low <= x < high. */
static Span make_span(float low, float high)
{
    return low < high ? (Span){ceil_of(low - 0.5F), ceil_of(high - 0.5F)} : (Span){0, 0};
}

/* The pixels of row `y` whose middles lie less than the reach outside of every edge, and those that
 * do so by a whole pixel. */
static void find_spans(SpanOutline *spans, int y, Span *touched, Span *full)
{
    SpanEdges *left = &spans->sides[SIDE_LEFT], *right = &spans->sides[SIDE_RIGHT];
    SpanEdges *level = &spans->sides[SIDE_LEVEL];
    float reach = spans->reach_px, middle = (float)y + 0.5F;
    float low = (float)spans->bounds.from, high = (float)spans->bounds.to;
    float full_low = low, full_high = high;
    find_edges(left, middle);
    find_edges(right, middle);
    find_edges(level, middle);
    for (const SpanEdge *edge = left->edges + left->first; edge < left->edges + left->end; edge++) {
        low = larger(low, (reach - edge->row) * edge->inverse_x);
        full_low = larger(full_low, (reach - 1 - edge->row) * edge->inverse_x);
    }
    for (const SpanEdge *edge = right->edges + right->first; edge < right->edges + right->end;
         edge++) {
        high = smaller(high, (reach - edge->row) * edge->inverse_x);
        full_high = smaller(full_high, (reach - 1 - edge->row) * edge->inverse_x);
    }
    for (const SpanEdge *edge = level->edges + level->first; edge < level->edges + level->end;
         edge++) {
        high = edge->row > reach ? -INFINITY : high;
        full_high = edge->row > reach - 1 ? -INFINITY : full_high;
    }
    *touched = make_span(low, high);
    *full = make_span(full_low, full_high);
}

/* How far each place is outside of the edge that it is furthest outside of; at least `outside`. */
static inline Floats furthest(const SpanEdges *edges, Floats x, Floats outside)
{
    for (int i = edges->first; i < edges->end; i++) {
        outside = larger_ones(outside, edges->edges[i].normal_x * x + edges->edges[i].row);
    }
    return outside;
}

/* Opacities of LANES pixels with their centres at x, from some sides' edges. */
static inline Whole edge_levels(const SpanOutline *spans, Side first, Side last, Floats x)
{
    const Floats none = {0};
    Floats outside = none + (spans->reach_px - 1); /* nearer it is full */
    for (Side side = first; side <= last; side++) {
        outside = furthest(&spans->sides[side], x, outside);
    }
    Floats opacity = larger_ones(spans->reach_px - outside, none);
    return __builtin_convertvector(opacity * (float)EDGE_LEVELS + 0.5F, Whole);
}

/* What fades at some of the sides. */
typedef struct Fade {
    const SpanOutline *spans;
    Side first, last;
} Fade;

static void paint_edge(Canvas *canvas, const Fade *fade, SDL_Rect row, const Paint *paint)
{
    const Floats middles = {0.5F, 1.5F, 2.5F, 3.5F};
    uint32_t words[EDGE_LEVELS + LANES];
    for (int x = row.x, count; x < row.x + row.w; x += count) {
        count = SDL_min(row.x + row.w - x, EDGE_LEVELS);
        for (int i = 0; i < count; i += LANES) {
            Whole levels =
                edge_levels(fade->spans, fade->first, fade->last, (float)(x + i) + middles);
            for (int lane = 0; lane < LANES; lane++) {
                words[i + lane] = paint->levels[levels[lane]];
            }
        }
        canvas->loops->lay_row(canvas->blend, canvas_pixel(canvas, x, row.y), words, count,
                               UINT32_MAX);
    }
}

/* Where a row has full pixels, those to the left of them lie outside of left edges only, and so on.
 */
static void paint_row(Canvas *canvas, SpanOutline *spans, int y, const Paint *paint)
{
    Span touched, full;
    find_spans(spans, y, &touched, &full);
    Fade all = {spans, SIDE_LEFT, SIDE_LEVEL};
    Fade left = {spans, SIDE_LEFT, SIDE_LEFT}, right = {spans, SIDE_RIGHT, SIDE_RIGHT};
    if (full.from >= full.to) {
        paint_edge(canvas, &all, (SDL_Rect){touched.from, y, touched.to - touched.from, 1}, paint);
        return;
    }
    paint_edge(canvas, &left, (SDL_Rect){touched.from, y, full.from - touched.from, 1}, paint);
    canvas->loops->lay(canvas->blend, canvas_pixel(canvas, full.from, y), full.to - full.from,
                       paint->levels[EDGE_LEVELS]);
    paint_edge(canvas, &right, (SDL_Rect){full.to, y, touched.to - full.to, 1}, paint);
}

/* All pixels of a row, each in a colour of its own. */
static void paint_shaded_row(Canvas *canvas, SpanOutline *spans, int y, const Gradient *colours)
{
    Span touched, full;
    find_spans(spans, y, &touched, &full);
    for (int x = touched.from; x < touched.to; x++) {
        vec2s middle = {{(float)x + 0.5F, (float)y + 0.5F}};
        Whole levels = edge_levels(spans, SIDE_LEFT, SIDE_LEVEL, (Floats){0} + middle.x);
        CwColour colour = part_of(canvas_gradient_at(colours, middle), levels[0]);
        canvas->loops->lay(canvas->blend, canvas_pixel(canvas, x, y), 1,
                           pixels_premultiply(colour));
    }
}

static void paint_outline(Canvas *canvas, const Outline *outline, const Gradient *colours)
{
    const SDL_Rect *clip = &canvas->clip_px;
    int top = (int)larger((float)clip->y, floorf(outline->low_px.y - 1));
    int end = (int)smaller((float)(clip->y + clip->h), ceilf(outline->high_px.y + 1));
    int left = (int)larger((float)clip->x, floorf(outline->low_px.x - 1));
    int right = (int)smaller((float)(clip->x + clip->w), ceilf(outline->high_px.x + 1));
    bool even = canvas_same_colour(colours->begin, colours->end);
    SpanOutline spans;
    Paint paint = make_paint(colours->begin);
    if (canvas->screen_pixels == NULL) {
        return;
    }
    prepare_edges(outline, &spans);
    spans.bounds = (Span){left, right};
    for (int y = top; y < end; y++) {
        if (even) {
            paint_row(canvas, &spans, y, &paint);
        } else {
            paint_shaded_row(canvas, &spans, y, colours);
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
        colour = even ? colour : pixels_premultiply(canvas_lerp(rect->top, rect->bottom, part));
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
}

static void clear(Canvas *canvas)
{
    const SDL_Rect *clip = &canvas->clip_px;
    for (int y = clip->y; y < clip->y + clip->h; y++) {
        canvas->loops->lay(CW_BLEND_NORMAL, canvas_pixel(canvas, clip->x, y), clip->w, 0xFF000000U);
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
                              .clear = clear,
                              .quad = paint_quad,
                              .part = paint_part,
                              .outline = paint_outline,
                              .rect = paint_rect,
                              .shape = paint_shape,
                              .flush = flush,
                              .end = end};
