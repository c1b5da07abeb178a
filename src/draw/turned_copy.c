#include "draw/turned_copy.h"

#include <math.h>

enum { SCRATCH_STEP_PX = 128, FRACTION_BITS = 16 };

/* From the centre of pixel (x, y) of the drawable to the texel whose centre is at (u, v):
 * u = u0 + x * u_x + y * u_y, v likewise. */
typedef struct TexelMap {
    double u0, v0, u_x, u_y, v_x, v_y;
    double u_low, u_high, v_low, v_high; /* texels that may be read: low <= u < high */
} TexelMap;

static TexelMap make_map(const Quad *quad, const QuadEdge *edge)
{
    double cosine = cosf(quad->angle_rad), sine = sinf(quad->angle_rad);
    double width_px = (float)quad->source_px.w - 2 * edge->inset_px;
    double height_px = (float)quad->source_px.h - 2 * edge->inset_px;
    double u_unit = width_px / (2 * edge->half.x) * (quad->mirrored ? -1 : 1);
    double v_unit = height_px / (2 * edge->half.y);
    TexelMap map = {.u_x = cosine * u_unit / quad->scale.x,
                    .u_y = -sine * u_unit / quad->scale.y,
                    .v_x = sine * v_unit / quad->scale.x,
                    .v_y = cosine * v_unit / quad->scale.y};
    double x = 0.5 - quad->centre_px.x, y = 0.5 - quad->centre_px.y;
    double u_middle = quad->source_px.x + quad->source_px.w / 2.0 - 0.5;
    double v_middle = quad->source_px.y + quad->source_px.h / 2.0 - 0.5;
    map.u0 = u_middle + x * map.u_x + y * map.u_y;
    map.v0 = v_middle + x * map.v_x + y * map.v_y;
    map.u_low = fmax(0, u_middle - width_px / 2);
    map.v_low = fmax(0, v_middle - height_px / 2);
    map.u_high = fmin(quad->pixels->w - 1, u_middle + width_px / 2);
    map.v_high = fmin(quad->pixels->h - 1, v_middle + height_px / 2);
    return map;
}

/* The pixels that the quad may touch, within the picture. */
static SDL_Rect bounds(const Canvas *canvas, const Quad *quad, const QuadEdge *edge)
{
    double cosine = fabsf(cosf(quad->angle_rad)), sine = fabsf(sinf(quad->angle_rad));
    double half_x = (edge->half.x * cosine + edge->half.y * sine) * quad->scale.x;
    double half_y = (edge->half.x * sine + edge->half.y * cosine) * quad->scale.y;
    const SDL_Rect *clip = &canvas->clip_px;
    int left = (int)fmax(clip->x, floor(quad->centre_px.x - half_x));
    int top = (int)fmax(clip->y, floor(quad->centre_px.y - half_y));
    int right = (int)fmin(clip->x + clip->w, ceil(quad->centre_px.x + half_x));
    int bottom = (int)fmin(clip->y + clip->h, ceil(quad->centre_px.y + half_y));
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

/* The four channels of a pixel, each in 16 bits of its own: room to add weights of 256 in sum. */
static Uint64 spread(Uint32 pixel)
{
    return (pixel | (Uint64)pixel << 24) & 0x00FF00FF00FF00FF;
}

/* Blends the four texels around (u, v), in 16.16, of which the upper four bits of the fraction
 * count. */
static Uint32 sample(const SDL_Surface *pixels, Sint32 u, Sint32 v)
{
    const char *row =
        (const char *)pixels->pixels + (ptrdiff_t)(v >> FRACTION_BITS) * pixels->pitch;
    const Uint32 *upper = (const Uint32 *)(const void *)row + (u >> FRACTION_BITS);
    const Uint32 *lower = (const Uint32 *)(const void *)((const char *)upper + pixels->pitch);
    if ((upper[0] | upper[1] | lower[0] | lower[1]) >> 24 == 0) {
        return 0;
    }
    Uint32 right = (Uint32)u >> 12 & 15, down = (Uint32)v >> 12 & 15;
    Uint64 sum = spread(upper[0]) * ((16 - right) * (16 - down)) +
                 spread(upper[1]) * (right * (16 - down)) +
                 spread(lower[0]) * ((16 - right) * down) + spread(lower[1]) * (right * down);
    sum = sum >> 8 & 0x00FF00FF00FF00FF;
    return (Uint32)(sum | sum >> 24);
}

static Sint32 to_fixed(double value)
{
    return (Sint32)floor(value * (1 << FRACTION_BITS));
}

/* A run of texels along a row, in 16.16. */
typedef struct Run {
    Sint32 u, v, u_step, v_step;
    Sint32 u_end, v_end; /* of the surface: a texel's right and lower neighbours are read too */
} Run;

static bool can_read(const Run *run, int steps)
{
    Sint32 u = run->u + steps * run->u_step, v = run->v + steps * run->v_step;
    return u >= 0 && v >= 0 && u < run->u_end && v < run->v_end;
}

static void clear(Uint32 *out, int from, int to)
{
    for (int x = from; x < to; x++) {
        out[x] = 0;
    }
}

/* One row of the bounds; `y` is the row's in the drawable. */
static void turn_row(const Quad *quad, const TexelMap *map, const SDL_Rect *box, int y, Uint32 *out)
{
    double u_start = map->u0 + box->x * map->u_x + y * map->u_y;
    double v_start = map->v0 + box->x * map->v_x + y * map->v_y;
    double low = 0, high = box->w;
    narrow(u_start, map->u_x, map->u_low, map->u_high, &low, &high);
    narrow(v_start, map->v_x, map->v_low, map->v_high, &low, &high);
    int from = low < high ? (int)ceil(low) : 0, to = low < high ? (int)ceil(high) : 0;
    Run run = {.u = to_fixed(u_start + from * map->u_x),
               .v = to_fixed(v_start + from * map->v_x),
               .u_step = to_fixed(map->u_x),
               .v_step = to_fixed(map->v_x),
               .u_end = (quad->pixels->w - 1) << FRACTION_BITS,
               .v_end = (quad->pixels->h - 1) << FRACTION_BITS};
    int first = 0, end = to - from; /* rounding may step just over either end */
    while (first < end && !can_read(&run, first)) {
        first++;
    }
    while (first < end && !can_read(&run, end - 1)) {
        end--;
    }
    clear(out, 0, from + first);
    for (int step = first; step < end; step++) {
        out[from + step] =
            sample(quad->pixels, run.u + step * run.u_step, run.v + step * run.v_step);
    }
    clear(out, from + SDL_max(first, end), box->w);
}

static bool grow_scratch(Canvas *canvas, int width_px, int height_px)
{
    int have_width = 0, have_height = 0;
    if (canvas->scratch != NULL) {
        SDL_QueryTexture(canvas->scratch, NULL, NULL, &have_width, &have_height);
    }
    if (width_px <= have_width && height_px <= have_height) {
        return true;
    }
    SDL_DestroyTexture(canvas->scratch);
    int width = (SDL_max(width_px, have_width) / SCRATCH_STEP_PX + 1) * SCRATCH_STEP_PX;
    int height = (SDL_max(height_px, have_height) / SCRATCH_STEP_PX + 1) * SCRATCH_STEP_PX;
    canvas->scratch = SDL_CreateTexture(canvas->sdl, SDL_PIXELFORMAT_ARGB8888,
                                        SDL_TEXTUREACCESS_STREAMING, width, height);
    if (canvas->scratch != NULL) {
        SDL_SetTextureBlendMode(canvas->scratch, SDL_BLENDMODE_BLEND);
    }
    return canvas->scratch != NULL;
}

void turned_copy_paint(Canvas *canvas, const Quad *quad)
{
    QuadEdge edge = canvas_quad_edge(quad);
    SDL_Rect box = bounds(canvas, quad, &edge);
    if (box.w <= 0 || box.h <= 0 || !grow_scratch(canvas, box.w, box.h)) {
        return;
    }
    SDL_Rect part = {0, 0, box.w, box.h};
    void *pixels = NULL;
    int pitch = 0;
    if (SDL_LockTexture(canvas->scratch, &part, &pixels, &pitch) != 0) {
        return;
    }
    TexelMap map = make_map(quad, &edge);
    for (int y = 0; y < box.h; y++) {
        char *row = (char *)pixels + (ptrdiff_t)y * pitch;
        turn_row(quad, &map, &box, box.y + y, (Uint32 *)(void *)row);
    }
    SDL_UnlockTexture(canvas->scratch);
    SDL_SetTextureColorMod(canvas->scratch, quad->tint.r, quad->tint.g, quad->tint.b);
    SDL_SetTextureAlphaMod(canvas->scratch, quad->tint.a);
    SDL_RenderCopy(canvas->sdl, canvas->scratch, &part, &box);
}
