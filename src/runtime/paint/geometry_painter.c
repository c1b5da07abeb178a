#include "paint/canvas.h"

#include <math.h>
#include <string.h>

/* ---- triangles ---- */

static const float PLAIN_LEAST_PX = 4096;

static SDL_BlendMode blend_mode(CwBlend blend)
{
    SDL_BlendFactor from =
        blend == CW_BLEND_MULTIPLY ? SDL_BLENDFACTOR_DST_COLOR : SDL_BLENDFACTOR_ONE;
    SDL_BlendFactor to =
        blend == CW_BLEND_ADD ? SDL_BLENDFACTOR_ONE : SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA;
    return SDL_ComposeCustomBlendMode(from, to, SDL_BLENDOPERATION_ADD, SDL_BLENDFACTOR_ZERO,
                                      SDL_BLENDFACTOR_ONE, SDL_BLENDOPERATION_ADD);
}

void triangles_flush(Canvas *canvas)
{
    if (canvas->index_count > 0) {
        SDL_RenderSetClipRect(canvas->sdl, &canvas->clip_px);
        if (canvas->texture != NULL) {
            SDL_SetTextureBlendMode(canvas->texture, blend_mode(canvas->blend));
        } else {
            SDL_SetRenderDrawBlendMode(canvas->sdl, blend_mode(canvas->blend));
        }
        SDL_RenderGeometry(canvas->sdl, canvas->texture, canvas->vertices, canvas->vertex_count,
                           canvas->indices, canvas->index_count);
        canvas->stats.draw_calls++;
        canvas->stats.triangles += (uint32_t)canvas->index_count / 3;
    }
    canvas->vertex_count = canvas->index_count = 0;
}

void triangles_use_texture(Canvas *canvas, SDL_Texture *texture)
{
    if (texture == canvas->texture) {
        return;
    }
    triangles_flush(canvas);
    int width = 1, height = 1;
    if (texture != NULL) {
        SDL_QueryTexture(texture, NULL, NULL, &width, &height);
    }
    canvas->texture = texture;
    canvas->texel = (vec2s){{1 / (float)width, 1 / (float)height}};
}

void triangles_use_plain(Canvas *canvas, float area_px)
{
    if (area_px >= PLAIN_LEAST_PX) {
        triangles_use_texture(canvas, NULL);
    }
}

/* ---- sprites ---- */

/* Values that all sprites of a batch share. Each point is stored twice. */
typedef struct SpriteBatch {
    Canvas *canvas;
    const Atlas *atlas;
    PlacementPair origin, scale; /* map view points to pixels */
    Four scale_px;
    Four middle_px, half_px; /* middle and half size of the clip */
} SpriteBatch;

typedef struct QuadPlace {
    Four middle; /* stored twice */
    Four reach;  /* vectors to the lower right and the upper right corner */
} QuadPlace;

static Four twice(float x, float y)
{
    return (Four){x, y, x, y};
}

static SpriteBatch make_batch(const SpriteRun *run)
{
    const Viewport *viewport = run->viewport;
    const SDL_Rect *clip = &run->canvas->clip_px;
    float half_x = (float)clip->w / 2, half_y = (float)clip->h / 2;
    return (SpriteBatch){.canvas = run->canvas,
                         .atlas = run->atlas,
                         .origin = {viewport->origin_px.x, viewport->origin_px.y},
                         .scale = {viewport->scale_x, viewport->scale_y},
                         .scale_px = twice((float)viewport->scale_x, (float)viewport->scale_y),
                         .middle_px = twice((float)clip->x + half_x, (float)clip->y + half_y),
                         .half_px = twice(half_x, half_y)};
}

/* The place of a sprite: half the width and half the height, turned and added. */
static inline QuadPlace place_of(const SpriteBatch *batch, const SpriteCommand *command,
                                 float half_width, float half_height)
{
    const Halves signs = {0x0000000080000000, 0x8000000000000000};
    vec2s origin = command->place.origin;
    PlacementPair view = {(double)origin.x, (double)origin.y};
    PlacementPair pixel = batch->origin + view * batch->scale;
    Four across = four_of(&command->place.right, &command->place.right);
    Four down = (Four)((Halves)__builtin_shufflevector(across, across, 1, 0, 1, 0) ^ signs);
    return (QuadPlace){twice((float)pixel[0], (float)pixel[1]),
                       (across * half_width + down * half_height) * batch->scale_px};
}

static inline bool reaches_clip(const SpriteBatch *batch, const QuadPlace *place)
{
    Four away = four_without_signs(place->middle - batch->middle_px) - batch->half_px;
    Four reach = four_without_signs(place->reach);
    Halves near = (Halves)(away < reach);
    return (near[0] | near[1]) == UINT64_MAX;
}

static inline void push_vertex(SDL_Vertex *to, uint64_t place, CwColour colour, const vec2s *texel)
{
    memcpy(&to->position, &place, sizeof to->position);
    memcpy(&to->color, &colour, sizeof to->color);
    memcpy(&to->tex_coord, texel, sizeof to->tex_coord);
}

static inline void push_quad(Canvas *canvas, const QuadPlace *place, const AtlasQuad *quad,
                             CwColour tint)
{
    static const int order[] = {0, 1, 2, 0, 2, 3};
    int first = triangles_make_room(canvas, 4, 6);
    Halves right_corners = (Halves)(place->middle + place->reach);
    Halves left_corners = (Halves)(place->middle - place->reach);
    SDL_Vertex *vertices = canvas->vertices + first;
    push_vertex(&vertices[0], left_corners[0], tint, &quad->texels[0]);
    push_vertex(&vertices[1], right_corners[1], tint, &quad->texels[1]);
    push_vertex(&vertices[2], right_corners[0], tint, &quad->texels[2]);
    push_vertex(&vertices[3], left_corners[1], tint, &quad->texels[3]);
    int *indices = canvas->indices + canvas->index_count;
    for (int i = 0; i < 6; i++) {
        indices[i] = first + order[i];
    }
    canvas->vertex_count = first + 4;
    canvas->index_count += 6;
    canvas->stats.sprites++;
}

/* The quad, upright or turned, mirrored or not; by bits, because floats have no plain flags. */
static inline const AtlasQuad *quad_of(const AtlasSprite *sprite, const SpriteCommand *command)
{
    uint32_t sine, width;
    memcpy(&sine, &command->place.right.y, sizeof sine);
    memcpy(&width, &command->size.x, sizeof width);
    return &sprite->quads[sine << 1 != 0][width >> 31];
}

static inline void paint_sprite(const SpriteBatch *batch, const SpriteCommand *command)
{
    const AtlasSprite *sprite = atlas_sprite(batch->atlas, command->sprite);
    float width = fabsf(command->size.x), height = fabsf(command->size.y);
    if (sprite == NULL || command->tint.a == 0 || !(width * batch->scale_px[0] > LEAST_SPRITE_PX) ||
        !(height * batch->scale_px[1] > LEAST_SPRITE_PX)) {
        return;
    }
    const AtlasQuad *quad = quad_of(sprite, command);
    QuadPlace place = place_of(batch, command, width * quad->half.x, height * quad->half.y);
    if (!reaches_clip(batch, &place)) {
        return;
    }
    SDL_Texture *texture = sprite->page->texture;
    if (texture != batch->canvas->texture) {
        triangles_use_texture(batch->canvas, texture);
    }
    CwColour tint = command->tint;
    push_quad(batch->canvas, &place, quad, tint.a == 255 ? tint : triangles_premultiplied(tint));
}

/* Paints a run's sprites from number `first` on, from the atlas' pages; returns the next one. */
static uint32_t paint_sprites(const SpriteRun *run, uint32_t first)
{
    const DrawCommand *begin = draw_list_at(run->list, first), *command = begin;
    const SpriteBatch batch = make_batch(run);
    uint32_t next = first;
    for (; command != NULL; command = sprite_run_next(run, begin, ++next)) {
        paint_sprite(&batch, &command->sprite);
    }
    return next;
}

/* ---- letters, parts and shapes ---- */

/* Limit on the spike at an acute corner, in fading widths. */
static const float MITRE_MAX = 2.5F;

static void begin_frame(Canvas *canvas)
{
    canvas->texture = NULL; /* the last texture may be gone */
}

/* Pushes a parallelogram with upright texels, both from the top left to the bottom right. */
static void push_parallelogram(Canvas *canvas, const vec2s corners[4], vec2s from, vec2s to,
                               CwColour tint)
{
    int first = triangles_make_room(canvas, 4, 6);
    const vec2s texels[] = {from, {{to.x, from.y}}, to, {{from.x, to.y}}};
    for (int i = 0; i < 4; i++) {
        triangles_push_vertex(canvas, corners[i], tint, texels[i]);
    }
    triangles_push_two(canvas, first, first + 1, first + 2, first + 3);
    canvas->stats.sprites++;
}

/* Paints a letter. Corners are sums of half the width and half the height, turned. */
static void paint_quad(Canvas *canvas, const Quad *quad)
{
    CW_ASSERT(!quad->is_mirrored, "Mirrored sprites go through paint_sprites.");
    if (quad->texels.texture == NULL) {
        return;
    }
    triangles_use_texture(canvas, quad->texels.texture);
    QuadEdge edge = canvas_quad_edge(quad);
    SDL_Rect source = quad->source_px;
    vec2s across = glms_vec2_scale(quad->right, edge.half.x);
    vec2s down = glms_vec2_scale(quad->down, edge.half.y), corners[4];
    for (int i = 0; i < 4; i++) {
        vec2s turned = glms_vec2_add(i == 1 || i == 2 ? across : glms_vec2_negate(across),
                                     i >= 2 ? down : glms_vec2_negate(down));
        corners[i] = glms_vec2_add(quad->centre_px, glms_vec2_mul(turned, quad->scale));
    }
    vec2s from = {{(float)source.x + edge.inset_px, (float)source.y + edge.inset_px}};
    vec2s to = {{(float)source.x + ((float)source.w - edge.inset_px),
                 (float)source.y + ((float)source.h - edge.inset_px)}};
    push_parallelogram(canvas, corners, from, to, quad->tint);
}

/* Just enough that rounding never shows a neighbour's texel: the device blends by 256ths. */
static const float NEAREST_INSET_PX = 1.0F / 256;
static const float SMOOTH_INSET_PX = 0.5F + 1.0F / 128;
static const float SMALL = 0.75F; /* pixels a texel */

/* Column or row i of four: an edge, half a texel inside, and the same at the other edge. */
static vec2s between(vec2s begin, vec2s end, int i, float way)
{
    return i < 2 ? glms_vec2_lerp(begin, end, i == 0 ? 0 : way)
                 : glms_vec2_lerp(end, begin, i == 3 ? 0 : way);
}

/* Outermost half texels are constant: blending would show their neighbours. */
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
    for (int i = 0; i < 11; i++) { /* cells between four columns: not after the last */
        if (i % 4 < 3) {
            triangles_push_two(canvas, first + i, first + i + 1, first + i + 5, first + i + 4);
        }
    }
    canvas->stats.sprites++;
}

static bool is_near_whole(float length)
{
    return fabsf(length - roundf(length)) < NEAREST_INSET_PX / 2;
}

/* Whether the part is upright with a texel on each pixel: blending shows no neighbours then. */
static bool is_texel_a_pixel(const Part *part)
{
    const vec2s *corners = part->corners;
    vec2s size = glms_vec2_sub(corners[2], corners[0]);
    vec2s texels = glms_vec2_sub(part->to_px, part->from_px);
    return corners[0].y == corners[1].y && corners[0].x == corners[3].x &&
           is_near_whole(corners[0].x) && is_near_whole(corners[0].y) &&
           fabsf(size.x - texels.x) + fabsf(size.y - texels.y) < NEAREST_INSET_PX;
}

/* Whether half a texel more at the edges is invisible, so that blending may begin there. */
static bool is_small(const Part *part)
{
    vec2s texels = glms_vec2_sub(part->to_px, part->from_px);
    return glms_vec2_distance(part->corners[0], part->corners[1]) < SMALL * fabsf(texels.x) &&
           glms_vec2_distance(part->corners[0], part->corners[3]) < SMALL * texels.y;
}

static void paint_part(Canvas *canvas, const Part *part)
{
    bool is_mirrored = part->from_px.x > part->to_px.x;
    bool is_sharp = part->is_nearest || is_texel_a_pixel(part);
    float inset = is_sharp ? NEAREST_INSET_PX : SMOOTH_INSET_PX;
    vec2s inset_px = {{is_mirrored ? -inset : inset, inset}};
    triangles_use_texture(canvas, part->texels.texture);
    if (is_sharp || is_small(part)) {
        push_parallelogram(canvas, part->corners, glms_vec2_add(part->from_px, inset_px),
                           glms_vec2_sub(part->to_px, inset_px), part->tint);
    } else {
        paint_smooth_part(canvas, part, inset_px);
    }
}

/* The vector from a corner to the meeting place of its edges, both moved outward by one pixel. */
static vec2s mitre(const Outline *outline, int corner)
{
    vec2s before = outline->normals[(corner + outline->count - 1) % outline->count];
    vec2s after = outline->normals[corner];
    float bend = 1 + glms_vec2_dot(before, after);
    vec2s sum = glms_vec2_add(before, after);
    return glms_vec2_scale(sum, 1 / fmaxf(bend, 2 / (MITRE_MAX * MITRE_MAX)));
}

/* Paints a fan for the inside, and a strip around it that fades out. */
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

/* Premultiplied colours don't change evenly if alpha changes; strips come close enough. */
static void paint_rect(Canvas *canvas, const PixelRect *rect)
{
    enum { STRIPS = 8 };
    int strips = rect->top.a == rect->bottom.a ? 1 : STRIPS;
    vec2s low = rect->low_px, high = rect->high_px, size = glms_vec2_sub(high, low);
    triangles_use_plain(canvas, size.x * size.y);
    int first = triangles_make_room(canvas, 2 * (strips + 1), 6 * strips);
    for (int i = 0; i <= strips; i++) {
        float part = (float)i / (float)strips;
        float y = i == strips ? high.y : low.y + part * size.y;
        CwColour colour = draw_colour_between(rect->top, rect->bottom, part);
        triangles_push_plain_vertex(canvas, (vec2s){{low.x, y}}, colour);
        triangles_push_plain_vertex(canvas, (vec2s){{high.x, y}}, colour);
    }
    for (int i = 0, at = first; i < strips; i++, at += 2) {
        triangles_push_two(canvas, at, at + 1, at + 3, at + 2);
    }
}

const Painter geometry_painter = {.scale_tolerance = 1.1,
                                  .begin = begin_frame,
                                  .quad = paint_quad,
                                  .sprites = paint_sprites,
                                  .part = paint_part,
                                  .outline = paint_outline,
                                  .rect = paint_rect,
                                  .shape = shape_triangles_paint,
                                  .flush = triangles_flush};
