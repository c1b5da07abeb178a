#include "draw/viewport.h"

#include <math.h>

static int at_least_one(int value)
{
    return value < 1 ? 1 : value;
}

static double fitting_scale(int width_px, int height_px)
{
    return fmin(width_px / VIEW_WIDTH, height_px / VIEW_HEIGHT);
}

/* The picture is whole pixels, so that its bars have crisp edges. */
static void place_centred(Viewport *viewport, double scale)
{
    viewport->picture_width_px = at_least_one((int)floor(VIEW_WIDTH * scale + 0.5));
    viewport->picture_height_px = at_least_one((int)floor(VIEW_HEIGHT * scale + 0.5));
    viewport->x_px = (viewport->width_px - viewport->picture_width_px) / 2;
    viewport->y_px = (viewport->height_px - viewport->picture_height_px) / 2;
}

Viewport viewport_make(int width_px, int height_px, double density, Scaling scaling)
{
    Viewport viewport = {.width_px = at_least_one(width_px),
                         .height_px = at_least_one(height_px),
                         .density = isfinite(density) && density > 0 ? density : 1};
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
    viewport.scale_x = viewport.picture_width_px / VIEW_WIDTH;
    viewport.scale_y = viewport.picture_height_px / VIEW_HEIGHT;
    return viewport;
}

Point2 viewport_to_pixel(const Viewport *viewport, Point2 view)
{
    return (Point2){viewport->x_px + view.x * viewport->scale_x,
                    viewport->y_px + view.y * viewport->scale_y};
}

vec2s viewport_pixel(const Viewport *viewport, vec2s view)
{
    Point2 pixel = viewport_to_pixel(viewport, (Point2){view.x, view.y});
    return (vec2s){{(float)pixel.x, (float)pixel.y}};
}

bool viewport_to_view(const Viewport *viewport, Point2 window, Point2 *view)
{
    view->x = (window.x * viewport->density - viewport->x_px) / viewport->scale_x;
    view->y = (window.y * viewport->density - viewport->y_px) / viewport->scale_y;
    return view->x >= 0 && view->x < VIEW_WIDTH && view->y >= 0 && view->y < VIEW_HEIGHT;
}

Point2 viewport_to_window(const Viewport *viewport, Point2 view)
{
    Point2 pixel = viewport_to_pixel(viewport, view);
    return (Point2){pixel.x / viewport->density, pixel.y / viewport->density};
}
