/* Pixels of a world that is seen turned, by both painters. */
#include "draw/draw_inset.h"
#include "support/picture.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>

static const double QUARTER_RAD = 1.5707963267948966;
static const CwColour red = {255, 0, 0, 255};
static const CwColour blue = {0, 0, 255, 255};
static const CwColour white = {255, 255, 255, 255};
static Picture picture; /* 640 x 360: a pixel a view point, 40 a metre */

static void turn_camera(CwDrawList *list, double angle_rad)
{
    const CwCamera camera = {.height_m = 9, .angle_rad = angle_rad};
    SpriteTable table = picture.list.sprites;
    draw_list_begin(list, &camera, &table);
}

static void begin(int painted, double angle_rad)
{
    picture = picture_open(640, 360, painted);
    turn_camera(&picture.list, angle_rad);
}

static void push_quarters(CwDrawList *list)
{
    cw_draw_sprite(list, &(CwSpriteDraw){.sprite = SPRITE_QUARTERS, .width = 2, .tint = &white});
}

FIXTURE(.prepare = picture_painters, .set_up = picture_files_make,
        .tear_down = picture_files_remove);

TEST(sprite_turns_clockwise_when_the_camera_turns_the_other_way)
{
    begin(_i, QUARTER_RAD);
    push_quarters(&picture.list);
    picture_finish(&picture);
    picture_expect(&picture, 300, 160, 0x0000FF, 2);
    picture_expect(&picture, 340, 160, 0xFF0000, 2);
    picture_expect(&picture, 340, 200, 0x00FF00, 2);
    picture_expect(&picture, 300, 200, 0xFFFF00, 2);
    picture_close(&picture);
}

TEST(sprite_in_an_inset_is_turned_alike)
{
    static const Inset right_half = {320, 90, 320};
    CwDrawList inner = {0};
    begin(_i, 0);
    turn_camera(&inner, QUARTER_RAD);
    push_quarters(&inner);
    draw_list_sort(&inner);
    draw_inset(&picture.list, &inner, &right_half);
    picture_finish(&picture);
    picture_expect(&picture, 470, 170, 0x0000FF, 2);
    picture_expect(&picture, 490, 170, 0xFF0000, 2);
    picture_expect(&picture, 490, 190, 0x00FF00, 2);
    picture_expect(&picture, 470, 190, 0xFFFF00, 2);
    draw_list_free(&inner);
    picture_close(&picture);
}

/* 8 m by 4 m; at 30 degrees its right is (cos, sin) on the screen, its down (-sin, cos). */
TEST(rectangle_turns_with_its_gradient)
{
    const double angle_rad = QUARTER_RAD / 3;
    begin(_i, angle_rad);
    cw_draw_rect(&picture.list, &(CwRectDraw){-4, 2, 8, 4, red, blue});
    picture_finish(&picture);
    for (int right = -140; right <= 140; right += 20) {
        for (int down = -70; down <= 70; down += 10) {
            double x = 320 + right * cos(angle_rad) - down * sin(angle_rad);
            double y = 180 + right * sin(angle_rad) + down * cos(angle_rad);
            uint32_t part = (uint32_t)(255 * (down + 80) / 160.0);
            picture_expect(&picture, (int)x, (int)y, (255 - part) << 16 | part, 4);
        }
    }
    picture_expect(&picture, 180, 60, 0, 0);
    picture_expect(&picture, 460, 60, 0, 0);
    picture_close(&picture);
}

TEST(turned_see_through_rectangle_is_even)
{
    begin(_i, 0.4);
    cw_draw_rect(&picture.list,
                 &(CwRectDraw){-3, 2, 6, 4, {255, 255, 255, 128}, {255, 255, 255, 127}});
    picture_finish(&picture);
    for (int y = 120; y < 240; y++) {
        for (int x = 260; x < 380; x++) {
            picture_expect(&picture, x, y, 0x808080, 3);
        }
    }
    picture_close(&picture);
}

/* Its line runs down from the anchor, the feet of its letters to the left. */
TEST(text_in_the_world_turns_with_it)
{
    begin(_i, QUARTER_RAD);
    cw_draw_text(&picture.list,
                 &(CwTextDraw){"LLLLLLLL", CW_FACE_BOLD, CW_ALIGN_LEFT, 0, 0, 1, white});
    picture_finish(&picture);
    SDL_Rect ink = picture_ink(&picture, 0);
    ck_assert_int_gt(ink.h, 4 * ink.w);
    ck_assert_int_le(abs(ink.x + ink.w / 2 - 320), 6);
    ck_assert(ink.y >= 180 && ink.y < 190);
    picture_close(&picture);
}

TEST(turned_text_has_as_much_ink_as_upright_text)
{
    double ink[2] = {0};
    for (int turned = 0; turned < 2; turned++) {
        begin(_i, turned * 0.6);
        cw_draw_text(&picture.list,
                     &(CwTextDraw){"Turned", CW_FACE_REGULAR, CW_ALIGN_CENTRE, 0, 0, 2, white});
        picture_finish(&picture);
        for (int i = 0; i < 640 * 360; i++) {
            ink[turned] += picture.pixels[i] & 0xFF;
        }
        picture_close(&picture);
    }
    ck_assert_double_gt(ink[0], 1e5);
    ck_assert_double_eq_tol(ink[1] / ink[0], 1, 0.02);
}
