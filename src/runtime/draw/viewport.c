#include "draw/viewport.h"

#include <math.h>

static int at_least_one(int value)
{
    return value < 1 ? 1 : value;
}

/* The picture is whole pixels, so that its bars have crisp edges. */
static void place_centred(Viewport *viewport, double scale)
{
    viewport->picture_width_px = at_least_one((int)floor(viewport->base.x * scale + 0.5));
    viewport->picture_height_px = at_least_one((int)floor(viewport->base.y * scale + 0.5));
    viewport->x_px = (viewport->width_px - viewport->picture_width_px) / 2;
    viewport->y_px = (viewport->height_px - viewport->picture_height_px) / 2;
}

/* Expands one side: from the base's picture to as much of the window as is allowed. */
static void expand_side(int window_px, int *begin_px, int *length_px)
{
    int most_px =
        window_px / VIEW_EXPANDS_MAX < *length_px ? window_px : VIEW_EXPANDS_MAX * *length_px;
    *begin_px = (window_px - most_px) / 2;
    *length_px = most_px;
}

static void expand_view(Viewport *viewport)
{
    CwPoint2 origin_px = viewport->origin_px;
    expand_side(viewport->width_px, &viewport->x_px, &viewport->picture_width_px);
    expand_side(viewport->height_px, &viewport->y_px, &viewport->picture_height_px);
    viewport->view = (CwViewRect){(viewport->x_px - origin_px.x) / viewport->scale_x,
                                  (viewport->y_px - origin_px.y) / viewport->scale_y,
                                  viewport->picture_width_px / viewport->scale_x,
                                  viewport->picture_height_px / viewport->scale_y};
}

Viewport viewport_make(int width_px, int height_px, Scaling scaling, CwPoint2 base)
{
    Viewport viewport = {
        .width_px = at_least_one(width_px), .height_px = at_least_one(height_px), .base = base};
    double fit = fmin(viewport.width_px / base.x, viewport.height_px / base.y);
    switch (scaling) {
    case SCALING_LETTERBOX:
    case SCALING_EXPAND:
    case SCALING_COUNT:
        place_centred(&viewport, fit);
        break;
    case SCALING_STRETCH:
        viewport.picture_width_px = viewport.width_px;
        viewport.picture_height_px = viewport.height_px;
        break;
    case SCALING_INTEGER:
        place_centred(&viewport, fit < 1 ? fit : floor(fit));
        break;
    }
    viewport.scale_x = viewport.picture_width_px / base.x;
    viewport.scale_y = viewport.picture_height_px / base.y;
    viewport.origin_px = (CwPoint2){viewport.x_px, viewport.y_px};
    viewport.view = (CwViewRect){0, 0, base.x, base.y};
    if (scaling == SCALING_EXPAND) {
        expand_view(&viewport);
    }
    return viewport;
}
