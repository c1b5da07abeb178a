/* The place of the picture in the window: the pure mapping from view points (clockwork/view.h) to
 * the pixels of the drawable.
 *
 * The stage keeps it and tells the host, which maps pointers back (host/sdl_events.h); the renderer
 * maps what it draws with it. It owns nothing and knows neither a window nor SDL. */
#pragma once

#include "clockwork/draw.h"

#include <cglm/struct.h>

typedef enum Scaling {
    SCALING_LETTERBOX, /* largest picture of the right shape, bars beside it */
    SCALING_STRETCH,   /* fills the window, whatever its shape */
    SCALING_INTEGER,   /* whole pixels a view point, bars around; fits where even 1 is too large */
    SCALING_EXPAND,    /* letterbox with more of the view in place of the bars */
    SCALING_COUNT
} Scaling;

/* How much larger than its base an expanded view may be; beyond it are bars. With the largest base
 * every place is an int16 (CwInputFrame.pointer_x). */
enum { VIEW_EXPANDS_MAX = 8, VIEW_BASE_MIN = 16, VIEW_BASE_MAX = 4000 };

typedef struct Viewport {
    int width_px, height_px; /* the whole drawable, at least 1 x 1 */
    int x_px, y_px;          /* top left corner of the picture */
    int picture_width_px, picture_height_px;
    double scale_x, scale_y; /* pixels per view point; nearly equal unless stretched */
    CwPoint2 base;           /* size of what is always seen, view points */
    CwPoint2 origin_px;      /* where its top left corner lies, view point (0, 0) */
    CwViewRect view;         /* all that is seen */
} Viewport;

/* An upright rectangle of the drawable. */
typedef struct PixelBox {
    vec2s low, high;
} PixelBox;

/* Sizes below 1 (a minimised window) count as 1. */
Viewport viewport_make(int width_px, int height_px, Scaling scaling, CwPoint2 base);

/* View points to pixels of the drawable; the centre of the first pixel is at 0.5. Computed in
 * double, as edges and letters fall on whole pixels at any scale. */
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
