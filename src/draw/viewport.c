#include "draw/viewport.h"

#include <math.h>

static int at_least_one(int value)
{
    return value < 1 ? 1 : value;
}

static double fitting_scale(int width_px, int height_px)
{
    return fmin(width_px / CW_VIEW_WIDTH, height_px / CW_VIEW_HEIGHT);
}

/* The picture is whole pixels, so that its bars have crisp edges. */
static void place_centred(Viewport *viewport, double scale)
{
    viewport->picture_width_px = at_least_one((int)floor(CW_VIEW_WIDTH * scale + 0.5));
    viewport->picture_height_px = at_least_one((int)floor(CW_VIEW_HEIGHT * scale + 0.5));
    viewport->x_px = (viewport->width_px - viewport->picture_width_px) / 2;
    viewport->y_px = (viewport->height_px - viewport->picture_height_px) / 2;
}

Viewport viewport_make(int width_px, int height_px, Scaling scaling)
{
    Viewport viewport = {.width_px = at_least_one(width_px), .height_px = at_least_one(height_px)};
    double fit = fitting_scale(viewport.width_px, viewport.height_px);
    switch (scaling) {
    case SCALING_LETTERBOX:
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
    viewport.scale_x = viewport.picture_width_px / CW_VIEW_WIDTH;
    viewport.scale_y = viewport.picture_height_px / CW_VIEW_HEIGHT;
    return viewport;
}

vec2s viewport_pixel(const Viewport *viewport, vec2s view)
{
    return (vec2s){{(float)(viewport->x_px + (double)view.x * viewport->scale_x),
                    (float)(viewport->y_px + (double)view.y * viewport->scale_y)}};
}
