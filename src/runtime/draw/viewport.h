/* The viewport maps view points to the window's pixels. The stage keeps one and tells the host,
 * which maps pointers back. The functions only calculate. */
#pragma once

#include "base/view_rect.h"

#include <cglm/types-struct.h>

typedef enum Scaling {
    SCALING_LETTERBOX, /* largest picture of the right shape, bars beside it */
    SCALING_STRETCH,   /* fills the window, whatever its shape */
    SCALING_INTEGER, /* a whole number of pixels per view point, bars around; where 1 is too large,
                        letterbox */
    SCALING_EXPAND,  /* letterbox with more of the view in place of the bars */
    SCALING_COUNT
} Scaling;

/* An expanded view is at most VIEW_EXPANDS_MAX times its base; bars lie beyond. A base side has
 * VIEW_BASE_MIN to VIEW_BASE_MAX points, so every place fits an int16. */
enum { VIEW_EXPANDS_MAX = 8, VIEW_BASE_MIN = 16, VIEW_BASE_MAX = 4000 };

typedef struct Viewport {
    int width_px, height_px; /* the whole drawable, at least 1 x 1 */
    int x_px, y_px;          /* top left corner of the picture */
    int picture_width_px, picture_height_px;
    double scale_x, scale_y; /* pixels per view point; nearly equal unless stretched */
    CwPoint2 base;           /* size that is always seen, view points */
    CwPoint2 origin_px;      /* pixel of view point (0, 0) */
    CwViewRect view;         /* everything that is seen */
} Viewport;

/* A rectangle of the drawable. */
typedef struct PixelBox {
    vec2s low, high;
} PixelBox;

/* Sizes below 1 (a minimised window) count as 1. */
Viewport viewport_make(int width_px, int height_px, Scaling scaling, CwPoint2 base);

/* Maps view points to pixels (the first centre is 0.5). In double: edges fall on whole pixels. */
static inline CwPoint2 viewport_place(const Viewport *viewport, CwPoint2 view)
{
    return (CwPoint2){viewport->origin_px.x + view.x * viewport->scale_x,
                      viewport->origin_px.y + view.y * viewport->scale_y};
}

static inline vec2s viewport_pixel(const Viewport *viewport, vec2s view)
{
    CwPoint2 place = viewport_place(viewport, (CwPoint2){(double)view.x, (double)view.y});
    return (vec2s){{(float)place.x, (float)place.y}};
}
