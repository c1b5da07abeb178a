/* A canvas is what painters paint on: the SDL renderer, its clip, and buffers kept between frames.
 * The renderer picks one of two painters.
 *
 * The geometry painter sends triangles to graphics hardware, in few calls. The span painter blends
 * rows of pixels itself, several times faster than SDL's software renderer. Both get outlines,
 * fills and quads in pixels, and know no fonts. Only sprites come as whole runs of commands. */
#pragma once

#include "paint/atlas.h"
#include "paint/pixels.h"
#include "paint/raster.h"

#include <SDL.h>

/* ---- fills ----
 *
 * A fill is the colour at the middle of each pixel of a shape: plain, of a gradient, or of a
 * repeated picture. The renderer makes it from the draw list's. The span painter requests rows, the
 * geometry painter corners. Smooth pictures repeat from the middle of their outermost texels. */

typedef struct Fill {
    const ShapeFill *shape;
    const PixelLoops *loops;
    FillMap map;          /* maps pixels */
    Texels texels;        /* texels of a picture */
    vec2s from_px, to_px; /* texels at the edges of a tile */
    bool is_nearest;
} Fill;

CwPoint2 fill_place(const FillMap *map, double x_px, double y_px);

FillMap fill_map_from_pixels(const FillMap *from_view, const Viewport *viewport);

/* The gradient's stop at or before `way`; -1: before the first. */
int fill_stop(const ShapeFill *fill, double way);

/* The colour at `way`, between stop number `stop` and the next. */
CwColour fill_colour_after(const ShapeFill *fill, int stop, double way);

CwColour fill_faded(CwColour colour, int opacity);

/* A row of pixels from (x, y), premultiplied, without a picture's tint; at most FILL_ROW_MAX. */
enum { FILL_ROW_MAX = 256 };
void fill_row(const Fill *fill, int x, int y, uint32_t *to, int count);

/* ---- the canvas ---- */

/* Counts of a frame. The span painter counts a command once in each band. */
typedef struct RendererStats {
    uint32_t draw_calls; /* submissions to SDL; for the span painter shapes and sprites */
    uint32_t sprites;    /* visible sprites and glyphs */
    uint32_t triangles;
    uint32_t painted_px; /* painted pixels; the others were kept from the previous frame */
} RendererStats;

enum {
    VERTICES_MAX = 4096, /* vertices that wait for a call */
    INDICES_MAX = 3 * VERTICES_MAX,
    WHITE_PX = 4 /* every texture begins with a white square of this size, for plain shapes */
};

/* Zero-initialise. */
typedef struct Canvas {
    SDL_Renderer *sdl;
    SDL_Rect clip_px; /* limits painting */
    CwBlend blend;    /* blend of the next commands; flush before it changes */
    RendererStats stats;
    const PixelLoops *loops; /* the span painter's inner loops */

    SDL_Texture *texture; /* texture of the waiting triangles */
    vec2s texel;          /* size of a texel in texture coordinates */
    int vertex_count, index_count;
    SDL_Vertex vertices[VERTICES_MAX];
    int indices[INDICES_MAX];

    SDL_Surface *memory;     /* picture of an offscreen renderer; NULL over a window */
    SDL_Surface *other;      /* the span painter's picture for windows of another format */
    uint32_t *screen_pixels; /* the drawable's pixels in a frame; NULL: refused, paint nothing */
    int screen_pitch;        /* words from one row to the next */
    bool is_screen_new;      /* nothing of the last picture is left */
    bool was_loss_reported;
} Canvas;

/* A textured rectangle, turned about its centre. */
typedef struct Quad {
    Texels texels;
    SDL_Rect source_px; /* the picture proper */
    int border_px;      /* transparent pixels around it, which soften the edges of a turned quad */
    bool is_exact;      /* texels fall on pixels: an upright glyph */
    bool is_mirrored;
    vec2s right, down; /* axes, turned in a square unit */
    vec2s centre_px;
    vec2s size;  /* size in that unit */
    vec2s scale; /* pixels per unit; x and y differ on a stretched picture */
    CwColour tint;
} Quad;

/* A picture or a part of one on four corners, exactly up to their edges: neighbours meet. */
typedef struct Part {
    Texels texels;
    vec2s from_px, to_px; /* edges of the texels at the first and third corner; from.x > to.x:
                             mirrored */
    vec2s corners[4];     /* a parallelogram, clockwise, pixels */
    bool is_nearest;
    CwColour tint;
} Part;

/* An upright rectangle; its colour changes from the top to the bottom. */
typedef struct PixelRect {
    vec2s low_px, high_px; /* top left and bottom right corner */
    CwColour top, bottom;
} PixelRect;

/* Sprites in a row of the draw list, with one clip and blend, so that painters share values. */
typedef struct SpriteRun {
    Canvas *canvas;
    const Atlas *atlas;
    const Viewport *viewport;
    const CwDrawList *list; /* sorted */
    const PixelBox *boxes;  /* box of each command, in order of drawing; NULL: unknown */
} SpriteRun;

typedef struct Painter {
    /* The last picture is still in memory: only areas that changed are painted on it. */
    bool keeps_picture;
    double scale_tolerance;        /* a larger change of scale rasterises sprites again */
    void (*begin)(Canvas *canvas); /* begins a frame; sets clip_px if it keeps the picture */
    void (*clear)(Canvas *canvas); /* makes clip_px black; for painters that keep the picture */
    void (*quad)(Canvas *canvas, const Quad *quad);
    /* Paints a run's sprites from number `first` on; returns the number after them. */
    uint32_t (*sprites)(const SpriteRun *run, uint32_t first);
    void (*part)(Canvas *canvas, const Part *part);
    void (*outline)(Canvas *canvas, const Outline *outline, CwColour colour);
    void (*rect)(Canvas *canvas, const PixelRect *rect);
    void (*shape)(Canvas *canvas, Raster *raster, const Fill *fill);
    void (*flush)(Canvas *canvas); /* called before a texture changes and at a frame's end */
    void (*end)(Canvas *canvas);   /* ends a frame, after the flush; NULL: nothing to do */
} Painter;

extern const Painter geometry_painter;
extern const Painter span_painter;

static const float LEAST_SPRITE_PX = 0.5F; /* thinner sprites are not seen */

/* The painted edge of a quad. */
typedef struct QuadEdge {
    vec2s half;     /* half of the painted size, in the quad's unit */
    float inset_px; /* distance of the first texels from the picture's edge; below 0: outside */
} QuadEdge;

/* The size of a quad that shows `border_px` around its picture, whose own size is 1. */
static inline vec2s canvas_quad_grow(SDL_Rect source_px, float border_px)
{
    return (vec2s){
        {1 + 2 * border_px / (float)source_px.w, 1 + 2 * border_px / (float)source_px.h}};
}

/* An upright quad ends at the middle of its outermost texels, so tiles join. A turned one reaches
 * to the middle of the clear border, which softens its staircase. */
static inline QuadEdge canvas_quad_edge(const Quad *quad)
{
    vec2s half = glms_vec2_scale(quad->size, 0.5F);
    if (quad->is_exact) {
        return (QuadEdge){half, 0};
    }
    if (quad->down.x == 0) {
        return (QuadEdge){half, 0.5F};
    }
    float border = (float)quad->border_px - 0.5F;
    return (QuadEdge){glms_vec2_mul(half, canvas_quad_grow(quad->source_px, border)), -border};
}

/* Whether a box reaches into a rectangle. */
static inline bool canvas_is_in(PixelBox box, SDL_Rect rect)
{
    return box.high.x > (float)rect.x && box.high.y > (float)rect.y &&
           box.low.x < (float)(rect.x + rect.w) && box.low.y < (float)(rect.y + rect.h);
}

static inline bool canvas_sees(const Canvas *canvas, PixelBox box)
{
    return canvas_is_in(box, canvas->clip_px);
}

static inline SDL_Rect canvas_picture_px(const Viewport *viewport)
{
    return (SDL_Rect){viewport->x_px, viewport->y_px, viewport->picture_width_px,
                      viewport->picture_height_px};
}

/* The pixel at (x, y) of the drawable; for the span painter. */
static inline uint32_t *canvas_pixel(const Canvas *canvas, int x, int y)
{
    return canvas->screen_pixels + (ptrdiff_t)y * canvas->screen_pitch + x;
}

/* The command `next` in order of drawing, if it continues the run of `begin`; else NULL. */
static inline const DrawCommand *sprite_run_next(const SpriteRun *run, const DrawCommand *begin,
                                                 uint32_t next)
{
    const CwDrawList *list = run->list;
    if (next >= list->command_count) {
        return NULL;
    }
    const DrawCommand *command = &list->commands[(uint32_t)list->order[next]];
    bool is_alike = command->kind == DRAW_SPRITE && command->clip == begin->clip &&
                    command->blend == begin->blend;
    return is_alike ? command : NULL;
}

/* ---- texts ----
 *
 * Paints the glyphs that the typesetter places: shadows first, outlines next, letters last. A glyph
 * is rasterised once for each size and fraction of a pixel, into a page that all glyphs share. A
 * full page is cleared. Upright text is rounded to pixels. */

typedef struct TextPainter TextPainter;

/* Creates a text painter on a canvas, which must outlive it and have a painter. */
TextPainter *text_painter_create(const Painter *painter, Canvas *canvas, CwError *error);
void text_painter_destroy(TextPainter *text); /* NULL is fine */

/* Makes the page again after the graphics device lost it. */
bool text_painter_rebuild(TextPainter *text, CwError *error);

/* Paints a text; ask text_box first whether it is in sight. Without a typesetter paints nothing. */
void text_paint(TextPainter *text, const Viewport *viewport, const CwDrawList *list,
                const TextCommand *command);

/* The pixels that a text may touch. Far outside the picture it is a guess, without a layout. */
PixelBox text_box(const Viewport *viewport, const CwDrawList *list, const TextCommand *command);

/* ---- triangles, for the geometry painter ----
 *
 * Triangles with one blend and one texture, or none, wait until one call draws them. The painter
 * chooses the texture, makes room, pushes vertices, then triangles of their numbers. */

void triangles_use_texture(Canvas *canvas, SDL_Texture *texture);

/* Large plain areas use no texture, because texels cost as much as all the rest. Small ones use the
 * white corner of the current texture, so they join its call. */
void triangles_use_plain(Canvas *canvas, float area_px);

void triangles_flush(Canvas *canvas);

/* Makes room; returns the number of the next vertex. */
static inline int triangles_make_room(Canvas *canvas, int vertex_count, int index_count)
{
    if (canvas->vertex_count + vertex_count > VERTICES_MAX ||
        canvas->index_count + index_count > INDICES_MAX) {
        triangles_flush(canvas);
    }
    return canvas->vertex_count;
}

static inline CwColour triangles_premultiplied(CwColour colour)
{
    uint32_t word = pixels_premultiply(colour);
    return (CwColour){(uint8_t)(word >> 16), (uint8_t)(word >> 8), (uint8_t)word, colour.a};
}

static inline void triangles_push_vertex(Canvas *canvas, vec2s place, CwColour colour, vec2s texel)
{
    colour = triangles_premultiplied(colour);
    canvas->vertices[canvas->vertex_count++] =
        (SDL_Vertex){.position = {place.x, place.y},
                     .color = {colour.r, colour.g, colour.b, colour.a},
                     .tex_coord = {texel.x * canvas->texel.x, texel.y * canvas->texel.y}};
}

static inline void triangles_push_plain_vertex(Canvas *canvas, vec2s place, CwColour colour)
{
    const float middle_px = (float)WHITE_PX / 2;
    triangles_push_vertex(canvas, place, colour, (vec2s){{middle_px, middle_px}});
}

static inline void triangles_push(Canvas *canvas, int a, int b, int c)
{
    int *index = canvas->indices + canvas->index_count;
    index[0] = a;
    index[1] = b;
    index[2] = c;
    canvas->index_count += 3;
}

/* Pushes a quad's two triangles, corners 0..3 around it. */
static inline void triangles_push_two(Canvas *canvas, int a, int b, int c, int d)
{
    triangles_push(canvas, a, b, c);
    triangles_push(canvas, a, c, d);
}

/* Paints a rasterised shape: boxes of whole rows, cut at a gradient's stops and a picture's tiles,
 * and edges pixel by pixel. Neighbours share corners to the last bit, so they leave no seam. */
void shape_triangles_paint(Canvas *canvas, Raster *raster, const Fill *fill);

/* ---- pictures, for the span painter ----
 *
 * An upright picture of its own size is copied run by run. For others each row takes texels along a
 * slanted line. Parts show no texel outside of them, and neighbours meet. (SDL_RenderCopyEx turns
 * whole bounding boxes: 40 sprites took 11 ms.) */

/* Copies `part` to `at_px`, all within the clip. `tint` is premultiplied. */
void bitmap_copy(const Canvas *canvas, const Bitmap *bitmap, const SDL_Rect *part, SDL_Point at_px,
                 uint32_t tint);

void turned_copy_paint(Canvas *canvas, const Quad *quad);

void part_copy_paint(Canvas *canvas, const Part *part);
