/* Shapes beyond those of draw.h: polygons of any form, rectangles, discs, and thick lines with a
 * choice of ends and corners. Each is filled with a colour, a gradient or a repeated picture.
 *
 * Places, lengths and angles are in the current space, as in draw.h. Colours are multiplied by the
 * list's tint (cw_draw_set_look). Each pixel is blended once, even where a shape overlaps itself:
 * translucent shapes have no seams and no darker joints. Shapes with a number that is not finite
 * are left out. Arguments that would draw nothing are reported once on stderr. */
#pragma once

#include "clockwork/draw.h"
CW_C_BEGIN

enum { CW_SHAPE_CORNERS_MAX = 1024, CW_STOPS_MAX = 16 };

/* A colour of a gradient, at a place from 0 to 1. List stops in order; an `at` below the previous
 * one is raised to that. To fade out, end with the same colour at alpha 0. */
typedef struct CwStop {
    double at;
    CwColour colour;
} CwStop;

/* Colours along a line, or around a point. */
typedef struct CwGradient {
    CwPoint2 from, to;   /* places of `at` 0 and 1; radial: the centre, and a point on the rim */
    bool radial;         /* rings around `from`; false: bands across the line */
    const CwStop *stops; /* 1 to CW_STOPS_MAX; the outer colours continue beyond the ends */
    int stop_count;
} CwGradient;

/* The fill of a shape, read during the call. */
typedef struct CwPaint {
    CwColour colour;            /* used if `gradient` and `sprite` are NULL */
    const CwGradient *gradient; /* replaces the colour */
    /* Fills the shape with copies of this sprite, side by side in all directions from its place.
     * Its part, tint, size, angle and filter apply. Copies smaller than 4 pixels are enlarged. */
    const CwSpriteDraw *sprite;
} CwPaint;

/* A polygon of 3 to CW_SHAPE_CORNERS_MAX corners, concave or not, either winding; edges are
 * antialiased. A polygon that crosses itself follows the nonzero fill rule. */
void cw_draw_shape(CwDrawList *list, const CwPoint2 *corners, int count, const CwPaint *paint);

/* A rectangle that extends right and down from its top left corner; edges are antialiased. */
void cw_draw_shape_rect(CwDrawList *list, CwPoint2 top_left, CwPoint2 size, const CwPaint *paint);

/* A filled disc. */
void cw_draw_shape_circle(CwDrawList *list, CwPoint2 centre, double radius, const CwPaint *paint);

/* The ends of a line. */
typedef enum CwCap {
    CW_CAP_ROUND, /* half a circle beyond the end */
    CW_CAP_BUTT,  /* none: the line stops at the end */
    CW_CAP_SQUARE /* half the width beyond the end */
} CwCap;

/* The corners of a line. */
typedef enum CwJoin {
    CW_JOIN_ROUND,
    CW_JOIN_MITRE, /* pointed; cut off if the tip is further away than `mitre_limit` */
    CW_JOIN_BEVEL  /* cut off */
} CwJoin;

/* A line along 1 to CW_SHAPE_CORNERS_MAX points; equal neighbours count as one. */
typedef struct CwStroke {
    const CwPoint2 *points;
    int count;
    double width;
    CwCap cap;
    CwJoin join;
    bool closed;        /* joins the last point to the first, without caps */
    double mitre_limit; /* longest distance from corner to tip, in half widths; 0: 4 */
} CwStroke;
void cw_draw_stroke(CwDrawList *list, const CwStroke *stroke, const CwPaint *paint);
CW_C_END
