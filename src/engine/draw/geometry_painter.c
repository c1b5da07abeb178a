#include "draw/canvas.h"
#include "draw/triangles.h"

#include <math.h>

/* A spike of an acute corner is cut at this many times the fading width. */
static const float MITRE_MAX = 2.5F;

static void begin(Canvas *canvas, SDL_Texture *texture)
{
    canvas->texture = NULL;
    triangles_use_texture(canvas, texture);
}

/* Paints a letter. Corners are sums of half its width and half its height, turned. */
static void paint_quad(Canvas *canvas, const Quad *quad)
{
    QuadEdge edge = canvas_quad_edge(quad);
    CW_ASSERT(!quad->mirrored, "Mirrored sprites go through sprite_triangles_paint.");
    if (quad->texels.texture == NULL) {
        return;
    }
    triangles_use_texture(canvas, quad->texels.texture);
    int first = triangles_make_room(canvas, 4, 6);
    SDL_Rect source = quad->source_px;
    vec2s across = glms_vec2_scale(quad->right, edge.half.x);
    vec2s down = glms_vec2_scale(quad->down, edge.half.y);
    for (int i = 0; i < 4; i++) {
        bool at_right = i == 1 || i == 2, at_bottom = i >= 2;
        vec2s turned = glms_vec2_add(at_right ? across : glms_vec2_negate(across),
                                     at_bottom ? down : glms_vec2_negate(down));
        vec2s texel = {
            {(float)source.x + (at_right ? (float)source.w - edge.inset_px : edge.inset_px),
             (float)source.y + (at_bottom ? (float)source.h - edge.inset_px : edge.inset_px)}};
        triangles_push_vertex(canvas,
                              glms_vec2_add(quad->centre_px, glms_vec2_mul(turned, quad->scale)),
                              quad->tint, texel);
    }
    triangles_push_two(canvas, first, first + 1, first + 2, first + 3);
    canvas->stats.sprites++;
}

/* Just enough that rounding never shows a neighbour's texel: the device blends by 256ths. */
static const float NEAREST_INSET_PX = 1.0F / 256;
static const float SMOOTH_INSET_PX = 0.5F + 1.0F / 128;
static const float SMALL = 0.75F; /* pixels a texel */

static void push_grid_triangles(Canvas *canvas, int first, int columns)
{
    for (int cell = 0; cell < (columns - 1) * (columns - 1); cell++) {
        int at = first + cell / (columns - 1) * columns + cell % (columns - 1);
        triangles_push_two(canvas, at, at + 1, at + columns + 1, at + columns);
    }
}

/* Between two corners; both neighbours along an edge reckon alike, so they meet. */
static vec2s along(vec2s from, vec2s to, float way)
{
    return glms_vec2_add(from, glms_vec2_scale(glms_vec2_sub(to, from), way));
}

/* Column or row i of four: at an edge, half a texel inside, and the same at the other one. */
static vec2s between(vec2s begin, vec2s end, int i, float way)
{
    return i < 2 ? along(begin, end, i == 0 ? 0 : way) : along(end, begin, i == 3 ? 0 : way);
}

static void paint_plain_part(Canvas *canvas, const Part *part, vec2s inset)
{
    int first = triangles_make_room(canvas, 4, 6);
    for (int i = 0; i < 4; i++) {
        bool at_right = i == 1 || i == 2, at_bottom = i >= 2;
        vec2s texel = {{at_right ? part->to_px.x - inset.x : part->from_px.x + inset.x,
                        at_bottom ? part->to_px.y - inset.y : part->from_px.y + inset.y}};
        triangles_push_vertex(canvas, part->corners[i], part->tint, texel);
    }
    triangles_push_two(canvas, first, first + 1, first + 2, first + 3);
}

/* The outermost half texels go on unchanged: blending would show what is beside them. */
static void paint_smooth_part(Canvas *canvas, const Part *part, vec2s inset)
{
    int first = triangles_make_room(canvas, 16, 54);
    float way_x = inset.x / (part->to_px.x - part->from_px.x);
    float way_y = inset.y / (part->to_px.y - part->from_px.y);
    for (int i = 0; i < 16; i++) {
        int column = i % 4, row = i / 4;
        vec2s left = between(part->corners[0], part->corners[3], row, way_y);
        vec2s right = between(part->corners[1], part->corners[2], row, way_y);
        vec2s texel = {{column < 2 ? part->from_px.x + inset.x : part->to_px.x - inset.x,
                        row < 2 ? part->from_px.y + inset.y : part->to_px.y - inset.y}};
        triangles_push_vertex(canvas, between(left, right, column, way_x), part->tint, texel);
    }
    push_grid_triangles(canvas, first, 4);
}

static bool is_near_whole(float length)
{
    return fabsf(length - roundf(length)) < NEAREST_INSET_PX / 2;
}

/* Upright with a texel on each pixel: blending shows nothing of what is beside it. */
static bool is_texel_a_pixel(const Part *part)
{
    const vec2s *corners = part->corners;
    vec2s size = glms_vec2_sub(corners[2], corners[0]);
    vec2s texels = glms_vec2_sub(part->to_px, part->from_px);
    return corners[0].y == corners[1].y && corners[0].x == corners[3].x &&
           is_near_whole(corners[0].x) && is_near_whole(corners[0].y) &&
           fabsf(size.x - texels.x) + fabsf(size.y - texels.y) < NEAREST_INSET_PX;
}

/* So small that half a texel more or less at its edges isn't seen: blending may begin there. */
static bool is_small(const Part *part)
{
    vec2s texels = glms_vec2_sub(part->to_px, part->from_px);
    return glms_vec2_distance(part->corners[0], part->corners[1]) < SMALL * fabsf(texels.x) &&
           glms_vec2_distance(part->corners[0], part->corners[3]) < SMALL * texels.y;
}

static void paint_part(Canvas *canvas, const Part *part)
{
    bool mirrored = part->from_px.x > part->to_px.x;
    bool sharp = part->nearest || is_texel_a_pixel(part);
    float inset = sharp ? NEAREST_INSET_PX : SMOOTH_INSET_PX;
    vec2s inset_px = {{mirrored ? -inset : inset, inset}};
    triangles_use_texture(canvas, part->texels.texture);
    if (sharp || is_small(part)) {
        paint_plain_part(canvas, part, inset_px);
    } else {
        paint_smooth_part(canvas, part, inset_px);
    }
    canvas->stats.sprites++;
}

/* From a corner to where the edges meet when both are moved outward by one pixel. */
static vec2s mitre(const Outline *outline, int corner)
{
    vec2s before = outline->normals[(corner + outline->count - 1) % outline->count];
    vec2s after = outline->normals[corner];
    float bend = 1 + glms_vec2_dot(before, after);
    vec2s sum = glms_vec2_add(before, after);
    return glms_vec2_scale(sum, 1 / fmaxf(bend, 2 / (MITRE_MAX * MITRE_MAX)));
}

/* A fan for the inside and a strip around it that fades out. */
static void paint_outline(Canvas *canvas, const Outline *outline, CwColour colour)
{
    int count = outline->count;
    vec2s size = glms_vec2_sub(outline->high_px, outline->low_px);
    triangles_use_plain(canvas, size.x * size.y);
    int first = triangles_make_room(canvas, 2 * count, 3 * (count - 2) + 6 * count);
    CwColour clear = {colour.r, colour.g, colour.b, 0};
    for (int i = 0; i < count; i++) {
        vec2s out = mitre(outline, i);
        vec2s inner = glms_vec2_scale(out, outline->reach_px - 1);
        vec2s outer = glms_vec2_scale(out, outline->reach_px);
        triangles_push_plain_vertex(canvas, glms_vec2_add(outline->corners[i], inner), colour);
        triangles_push_plain_vertex(canvas, glms_vec2_add(outline->corners[i], outer), clear);
    }
    for (int i = 1; i + 1 < count; i++) {
        triangles_push(canvas, first, first + 2 * i, first + 2 * i + 2);
    }
    for (int i = 0; i < count; i++) {
        int here = first + 2 * i, next = first + 2 * ((i + 1) % count);
        triangles_push_two(canvas, here, here + 1, next + 1, next);
    }
}

/* Premultiplied colours don't change evenly where alpha changes, too: strips come near enough. */
static void paint_rect(Canvas *canvas, const RectCommand *rect)
{
    enum { STRIPS = 8 };
    int strips = rect->top.a == rect->bottom.a ? 1 : STRIPS;
    vec2s low = rect->top_left, high = glms_vec2_add(low, rect->size);
    triangles_use_plain(canvas, rect->size.x * rect->size.y);
    int first = triangles_make_room(canvas, 2 * (strips + 1), 6 * strips);
    for (int i = 0; i <= strips; i++) {
        float part = (float)i / (float)strips,
              y = i == strips ? high.y : low.y + part * rect->size.y;
        CwColour colour = fill_colour_between(rect->top, rect->bottom, part);
        triangles_push_plain_vertex(canvas, (vec2s){{low.x, y}}, colour);
        triangles_push_plain_vertex(canvas, (vec2s){{high.x, y}}, colour);
    }
    for (int i = 0, at = first; i < strips; i++, at += 2) {
        triangles_push_two(canvas, at, at + 1, at + 3, at + 2);
    }
}

const Painter geometry_painter = {.scale_tolerance = 1.1,
                                  .begin = begin,
                                  .quad = paint_quad,
                                  .sprites = sprite_triangles_paint,
                                  .part = paint_part,
                                  .outline = paint_outline,
                                  .rect = paint_rect,
                                  .shape = shape_triangles_paint,
                                  .flush = triangles_flush};
