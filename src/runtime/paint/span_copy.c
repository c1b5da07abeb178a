#include "paint/canvas.h"

#include <math.h>
#include <string.h>

/* ---- upright, of its own size ---- */

/* The runs of row `y`; without a table the row is one run. */
static int row_runs(const Bitmap *bitmap, int y, const BitmapRun **runs)
{
    static const BitmapRun WHOLE_ROW = {0, UINT16_MAX, false};
    if (bitmap->runs == NULL) {
        *runs = &WHOLE_ROW;
        return 1;
    }
    *runs = bitmap->runs + bitmap->row_runs[y];
    return (int)(bitmap->row_runs[y + 1] - bitmap->row_runs[y]);
}

void bitmap_copy(const Canvas *canvas, const Bitmap *bitmap, const SDL_Rect *part, SDL_Point at_px,
                 uint32_t tint)
{
    bool is_opaque_copy = tint >> 24 == 255 && canvas->blend == CW_BLEND_NORMAL;
    for (int row = 0; row < part->h; row++) {
        const uint32_t *from = bitmap_row(bitmap, part->y + row);
        uint32_t *to = canvas_pixel(canvas, at_px.x, at_px.y + row);
        const BitmapRun *runs;
        int count = row_runs(bitmap, part->y + row, &runs);
        for (int i = 0; i < count; i++) {
            int begin = SDL_max(part->x, runs[i].from);
            int end = SDL_min(part->x + part->w, runs[i].to);
            int length = end - begin;
            if (length > 0 && is_opaque_copy && runs[i].is_opaque && tint == UINT32_MAX) {
                memcpy(to + (begin - part->x), from + begin, (size_t)length * sizeof *to);
            } else if (length > 0 && is_opaque_copy && runs[i].is_opaque) {
                canvas->loops->copy_row(to + (begin - part->x), from + begin, length, tint);
            } else if (length > 0) {
                canvas->loops->lay_row(canvas->blend, to + (begin - part->x), from + begin, length,
                                       tint);
            }
        }
    }
}

/* ---- turned ---- */

enum { FRACTION_BITS = 16 };
enum { ROWS_AHEAD = 4, AHEAD_MAX_PX = 128, LINE_PX = 16 }; /* distances for fetching memory early */

/* Maps pixel centres to texels: u = u0 + x * u_x + y * u_y, v likewise. */
typedef struct TexelMap {
    double u0, v0, u_x, u_y, v_x, v_y;
    double u_low, u_high, v_low, v_high; /* readable texels: low <= u < high */
} TexelMap;

static TexelMap make_map(const Quad *quad, const QuadEdge *edge)
{
    double cosine = quad->right.x, sine = quad->down.x;
    vec2s centre_px = quad->centre_px;
    double width_px = (float)quad->source_px.w - 2 * edge->inset_px;
    double height_px = (float)quad->source_px.h - 2 * edge->inset_px;
    double u_unit = width_px / (2 * edge->half.x) * (quad->is_mirrored ? -1 : 1);
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
    map.u_low = SDL_max(0, u_middle - width_px / 2);
    map.v_low = SDL_max(0, v_middle - height_px / 2);
    map.u_high = SDL_min(quad->texels.bitmap->surface->w - 1, u_middle + width_px / 2);
    map.v_high = SDL_min(quad->texels.bitmap->surface->h - 1, v_middle + height_px / 2);
    return map;
}

static SDL_Rect bounds(const Canvas *canvas, const Quad *quad, const QuadEdge *edge)
{
    double cosine = fabsf(quad->right.x), sine = fabsf(quad->down.x);
    vec2s centre_px = quad->centre_px;
    double half_x = (edge->half.x * cosine + edge->half.y * sine) * quad->scale.x;
    double half_y = (edge->half.x * sine + edge->half.y * cosine) * quad->scale.y;
    const SDL_Rect *clip = &canvas->clip_px;
    int left = (int)SDL_max(clip->x, floor(centre_px.x - half_x));
    int top = (int)SDL_max(clip->y, floor(centre_px.y - half_y));
    int right = (int)SDL_min(clip->x + clip->w, ceil(centre_px.x + half_x));
    int bottom = (int)SDL_min(clip->y + clip->h, ceil(centre_px.y + half_y));
    return (SDL_Rect){left, top, right - left, bottom - top};
}

/* The pixels at which a row enters and leaves the readable texels along one coordinate. */
typedef struct Crossing {
    double from, to; /* pixels in row 0 */
    double slope;    /* change of both a row */
} Crossing;

/* Solves low <= start + x * x_step + row * y_step < high. */
static Crossing make_crossing(double start, double x_step, double y_step, double low, double high)
{
    if (fabs(x_step) < 1e-9) { /* the whole row is inside or outside: the slope is of the texels */
        return (Crossing){start - low, high - start, y_step};
    }
    double at_low = (low - start) / x_step, at_high = (high - start) / x_step;
    return (Crossing){SDL_min(at_low, at_high), SDL_max(at_low, at_high), -y_step / x_step};
}

typedef struct Turn {
    Canvas *canvas;
    const Quad *quad;
    TexelMap map;
    SDL_Rect box;
    Crossing u, v;
    PixelRun run; /* the run, without its place */
    uint32_t tint;
} Turn;

static int floor_of(double value)
{
    int whole = (int)value;
    return whole - (value < whole);
}

static Sint32 to_fixed(double value)
{
    return floor_of(value * (1 << FRACTION_BITS));
}

static Turn make_turn(Canvas *canvas, const Quad *quad, const QuadEdge *edge, SDL_Rect box)
{
    TexelMap map = make_map(quad, edge);
    return (Turn){.canvas = canvas,
                  .quad = quad,
                  .map = map,
                  .box = box,
                  .u = make_crossing(map.u0, map.u_x, map.u_y, map.u_low, map.u_high),
                  .v = make_crossing(map.v0, map.v_x, map.v_y, map.v_low, map.v_high),
                  .run = {.picture = bitmap_row(quad->texels.bitmap, 0),
                          .pitch = quad->texels.bitmap->surface->w,
                          .u_step = to_fixed(map.u_x),
                          .v_step = to_fixed(map.v_x)},
                  .tint = pixels_premultiply(quad->tint)};
}

/* Narrows [*from, *to) to the part of a row within a crossing. */
static void narrow_row(const Crossing *crossing, double x_step, int row, double *from, double *to)
{
    double moved = row * crossing->slope;
    if (fabs(x_step) < 1e-9) {
        *to = crossing->from + moved >= 0 && crossing->to - moved > 0 ? *to : *from;
        return;
    }
    *from = SDL_max(*from, crossing->from + moved);
    *to = SDL_min(*to, crossing->to + moved);
}

/* Whether a texel can be read: its right and lower neighbours are read, too. */
static bool can_read(const PixelRun *run, const SDL_Surface *picture, int steps)
{
    Sint32 u = run->u + steps * run->u_step, v = run->v + steps * run->v_step;
    return u >= 0 && v >= 0 && u < (picture->w - 1) << FRACTION_BITS &&
           v < (picture->h - 1) << FRACTION_BITS;
}

/* Paints pixels [from, to) of a row; rounding may step just over the ends of readable texels. */
static void turn_piece(const Turn *turn, int from, int to, int y)
{
    PixelRun run = turn->run;
    const SDL_Surface *picture = turn->quad->texels.bitmap->surface;
    int first = 0, end = to - from;
    const TexelMap *map = &turn->map;
    int begin = pixels_piece_begin(from);
    double u = map->u0 + begin * map->u_x + y * map->u_y;
    double v = map->v0 + begin * map->v_x + y * map->v_y;
    run.u = (int32_t)pixels_place(u, run.u_step, from - begin);
    run.v = (int32_t)pixels_place(v, run.v_step, from - begin);
    while (first < end && !can_read(&run, picture, first)) {
        first++;
    }
    while (first < end && !can_read(&run, picture, end - 1)) {
        end--;
    }
    run.u += first * run.u_step;
    run.v += first * run.v_step;
    if (first < end) {
        turn->canvas->loops->lay_run(turn->canvas->blend,
                                     canvas_pixel(turn->canvas, from + first, y), &run, end - first,
                                     turn->tint);
    }
}

static void turn_row(const Turn *turn, int row)
{
    const TexelMap *map = &turn->map;
    int y = turn->box.y + row;
    double low = turn->box.x, high = turn->box.x + turn->box.w;
    narrow_row(&turn->u, map->u_x, y, &low, &high);
    narrow_row(&turn->v, map->v_x, y, &low, &high);
    if (!(low < high)) {
        return;
    }
    int x = -floor_of(-low), end = -floor_of(-high);
    while (x < end) {
        int next = SDL_min(pixels_piece_begin(x) + PIXELS_PIECE_PX, end);
        turn_piece(turn, x, next, y);
        x = next;
    }
}

/* Fetches later rows, which are too short and far apart for the processor's own prefetcher. */
static void fetch_ahead(const Turn *turn, int row)
{
    for (int x = 0; row < turn->box.h && x < SDL_min(turn->box.w, AHEAD_MAX_PX); x += LINE_PX) {
        __builtin_prefetch(canvas_pixel(turn->canvas, turn->box.x + x, turn->box.y + row), 1);
    }
}

/* The range of a coordinate that the box shows, in whole texels of the part. */
static void span_of(double start, double x_step, double y_step, SDL_Rect box, int from, int size,
                    int span[2])
{
    double across = x_step * box.w, down = y_step * box.h;
    double begin = start + box.x * x_step + box.y * y_step;
    double low = begin + SDL_min(across, 0) + SDL_min(down, 0);
    double high = begin + SDL_max(across, 0) + SDL_max(down, 0);
    span[0] = (int)SDL_max(low, from);
    span[1] = (int)SDL_min(high + 1, from + size);
}

/* Reads the visible texels once, row by row, if the last frame left them far from the processor:
 * this takes a tenth of the time of waiting for each texel. */
static void read_through(const Turn *turn)
{
    enum { SMALL_PX = 32 * 32, LARGE_PX = 512 * 512 }; /* always near; too large to stay near */
    const TexelMap *map = &turn->map;
    SDL_Rect part = turn->quad->source_px;
    int u[2], v[2];
    span_of(map->u0, map->u_x, map->u_y, turn->box, part.x, part.w, u);
    span_of(map->v0, map->v_x, map->v_y, turn->box, part.y, part.h, v);
    int64_t count = (int64_t)(u[1] - u[0]) * (v[1] - v[0]);
    bool is_prefetched = map->v_x != 0 && count > SMALL_PX && count < LARGE_PX;
    for (int y = v[0]; y < v[1] && is_prefetched; y++) {
        const volatile uint32_t *row = bitmap_row(turn->quad->texels.bitmap, y);
        for (int x = u[0]; x < u[1]; x += LINE_PX) {
            (void)row[x];
        }
    }
}

void turned_copy_paint(Canvas *canvas, const Quad *quad)
{
    QuadEdge edge = canvas_quad_edge(quad);
    SDL_Rect box = bounds(canvas, quad, &edge);
    if (box.w <= 0 || box.h <= 0) {
        return;
    }
    Turn turn = make_turn(canvas, quad, &edge, box);
    read_through(&turn);
    for (int row = 0; row < box.h; row++) {
        fetch_ahead(&turn, row + ROWS_AHEAD);
        turn_row(&turn, row);
    }
}

/* ---- parts ---- */

/* The largest offset between texels and pixels at which texels are copied instead of blended. */
static const double COPY_TOLERANCE_PX = 1.0 / 16;

static bool map_part(const Part *part, TexelMap *map)
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
    double slope = ((double)lower.x - upper.x) / ((double)lower.y - upper.y);
    *x = upper.x + (y - upper.y) * slope;
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

/* The texels of a part, whole ones, from the first to the last. */
static PixelWindow window_of(const Part *part, const TexelMap *map)
{
    double left = fmin(part->from_px.x, part->to_px.x);
    double right = fmax(part->from_px.x, part->to_px.x);
    double first_u = floor(left + 1e-3), last_u = fmax(first_u, ceil(right - 1e-3) - 1);
    double first_v = floor(part->from_px.y + 1e-3);
    double last_v = fmax(first_v, ceil(part->to_px.y - 1e-3) - 1);
    return (PixelWindow){.run = {.picture = bitmap_row(part->texels.bitmap, 0),
                                 .pitch = part->texels.bitmap->surface->w,
                                 .u_step = pixels_fixed(map->u_x),
                                 .v_step = pixels_fixed(map->v_x)},
                         .u_low = pixels_fixed(first_u),
                         .u_high = pixels_fixed(last_u),
                         .v_low = pixels_fixed(first_v),
                         .v_high = pixels_fixed(last_v),
                         .is_nearest = part->is_nearest};
}

static void sample_row(const Canvas *canvas, const Part *part, const TexelMap *map, SDL_Rect row)
{
    uint32_t piece[PIXELS_PIECE_PX];
    uint32_t tint = pixels_premultiply(part->tint);
    PixelWindow window = window_of(part, map);
    double off = part->is_nearest ? 0 : 0.5; /* to the texel's middle */
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

/* Whether the part is upright, with a texel on each pixel, seen or not. */
static bool is_copy(const Part *part, const TexelMap *map)
{
    vec2s size = glms_vec2_sub(part->corners[2], part->corners[0]);
    double x = ceil(part->corners[0].x - 0.5) + 0.5, y = ceil(part->corners[0].y - 0.5) + 0.5;
    double off_u = fabs(map->u_x - 1) * size.x, off_v = fabs(map->v_y - 1) * size.y;
    double u = map->u0 + x * map->u_x, v = map->v0 + y * map->v_y;
    double tolerance = part->is_nearest ? 0.5 : COPY_TOLERANCE_PX;
    return map->u_y == 0 && map->v_x == 0 && map->u_x > 0 && map->v_y > 0 &&
           off_u + fabs(u - floor(u) - 0.5) < tolerance &&
           off_v + fabs(v - floor(v) - 0.5) < tolerance;
}

void part_copy_paint(Canvas *canvas, const Part *part)
{
    TexelMap map;
    SDL_Rect rows = rows_of(canvas, part);
    canvas->stats.sprites++;
    canvas->stats.draw_calls++;
    if (rows.h <= 0 || !map_part(part, &map)) {
        return;
    }
    SDL_Rect box = row_pixels(canvas, part, rows.y);
    box.h = rows.h;
    if (box.w > 0 && is_copy(part, &map)) {
        SDL_Rect texels = {(int)floor(map.u0 + (box.x + 0.5) * map.u_x),
                           (int)floor(map.v0 + (box.y + 0.5) * map.v_y), box.w, box.h};
        bitmap_copy(canvas, part->texels.bitmap, &texels, (SDL_Point){box.x, box.y},
                    pixels_premultiply(part->tint));
        return;
    }
    for (int y = rows.y; y < rows.y + rows.h; y++) {
        SDL_Rect row = row_pixels(canvas, part, y);
        if (row.w > 0) {
            sample_row(canvas, part, &map, row);
        }
    }
}
