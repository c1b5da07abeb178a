/* Where a sprite or a text is: an affine transform that turns and moves, and doesn't scale.
 *
 * It leads from axes of its own, x right and y down from its centre or anchor, to the view.
 * Painters turn it around for nothing, as the inverse of a turn is its transpose; sizes are kept
 * beside it. cglm's functions for mat3s work on it; these are the ones that say what is meant, and
 * compute nothing with the 0 and 1 of its last row. */
#ifndef DRAW_PLACEMENT_H
#define DRAW_PLACEMENT_H

#include <cglm/struct.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef mat3s Placement;

/* sincosf to the last digit but one, at a third of its cost: without branches that depend on the
 * quadrant, which of many sprites nobody can guess. Reduction and polynomials of FreeBSD's msun
 * (k_sinf.c, k_cosf.c), in double. */
static inline void placement_turn(float angle_rad, float *sine, float *cosine)
{
    const double to_whole = 6755399441055744.0; /* leaves no room for fractions */
    if (!(fabsf(angle_rad) < 1000)) {
        sincosf(angle_rad, sine, cosine);
        return;
    }
    double quarters = (double)angle_rad * 0.636619772367581343 + to_whole;
    uint64_t quadrant;
    memcpy(&quadrant, &quarters, sizeof quadrant);
    quarters -= to_whole;
    double x =
        angle_rad - quarters * 1.57079631090164184570 - quarters * 1.58932547735281966916e-08;
    double z = x * x, w = z * z;
    float s = (float)(x + z * x * (-0.166666666416265235595 + z * 0.0083333293858894631756) +
                      z * x * w * (-0.000198393348360966317347 + z * 0.0000027183114939898219064));
    float c = (float)(1 + z * -0.499999997251031003120 + w * 0.0416666233237390631894 +
                      w * z * (-0.00138867637746099294692 + z * 0.0000243904487962774090654));
    float turned_s = quadrant & 1 ? c : s, turned_c = quadrant & 1 ? s : c;
    *sine = quadrant & 2 ? -turned_s : turned_s;
    *cosine = (quadrant + 1) & 2 ? -turned_c : turned_c;
}

/* Turned counter-clockwise as seen, which is against cglm's way where y points down. */
static inline Placement placement_make(vec2s origin, float angle_rad)
{
    float sine = 0, cosine = 1;
    if (angle_rad != 0) {
        placement_turn(-angle_rad, &sine, &cosine);
    }
    return (Placement){
        .col = {{{cosine, sine, 0}}, {{-sine, cosine, 0}}, {{origin.x, origin.y, 1}}}};
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
    return (vec2s){{transform.m00 * point.x + transform.m10 * point.y + transform.m20,
                    transform.m01 * point.x + transform.m11 * point.y + transform.m21}};
}

static inline vec2s transform_direction(mat3s transform, vec2s direction)
{
    return (vec2s){{transform.m00 * direction.x + transform.m10 * direction.y,
                    transform.m01 * direction.x + transform.m11 * direction.y}};
}

#endif
