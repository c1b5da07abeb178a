#include "draw/command_box.h"

#include "draw/shape_rings.h"
#include "draw/text_painter.h"

#include <math.h>

/* Beyond corners: soft edges, and the rounding of sharp ones to whole pixels. */
static const float EDGE_PX = 2;

static PixelBox of_places(const Viewport *viewport, const vec2s *places, uint32_t count)
{
    PixelBox box = {{{INFINITY, INFINITY}}, {{-INFINITY, -INFINITY}}};
    for (uint32_t i = 0; i < count; i++) {
        vec2s place_px = viewport_pixel(viewport, places[i]);
        box.low = glms_vec2_minv(box.low, place_px);
        box.high = glms_vec2_maxv(box.high, place_px);
    }
    return box;
}

static PixelBox grown(PixelBox box, float margin_px)
{
    return (PixelBox){glms_vec2_subs(box.low, margin_px), glms_vec2_adds(box.high, margin_px)};
}

/* The painted share of half the size: a turned picture's edge is half a texel wide. */
static float edge_share(const SpriteCommand *sprite, int texels)
{
    return sprite->place.right.y == 0 || texels < 1 ? 1 : 1 + 1 / (float)texels;
}

static PixelBox of_sprite(const Viewport *viewport, const Atlas *atlas, const SpriteCommand *sprite)
{
    const AtlasSprite *picture = atlas_sprite(atlas, sprite->sprite);
    SDL_Rect texels = picture == NULL ? (SDL_Rect){0} : picture->picture_px;
    float cosine = fabsf(sprite->place.right.x), sine = fabsf(sprite->place.right.y);
    float width = fabsf(sprite->size.x) / 2 * edge_share(sprite, texels.w);
    float height = fabsf(sprite->size.y) / 2 * edge_share(sprite, texels.h);
    vec2s half = {{(cosine * width + sine * height) * (float)viewport->scale_x,
                   (sine * width + cosine * height) * (float)viewport->scale_y}};
    vec2s centre_px = viewport_pixel(viewport, sprite->place.origin);
    return (PixelBox){glms_vec2_sub(centre_px, half), glms_vec2_add(centre_px, half)};
}

PixelBox command_box(const Viewport *viewport, const Atlas *atlas, const CwDrawList *list,
                     const DrawCommand *command)
{
    float scale = (float)fmax(viewport->scale_x, viewport->scale_y);
    float thinnest = 1 / (float)fmin(viewport->scale_x, viewport->scale_y); /* outline.h */
    const vec2s *corners = list->corners;
    switch (command->kind) {
    case DRAW_SPRITE:
        return grown(of_sprite(viewport, atlas, &command->sprite), EDGE_PX);
    case DRAW_PART:
        return grown(of_places(viewport, command->part.corners, 4), EDGE_PX);
    case DRAW_POLYGON:
        return grown(of_places(viewport, corners + command->polygon.first_corner,
                               command->polygon.corner_count),
                     EDGE_PX);
    case DRAW_CAPSULE:
        return grown(
            of_places(viewport, (const vec2s[]){command->capsule.a, command->capsule.b}, 2),
            fmaxf(command->capsule.radius, thinnest) * scale + EDGE_PX);
    case DRAW_RECT: {
        vec2s top_left = command->rect.top_left;
        const vec2s ends[] = {top_left, glms_vec2_add(top_left, command->rect.size)};
        return grown(of_places(viewport, ends, 2), EDGE_PX);
    }
    case DRAW_TEXT:
        return text_box(viewport, list, &command->text);
    case DRAW_SHAPE:
        return grown(
            of_places(viewport, corners + command->shape.first_corner, command->shape.corner_count),
            shape_rings_reach_px(viewport, &command->shape) + EDGE_PX);
    }
    return (PixelBox){{{0, 0}}, {{0, 0}}};
}
