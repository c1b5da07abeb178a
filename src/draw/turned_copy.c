#include "draw/turned_copy.h"

#include "draw/pixels.h"

#include <math.h>

enum { FRACTION_BITS = 16 };

/* From the centre of pixel (x, y) of the drawable to the texel whose centre is at (u, v):
 * u = u0 + x * u_x + y * u_y, v likewise. */
typedef struct TexelMap {
    double u0, v0, u_x, u_y, v_x, v_y;
    double u_low, u_high, v_low, v_high; /* texels that may be read: low <= u < high */
} TexelMap;

static TexelMap make_map(const Quad *quad, const QuadEdge *edge)
{
    double cosine = quad->place.m00, sine = quad->place.m10;
    vec2s centre_px = placement_origin(quad->place);
    double width_px = (float)quad->source_px.w - 2 * edge->inset_px;
    double height_px = (float)quad->source_px.h - 2 * edge->inset_px;
    double u_unit = width_px / (2 * edge->half.x) * (quad->mirrored ? -1 : 1);
    double v_unit = height_px / (2 * edge->half.y);
    TexelMap map = {.u_x = cosine * u_unit / quad->scale.x,
                    .u_y = -sine * u_unit / quad->scale.y,
                    .v_x = sine * v_unit / quad->scale.x,
                    .v_y = cosine * v_unit / quad->scale.y};
    double x = 0.5 - centre_px.x, y = 0.5 - centre_px.y;
    double u_middle = quad->source_px.x + quad->source_px.w / 2.0 - 0.5;
    double v_middle = quad->source_px.y + quad->source_px.h / 2.0 - 0.5;
    map.u0 = u_middle + x * map.u_x + y * map.u_y;
    map.v0 = v_middle + x * map.v_x + y * map.v_y;
    map.u_low = fmax(0, u_middle - width_px / 2);
    map.v_low = fmax(0, v_middle - height_px / 2);
    map.u_high = fmin(quad->bitmap->surface->w - 1, u_middle + width_px / 2);
    map.v_high = fmin(quad->bitmap->surface->h - 1, v_middle + height_px / 2);
    return map;
}

/* The pixels that the quad may touch, within the picture. */
static SDL_Rect bounds(const Canvas *canvas, const Quad *quad, const QuadEdge *edge)
{
    double cosine = fabsf(quad->place.m00), sine = fabsf(quad->place.m10);
    vec2s centre_px = placement_origin(quad->place);
    double half_x = (edge->half.x * cosine + edge->half.y * sine) * quad->scale.x;
    double half_y = (edge->half.x * sine + edge->half.y * cosine) * quad->scale.y;
    const SDL_Rect *clip = &canvas->clip_px;
    int left = (int)fmax(clip->x, floor(centre_px.x - half_x));
    int top = (int)fmax(clip->y, floor(centre_px.y - half_y));
    int right = (int)fmin(clip->x + clip->w, ceil(centre_px.x + half_x));
    int bottom = (int)fmin(clip->y + clip->h, ceil(centre_px.y + half_y));
    return (SDL_Rect){left, top, right - left, bottom - top};
}

/* Narrows [*from, *to) to the x for which low <= start + x * step < high. */
static void narrow(double start, double step, double low, double high, double *from, double *to)
{
    if (fabs(step) < 1e-9) {
        *to = start >= low && start < high ? *to : *from;
        return;
    }
    double at_low = (low - start) / step, at_high = (high - start) / step;
    *from = fmax(*from, fmin(at_low, at_high));
    *to = fmin(*to, fmax(at_low, at_high));
}

static Sint32 to_fixed(double value)
{
    return (Sint32)floor(value * (1 << FRACTION_BITS));
}

/* A texel's right and lower neighbours are read too. */
static bool can_read(const PixelRun *run, const SDL_Surface *picture, int steps)
{
    Sint32 u = run->u + steps * run->u_step, v = run->v + steps * run->v_step;
    return u >= 0 && v >= 0 && u < (picture->w - 1) << FRACTION_BITS &&
           v < (picture->h - 1) << FRACTION_BITS;
}

/* One row of the bounds; `y` is the row's in the drawable. */
static void turn_row(const Canvas *canvas, const Quad *quad, const TexelMap *map,
                     const SDL_Rect *box, int y)
{
    double u_start = map->u0 + box->x * map->u_x + y * map->u_y;
    double v_start = map->v0 + box->x * map->v_x + y * map->v_y;
    double low = 0, high = box->w;
    narrow(u_start, map->u_x, map->u_low, map->u_high, &low, &high);
    narrow(v_start, map->v_x, map->v_low, map->v_high, &low, &high);
    int from = low < high ? (int)ceil(low) : 0, to = low < high ? (int)ceil(high) : 0;
    PixelRun run = {.picture = bitmap_row(quad->bitmap, 0),
                    .pitch = bitmap_pitch(quad->bitmap),
                    .u = to_fixed(u_start + from * map->u_x),
                    .v = to_fixed(v_start + from * map->v_x),
                    .u_step = to_fixed(map->u_x),
                    .v_step = to_fixed(map->v_x)};
    int first = 0, end = to - from; /* rounding may step just over either end */
    while (first < end && !can_read(&run, quad->bitmap->surface, first)) {
        first++;
    }
    while (first < end && !can_read(&run, quad->bitmap->surface, end - 1)) {
        end--;
    }
    run.u += first * run.u_step;
    run.v += first * run.v_step;
    if (first < end) {
        canvas->loops->lay_run(canvas->blend, canvas_pixel(canvas, box->x + from + first, y), &run,
                               end - first, pixels_premultiply(quad->tint));
    }
}

void turned_copy_paint(Canvas *canvas, const Quad *quad)
{
    QuadEdge edge = canvas_quad_edge(quad);
    SDL_Rect box = bounds(canvas, quad, &edge);
    if (box.w <= 0 || box.h <= 0) {
        return;
    }
    TexelMap map = make_map(quad, &edge);
    for (int y = box.y; y < box.y + box.h; y++) {
        turn_row(canvas, quad, &map, &box, y);
    }
}
