/* Pixels of polygons, lines, circles and gradients, by both painters. */
#include "support/picture.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>

static const double HALF_TURN_RAD = 3.14159265358979;
static const CwColour white = {255, 255, 255, 255};
static Picture picture;
FIXTURE(.prepare = picture_painters, .set_up = picture_files_make,
        .tear_down = picture_files_remove);

/* 640 x 360: a pixel a view point, 40 a metre */

TEST(polygon_covers_its_inside_only)
{
    picture = picture_open(640, 360, _i);
    CwPoint2 corners[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    cw_draw_polygon(&picture.list, corners, 4, white);
    picture_finish(&picture);
    SDL_Rect ink = picture_ink(&picture, 0);
    ck_assert_int_le(abs(ink.x - 280) + abs(ink.w - 80), 3);
    ck_assert_int_le(abs(ink.y - 140) + abs(ink.h - 80), 3);
    picture_expect(&picture, 281, 141, 0xFFFFFF, 0);
    picture_expect(&picture, 358, 218, 0xFFFFFF, 0);
    picture_close(&picture);
}

TEST(winding_does_not_matter)
{
    picture = picture_open(640, 360, _i);
    CwPoint2 left[] = {{-2, 0}, {-1, 0}, {-2, 1}}, right[] = {{1, 0}, {1, 1}, {2, 0}};
    cw_draw_polygon(&picture.list, left, 3, white);
    cw_draw_polygon(&picture.list, right, 3, white);
    picture_finish(&picture);
    picture_expect(&picture, 320 - 72, 172, 0xFFFFFF, 0);
    picture_expect(&picture, 320 + 48, 172, 0xFFFFFF, 0);
    picture_close(&picture);
}

TEST(slanted_edge_is_antialiased)
{
    picture = picture_open(640, 360, _i);
    CwPoint2 corners[] = {{-4, -1}, {4, -0.5}, {4, -4}, {-4, -4}};
    cw_draw_polygon(&picture.list, corners, 4, white);
    picture_finish(&picture);
    int between = 0;
    for (int x = 200; x < 440; x++) {
        for (int y = 190; y < 230; y++) {
            uint32_t grey = picture_at(&picture, x, y) & 0xFF;
            between += grey > 20 && grey < 235;
        }
    }
    ck_assert_int_gt(between, 150);
    ck_assert_int_lt(between, 400);
    picture_close(&picture);
}

TEST(neighbouring_polygons_leave_no_seam)
{
    picture = picture_open(640, 360, _i);
    CwPoint2 left[] = {{-3, -2}, {0.31, -2}, {-0.27, 2}, {-3, 2}};
    CwPoint2 right[] = {{0.31, -2}, {3, -2}, {3, 2}, {-0.27, 2}};
    cw_draw_polygon(&picture.list, left, 4, white);
    cw_draw_polygon(&picture.list, right, 4, white);
    picture_finish(&picture);
    for (int y = 110; y < 250; y++) {
        for (int x = 280; x < 360; x++) {
            picture_expect(&picture, x, y, 0xFFFFFF, 3);
        }
    }
    picture_close(&picture);
}

TEST(circle_is_round)
{
    picture = picture_open(640, 360, _i);
    cw_draw_circle(&picture.list, (CwPoint2){0, 0}, 2, white);
    picture_finish(&picture);
    for (int i = 0; i < 64; i++) {
        double angle_rad = i * HALF_TURN_RAD / 32;
        double x = cos(angle_rad), y = sin(angle_rad);
        picture_expect(&picture, (int)(320 + 78 * x), (int)(180 + 78 * y), 0xFFFFFF, 8);
        picture_expect(&picture, (int)(320 + 82.5 * x), (int)(180 + 82.5 * y), 0, 8);
    }
    picture_close(&picture);
}

TEST(line_has_its_width_and_round_ends)
{
    picture = picture_open(640, 360, _i);
    cw_draw_set_screen(&picture.list);
    cw_draw_polyline(&picture.list, (CwPoint2[]){{100, 100}, {200, 100}}, 2, 10, white);
    picture_finish(&picture);
    SDL_Rect ink = picture_ink(&picture, 0);
    ck_assert(ink.y == 95 && ink.h == 10);
    ck_assert(ink.x == 95 && ink.w == 110);
    picture_expect(&picture, 95, 95, 0, 0);
    picture_expect(&picture, 150, 95, 0xFFFFFF, 0);
    picture_close(&picture);
}

TEST(hairline_is_faint_but_there)
{
    picture = picture_open(640, 360, _i);
    cw_draw_set_screen(&picture.list);
    cw_draw_polyline(&picture.list, (CwPoint2[]){{100, 100.5}, {200, 100.5}}, 2, 0.5, white);
    picture_finish(&picture);
    picture_expect(&picture, 150, 100, 0x808080, 24);
    picture_expect(&picture, 150, 98, 0, 0);
    picture_close(&picture);
}

TEST(gradient_runs_down_the_screen)
{
    picture = picture_open(640, 360, _i);
    CwRectDraw rect = {-2, 2, 4, 4, {255, 0, 0, 255}, {0, 0, 255, 255}};
    cw_draw_rect(&picture.list, &rect);
    picture_finish(&picture);
    picture_expect(&picture, 300, 101, 0xFE0002, 5);
    picture_expect(&picture, 300, 180, 0x7F007F, 5);
    picture_expect(&picture, 300, 258, 0x0200FE, 5);
    ck_assert_uint_eq(picture_at(&picture, 300, 99), 0);
    ck_assert_uint_eq(picture_at(&picture, 300, 260), 0);
    picture_close(&picture);
}
