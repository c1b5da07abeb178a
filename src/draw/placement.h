/* Where a sprite or a text is: an affine transform that turns and moves, and doesn't scale.
 *
 * It leads from axes of its own, x right and y down from its centre or anchor, to the view.
 * Painters turn it around for nothing, as the inverse of a turn is its transpose; sizes are kept
 * beside it. cglm's functions for mat3s work on it; these are the ones that say what is meant. */
#ifndef DRAW_PLACEMENT_H
#define DRAW_PLACEMENT_H

#include <cglm/struct.h>
#include <stdbool.h>

typedef mat3s Placement;

/* Turned counter-clockwise as seen, which is against cglm's way where y points down. */
static inline Placement placement_make(vec2s origin, float angle_rad)
{
    Placement place = glms_translate2d_make(origin);
    return angle_rad == 0 ? place : glms_rotate2d(place, -angle_rad);
}

static inline vec2s placement_origin(Placement place)
{
    return glms_vec2(place.col[2]);
}

/* Turned alike, elsewhere. */
static inline Placement placement_at(Placement place, vec2s origin)
{
    place.col[2] = (vec3s){{origin.x, origin.y, 1}};
    return place;
}

static inline bool placement_is_turned(Placement place)
{
    return place.m01 != 0;
}

/* A point of its axes in the view, by any affine transform, and a direction. */
static inline vec2s transform_point(mat3s transform, vec2s point)
{
    return glms_vec2(glms_mat3_mulv(transform, (vec3s){{point.x, point.y, 1}}));
}

static inline vec2s transform_direction(mat3s transform, vec2s direction)
{
    return glms_vec2(glms_mat3_mulv(transform, (vec3s){{direction.x, direction.y, 0}}));
}

#endif
