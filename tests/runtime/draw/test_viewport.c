/* The place of the picture in a window, and the mapping from view points to its pixels. */
#include "draw/viewport.h"

#include "support/test.h"

enum { SIZES = 200 };

static const CwPoint2 usual = {CW_VIEW_WIDTH, CW_VIEW_HEIGHT};

static int size_at(int index, int least, int step)
{
    return least + index * step + index % 3;
}

static Viewport viewport_at(int index, Scaling scaling)
{
    int width_px = size_at(index, 50, 13), height_px = size_at(index, 40, 7);
    return index % 2 == 1 ? viewport_make(height_px, width_px, scaling, usual)
                          : viewport_make(width_px, height_px, scaling, usual);
}

static void check_corner(const Viewport *viewport, vec2s view, int x_px, int y_px)
{
    vec2s corner = viewport_pixel(viewport, view);
    ck_assert_double_eq_tol(corner.x, x_px, 1e-3);
    ck_assert_double_eq_tol(corner.y, y_px, 1e-3);
}

TEST(the_view_fills_a_picture_in_the_middle_of_the_window)
{
    for (int i = 0; i < SIZES * SCALING_COUNT; i++) {
        Viewport viewport = viewport_at(i / SCALING_COUNT, (Scaling)(i % SCALING_COUNT));
        CwViewRect view = viewport.view;
        check_corner(&viewport, (vec2s){{(float)view.x, (float)view.y}}, viewport.x_px,
                     viewport.y_px);
        check_corner(
            &viewport, (vec2s){{(float)(view.x + view.width), (float)(view.y + view.height)}},
            viewport.x_px + viewport.picture_width_px, viewport.y_px + viewport.picture_height_px);
        int right = viewport.width_px - viewport.x_px - viewport.picture_width_px;
        int below = viewport.height_px - viewport.y_px - viewport.picture_height_px;
        ck_assert(viewport.x_px >= 0 && viewport.y_px >= 0);
        ck_assert(abs(right - viewport.x_px) <= 1 && abs(below - viewport.y_px) <= 1);
    }
}

TEST(picture_is_as_large_as_its_scaling_allows)
{
    static const struct {
        Scaling scaling;
        int width_px, height_px, picture[4]; /* x, y, width, height */
    } cases[] = {
        {SCALING_LETTERBOX, 2000, 720, {360, 0, 1280, 720}},
        {SCALING_LETTERBOX, 640, 1000, {0, 320, 640, 360}},
        {SCALING_STRETCH, 1000, 1000, {0, 0, 1000, 1000}},
        {SCALING_INTEGER, 1900, 1060, {310, 170, 1280, 720}}, /* whole pixels */
        {SCALING_INTEGER, 320, 300, {0, 60, 320, 180}},       /* where one is too large */
    };
    for (size_t i = 0; i < CW_ARRAY_LENGTH(cases); i++) {
        Viewport v = viewport_make(cases[i].width_px, cases[i].height_px, cases[i].scaling, usual);
        const int picture[] = {v.x_px, v.y_px, v.picture_width_px, v.picture_height_px};
        ck_assert_msg(memcmp(picture, cases[i].picture, sizeof picture) == 0,
                      "%d x %d: %d x %d at (%d, %d)", v.width_px, v.height_px, picture[2],
                      picture[3], picture[0], picture[1]);
        ck_assert_double_eq(v.scale_x, (double)picture[2] / CW_VIEW_WIDTH);
        ck_assert_double_eq(v.scale_y, (double)picture[3] / CW_VIEW_HEIGHT);
    }
}

TEST(an_expanded_view_fills_the_window_and_shows_all_of_the_base)
{
    static const struct {
        int width_px, height_px;
        CwPoint2 base;
        CwViewRect view;
    } cases[] = {
        {1280, 720, {640, 360}, {0, 0, 640, 360}},
        {2560, 1080, {640, 360}, {-320.0 / 3, 0, 2560.0 / 3, 360}},
        {800, 600, {640, 360}, {0, -60, 640, 480}},
        {500, 900, {640, 360}, {0, -395.45, 640, 1151.9}}, /* 281.25 rows are 281 or 282 */
        {1280, 720, {360, 640}, {-389, 0, 1138, 640}},
        {16000, 100, {640, 360}, {-2240, 0, 5120, 360}}, /* eight times as wide, no more */
    };
    for (size_t i = 0; i < CW_ARRAY_LENGTH(cases); i++) {
        Viewport v =
            viewport_make(cases[i].width_px, cases[i].height_px, SCALING_EXPAND, cases[i].base);
        ck_assert_double_eq_tol(v.view.x, cases[i].view.x, 2);
        ck_assert_double_eq_tol(v.view.y, cases[i].view.y, 2);
        ck_assert_double_eq_tol(v.view.width, cases[i].view.width, 4);
        ck_assert_double_eq_tol(v.view.height, cases[i].view.height, 4);
        ck_assert(v.view.x <= 0 && v.view.x + v.view.width >= cases[i].base.x);
        ck_assert(i == 5 ||
                  (v.picture_width_px == v.width_px && v.picture_height_px == v.height_px));
    }
}

TEST(every_place_of_every_view_is_an_int16)
{
    const int sizes_px[] = {0, 1, 2, 7, 180, 1000, 16384};
    const double sides[] = {(double)VIEW_BASE_MIN, 360, (double)VIEW_BASE_MAX};
    for (int i = 0; i < 7 * 7 * 9 * SCALING_COUNT; i++) {
        Viewport v = viewport_make(sizes_px[i % 7], sizes_px[i / 7 % 7], (Scaling)(i / 441),
                                   (CwPoint2){sides[i / 49 % 3], sides[i / 147 % 3]});
        ck_assert(v.view.x >= INT16_MIN && v.view.x + v.view.width <= INT16_MAX);
        ck_assert(v.view.y >= INT16_MIN && v.view.y + v.view.height <= INT16_MAX);
        ck_assert(v.view.width >= v.base.x * 0.999 && v.view.height >= v.base.y * 0.999);
        CwPoint2 low = viewport_place(&v, (CwPoint2){v.view.x, v.view.y});
        ck_assert_double_eq_tol(low.x, v.x_px, 1e-6);
        ck_assert_double_eq_tol(low.y, v.y_px, 1e-6);
    }
}
