#include "draw/span_copy.h"

#include <math.h>

enum { FRACTION_BITS = 16 };
enum { ROWS_AHEAD = 4, AHEAD_MAX_PX = 128, LINE_PX = 16 }; /* of memory that is fetched early */

/* From pixel (x, y)'s centre to a texel's: u = u0 + x * u_x + y * u_y, v likewise. */
typedef struct TexelMap {
    double u0, v0, u_x, u_y, v_x, v_y;
    double u_low, u_high, v_low, v_high; /* texels that may be read: low <= u < high */
} TexelMap;

static TexelMap make_map(const Quad *quad, const QuadEdge *edge)
{
    double cosine = quad->right.x, sine = quad->down.x;
    vec2s centre_px = quad->centre_px;
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

/* Finds where a row enters and leaves the readable texels along one coordinate; row 0 divides. */
typedef struct Crossing {
    double from, to; /* of row 0, pixels */
    double slope;    /* of both, a row */
} Crossing;

/* For low <= start + x * x_step + row * y_step < high. */
static Crossing make_crossing(double start, double x_step, double y_step, double low, double high)
{
    if (fabs(x_step) < 1e-9) { /* a row is inside or it isn't: the slope is of the texels */
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
    PixelRun run; /* but for its place */
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
                          .pitch = bitmap_pitch(quad->texels.bitmap),
                          .u_step = to_fixed(map.u_x),
                          .v_step = to_fixed(map.v_x)},
                  .tint = pixels_premultiply(quad->tint)};
}

/* Narrows [*from, *to) to what a crossing leaves of a row. */
static void narrow(const Crossing *crossing, double x_step, int row, double *from, double *to)
{
    double moved = row * crossing->slope;
    if (fabs(x_step) < 1e-9) {
        *to = crossing->from + moved >= 0 && crossing->to - moved > 0 ? *to : *from;
        return;
    }
    *from = SDL_max(*from, crossing->from + moved);
    *to = SDL_min(*to, crossing->to + moved);
}

static void place_run(PixelRun *run, const TexelMap *map, int x, int y)
{
    int begin = pixels_piece_begin(x);
    double u = map->u0 + begin * map->u_x + y * map->u_y;
    double v = map->v0 + begin * map->v_x + y * map->v_y;
    run->u = (int32_t)pixels_place(u, run->u_step, x - begin);
    run->v = (int32_t)pixels_place(v, run->v_step, x - begin);
}

/* A texel's right and lower neighbours are read too. */
static bool can_read(const PixelRun *run, const SDL_Surface *picture, int steps)
{
    Sint32 u = run->u + steps * run->u_step, v = run->v + steps * run->v_step;
    return u >= 0 && v >= 0 && u < (picture->w - 1) << FRACTION_BITS &&
           v < (picture->h - 1) << FRACTION_BITS;
}

/* Pixels [from, to) of a row; rounding may step just over either end of what can be read. */
static void turn_piece(const Turn *turn, int from, int to, int y)
{
    PixelRun run = turn->run;
    const SDL_Surface *picture = turn->quad->texels.bitmap->surface;
    int first = 0, end = to - from;
    place_run(&run, &turn->map, from, y);
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
    narrow(&turn->u, map->u_x, y, &low, &high);
    narrow(&turn->v, map->v_x, y, &low, &high);
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

/* Rows are short and far apart: no processor guesses where the next one is. */
static void fetch_ahead(const Turn *turn, int row)
{
    for (int x = 0; row < turn->box.h && x < SDL_min(turn->box.w, AHEAD_MAX_PX); x += LINE_PX) {
        __builtin_prefetch(canvas_pixel(turn->canvas, turn->box.x + x, turn->box.y + row), 1);
    }
}

/* The least and the most of a coordinate that the box shows, as whole texels of the part. */
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

/* Reads what will be seen of a picture through once, in its own rows, when it was not near in the
 * last frame: a tenth of waiting for each texel. */
static void read_through(const Turn *turn)
{
    enum { SMALL_PX = 32 * 32, LARGE_PX = 512 * 512 }; /* always near; too much to stay near */
    const TexelMap *map = &turn->map;
    SDL_Rect part = turn->quad->source_px;
    int u[2], v[2];
    span_of(map->u0, map->u_x, map->u_y, turn->box, part.x, part.w, u);
    span_of(map->v0, map->v_x, map->v_y, turn->box, part.y, part.h, v);
    int64_t count = (int64_t)(u[1] - u[0]) * (v[1] - v[0]);
    bool waits = map->v_x != 0 && count > SMALL_PX && count < LARGE_PX;
    for (int y = v[0]; y < v[1] && waits; y++) {
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
