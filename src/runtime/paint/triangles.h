/* Triangles of one texture or none, and of one blend, that wait for one call. A painter names the
 * texture, makes room, pushes vertices, then triangles of their numbers. Colours are premultiplied;
 * the canvas owns the triangles. */
#pragma once

#include "paint/canvas.h"
#include "paint/sprite_run.h"

void triangles_use_texture(Canvas *canvas, SDL_Texture *texture);

/* Chooses plain vertices' texture by the pixels they cover: many need none, as texels cost as much
 * as all the rest; few use the current texture's white corner, in its call. */
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

/* Paints a rasterised shape: whole rows together, cut at a gradient's stops and a picture's tiles;
 * edges pixel by pixel. Neighbours share corners to the last bit, so no pixel is drawn twice or
 * left out. Short plain rows are wedges that hold the middles of their pixels. */
void shape_triangles_paint(Canvas *canvas, Raster *raster, const Fill *fill);
