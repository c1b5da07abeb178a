#include "draw/span_copy.h"

#include <math.h>

/* The largest offset between texels and pixels at which texels are copied instead of blended. */
static const double COPY_TOLERANCE_PX = 1.0 / 16;

/* From the drawable's (x, y) to the texel (u, v): u = u0 + x * u_x + y * u_y, v likewise. */
typedef struct PartMap {
    double u0, v0, u_x, u_y, v_x, v_y;
} PartMap;

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

/* Finds the place at which an edge crosses the height y; the same whichever end comes first. */
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

/* Shows the whole texels of a part, from the first to the last. */
static PixelWindow window_of(const Part *part, const PartMap *map)
{
    double left = fmin(part->from_px.x, part->to_px.x);
    double right = fmax(part->from_px.x, part->to_px.x);
    double first_u = floor(left + 1e-3), last_u = fmax(first_u, ceil(right - 1e-3) - 1);
    double first_v = floor(part->from_px.y + 1e-3);
    double last_v = fmax(first_v, ceil(part->to_px.y - 1e-3) - 1);
    return (PixelWindow){.run = {.picture = bitmap_row(part->texels.bitmap, 0),
                                 .pitch = bitmap_pitch(part->texels.bitmap),
                                 .u_step = pixels_fixed(map->u_x),
                                 .v_step = pixels_fixed(map->v_x)},
                         .u_low = pixels_fixed(first_u),
                         .u_high = pixels_fixed(last_u),
                         .v_low = pixels_fixed(first_v),
                         .v_high = pixels_fixed(last_v),
                         .nearest = part->nearest};
}

static void sample_row(const Canvas *canvas, const Part *part, const PartMap *map, SDL_Rect row)
{
    uint32_t piece[PIXELS_PIECE_PX];
    uint32_t tint = pixels_premultiply(part->tint);
    PixelWindow window = window_of(part, map);
    double off = part->nearest ? 0 : 0.5; /* to the texel's middle */
    for (int left = row.x, next; left < row.x + row.w; left = next) {
        int begin = pixels_piece_begin(left);
        double x = begin + 0.5, y = row.y + 0.5;
        next = SDL_min(begin + PIXELS_PIECE_PX, row.x + row.w);
        CwPoint2 place = {map->u0 + x * map->u_x + y * map->u_y - off,
                          map->v0 + x * map->v_x + y * map->v_y - off};
        pixels_sample(&window, place, left - begin, piece, next - left);
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
