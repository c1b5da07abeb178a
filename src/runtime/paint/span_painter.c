#include "base/report.h"
#include "paint/canvas.h"

#include <math.h>

static const float TURN_MIN_PX = 0.25F; /* smaller moves of corners need no turned copy */

/* ---- outlines, a row of pixels at a time ---- */

/* An edge bounds rows up to this far beyond its ends. Farther away the next edge is nearer. */
static const float ROWS_AROUND = 3;

typedef struct SpanEdge {
    vec2s normal;
    float offset;          /* dot(normal, p) + offset is how far p lies outside */
    float inverse_x;       /* 1 / normal.x; 0 for a level edge */
    float first_y, last_y; /* rows that the edge may bound */
} SpanEdge;

/* The sides of an outline, in the order of a row's edges. */
typedef enum Side { SIDE_LEFT, SIDE_RIGHT, SIDE_LEVEL, SIDE_COUNT } Side;

typedef struct SpanEdges {
    SpanEdge edges[OUTLINE_CORNERS_MAX]; /* edges from top to bottom */
    int count;
    int first; /* earlier edges bound no more rows */
} SpanEdges;

typedef struct Span {
    int from, to;
} Span;

typedef struct SpanOutline {
    SpanEdges sides[SIDE_COUNT];
    Span bounds; /* limits the reach of an acute corner */
    float reach_px;
} SpanOutline;

/* A row of an outline: touched pixels, full pixels, and the edges that bound it. */
typedef struct SpanRow {
    Span touched, full;
    PixelEdge edges[OUTLINE_CORNERS_MAX];
    int ends[SIDE_COUNT]; /* edges of each side */
} SpanRow;

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
        (SpanEdge){.normal = normal,
                   .offset = -glms_vec2_dot(normal, corner),
                   .inverse_x = side == SIDE_LEVEL ? 0 : 1 / normal.x,
                   .first_y = side == SIDE_LEVEL ? -INFINITY : SDL_min(y, next_y) - ROWS_AROUND,
                   .last_y = side == SIDE_LEVEL ? INFINITY : SDL_max(y, next_y) + ROWS_AROUND};
}

/* Prepares edges from the top corner down one side, then down the other. */
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

static Span make_span(float low, float high)
{
    return low < high ? (Span){ceil_of(low - 0.5F), ceil_of(high - 0.5F)} : (Span){0, 0};
}

/* Where a row crosses a side's outer line, at the outline's reach, and the line a pixel inward. */
typedef struct Crossing {
    float touched, full;
} Crossing;

/* Adds a side's edges at the row at `y`, and narrows `bound` by them. Rows come top to bottom. */
static Crossing cross_side(SpanOutline *spans, Side side, float y, SpanRow *row, Crossing bound)
{
    SpanEdges *edges = &spans->sides[side];
    float reach = spans->reach_px;
    int count = side == SIDE_LEFT ? 0 : row->ends[side - 1];
    while (edges->first < edges->count && edges->edges[edges->first].last_y < y) {
        edges->first++;
    }
    for (int i = edges->first; i < edges->count && edges->edges[i].first_y <= y; i++) {
        const SpanEdge *edge = &edges->edges[i];
        float at = edge->normal.y * y + edge->offset;
        float touched = (reach - at) * edge->inverse_x, full = (reach - 1 - at) * edge->inverse_x;
        row->edges[count++] = (PixelEdge){edge->normal.x, at};
        if (side == SIDE_LEFT) {
            bound = (Crossing){SDL_max(bound.touched, touched), SDL_max(bound.full, full)};
        } else if (side == SIDE_RIGHT) {
            bound = (Crossing){SDL_min(bound.touched, touched), SDL_min(bound.full, full)};
        } else {
            bound.touched = at > reach ? -INFINITY : bound.touched;
            bound.full = at > reach - 1 ? -INFINITY : bound.full;
        }
    }
    row->ends[side] = count;
    return bound;
}

/* Finds the pixels of row `y` within the reach of the outline, and those that it covers fully. */
static void find_row(SpanOutline *spans, int y, SpanRow *row)
{
    float middle = (float)y + 0.5F;
    float left = (float)spans->bounds.from, right = (float)spans->bounds.to;
    Crossing low = cross_side(spans, SIDE_LEFT, middle, row, (Crossing){left, left});
    Crossing high = cross_side(spans, SIDE_RIGHT, middle, row, (Crossing){right, right});
    high = cross_side(spans, SIDE_LEVEL, middle, row, high);
    row->touched = make_span(low.touched, high.touched);
    row->full = make_span(low.full, high.full);
}

/* Paints the pixels of a span, faded by the edges of the sides `first` to `last`. */
static void paint_fading(Canvas *canvas, const SpanOutline *spans, const SpanRow *row, Side first,
                         Side last, Span span, int y, uint32_t colour)
{
    int begin = first == SIDE_LEFT ? 0 : row->ends[first - 1];
    const PixelFade fade = {row->edges + begin, row->ends[last] - begin, spans->reach_px};
    if (span.from < span.to) {
        canvas->loops->lay_faded(canvas->blend, canvas_pixel(canvas, span.from, y),
                                 span.to - span.from, colour, &fade, span.from);
    }
}

/* Only left edges fade pixels left of full ones. In a narrow row testing all edges is cheaper. */
static void paint_row(Canvas *canvas, SpanOutline *spans, int y, uint32_t word)
{
    enum { NARROW_PX = 16 };
    SpanRow row;
    find_row(spans, y, &row);
    Span span = row.touched, full = row.full;
    if (full.from >= full.to || span.to - span.from <= NARROW_PX) {
        paint_fading(canvas, spans, &row, SIDE_LEFT, SIDE_LEVEL, span, y, word);
        return;
    }
    paint_fading(canvas, spans, &row, SIDE_LEFT, SIDE_LEFT, (Span){span.from, full.from}, y, word);
    canvas->loops->lay(canvas->blend, canvas_pixel(canvas, full.from, y), full.to - full.from,
                       word);
    paint_fading(canvas, spans, &row, SIDE_RIGHT, SIDE_RIGHT, (Span){full.to, span.to}, y, word);
}

static void paint_outline(Canvas *canvas, const Outline *outline, CwColour colour)
{
    const SDL_Rect *clip = &canvas->clip_px;
    int top = (int)SDL_max((float)clip->y, floorf(outline->low_px.y - 1));
    int end = (int)SDL_min((float)(clip->y + clip->h), ceilf(outline->high_px.y + 1));
    int left = (int)SDL_max((float)clip->x, floorf(outline->low_px.x - 1));
    int right = (int)SDL_min((float)(clip->x + clip->w), ceilf(outline->high_px.x + 1));
    SpanOutline spans;
    uint32_t word = pixels_premultiply(colour);
    prepare_edges(outline, &spans);
    spans.bounds = (Span){left, right};
    for (int y = top; y < end; y++) {
        paint_row(canvas, &spans, y, word);
    }
    canvas->stats.draw_calls++;
}

/* ---- rectangles ---- */

static void paint_rect(Canvas *canvas, const PixelRect *rect)
{
    const SDL_Rect *clip = &canvas->clip_px;
    vec2s low = rect->low_px, high = rect->high_px;
    int left = (int)SDL_max((float)clip->x, ceilf(low.x - 0.5F));
    int right = (int)SDL_min((float)(clip->x + clip->w), ceilf(high.x - 0.5F));
    int from = (int)SDL_max((float)clip->y, ceilf(low.y - 0.5F));
    int end = (int)SDL_min((float)(clip->y + clip->h), ceilf(high.y - 0.5F));
    if (left >= right || from >= end) {
        return;
    }
    bool is_plain = memcmp(&rect->top, &rect->bottom, sizeof rect->top) == 0;
    uint32_t colour = pixels_premultiply(rect->top);
    for (int y = from; y < end; y++) {
        if (!is_plain) {
            float part = ((float)y + 0.5F - low.y) / (high.y - low.y);
            colour = pixels_premultiply(draw_colour_between(rect->top, rect->bottom, part));
        }
        canvas->loops->lay(canvas->blend, canvas_pixel(canvas, left, y), right - left, colour);
    }
    canvas->stats.draw_calls++;
}

/* ---- shapes ---- */

static void paint_run(Canvas *canvas, const Fill *fill, const RasterRun *run, int y)
{
    uint32_t row[FILL_ROW_MAX];
    bool has_picture = fill->shape->kind == FILL_PICTURE;
    CwColour white = {255, 255, 255, 255};
    CwColour tint = fill_faded(has_picture ? fill->shape->colour : white, run->opacity);
    for (int x = run->from, count; x < run->to; x += count) {
        count = SDL_min(run->to - x, FILL_ROW_MAX);
        fill_row(fill, x, y, row, count);
        canvas->loops->lay_row(canvas->blend, canvas_pixel(canvas, x, y), row, count,
                               pixels_premultiply(tint));
    }
}

/* Paints neighbouring runs as one row: around a shape most are a pixel long. */
static void paint_runs(Canvas *canvas, const RasterRun *runs, const RasterRun *end, int y,
                       uint32_t colour)
{
    enum { LONG_PX = 16 };
    uint32_t row[FILL_ROW_MAX];
    while (runs < end) {
        int x = runs->from, count = 0;
        if (runs->to - x >= LONG_PX) {
            canvas->loops->lay(canvas->blend, canvas_pixel(canvas, x, y), runs->to - x,
                               pixels_faded(colour, (uint32_t)runs->opacity));
            runs++;
            continue;
        }
        for (; runs < end && runs->from == x + count && runs->to - runs->from < LONG_PX &&
               count + LONG_PX <= FILL_ROW_MAX;
             runs++) {
            uint32_t word = pixels_faded(colour, (uint32_t)runs->opacity);
            while (x + count < runs->to) {
                row[count++] = word;
            }
        }
        canvas->loops->lay_row(canvas->blend, canvas_pixel(canvas, x, y), row, count, UINT32_MAX);
    }
}

static void paint_shape(Canvas *canvas, Raster *raster, const Fill *fill)
{
    uint32_t colour = pixels_premultiply(fill->shape->colour);
    while (raster_next_band(raster)) {
        for (int row = 0; row < raster->row_count; row++) {
            const RasterRun *runs = raster->runs + raster->row_runs[row];
            const RasterRun *end = raster->runs + raster->row_runs[row + 1];
            if (fill->shape->kind == FILL_COLOUR) {
                paint_runs(canvas, runs, end, raster->y + row, colour);
                continue;
            }
            for (; runs < end; runs++) {
                paint_run(canvas, fill, runs, raster->y + row);
            }
        }
    }
    canvas->stats.draw_calls++;
}

/* ---- quads ---- */

static void copy_upright(Canvas *canvas, const Quad *quad, vec2s size)
{
    SDL_Rect source = quad->source_px;
    SDL_Rect whole = {(int)floorf(quad->centre_px.x - size.x / 2 + 0.5F),
                      (int)floorf(quad->centre_px.y - size.y / 2 + 0.5F), source.w, source.h};
    SDL_Rect seen;
    if (SDL_IntersectRect(&whole, &canvas->clip_px, &seen)) {
        SDL_Rect part = {source.x + seen.x - whole.x, source.y + seen.y - whole.y, seen.w, seen.h};
        bitmap_copy(canvas, quad->texels.bitmap, &part, (SDL_Point){seen.x, seen.y},
                    pixels_premultiply(quad->tint));
    }
}

static void paint_quad(Canvas *canvas, const Quad *quad)
{
    vec2s size = glms_vec2_mul(quad->size, quad->scale);
    float sine = fabsf(quad->right.y), cosine = quad->right.x;
    bool is_turned = cosine < 0 || sine * SDL_max(size.x, size.y) / 2 > TURN_MIN_PX;
    bool is_sized = fabsf(size.x - (float)quad->source_px.w) < 1 &&
                    fabsf(size.y - (float)quad->source_px.h) < 1; /* copies are far cheaper */
    if (is_turned || quad->is_mirrored || !is_sized) {
        turned_copy_paint(canvas, quad);
    } else {
        copy_upright(canvas, quad, size);
    }
    canvas->stats.sprites++;
    canvas->stats.draw_calls++;
}

static void paint_sprite(const SpriteRun *run, const SpriteCommand *command)
{
    const Viewport *viewport = run->viewport;
    const AtlasSprite *sprite = atlas_sprite(run->atlas, command->sprite);
    if (sprite == NULL) {
        return;
    }
    Quad quad = {.texels = {.bitmap = &sprite->bitmap},
                 .source_px = sprite->picture_px,
                 .border_px = ART_BORDER_PX,
                 .is_mirrored = command->size.x < 0,
                 .right = command->place.right,
                 .down = placement_down(command->place),
                 .centre_px = viewport_pixel(viewport, command->place.origin),
                 .size = {{fabsf(command->size.x), fabsf(command->size.y)}},
                 .scale = {{(float)viewport->scale_x, (float)viewport->scale_y}},
                 .tint = command->tint};
    if (command->tint.a > 0 &&
        SDL_min(quad.size.x * quad.scale.x, quad.size.y * quad.scale.y) > LEAST_SPRITE_PX) {
        paint_quad(run->canvas, &quad);
    }
}

static uint32_t paint_sprites(const SpriteRun *run, uint32_t first)
{
    const DrawCommand *begin = draw_list_at(run->list, first), *command = begin;
    uint32_t next = first;
    for (; command != NULL; command = sprite_run_next(run, begin, ++next)) {
        if (run->boxes == NULL || canvas_sees(run->canvas, run->boxes[next])) {
            paint_sprite(run, &command->sprite);
        }
    }
    return next;
}

/* ---- frames ---- */

/* Reports once that SDL refuses memory or a device, for a frame or for good. */
static void report_loss(Canvas *canvas)
{
    report_once(&canvas->was_loss_reported, "a picture can't be shown: %s", SDL_GetError());
}

static SDL_Surface *find_target(const Canvas *canvas)
{
    return canvas->memory != NULL ? canvas->memory
                                  : SDL_GetWindowSurface(SDL_RenderGetWindow(canvas->sdl));
}

/* The surface that is painted on: the target, or a copy in the format of the loops. */
static SDL_Surface *find_screen(Canvas *canvas, SDL_Surface *target)
{
    if (target == NULL || target->format->format == SDL_PIXELFORMAT_RGB888) {
        return target;
    }
    if (canvas->other == NULL || canvas->other->w != target->w || canvas->other->h != target->h) {
        SDL_FreeSurface(canvas->other);
        canvas->other =
            SDL_CreateRGBSurfaceWithFormat(0, target->w, target->h, 32, SDL_PIXELFORMAT_RGB888);
    }
    return canvas->other;
}

/* SDL replaces a window's surface when its size changes; `userdata` marks one with our picture. */
static void begin_frame(Canvas *canvas)
{
    SDL_Surface *screen = find_screen(canvas, find_target(canvas));
    canvas->screen_pixels = NULL;
    if (screen == NULL) {
        report_loss(canvas);
        return;
    }
    canvas->clip_px = (SDL_Rect){0, 0, screen->w, screen->h};
    canvas->is_screen_new = screen->userdata != canvas;
    screen->userdata = canvas;
    canvas->screen_pixels = screen->pixels;
    canvas->screen_pitch = screen->pitch / (int)sizeof *canvas->screen_pixels;
}

static void clear_area(Canvas *canvas)
{
    const SDL_Rect *clip = &canvas->clip_px;
    for (int y = clip->y; y < clip->y + clip->h; y++) {
        canvas->loops->lay(CW_BLEND_NORMAL, canvas_pixel(canvas, clip->x, y), clip->w, 0xFF000000U);
    }
}

static void flush_nothing(Canvas *canvas)
{
    (void)canvas; /* nothing waits */
}

static void swap_row(uint32_t *restrict to, const uint32_t *restrict from, int count)
{
    for (int x = 0; x < count; x++) {
        uint32_t word = from[x];
        to[x] = 0xFF000000U | (word & 0xFF00U) | (word >> 16 & 0xFFU) | (word & 0xFFU) << 16;
    }
}

/* Copies a picture to a window of another format. A page has red and blue swapped, for which SDL's
 * own conversion is several times slower. */
static void end_frame(Canvas *canvas)
{
    SDL_Surface *target = find_target(canvas), *screen = find_screen(canvas, target);
    if (canvas->screen_pixels == NULL || screen == NULL || screen == target) {
        return; /* nothing was painted, or right into the window */
    }
    bool is_swapped = target->format->format == SDL_PIXELFORMAT_BGR888;
    if (!is_swapped && SDL_BlitSurface(screen, NULL, target, NULL) != 0) {
        report_loss(canvas);
    }
    for (int y = 0; is_swapped && y < target->h; y++) {
        swap_row((uint32_t *)target->pixels + (ptrdiff_t)y * target->w, canvas_pixel(canvas, 0, y),
                 target->w);
    }
}

const Painter span_painter = {.keeps_picture = true,
                              .scale_tolerance = 1.0001,
                              .begin = begin_frame,
                              .clear = clear_area,
                              .quad = paint_quad,
                              .sprites = paint_sprites,
                              .part = part_copy_paint,
                              .outline = paint_outline,
                              .rect = paint_rect,
                              .shape = paint_shape,
                              .flush = flush_nothing,
                              .end = end_frame};
