#include "paint/canvas.h"

#include <math.h>

CwPoint2 fill_place(const FillMap *map, double x_px, double y_px)
{
    return (CwPoint2){map->x + map->x_x * x_px + map->x_y * y_px,
                      map->y + map->y_x * x_px + map->y_y * y_px};
}

FillMap fill_map_from_pixels(const FillMap *from_view, const Viewport *viewport)
{
    FillMap map = *from_view;
    map.x_x /= viewport->scale_x;
    map.x_y /= viewport->scale_y;
    map.y_x /= viewport->scale_x;
    map.y_y /= viewport->scale_y;
    map.x -= map.x_x * viewport->origin_px.x + map.x_y * viewport->origin_px.y;
    map.y -= map.y_x * viewport->origin_px.x + map.y_y * viewport->origin_px.y;
    return map;
}

CwColour fill_faded(CwColour colour, int opacity)
{
    colour.a = (uint8_t)((colour.a * opacity + 127) / 255);
    return colour;
}

/* ---- gradients ---- */

int fill_stop(const ShapeFill *fill, double way)
{
    int stop = -1;
    while (stop + 1 < fill->stop_count && (double)fill->stops[stop + 1].at <= way) {
        stop++;
    }
    return stop;
}

CwColour fill_colour_after(const ShapeFill *fill, int stop, double way)
{
    if (stop < 0 || stop + 1 >= fill->stop_count) {
        return fill->stops[stop < 0 ? 0 : fill->stop_count - 1].colour;
    }
    const FillStop *a = &fill->stops[stop], *b = a + 1;
    double part = fmin(fmax((way - a->at) / ((double)b->at - a->at), 0), 1);
    return draw_colour_between(a->colour, b->colour, part);
}

/* The colours after a stop; constant before the first and after the last stop. */
static PixelRamp ramp_after(const ShapeFill *fill, int stop)
{
    bool is_flat = stop < 0 || stop + 1 >= fill->stop_count;
    const FillStop *a = &fill->stops[stop < 0 ? 0 : stop], *b = is_flat ? a : a + 1;
    float from[] = {a->colour.b, a->colour.g, a->colour.r, a->colour.a};
    float to[] = {b->colour.b, b->colour.g, b->colour.r, b->colour.a};
    PixelRamp ramp;
    for (int i = 0; i < 4; i++) {
        ramp.slope[i] = is_flat ? 0 : (to[i] - from[i]) / (b->at - a->at);
        ramp.base[i] = from[i] - ramp.slope[i] * a->at;
    }
    return ramp;
}

static void gradient_row(const Fill *fill, CwPoint2 place, uint32_t *to, int count)
{
    const ShapeFill *shape = fill->shape;
    float ways[FILL_ROW_MAX];
    for (int i = 0; i < count; i++) {
        double x = place.x + i * fill->map.x_x, y = place.y + i * fill->map.y_x;
        ways[i] = shape->kind == FILL_RADIAL ? sqrtf((float)(x * x + y * y)) : (float)x;
    }
    for (int i = 0, end; i < count; i = end) {
        int stop = fill_stop(shape, ways[i]);
        float low = stop < 0 ? -INFINITY : shape->stops[stop].at;
        float high = stop + 1 < shape->stop_count ? shape->stops[stop + 1].at : INFINITY;
        for (end = i + 1; end < count && ways[end] >= low && ways[end] < high; end++) {
        }
        PixelRamp ramp = ramp_after(shape, stop);
        fill->loops->ramp(&ramp, ways + i, to + i, end - i);
    }
}

/* ---- pictures ---- */

static int32_t last_texel(float a, float b)
{
    return pixels_fixed(fmax(floor(fmin(a, b)), ceil(fmax(a, b) - 1e-3) - 1));
}

/* The number of pixels until a tile ends, at least one. */
static int steps_within(double place, double step, int most)
{
    double left = step > 0 ? ceil((1 - place) / step) : step < 0 ? floor(place / -step) + 1 : most;
    return left < 1 ? 1 : left < most ? (int)left : most;
}

static bool is_in_tile(const Fill *fill, int x, int y, CwPoint2 tile)
{
    CwPoint2 place = fill_place(&fill->map, x + 0.5, y + 0.5);
    return floor(place.x) == tile.x && floor(place.y) == tile.y;
}

/* The number of pixels from x on in its tile; a pixel on an edge belongs to one tile. */
static int steps_in_tile(const Fill *fill, int x, int y, CwPoint2 tile, int most)
{
    CwPoint2 place = fill_place(&fill->map, x + 0.5, y + 0.5);
    int steps = steps_within(place.x - tile.x, fill->map.x_x, most);
    steps = steps_within(place.y - tile.y, fill->map.y_x, steps);
    while (steps > 1 && !is_in_tile(fill, x + steps - 1, y, tile)) {
        steps--;
    }
    while (steps < most && is_in_tile(fill, x + steps, y, tile)) {
        steps++;
    }
    return steps;
}

/* Fills a row tile by tile, and piece by piece (pixels.h). */
static void picture_row(const Fill *fill, int x, int y, uint32_t *to, int count)
{
    double width = fill->to_px.x - fill->from_px.x, height = fill->to_px.y - fill->from_px.y;
    double off = fill->is_nearest ? 0 : 0.5; /* to the texel's middle */
    PixelWindow window = {.run = {.picture = bitmap_row(fill->texels.bitmap, 0),
                                  .pitch = fill->texels.bitmap->surface->w,
                                  .u_step = pixels_fixed(fill->map.x_x * width),
                                  .v_step = pixels_fixed(fill->map.y_x * height)},
                          .u_low = pixels_fixed(floor(fmin(fill->from_px.x, fill->to_px.x))),
                          .u_high = last_texel(fill->from_px.x, fill->to_px.x),
                          .v_low = pixels_fixed(floor(fill->from_px.y)),
                          .v_high = last_texel(fill->from_px.y, fill->to_px.y),
                          .is_nearest = fill->is_nearest};
    for (int i = 0, steps; i < count; i += steps) {
        int begin = pixels_piece_begin(x + i), offset = x + i - begin;
        CwPoint2 place = fill_place(&fill->map, x + i + 0.5, y + 0.5);
        CwPoint2 tile = {floor(place.x), floor(place.y)};
        steps = steps_in_tile(fill, x + i, y, tile, SDL_min(count - i, PIXELS_PIECE_PX - offset));
        place = fill_place(&fill->map, begin + 0.5, y + 0.5);
        CwPoint2 texel = {fill->from_px.x + (place.x - tile.x) * width - off,
                          fill->from_px.y + (place.y - tile.y) * height - off};
        pixels_sample(&window, texel, offset, to + i, steps);
    }
}

void fill_row(const Fill *fill, int x, int y, uint32_t *to, int count)
{
    if (fill->shape->kind == FILL_PICTURE) {
        picture_row(fill, x, y, to, count);
    } else {
        gradient_row(fill, fill_place(&fill->map, x + 0.5, y + 0.5), to, count);
    }
}
