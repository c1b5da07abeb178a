/* A convex outline in pixels, of a polygon or a capsule of the draw list, as both painters fill it.
 * Pure.
 *
 * Polygons keep full colour up to their edge and fade over the next pixel: neighbours leave no
 * seam. Capsules fade half a pixel to each side and keep their exact width. */
#pragma once

#include "draw/draw_list.h"
#include "draw/viewport.h"

enum { OUTLINE_CORNERS_MAX = 96 };

typedef struct Outline {
    vec2s corners[OUTLINE_CORNERS_MAX]; /* no two neighbours alike */
    vec2s normals[OUTLINE_CORNERS_MAX]; /* unit, outward, of the edge from corner i to i + 1 */
    int count;
    float reach_px; /* opacity falls from 1 to 0 between reach - 1 and reach outside the edge */
    float opacity;  /* below 1 for what is thinner than a pixel */
    vec2s low_px, high_px; /* bounds of the corners */
} Outline;

/* Both return false when nothing is left to see at this scale. */
bool outline_polygon(const Viewport *viewport, const vec2s *corners, uint32_t count,
                     Outline *outline);
bool outline_capsule(const Viewport *viewport, const CapsuleCommand *capsule, Outline *outline);
