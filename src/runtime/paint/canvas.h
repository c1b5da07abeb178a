/* The canvas holds the SDL renderer, the visible part of it, and buffers that are kept between
 * frames; two painters know how to fill it, and the renderer picks one.
 *
 * The geometry painter makes triangles, in few calls: for graphics hardware. The span painter
 * blends rows of pixels by itself: several times faster than SDL's software renderer. Both get
 * outlines, fills and quads in pixels, and know no draw list, atlas or fonts. */
#pragma once

#include "paint/bitmap.h"
#include "paint/fill.h"
#include "paint/pixels.h"
#include "paint/raster.h"

#include <SDL.h>

enum { OUTLINE_CORNERS_MAX = 96 };

/* A convex outline in pixels, of a polygon or a capsule of the draw list. Polygons keep full colour
 * up to their edge and fade over the next pixel: neighbours leave no seam. Capsules fade half a
 * pixel to each side and keep their exact width. */
typedef struct Outline {
    vec2s corners[OUTLINE_CORNERS_MAX]; /* no two neighbours alike */
    vec2s normals[OUTLINE_CORNERS_MAX]; /* unit, outward, of the edge from corner i to i + 1 */
    int count;
    float reach_px; /* opacity falls from 1 to 0 between reach - 1 and reach outside the edge */
    float opacity;  /* below 1 for lines thinner than a pixel */
    vec2s low_px, high_px; /* bounds of the corners */
} Outline;

/* Make an outline. False: too small to be seen at this scale. */
bool outline_polygon(const Viewport *viewport, const vec2s *corners, uint32_t count,
                     Outline *outline);
bool outline_capsule(const Viewport *viewport, const CapsuleCommand *capsule, Outline *outline);

/* Counts of a frame. The span painter counts a command once in each band. */
typedef struct RendererStats {
    uint32_t draw_calls; /* submissions to SDL; for the span painter shapes and sprites */
    uint32_t sprites;    /* visible sprites and glyphs */
    uint32_t triangles;
    uint32_t painted_px; /* painted pixels; the others were kept from the frame before */
} RendererStats;

enum {
    VERTICES_MAX = 16384, /* vertices that wait for a call */
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

    SDL_Texture *screen;     /* the span painter's picture */
    SDL_Rect screen_px;      /* place of `screen` in the drawable */
    uint32_t *screen_pixels; /* memory of `screen` during a frame; NULL: refused, paint nothing */
    int screen_pitch;        /* words from one row to the next */
    bool loss_reported;
} Canvas;

/* A textured rectangle, turned about its centre. */
typedef struct Quad {
    Texels texels;
    SDL_Rect source_px; /* the picture proper */
    int border_px;      /* transparent pixels around it, which soften the edges of a turned quad */
    bool exact;         /* texels fall on pixels: an upright glyph */
    bool mirrored;
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
    bool nearest;
    CwColour tint;
} Part;

struct SpriteRun;

typedef struct Painter {
    /* The last picture is still in memory: only areas that changed are painted on it. */
    bool keeps_picture;
    double scale_tolerance; /* a larger factor between the art's scale and the view's rasterises
                               anew */
    void (*begin)(Canvas *canvas);
    void (*clear)(Canvas *canvas); /* makes clip_px black; for painters that keep the picture */
    void (*quad)(Canvas *canvas, const Quad *quad);
    /* Paints a run's sprites from number `first` on; returns the number after them. */
    uint32_t (*sprites)(const struct SpriteRun *run, uint32_t first);
    void (*part)(Canvas *canvas, const Part *part);
    void (*outline)(Canvas *canvas, const Outline *outline, CwColour colour);
    void (*rect)(Canvas *canvas, const RectCommand *rect); /* a rectangle in pixels */
    void (*shape)(Canvas *canvas, Raster *raster, const Fill *fill);
    void (*flush)(Canvas *canvas); /* called before a texture changes and at a frame's end */
    void (*end)(Canvas *canvas);   /* ends a frame, after the flush and without SDL's clip; NULL:
                                      nothing to do */
} Painter;

extern const Painter geometry_painter;
extern const Painter span_painter;

static const float LEAST_SPRITE_PX = 0.5F; /* thinner sprites are not seen */

/* How the edges of a quad are drawn: half of it in its unit, and how far inside the picture proper
 * its texels begin. */
typedef struct QuadEdge {
    vec2s half;
    float inset_px;
} QuadEdge;

/* How much larger than the picture proper a quad is that shows `border_px` around it. */
static inline vec2s canvas_quad_grow(SDL_Rect source_px, float border_px)
{
    return (vec2s){
        {1 + 2 * border_px / (float)source_px.w, 1 + 2 * border_px / (float)source_px.h}};
}

/* An upright quad ends at the middle of its outermost texels, so tiles join; a turned one goes on
 * to the middle of its clear border, which softens the staircase. */
static inline QuadEdge canvas_quad_edge(const Quad *quad)
{
    vec2s half = glms_vec2_scale(quad->size, 0.5F);
    if (quad->exact) {
        return (QuadEdge){half, 0};
    }
    if (quad->down.x == 0) {
        return (QuadEdge){half, 0.5F};
    }
    float border = (float)quad->border_px - 0.5F;
    return (QuadEdge){glms_vec2_mul(half, canvas_quad_grow(quad->source_px, border)), -border};
}

/* Whether any part of it can be seen. */
static inline bool canvas_sees(const Canvas *canvas, PixelBox box)
{
    const SDL_Rect *clip = &canvas->clip_px;
    return box.high.x > (float)clip->x && box.high.y > (float)clip->y &&
           box.low.x < (float)(clip->x + clip->w) && box.low.y < (float)(clip->y + clip->h);
}

/* The pixel at (x, y) of the drawable, which must lie in the picture; for the span painter. */
static inline uint32_t *canvas_pixel(const Canvas *canvas, int x, int y)
{
    return canvas->screen_pixels + (ptrdiff_t)(y - canvas->screen_px.y) * canvas->screen_pitch +
           (x - canvas->screen_px.x);
}
