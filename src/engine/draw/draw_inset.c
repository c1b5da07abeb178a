#include "draw/draw_inset.h"

#include "base/view_rect.h"

#include <string.h>

double inset_height(const Inset *inset)
{
    return inset->width * inset->inner.y / inset->inner.x;
}

bool inset_to_inner(const Inset *inset, CwPoint2 outer, CwPoint2 *inner)
{
    double scale = inset->inner.x / inset->width;
    *inner = (CwPoint2){(outer.x - inset->x) * scale, (outer.y - inset->y) * scale};
    return inner->x >= 0 && inner->x < inset->inner.x && inner->y >= 0 && inner->y < inset->inner.y;
}

/* From view points of the inner view to those of the outer one. */
static mat3s inset_matrix(const Inset *inset)
{
    float scale = (float)(inset->width / inset->inner.x);
    mat3s corner = glms_translate2d_make((vec2s){{(float)inset->x, (float)inset->y}});
    return glms_scale2d_uni(corner, scale);
}

/* Sizes are made smaller beside it. */
static Placement moved(mat3s to_outer, Placement place)
{
    return placement_at(place, transform_point(to_outer, place.origin));
}

static void take_corners(CwDrawList *list, const CwDrawList *inner, mat3s to_outer, uint32_t *first,
                         uint32_t count)
{
    const vec2s *from = inner->corners + *first;
    *first = list->corner_count;
    vec2s *to = draw_list_push_corners(list, count);
    for (uint32_t i = 0; i < count; i++) {
        to[i] = transform_point(to_outer, from[i]);
    }
}

static void take_text(CwDrawList *list, const CwDrawList *inner, float scale, TextCommand *text)
{
    memcpy(draw_list_push_text(list, text->byte_count), inner->text + text->first_byte,
           text->byte_count);
    text->first_byte = list->text_bytes - text->byte_count;
    text->size *= scale;
    if (text->block != 0) {
        TextBlock *block = draw_list_push_block(list);
        *block = *draw_list_block(inner, text);
        block->outline *= scale;
        block->shadow = glms_vec2_scale(block->shadow, scale);
        text->block = list->block_count;
    }
}

/* Its map then leads from places of the outer view. */
static void take_shape(CwDrawList *list, const CwDrawList *inner, mat3s to_outer,
                       ShapeCommand *shape)
{
    ShapeFill *fill = draw_list_push_fill(list);
    *fill = inner->fills[shape->fill];
    shape->fill = list->fill_count - 1;
    shape->width *= to_outer.m00;
    FillMap *map = &fill->map;
    map->x_x /= to_outer.m00;
    map->x_y /= to_outer.m00;
    map->y_x /= to_outer.m00;
    map->y_y /= to_outer.m00;
    map->x -= map->x_x * to_outer.m20 + map->x_y * to_outer.m21;
    map->y -= map->y_x * to_outer.m20 + map->y_y * to_outer.m21;
    take_corners(list, inner, to_outer, &shape->first_corner, shape->corner_count);
}

static void take(CwDrawList *list, const CwDrawList *inner, mat3s to_outer, DrawCommand *command)
{
    float scale = to_outer.m00;
    switch (command->kind) {
    case DRAW_SPRITE:
        command->sprite.place = moved(to_outer, command->sprite.place);
        command->sprite.size = glms_vec2_scale(command->sprite.size, scale);
        break;
    case DRAW_PART:
        for (int i = 0; i < 4; i++) {
            command->part.corners[i] = transform_point(to_outer, command->part.corners[i]);
        }
        break;
    case DRAW_POLYGON:
        take_corners(list, inner, to_outer, &command->polygon.first_corner,
                     command->polygon.corner_count);
        break;
    case DRAW_CAPSULE:
        command->capsule.a = transform_point(to_outer, command->capsule.a);
        command->capsule.b = transform_point(to_outer, command->capsule.b);
        command->capsule.radius *= scale;
        break;
    case DRAW_RECT:
        command->rect.top_left = transform_point(to_outer, command->rect.top_left);
        command->rect.size = glms_vec2_scale(command->rect.size, scale);
        break;
    case DRAW_TEXT:
        command->text.place = moved(to_outer, command->text.place);
        take_text(list, inner, scale, &command->text);
        break;
    case DRAW_SHAPE:
        take_shape(list, inner, to_outer, &command->shape);
        break;
    }
}

static CwViewRect moved_clip(const Inset *inset, CwViewRect clip)
{
    double scale = inset->width / inset->inner.x;
    return (CwViewRect){inset->x + clip.x * scale, inset->y + clip.y * scale, clip.width * scale,
                        clip.height * scale};
}

void draw_inset(CwDrawList *list, const CwDrawList *inner, const Inset *inset)
{
    mat3s to_outer = inset_matrix(inset);
    const CwViewRect rect = {inset->x, inset->y, inset->width, inset_height(inset)};
    const uint32_t around = list->clip;
    const CwViewRect open = list->clip_rect;
    uint32_t whole = draw_list_push_clip(list, rect), inner_clip = CLIP_ALL;
    list->clip = whole;
    list->clip_rect = view_intersection(open, rect);
    for (uint32_t i = 0; i < inner->command_count; i++) {
        DrawCommand command = *draw_list_at(inner, i);
        if (command.clip != inner_clip) {
            inner_clip = command.clip;
            list->clip = inner_clip == CLIP_ALL
                             ? whole
                             : draw_list_push_clip(
                                   list, moved_clip(inset, inner->clips[inner_clip - CLIP_FIRST]));
        }
        take(list, inner, to_outer, &command);
        DrawCommand *pushed = draw_list_push(list, command.kind);
        command.layer = pushed->layer;
        command.clip = pushed->clip;
        *pushed = command;
    }
    list->clip = around;
    list->clip_rect = open;
}
