#include "draw/canvas.h"

#include <math.h>

static const float DEGREES_PER_RADIAN = 57.29577951308232F;
static const float SKEW_MAX = 0.02F;     /* of a picture that counts as not stretched */
static const float TURN_MIN_PX = 0.25F;  /* corners that move less need no turned copy */
static const float TURNED_MAX_PX = 4096; /* larger ones would make SDL allocate too much */

/* ---- Spans: filled rectangles that wait, by opacity ---- */

static void flush_level(Canvas *canvas, int level, Colour colour)
{
    if (canvas->span_counts[level] == 0) {
        return;
    }
    int opacity = (colour.a * level + SPAN_LEVELS / 2) / SPAN_LEVELS;
    SDL_SetRenderDrawBlendMode(canvas->sdl,
                               opacity == 255 ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND);
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

/* The pixels of a row whose centres lie no further outside than `reach` from every edge; [from,
 * to), empty when from >= to. */
typedef struct Span {
    int from, to;
} Span;

static Span row_span(const Canvas *canvas, const Outline *outline, float middle_px, float reach)
{
    const SDL_Rect *clip = &canvas->clip_px;
    float low = (float)clip->x, high = (float)(clip->x + clip->w);
    for (int i = 0; i < outline->count; i++) {
        vec2s normal = outline->normals[i], corner = outline->corners[i];
        float room = reach - normal.y * (middle_px - corner.y); /* for normal.x * (x - corner.x) */
        if (fabsf(normal.x) < 1e-6F) {
            high = room < 0 ? low : high;
        } else if (normal.x > 0) {
            high = fminf(high, corner.x + room / normal.x);
        } else {
            low = fmaxf(low, corner.x + room / normal.x);
        }
    }
    if (!(low < high)) {
        return (Span){0, 0};
    }
    return (Span){(int)ceilf(low - 0.5F), (int)ceilf(high - 0.5F)};
}

/* Level of the pixel with its centre at `centre`, from the edge it is furthest outside of. */
static int edge_level(const Outline *outline, vec2s centre)
{
    float outside = -1e9F;
    for (int i = 0; i < outline->count; i++) {
        vec2s from_corner = glms_vec2_sub(centre, outline->corners[i]);
        outside = fmaxf(outside, glms_vec2_dot(outline->normals[i], from_corner));
    }
    float opacity = fmaxf(0, fminf(1, outline->reach_px - outside));
    return (int)(opacity * SPAN_LEVELS + 0.5F);
}

static void push_edge(Canvas *canvas, const Outline *outline, Span span, int y, Colour colour)
{
    for (int x = span.from; x < span.to; x++) {
        int level = edge_level(outline, (vec2s){{(float)x + 0.5F, (float)y + 0.5F}});
        if (level > 0) {
            push_span(canvas, level, (SDL_Rect){x, y, 1, 1}, colour);
        }
    }
}

static void push_row(Canvas *canvas, const Outline *outline, int y, Colour colour)
{
    float middle_px = (float)y + 0.5F;
    Span touched = row_span(canvas, outline, middle_px, outline->reach_px);
    Span full = row_span(canvas, outline, middle_px, outline->reach_px - 1);
    if (full.from >= full.to) {
        push_edge(canvas, outline, touched, y, colour);
        return;
    }
    push_edge(canvas, outline, (Span){touched.from, full.from}, y, colour);
    SDL_Rect inside = {full.from, y, full.to - full.from, 1};
    push_span(canvas, SPAN_LEVELS, inside, colour);
    push_edge(canvas, outline, (Span){full.to, touched.to}, y, colour);
}

static void paint_outline(Canvas *canvas, const Outline *outline, Colour colour)
{
    const SDL_Rect *clip = &canvas->clip_px;
    int top = (int)fmaxf((float)clip->y, floorf(outline->low_px.y - 1));
    int end = (int)fminf((float)(clip->y + clip->h), ceilf(outline->high_px.y + 1));
    for (int y = top; y < end; y++) {
        push_row(canvas, outline, y, colour);
    }
    for (int level = 1; level <= SPAN_LEVELS; level++) {
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
    canvas->spans[SPAN_LEVELS][0] = rect;
    canvas->span_counts[SPAN_LEVELS] = rect.h > 0 ? 1 : 0;
    flush_level(canvas, SPAN_LEVELS, colour);
}

/* Rows of the same colour after rounding are filled together. */
static void paint_rect(Canvas *canvas, SDL_FRect rect_px, Colour top, Colour bottom)
{
    const SDL_Rect *clip = &canvas->clip_px;
    int left = (int)fmaxf((float)clip->x, ceilf(rect_px.x - 0.5F));
    int right = (int)fminf((float)(clip->x + clip->w), ceilf(rect_px.x + rect_px.w - 0.5F));
    int from = (int)fmaxf((float)clip->y, ceilf(rect_px.y - 0.5F));
    int end = (int)fminf((float)(clip->y + clip->h), ceilf(rect_px.y + rect_px.h - 0.5F));
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

/* Nearly the size of the source is its size: a plain copy is several times cheaper than scaling. */
static float copied_length(float wanted_px, int source_px)
{
    return fabsf(wanted_px - (float)source_px) < 1 ? (float)source_px : floorf(wanted_px + 0.5F);
}

static void copy_upright(Canvas *canvas, const Quad *quad)
{
    vec2s size = glms_vec2_mul(quad->size, quad->scale);
    SDL_FRect to = {.x = floorf(quad->centre_px.x - size.x / 2 + 0.5F),
                    .y = floorf(quad->centre_px.y - size.y / 2 + 0.5F),
                    .w = copied_length(size.x, quad->source_px.w),
                    .h = copied_length(size.y, quad->source_px.h)};
    if (quad->mirrored) {
        SDL_RenderCopyExF(canvas->sdl, quad->texture, &quad->source_px, &to, 0, NULL,
                          SDL_FLIP_HORIZONTAL);
    } else {
        SDL_RenderCopyF(canvas->sdl, quad->texture, &quad->source_px, &to);
    }
}

static void copy_turned(Canvas *canvas, const Quad *quad)
{
    int border = quad->border_px;
    SDL_Rect source = {quad->source_px.x - border, quad->source_px.y - border,
                       quad->source_px.w + 2 * border, quad->source_px.h + 2 * border};
    vec2s size = glms_vec2_mul(quad->size, quad->scale);
    float width = copied_length(size.x * (float)source.w / (float)quad->source_px.w, source.w);
    float height = copied_length(size.y * (float)source.h / (float)quad->source_px.h, source.h);
    SDL_FRect to = {.x = floorf(quad->centre_px.x - width / 2 + 0.5F),
                    .y = floorf(quad->centre_px.y - height / 2 + 0.5F),
                    .w = width,
                    .h = height};
    SDL_RenderCopyExF(canvas->sdl, quad->texture, &source, &to,
                      -quad->angle_rad * DEGREES_PER_RADIAN, NULL,
                      quad->mirrored ? SDL_FLIP_HORIZONTAL : SDL_FLIP_NONE);
}

static void paint_quad(Canvas *canvas, const Quad *quad)
{
    vec2s size = glms_vec2_mul(quad->size, quad->scale);
    bool turned = fabsf(quad->angle_rad) * fmaxf(size.x, size.y) / 2 > TURN_MIN_PX;
    bool skewed = fabsf(quad->scale.x / quad->scale.y - 1) > SKEW_MAX;
    bool too_large = fmaxf(size.x, size.y) > TURNED_MAX_PX;
    if (turned && (skewed || too_large)) {
        geometry_painter.quad(canvas, quad);
        geometry_painter.flush(canvas);
        return;
    }
    SDL_SetTextureColorMod(quad->texture, quad->tint.r, quad->tint.g, quad->tint.b);
    SDL_SetTextureAlphaMod(quad->texture, quad->tint.a);
    if (turned) {
        copy_turned(canvas, quad);
    } else {
        copy_upright(canvas, quad);
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
