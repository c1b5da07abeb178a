#include "draw/span_copy.h"

#include <math.h>

/* What may be off in a copy of texels to pixels, before they are blended after all. */
static const double COPY_TOLERANCE_PX = 1.0 / 16;

/* From the place (x, y) of the drawable to the texel at (u, v): u = u0 + x * u_x + y * u_y, v
 * likewise. */
typedef struct PartMap {
    double u0, v0, u_x, u_y, v_x, v_y;
} PartMap;

/* False for a part without an area. */
static bool make_map(const Part *part, PartMap *map)
{
    const vec2s *corners = part->corners;
    double across_x = corners[1].x - corners[0].x, across_y = corners[1].y - corners[0].y;
    double down_x = corners[3].x - corners[0].x, down_y = corners[3].y - corners[0].y;
    double area = across_x * down_y - across_y * down_x;
    double width = part->to_px.x - part->from_px.x, height = part->to_px.y - part->from_px.y;
    if (fabs(area) < 1e-6) {
        return false;
    }
    map->u_x = width * down_y / area;
    map->u_y = -width * down_x / area;
    map->v_x = -height * across_y / area;
    map->v_y = height * across_x / area;
    map->u0 = part->from_px.x - corners[0].x * map->u_x - corners[0].y * map->u_y;
    map->v0 = part->from_px.y - corners[0].x * map->v_x - corners[0].y * map->v_y;
    return true;
}

/* Where an edge crosses the height y, if it does; the same whichever end comes first. */
static bool crossing(vec2s a, vec2s b, double y, double *x)
{
    vec2s upper = a.y < b.y ? a : b, lower = a.y < b.y ? b : a;
    if (!(upper.y <= y && y < lower.y)) {
        return false;
    }
    double rest = ((double)lower.x - upper.x) / ((double)lower.y - upper.y);
    *x = upper.x + (y - upper.y) * rest;
    return true;
}

/* The pixels of row `y` whose middles are in the part and in the clip. */
static SDL_Rect row_pixels(const Canvas *canvas, const Part *part, int y)
{
    double low = INFINITY, high = -INFINITY, x;
    for (int i = 0; i < 4; i++) {
        if (crossing(part->corners[i], part->corners[(i + 1) % 4], y + 0.5, &x)) {
            low = fmin(low, x);
            high = fmax(high, x);
        }
    }
    const SDL_Rect *clip = &canvas->clip_px;
    low = fmax(low, clip->x);
    high = fmin(high, clip->x + clip->w);
    if (!(low < high)) {
        return (SDL_Rect){0, y, 0, 0};
    }
    int from = (int)ceil(low - 0.5), to = (int)ceil(high - 0.5);
    return (SDL_Rect){from, y, to - from, 1};
}

/* The rows that the part may touch: y and h. */
static SDL_Rect rows_of(const Canvas *canvas, const Part *part)
{
    float low = INFINITY, high = -INFINITY;
    for (int i = 0; i < 4; i++) {
        low = fminf(low, part->corners[i].y);
        high = fmaxf(high, part->corners[i].y);
    }
    const SDL_Rect *clip = &canvas->clip_px;
    int top = (int)fmax(clip->y, ceil(low - 0.5));
    int end = (int)fmin(clip->y + clip->h, ceil(high - 0.5));
    return (SDL_Rect){0, top, 0, end - top};
}

static int32_t to_fixed(double texels)
{
    return (int32_t)fmax(-0x40000000, fmin(floor(texels * 65536 + 0.5), 0x40000000));
}

/* Of a place that limits will hold. */
static int32_t clamped(int64_t place)
{
    return (int32_t)SDL_clamp(place, -0x40000000, 0x40000000);
}

/* The whole texels of a part, first and last. */
static PixelLimits limits_of(const Part *part)
{
    double left = fmin(part->from_px.x, part->to_px.x);
    double right = fmax(part->from_px.x, part->to_px.x);
    double first_u = floor(left + 1e-3), last_u = fmax(first_u, ceil(right - 1e-3) - 1);
    double first_v = floor(part->from_px.y + 1e-3);
    double last_v = fmax(first_v, ceil(part->to_px.y - 1e-3) - 1);
    return (PixelLimits){to_fixed(first_u), to_fixed(last_u), to_fixed(first_v), to_fixed(last_v)};
}

static void sample_row(const Canvas *canvas, const Part *part, const PartMap *map, SDL_Rect row)
{
    uint32_t piece[PIXELS_PIECE_PX];
    uint32_t tint = pixels_premultiply(part->tint);
    PixelLimits limits = limits_of(part);
    double off = part->nearest ? 0 : 0.5; /* to the texel's middle */
    PixelRun run = {.picture = bitmap_row(part->texels.bitmap, 0),
                    .pitch = bitmap_pitch(part->texels.bitmap),
                    .u_step = to_fixed(map->u_x),
                    .v_step = to_fixed(map->v_x)};
    for (int left = row.x, next; left < row.x + row.w; left = next) {
        int begin = pixels_piece_begin(left);
        double x = begin + 0.5, y = row.y + 0.5;
        next = SDL_min(begin + PIXELS_PIECE_PX, row.x + row.w);
        run.u = clamped(
            pixels_place(map->u0 + x * map->u_x + y * map->u_y - off, run.u_step, left - begin));
        run.v = clamped(
            pixels_place(map->v0 + x * map->v_x + y * map->v_y - off, run.v_step, left - begin));
        if (part->nearest) {
            pixels_sample_nearest(&run, &limits, piece, next - left);
        } else {
            pixels_sample_within(&run, &limits, piece, next - left);
        }
        canvas->loops->lay_row(canvas->blend, canvas_pixel(canvas, left, row.y), piece, next - left,
                               tint);
    }
}

/* Upright, a texel on each pixel, from the first to the last of them, seen or not. */
static bool is_copy(const Part *part, const PartMap *map)
{
    vec2s size = glms_vec2_sub(part->corners[2], part->corners[0]);
    double x = ceil(part->corners[0].x - 0.5) + 0.5, y = ceil(part->corners[0].y - 0.5) + 0.5;
    double off_u = fabs(map->u_x - 1) * size.x, off_v = fabs(map->v_y - 1) * size.y;
    double u = map->u0 + x * map->u_x, v = map->v0 + y * map->v_y;
    double tolerance = part->nearest ? 0.5 : COPY_TOLERANCE_PX;
    return map->u_y == 0 && map->v_x == 0 && map->u_x > 0 && map->v_y > 0 &&
           off_u + fabs(u - floor(u) - 0.5) < tolerance &&
           off_v + fabs(v - floor(v) - 0.5) < tolerance;
}

static void copy(Canvas *canvas, const Part *part, const PartMap *map, const SDL_Rect *box)
{
    SDL_Rect texels = {(int)floor(map->u0 + (box->x + 0.5) * map->u_x),
                       (int)floor(map->v0 + (box->y + 0.5) * map->v_y), box->w, box->h};
    bitmap_copy(canvas, part->texels.bitmap, &texels, (SDL_Point){box->x, box->y},
                pixels_premultiply(part->tint));
}

void part_copy_paint(Canvas *canvas, const Part *part)
{
    PartMap map;
    SDL_Rect rows = rows_of(canvas, part);
    if (rows.h <= 0 || !make_map(part, &map)) {
        return;
    }
    SDL_Rect box = row_pixels(canvas, part, rows.y);
    box.h = rows.h;
    if (box.w > 0 && is_copy(part, &map)) {
        copy(canvas, part, &map, &box);
        return;
    }
    for (int y = rows.y; y < rows.y + rows.h; y++) {
        SDL_Rect row = row_pixels(canvas, part, y);
        if (row.w > 0) {
            sample_row(canvas, part, &map, row);
        }
    }
}
