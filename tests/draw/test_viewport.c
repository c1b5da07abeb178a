/* Where the picture lies in a window, and the mapping from view points to its pixels. */
#include "draw/viewport.h"
#include "support/test.h"

#include <stdlib.h>

enum { SIZES = 200 };

/* Window sizes from tiny to large, no two alike; also odd ones. */
static int size_at(int index, int least, int step)
{
    return least + index * step + index % 3;
}

static Viewport viewport_at(int index, Scaling scaling)
{
    int width_px = size_at(index, 50, 13), height_px = size_at(index, 40, 7);
    return index % 2 == 1 ? viewport_make(height_px, width_px, scaling)
                          : viewport_make(width_px, height_px, scaling);
}

static void check_corner(const Viewport *viewport, vec2s view, int x_px, int y_px)
{
    vec2s corner = viewport_pixel(viewport, view);
    ck_assert_double_eq_tol(corner.x, x_px, 1e-3);
    ck_assert_double_eq_tol(corner.y, y_px, 1e-3);
}

TEST(the_view_fills_the_picture_to_its_corners)
{
    for (int i = 0; i < SIZES * SCALING_COUNT; i++) {
        Viewport viewport = viewport_at(i / SCALING_COUNT, (Scaling)(i % SCALING_COUNT));
        check_corner(&viewport, (vec2s){{0, 0}}, viewport.x_px, viewport.y_px);
        check_corner(&viewport, (vec2s){{CW_VIEW_WIDTH, CW_VIEW_HEIGHT}},
                     viewport.x_px + viewport.picture_width_px,
                     viewport.y_px + viewport.picture_height_px);
    }
}

TEST(picture_lies_in_the_middle_of_the_window)
{
    for (int i = 0; i < SIZES * SCALING_COUNT; i++) {
        Viewport viewport = viewport_at(i / SCALING_COUNT, (Scaling)(i % SCALING_COUNT));
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
    Viewport wide = viewport_make(2000, 720, SCALING_LETTERBOX);
    ck_assert_int_eq(wide.picture_height_px, 720);
    ck_assert_int_eq(wide.picture_width_px, 1280);
    ck_assert_int_eq(wide.x_px, 360);
    Viewport tall = viewport_make(640, 1000, SCALING_LETTERBOX);
    ck_assert_int_eq(tall.picture_width_px, 640);
    ck_assert_int_eq(tall.picture_height_px, 360);
    ck_assert_int_eq(tall.y_px, 320);
}

TEST(stretch_has_no_bars)
{
    Viewport viewport = viewport_make(1000, 1000, SCALING_STRETCH);
    ck_assert_int_eq(viewport.x_px, 0);
    ck_assert_int_eq(viewport.y_px, 0);
    ck_assert_double_eq_tol(viewport.scale_x, 1000.0 / CW_VIEW_WIDTH, 1e-12);
    ck_assert_double_eq_tol(viewport.scale_y, 1000.0 / CW_VIEW_HEIGHT, 1e-12);
}

TEST(integer_uses_whole_pixels)
{
    Viewport viewport = viewport_make(1900, 1060, SCALING_INTEGER);
    ck_assert_double_eq(viewport.scale_x, 2);
    ck_assert_double_eq(viewport.scale_y, 2);
    ck_assert_int_eq(viewport.x_px, 310);
    ck_assert_int_eq(viewport.y_px, 170);
}

TEST(integer_fits_where_one_pixel_is_too_large)
{
    Viewport viewport = viewport_make(320, 300, SCALING_INTEGER);
    ck_assert_int_eq(viewport.picture_width_px, 320);
    ck_assert_int_eq(viewport.picture_height_px, 180);
}

TEST(minimised_window_is_survived)
{
    Viewport viewport = viewport_make(0, -3, SCALING_LETTERBOX);
    ck_assert_double_gt(viewport.scale_x, 0);
}
