#include "paint/canvas.h"

#include <math.h>

enum {
    OPAQUE_MAX = 64,     /* stretches that are opaque in all rows of a band */
    OPAQUE_LEAST_PX = 3, /* shorter stretches are painted row by row */
    ROW_MAX_PX = 16,     /* longer wedges would be too narrow for a device's grid of 1/256 pixel */
    CORNERS_MAX = 16
};

/* Largest error of a channel within a triangle, and largest change that isn't seen. */
static const double CURVE_ERROR = 0.5, CHANGE_ERROR = 1;

typedef struct Corner {
    double x, y;    /* pixels */
    CwPoint2 place; /* place in the fill */
} Corner;

typedef struct Convex {
    Corner corners[CORNERS_MAX];
    int count;
} Convex;

typedef struct Box {
    int left, top, right, bottom;
} Box;

/* ---- pieces ---- */

static Convex convex_of(const Fill *fill, const Box *box)
{
    Convex convex = {.count = 4};
    for (int i = 0; i < 4; i++) {
        double x = i == 1 || i == 2 ? box->right : box->left, y = i >= 2 ? box->bottom : box->top;
        convex.corners[i] = (Corner){x, y, fill_place(&fill->map, x, y)};
    }
    return convex;
}

static double along(const Corner *corner, bool down)
{
    return down ? corner->place.y : corner->place.x;
}

static double mix(double a, double b, double part)
{
    return a + (b - a) * part;
}

/* Computes from the lower end, so that both pieces beside an edge find the same corner. */
static Corner corner_at(const Corner *a, const Corner *b, bool down, double limit)
{
    const Corner *low = along(a, down) < along(b, down) ? a : b, *high = low == a ? b : a;
    double part = (limit - along(low, down)) / (along(high, down) - along(low, down));
    return (Corner){
        mix(low->x, high->x, part),
        mix(low->y, high->y, part),
        {mix(low->place.x, high->place.x, part), mix(low->place.y, high->place.y, part)}};
}

/* Cuts off the part below the limit, and leaves the rest. */
static Convex cut_off(Convex *convex, bool down, double limit)
{
    Convex below = {.count = 0}, above = {.count = 0};
    for (int i = 0; i < convex->count; i++) {
        const Corner *a = &convex->corners[i], *b = &convex->corners[(i + 1) % convex->count];
        bool is_a_below = along(a, down) < limit, is_b_below = along(b, down) < limit;
        Convex *side = is_a_below ? &below : &above;
        side->corners[side->count++] = *a;
        if (is_a_below != is_b_below) {
            Corner cut = corner_at(a, b, down, limit);
            below.corners[below.count++] = cut;
            above.corners[above.count++] = cut;
        }
        if (below.count > CORNERS_MAX - 2 || above.count > CORNERS_MAX - 2) {
            break; /* rounding only: a box has four corners and each cut adds one */
        }
    }
    *convex = above;
    return below;
}

static void range_of(const Convex *convex, bool down, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (int i = 0; i < convex->count; i++) {
        *low = fmin(*low, along(&convex->corners[i], down));
        *high = fmax(*high, along(&convex->corners[i], down));
    }
}

/* Pushes the triangles of `count` vertices, which are pushed next. */
static void push_fan(Canvas *canvas, int count)
{
    int first = triangles_make_room(canvas, count, 3 * (count - 2));
    for (int i = 1; i + 1 < count; i++) {
        triangles_push(canvas, first, first + i, first + i + 1);
    }
}

static vec2s pixel_of(const Corner *corner)
{
    return (vec2s){{(float)corner->x, (float)corner->y}};
}

/* Paints a box in one colour. A short row becomes a wedge, twice as long, with half the triangles:
 * of all pixels it holds only the middles of the row's, where a device takes its samples. */
static void push_box(Canvas *canvas, const Box *box, CwColour colour)
{
    bool is_wedge = box->bottom - box->top == 1 && box->right - box->left <= ROW_MAX_PX;
    int count = is_wedge ? 3 : 4;
    float left = (float)box->left, top = (float)box->top, bottom = (float)box->bottom;
    float right = (float)(is_wedge ? 2 * box->right - box->left : box->right);
    const vec2s corners[] = {
        {{left, top}}, {{right, top}}, {{is_wedge ? left : right, bottom}}, {{left, bottom}}};
    push_fan(canvas, count);
    for (int i = 0; i < count; i++) {
        triangles_push_plain_vertex(canvas, corners[i], colour);
    }
}

/* ---- gradients ---- */

static double way_of(const Fill *fill, CwPoint2 place)
{
    return fill->shape->kind == FILL_RADIAL ? sqrt(place.x * place.x + place.y * place.y) : place.x;
}

static void push_shaded(Canvas *canvas, const Fill *fill, const Convex *part, int stop, int opacity)
{
    if (part->count < 3) {
        return;
    }
    push_fan(canvas, part->count);
    for (int i = 0; i < part->count; i++) {
        const Corner *corner = &part->corners[i];
        CwColour colour = fill_colour_after(fill->shape, stop, way_of(fill, corner->place));
        triangles_push_plain_vertex(canvas, pixel_of(corner), fill_faded(colour, opacity));
    }
}

/* Premultiplied colours don't change evenly if alpha changes; cuts come close enough. */
static void push_band(Canvas *canvas, const Fill *fill, Convex *band, int stop, int opacity)
{
    enum { CUTS = 8 };
    const FillStop *a = &fill->shape->stops[stop < 0 ? 0 : stop], *b = a + 1;
    bool needs_cuts = stop >= 0 && stop + 1 < fill->shape->stop_count && a->colour.a != b->colour.a;
    for (int i = 1; needs_cuts && i < CUTS; i++) {
        Convex piece = cut_off(band, false, mix(a->at, b->at, i / (double)CUTS));
        push_shaded(canvas, fill, &piece, stop, opacity);
    }
    push_shaded(canvas, fill, band, stop, opacity);
}

static void paint_linear(Canvas *canvas, const Fill *fill, const Box *box, int opacity)
{
    const ShapeFill *shape = fill->shape;
    Convex rest = convex_of(fill, box);
    double low, high;
    range_of(&rest, false, &low, &high);
    int stop = fill_stop(shape, low);
    for (; stop + 1 < shape->stop_count && (double)shape->stops[stop + 1].at < high; stop++) {
        Convex band = cut_off(&rest, false, shape->stops[stop + 1].at);
        push_band(canvas, fill, &band, stop, opacity);
    }
    push_band(canvas, fill, &rest, stop, opacity);
}

/* The largest change of a channel after a stop, a unit of way. */
static double steepness(const ShapeFill *shape, int stop)
{
    if (stop < 0 || stop + 1 >= shape->stop_count) {
        return 0;
    }
    const FillStop *a = &shape->stops[stop], *b = a + 1;
    int red = abs(a->colour.r - b->colour.r), green = abs(a->colour.g - b->colour.g);
    int blue = abs(a->colour.b - b->colour.b), alpha = abs(a->colour.a - b->colour.a);
    int most = SDL_max(SDL_max(red, green), SDL_max(blue, alpha));
    return most == 0 ? 0 : most / ((double)b->at - a->at);
}

/* Whether the corners' colours suffice: not near the centre or across a stop. */
static bool is_even(const ShapeFill *shape, double middle, double reach)
{
    double low = fmax(0, middle - reach), high = middle + reach, steepest = 0;
    int first = fill_stop(shape, low), last = fill_stop(shape, high);
    for (int stop = first; stop <= last; stop++) {
        steepest = fmax(steepest, steepness(shape, stop));
    }
    bool is_bent = first != last || low <= 0;
    return 2 * reach * steepest < CHANGE_ERROR ||
           (!is_bent && reach * reach / (2 * low) * steepest < CURVE_ERROR);
}

static void paint_radial(Canvas *canvas, const Fill *fill, const Box *box, int opacity)
{
    int width = box->right - box->left, height = box->bottom - box->top;
    Convex convex = convex_of(fill, box);
    CwPoint2 centre =
        fill_place(&fill->map, (box->left + box->right) / 2.0, (box->top + box->bottom) / 2.0);
    double middle = way_of(fill, centre), reach = 0;
    for (int i = 0; i < 4; i++) {
        CwPoint2 place = convex.corners[i].place;
        double x = place.x - centre.x, y = place.y - centre.y;
        reach = fmax(reach, sqrt(x * x + y * y));
    }
    if (width == 1 && height == 1) {
        CwColour colour = fill_colour_after(fill->shape, fill_stop(fill->shape, middle), middle);
        push_box(canvas, box, fill_faded(colour, opacity));
        return;
    }
    if (is_even(fill->shape, middle, reach)) {
        push_shaded(canvas, fill, &convex, fill_stop(fill->shape, middle), opacity);
        return;
    }
    Box one = *box, other = *box;
    if (width > height) {
        one.right = other.left = box->left + width / 2;
    } else {
        one.bottom = other.top = box->top + height / 2;
    }
    paint_radial(canvas, fill, &one, opacity);
    paint_radial(canvas, fill, &other, opacity);
}

/* ---- pictures ---- */

static vec2s texel_of(const Fill *fill, double u, double v)
{
    u = fmin(fmax(u, 0), 1);
    v = fmin(fmax(v, 0), 1);
    return (vec2s){{(float)mix(fill->from_px.x, fill->to_px.x, u),
                    (float)mix(fill->from_px.y, fill->to_px.y, v)}};
}

static void push_tile(Canvas *canvas, const Fill *fill, const Convex *convex, CwPoint2 tile,
                      CwColour tint)
{
    if (convex->count < 3) {
        return;
    }
    push_fan(canvas, convex->count);
    for (int i = 0; i < convex->count; i++) {
        const Corner *corner = &convex->corners[i];
        triangles_push_vertex(canvas, pixel_of(corner), tint,
                              texel_of(fill, corner->place.x - tile.x, corner->place.y - tile.y));
    }
}

static void paint_column(Canvas *canvas, const Fill *fill, Convex *column, double x, CwColour tint)
{
    double low, high;
    range_of(column, true, &low, &high);
    for (double y = floor(low); y < high; y++) {
        Convex tile = y + 1 < high ? cut_off(column, true, y + 1) : *column;
        push_tile(canvas, fill, &tile, (CwPoint2){x, y}, tint);
    }
}

static void paint_picture(Canvas *canvas, const Fill *fill, const Box *box, int opacity)
{
    CwColour tint = fill_faded(fill->shape->colour, opacity);
    if (box->right - box->left == 1 && box->bottom - box->top == 1) {
        /* A pixel shows the colour in its middle. */
        CwPoint2 place = fill_place(&fill->map, box->left + 0.5, box->top + 0.5);
        Convex pixel = convex_of(fill, box);
        for (int i = 0; i < 4; i++) {
            pixel.corners[i].place = place;
        }
        push_tile(canvas, fill, &pixel, (CwPoint2){floor(place.x), floor(place.y)}, tint);
        return;
    }
    Convex rest = convex_of(fill, box);
    double low, high;
    range_of(&rest, false, &low, &high);
    for (double x = floor(low); x < high; x++) {
        Convex column = x + 1 < high ? cut_off(&rest, false, x + 1) : rest;
        paint_column(canvas, fill, &column, x, tint);
    }
}

/* ---- bands ---- */

static void paint_box(Canvas *canvas, const Fill *fill, const Box *box, int opacity)
{
    const ShapeFill *shape = fill->shape;
    switch (shape->kind) {
    case FILL_COLOUR:
        push_box(canvas, box, fill_faded(shape->colour, opacity));
        break;
    case FILL_LINEAR:
        paint_linear(canvas, fill, box, opacity);
        break;
    case FILL_RADIAL:
        paint_radial(canvas, fill, box, opacity);
        break;
    case FILL_PICTURE:
        paint_picture(canvas, fill, box, opacity);
        break;
    }
}

/* Intersects boxes with the opaque runs of a row, in order. */
static int intersect(const Box *a, int a_count, const RasterRun *runs, uint32_t count, Box *both)
{
    int both_count = 0;
    uint32_t run = 0;
    for (int i = 0; i < a_count; i++) {
        while (run > 0 && runs[run - 1].to > a[i].left) {
            run--;
        }
        for (; run < count && runs[run].from < a[i].right && both_count < OPAQUE_MAX; run++) {
            int left = SDL_max(a[i].left, runs[run].from);
            int right = SDL_min(a[i].right, runs[run].to);
            if (runs[run].opacity == 255 && right - left >= OPAQUE_LEAST_PX) {
                both[both_count++] = (Box){left, a[i].top, right, a[i].bottom};
            }
        }
    }
    return both_count;
}

static int find_opaque(const Raster *raster, Box *opaque)
{
    int count = 1;
    opaque[0] = (Box){raster->left, raster->y, raster->right, raster->y + raster->row_count};
    for (int row = 0; row < raster->row_count && count > 0; row++) {
        Box before[OPAQUE_MAX];
        memcpy(before, opaque, (size_t)count * sizeof *before);
        uint32_t first = raster->row_runs[row];
        count = intersect(before, count, raster->runs + first, raster->row_runs[row + 1] - first,
                          opaque);
    }
    return count;
}

/* Paints the rest of a run beside the stretches painted for the whole band. */
static void paint_rest(Canvas *canvas, const Fill *fill, const RasterRun *run, int y,
                       const Box *opaque, int opaque_count)
{
    Box rest = {run->from, y, run->to, y + 1};
    for (int i = 0; i < opaque_count && run->opacity == 255; i++) {
        if (opaque[i].left >= rest.left && opaque[i].right <= run->to) {
            rest.right = opaque[i].left;
            if (rest.left < rest.right) {
                paint_box(canvas, fill, &rest, 255);
            }
            rest.left = opaque[i].right;
            rest.right = run->to;
        }
    }
    if (rest.left < rest.right) {
        paint_box(canvas, fill, &rest, run->opacity);
    }
}

void shape_triangles_paint(Canvas *canvas, Raster *raster, const Fill *fill)
{
    if (fill->texels.texture != NULL) {
        triangles_use_texture(canvas, fill->texels.texture);
    }
    while (raster_next_band(raster)) {
        Box opaque[OPAQUE_MAX];
        int count = find_opaque(raster, opaque);
        for (int i = 0; i < count; i++) {
            if (fill->texels.texture == NULL) {
                const Box *box = &opaque[i];
                triangles_use_plain(canvas, (float)((box->right - box->left) * raster->row_count));
            }
            paint_box(canvas, fill, &opaque[i], 255);
        }
        for (int row = 0; row < raster->row_count; row++) {
            for (uint32_t i = raster->row_runs[row]; i < raster->row_runs[row + 1]; i++) {
                paint_rest(canvas, fill, &raster->runs[i], raster->y + row, opaque, count);
            }
        }
    }
}
