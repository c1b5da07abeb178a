/* The mapping between window, pixels and view points. */
#include "draw/viewport.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>

static const double densities[] = {1, 1.25, 1.5, 2};

enum { SIZES = 200, DENSITIES = 4 };

/* Window sizes from tiny to large, no two alike; also odd ones. */
static int size_at(int index, int least, int step)
{
    return least + index * step + index % 3;
}

static Viewport viewport_at(int index, int density, Scaling scaling)
{
    double d = densities[density];
    int width_px = (int)(size_at(index, 50, 13) * d), height_px = (int)(size_at(index, 40, 7) * d);
    if (index % 2 == 1) {
        return viewport_make(height_px, width_px, d, scaling);
    }
    return viewport_make(width_px, height_px, d, scaling);
}

static void check_round_trip(const Viewport *viewport, CwPoint2 window)
{
    CwPoint2 view;
    bool inside = viewport_to_view(viewport, window, &view);
    CwPoint2 back = viewport_to_window(viewport, view);
    ck_assert_double_le(fabs(back.x - window.x) * viewport->density, 0.5);
    ck_assert_double_le(fabs(back.y - window.y) * viewport->density, 0.5);
    double x_px = window.x * viewport->density, y_px = window.y * viewport->density;
    bool in_picture = x_px >= viewport->x_px && y_px >= viewport->y_px &&
                      x_px < viewport->x_px + viewport->picture_width_px &&
                      y_px < viewport->y_px + viewport->picture_height_px;
    ck_assert_int_eq(inside, in_picture);
}

TEST(window_to_view_and_back_stays_within_half_a_pixel)
{
    for (int i = 0; i < SIZES * DENSITIES * SCALING_COUNT; i++) {
        Viewport viewport =
            viewport_at(i / DENSITIES / SCALING_COUNT, i / SCALING_COUNT % DENSITIES,
                        (Scaling)(i % SCALING_COUNT));
        for (int part = 0; part <= 48; part++) {
            CwPoint2 window = {viewport.width_px / viewport.density * (part % 7 + 0.37) / 7,
                               viewport.height_px / viewport.density * (part / 7 + 0.37) / 7};
            check_round_trip(&viewport, window);
        }
    }
}

TEST(picture_lies_in_the_middle_of_the_window)
{
    for (int i = 0; i < SIZES * SCALING_COUNT; i++) {
        Viewport viewport = viewport_at(i / SCALING_COUNT, 0, (Scaling)(i % SCALING_COUNT));
        int right = viewport.width_px - viewport.x_px - viewport.picture_width_px;
        int below = viewport.height_px - viewport.y_px - viewport.picture_height_px;
        ck_assert_int_ge(viewport.x_px, 0);
        ck_assert_int_ge(viewport.y_px, 0);
        ck_assert_int_le(abs(right - viewport.x_px), 1);
        ck_assert_int_le(abs(below - viewport.y_px), 1);
    }
}

TEST(letterbox_fills_the_window_in_one_direction)
{
    Viewport wide = viewport_make(2000, 720, 1, SCALING_LETTERBOX);
    ck_assert_int_eq(wide.picture_height_px, 720);
    ck_assert_int_eq(wide.picture_width_px, 1280);
    ck_assert_int_eq(wide.x_px, 360);
    Viewport tall = viewport_make(640, 1000, 1, SCALING_LETTERBOX);
    ck_assert_int_eq(tall.picture_width_px, 640);
    ck_assert_int_eq(tall.picture_height_px, 360);
    ck_assert_int_eq(tall.y_px, 320);
}

TEST(letterbox_bars_are_outside)
{
    Viewport wide = viewport_make(2000, 720, 1, SCALING_LETTERBOX);
    CwPoint2 view;
    ck_assert(!viewport_to_view(&wide, (CwPoint2){359, 300}, &view));
    ck_assert_double_lt(view.x, 0);
    ck_assert(viewport_to_view(&wide, (CwPoint2){361, 300}, &view));
    ck_assert(!viewport_to_view(&wide, (CwPoint2){1641, 300}, &view));
    ck_assert_double_gt(view.x, CW_VIEW_WIDTH);
}

TEST(stretch_has_no_bars)
{
    Viewport viewport = viewport_make(1000, 1000, 1, SCALING_STRETCH);
    CwPoint2 view;
    ck_assert(viewport_to_view(&viewport, (CwPoint2){0, 0}, &view));
    ck_assert(viewport_to_view(&viewport, (CwPoint2){999, 999}, &view));
    ck_assert_double_eq_tol(viewport.scale_x, 1000.0 / CW_VIEW_WIDTH, 1e-12);
    ck_assert_double_eq_tol(viewport.scale_y, 1000.0 / CW_VIEW_HEIGHT, 1e-12);
}

TEST(integer_uses_whole_pixels)
{
    Viewport viewport = viewport_make(1900, 1060, 1, SCALING_INTEGER);
    ck_assert_double_eq(viewport.scale_x, 2);
    ck_assert_double_eq(viewport.scale_y, 2);
    ck_assert_int_eq(viewport.x_px, 310);
    ck_assert_int_eq(viewport.y_px, 170);
}

TEST(integer_fits_where_one_pixel_is_too_large)
{
    Viewport viewport = viewport_make(320, 300, 1, SCALING_INTEGER);
    ck_assert_int_eq(viewport.picture_width_px, 320);
    ck_assert_int_eq(viewport.picture_height_px, 180);
}

TEST(minimised_window_is_survived)
{
    Viewport viewport = viewport_make(0, -3, NAN, SCALING_LETTERBOX);
    CwPoint2 view;
    viewport_to_view(&viewport, (CwPoint2){0, 0}, &view);
    ck_assert(isfinite(view.x) && isfinite(view.y));
    ck_assert_double_gt(viewport.scale_x, 0);
}
