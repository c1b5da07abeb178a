#include "draw/triangles.h"

#include <math.h>
#include <string.h>

/* The same for all sprites of a run; places are twice the same. */
typedef struct Run {
    Canvas *canvas;
    const Atlas *atlas;
    PlacementPair origin, scale; /* from view points to pixels */
    Four scale_px;
    Four middle_px, half_px; /* of what is open */
} Run;

typedef struct Place {
    Four middle; /* twice */
    Four reach;  /* from there to the lower right and to the upper right */
} Place;

static Four twice(float x, float y)
{
    return (Four){x, y, x, y};
}

static Run make_run(const SpriteRun *scene)
{
    const Viewport *viewport = scene->viewport;
    const SDL_Rect *clip = &scene->canvas->clip_px;
    float half_x = (float)clip->w / 2, half_y = (float)clip->h / 2;
    return (Run){.canvas = scene->canvas,
                 .atlas = scene->atlas,
                 .origin = {viewport->origin_px.x, viewport->origin_px.y},
                 .scale = {viewport->scale_x, viewport->scale_y},
                 .scale_px = twice((float)viewport->scale_x, (float)viewport->scale_y),
                 .middle_px = twice((float)clip->x + half_x, (float)clip->y + half_y),
                 .half_px = twice(half_x, half_y)};
}

/* Half its width and half its height, turned, and added. */
static inline Place place_of(const Run *run, const SpriteCommand *command, float half_width,
                             float half_height)
{
    const Halves signs = {0x0000000080000000, 0x8000000000000000};
    vec2s origin = command->place.origin;
    PlacementPair view = {(double)origin.x, (double)origin.y};
    PlacementPair pixel = run->origin + view * run->scale;
    Four across = four_of(&command->place.right, &command->place.right);
    Four down = (Four)((Halves)__builtin_shufflevector(across, across, 1, 0, 1, 0) ^ signs);
    return (Place){twice((float)pixel[0], (float)pixel[1]),
                   (across * half_width + down * half_height) * run->scale_px};
}

/* Whether it touches what is open, to the right or left and above or below. */
static inline bool sees(const Run *run, const Place *place)
{
    Four away = four_without_signs(place->middle - run->middle_px) - run->half_px;
    Four reach = four_without_signs(place->reach);
    Halves near = (Halves)(away < reach);
    return (near[0] | near[1]) == UINT64_MAX;
}

static inline void push_vertex(SDL_Vertex *vertex, uint64_t place, CwColour colour,
                               const vec2s *texel)
{
    memcpy(&vertex->position, &place, sizeof vertex->position);
    memcpy(&vertex->color, &colour, sizeof vertex->color);
    memcpy(&vertex->tex_coord, texel, sizeof vertex->tex_coord);
}

static inline void push_quad(Canvas *canvas, const Place *place, const AtlasQuad *quad,
                             CwColour tint)
{
    static const int order[] = {0, 1, 2, 0, 2, 3};
    int first = triangles_make_room(canvas, 4, 6);
    Halves there = (Halves)(place->middle + place->reach);
    Halves opposite = (Halves)(place->middle - place->reach);
    SDL_Vertex *vertices = canvas->vertices + first;
    push_vertex(&vertices[0], opposite[0], tint, &quad->texels[0]);
    push_vertex(&vertices[1], there[1], tint, &quad->texels[1]);
    push_vertex(&vertices[2], there[0], tint, &quad->texels[2]);
    push_vertex(&vertices[3], opposite[1], tint, &quad->texels[3]);
    int *indices = canvas->indices + canvas->index_count;
    for (int i = 0; i < 6; i++) {
        indices[i] = first + order[i];
    }
    canvas->vertex_count = first + 4;
    canvas->index_count += 6;
    canvas->stats.sprites++;
}

/* Upright or turned, mirrored or not; by bits, as floats have no plain flags. */
static inline const AtlasQuad *quad_of(const AtlasSprite *sprite, const SpriteCommand *command)
{
    uint32_t sine, width;
    memcpy(&sine, &command->place.right.y, sizeof sine);
    memcpy(&width, &command->size.x, sizeof width);
    return &sprite->quads[sine << 1 != 0][width >> 31];
}

static inline void paint_sprite(const Run *run, const SpriteCommand *command)
{
    const AtlasSprite *sprite = atlas_sprite(run->atlas, command->sprite);
    float width = fabsf(command->size.x), height = fabsf(command->size.y);
    if (sprite == NULL || command->tint.a == 0 || !(width * run->scale_px[0] > LEAST_SPRITE_PX) ||
        !(height * run->scale_px[1] > LEAST_SPRITE_PX)) {
        return;
    }
    const AtlasQuad *quad = quad_of(sprite, command);
    Place place = place_of(run, command, width * quad->half.x, height * quad->half.y);
    if (!sees(run, &place)) {
        return;
    }
    SDL_Texture *texture = sprite->page->texture;
    if (texture != run->canvas->texture) {
        triangles_use_texture(run->canvas, texture);
    }
    CwColour tint = command->tint;
    push_quad(run->canvas, &place, quad, tint.a == 255 ? tint : triangles_premultiplied(tint));
}

uint32_t sprite_triangles_paint(const SpriteRun *scene, uint32_t first)
{
    const DrawCommand *begin = draw_list_at(scene->list, first), *command = begin;
    const Run run = make_run(scene);
    uint32_t next = first;
    for (; command != NULL; command = sprite_run_next(scene, begin, ++next)) {
        paint_sprite(&run, &command->sprite);
    }
    return next;
}
