/* Triangles of one texture or none, and of one blend, that wait for one call: what the geometry
 * painter gathers.
 *
 * A painter names the texture, makes room, pushes vertices and then triangles of their numbers.
 * Textures and vertices are premultiplied (pixels.h). The canvas owns all of it. */
#pragma once

#include "draw/canvas.h"
#include "draw/sprite_run.h"

/* Selects the texture of the next vertices. */
void triangles_use_texture(Canvas *canvas, SDL_Texture *texture);

/* Selects plain vertices, which cover so many pixels. Many pixels are drawn without a texture: a
 * texel for each would cost more than a draw call, on a software GPU as much as all the rest. Few
 * pixels join the call of the current texture and use its white corner. */
void triangles_use_plain(Canvas *canvas, float area_px);

void triangles_flush(Canvas *canvas);

/* The number that the first of the next vertices will have. */
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

/* Corners 0..3 around a quad. */
static inline void triangles_push_two(Canvas *canvas, int a, int b, int c, int d)
{
    triangles_push(canvas, a, b, c);
    triangles_push(canvas, a, c, d);
}

/* Paints the sprites of a run that begins with number `first` in order of drawing, straight from
 * the atlas' pages. Returns the number after them. */
uint32_t sprite_triangles_paint(const SpriteRun *scene, uint32_t first);

/* Paints a rasterised shape: what is whole in several rows at once as large pieces, cut where a
 * gradient has its stops and a picture its tiles; edges pixel by pixel. All outer borders lie
 * between pixels, and neighbouring pieces share their corners to the last bit: no pixel is drawn
 * twice or left out. Short plain rows are wedges, which contain the middles of their pixels, where
 * SDL's devices take their one sample. */
void shape_triangles_paint(Canvas *canvas, Raster *raster, const Fill *fill);
